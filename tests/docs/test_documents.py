"""What the documents show works as shown."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from raglib_core.cli.console import Console
from raglib_core.cli.parser import parser_for

ROOT = Path(__file__).resolve().parents[2]
CHARTER = ROOT / "tests" / "samples" / "charter.md"
DOCUMENTS = ("README.md", "docs/guide.en.md", "docs/guide.ru.md")


def blocks(name: str, language: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def shown_commands() -> list[tuple[str, str]]:
    """Every line of a shell block that begins with `raglib`, its comment cut off."""
    found = []
    for name in DOCUMENTS:
        for block in blocks(name, "bash"):
            lines = [line.removeprefix("venv/bin/") for line in block.splitlines()]
            found += [(name, line) for line in lines if line.startswith("raglib ")]
    return found


def test_the_quick_start_runs(tmp_path, monkeypatch, capsys):
    (tmp_path / "docs").mkdir()
    shutil.copy(CHARTER, tmp_path / "docs" / "charter.md")
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("README.md", "python")
    names = {}
    exec(compile(code, "README.md", "exec"), names)
    out = capsys.readouterr().out
    assert out.startswith("13.1 charter ")
    assert all(re.search(r"\d+\s*процент", hit.text) for hit in names["hits"])
    assert names["answer"].hits
    assert not (tmp_path / "charter_index").exists()


@pytest.mark.parametrize("name", ["docs/guide.en.md", "docs/guide.ru.md"])
def test_the_example_of_the_guide_runs(name, tmp_path, monkeypatch, capsys):
    (code,) = blocks(name, "python")
    folder = re.search(r'build\("(\w+)/"', code)[1]
    (tmp_path / folder).mkdir()
    shutil.copy(CHARTER, tmp_path / folder / "charter.md")
    monkeypatch.chdir(tmp_path)
    exec(compile(code.replace('embeddings="auto"', 'embeddings="hashing"'), name, "exec"), {})
    assert "charter.md" in capsys.readouterr().out or "large" in code


@pytest.mark.parametrize(("name", "line"), shown_commands())
def test_every_command_shown_is_one(name, line):
    _, *arguments = shlex.split(line, comments=True)
    assert parser_for(Console("en")).parse_args(arguments).command == arguments[0]


def test_the_russian_guide_has_the_sections_of_the_english_one():
    counts = {
        name: len(re.findall(r"^## ", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE))
        for name in DOCUMENTS[1:]
    }
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("name", [*DOCUMENTS, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_between_documents_lead_somewhere(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert ((ROOT / name).parent / target).exists(), target
