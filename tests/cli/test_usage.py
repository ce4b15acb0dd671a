"""Help, languages and wrong usage."""

import pytest

from raglib_core.cli.parser import COMMANDS


def test_help_lists_every_command(raglib):
    ran = raglib("--help")
    assert ran.code == 0
    assert set(COMMANDS) <= set(ran.out.split())
    assert ran.out.startswith("вызов: raglib")


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.parametrize(("language", "heading"), [("ru", "параметры"), ("en", "options")])
def test_every_command_has_help_in_both_languages(raglib, command, language, heading):
    ran = raglib(command, "--help", "--lang", language)
    assert ran.code == 0
    assert heading in ran.out


def test_the_language_may_come_from_the_environment(raglib, monkeypatch):
    monkeypatch.setenv("RAGLIB_LANG", "en")
    assert raglib("--help").out.startswith("usage: raglib")


def test_the_option_wins_over_the_environment(raglib, monkeypatch, tmp_path):
    monkeypatch.setenv("RAGLIB_LANG", "en")
    assert "это не индекс" in raglib("toc", tmp_path / "absent", "--lang", "ru").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "не указано"),
        (("fly",), "'fly'"),
        (("build", "a.md"), "--index"),
        (("toc", "index", "--nonsense"), "неизвестные параметры: --nonsense"),
        (("search", "index", "q", "--method", "magic"), "magic"),
        (("search", "index", "q", "-k", "many"), "нужно целое число"),
        (("search", "index", "q", "-k"), "нужно значение"),
        (("toc", "index", "--lang", "de"), "de"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(raglib, arguments, said):
    ran = raglib(*arguments)
    assert ran.code == 2
    (line,) = ran.err.splitlines()
    assert line.startswith("raglib: ")
    assert said in line
    assert "--help" in line


def test_version(raglib):
    assert raglib("--version").out == "raglib 0.1.0\n"
