"""The core runs where only numpy, rank-bm25 and faiss-cpu can be imported."""

import importlib.util
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

CHARTER = Path(__file__).resolve().parents[1] / "samples" / "charter.md"

#: refuses every package beside the three, as an environment without them would
GUARD = """
import sys, importlib.abc, pathlib
ALLOWED = {"numpy", "rank_bm25", "faiss", "raglib_core"} | set(sys.stdlib_module_names)
class Guard(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ALLOWED:
            raise ModuleNotFoundError(name, name=name)
import importlib.util
real = importlib.util.find_spec
def find_spec(name, package=None):
    return real(name, package) if name.partition(".")[0] in ALLOWED else None
importlib.util.find_spec = find_spec
sys.meta_path.insert(0, Guard())
"""

SCRIPT = """
from raglib_core import RagIndex
index = RagIndex.build(CHARTER, "index", bm25_normalizer="auto")
assert "none" in str(index.manifest)
hits = index.search("крупные сделки", method="bm25")
assert hits and any(hit.clause_number.startswith("13") for hit in hits), hits
assert "13" in index.toc(clauses=True)
assert all("процент" in hit.text.lower() for hit in index.grep("процент"))
assert index.read_section("charter", "13").startswith("## Статья 13")
print("works")
"""


def script(body: str) -> str:
    return textwrap.dedent(body).replace("CHARTER", repr(str(CHARTER)))


def run_guarded(body: str, folder: Path) -> subprocess.CompletedProcess[str]:
    package = Path(importlib.util.find_spec("raglib_core").origin).parent
    environment = os.environ | {"PYTHONPATH": str(package.parent)}
    command = [sys.executable, "-c", GUARD + script(body)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=110)


def test_words_contents_and_grep_work_without_any_optional_package(tmp_path):
    done = run_guarded(SCRIPT, tmp_path)
    assert done.stdout.strip() == "works", done.stderr


def test_a_missing_package_names_the_extra_that_brings_it(tmp_path):
    ask_for_stems = """
        from raglib_core import RagIndex
        from raglib_core.errors import MissingExtra
        try:
            RagIndex.build(CHARTER, "index", bm25_normalizer="stem")
        except MissingExtra as error:
            print(error)
    """
    done = run_guarded(ask_for_stems, tmp_path)
    assert "raglib-core[stem]" in done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_wheel_runs_in_a_fresh_environment_with_three_packages(wheel, tmp_path):
    pins = Path(__file__).resolve().parents[2] / "constraints.txt"
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "-c", str(pins), "numpy", "rank-bm25", "faiss-cpu"], check=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    done = subprocess.run([python, "-c", script(SCRIPT)], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == "works", done.stderr
