"""The progress line: moving on a terminal, sparse in a log."""

import io

from raglib_core.cli.console import Console
from raglib_core.cli.progress import ProgressLine, bar, shortened


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_a_terminal_gets_one_line_that_is_wiped_at_the_end():
    terminal, clock = Terminal(), Clock()
    line = ProgressLine(Console("ru"), terminal, clock)
    for done in range(1, 4):
        clock.now += 1
        line("recognize", done, 4, "устав.md")
    line.close()
    drawn = terminal.getvalue()
    assert "Распознавание  [######------------------]  1/4  устав.md" in drawn
    assert "\n" not in drawn
    assert drawn.rstrip(" ").endswith("\r")


def test_a_log_gets_a_line_a_stage_and_one_in_ten_seconds():
    log, clock = io.StringIO(), Clock()
    line = ProgressLine(Console("en"), log, clock)
    for second in range(25):
        clock.now = float(second)
        line("dense", second, 100, "")
    line("write", 0, 1, "")
    assert log.getvalue().splitlines() == ["Embedding 0/100", "Embedding 10/100", "Embedding 20/100", "Writing 0/1"]


def test_the_bar_never_overflows():
    assert bar(7, 5) == bar(5, 5) == bar(0, 0) == "[" + "#" * 24 + "]"
    assert bar(0, 5) == "[" + "-" * 24 + "]"


def test_a_long_name_loses_its_middle():
    name = "положение_о_порядке_" * 5 + ".docx"
    assert len(shortened(name)) <= 40
    assert shortened(name).endswith(".docx")
    assert shortened("устав.md") == "устав.md"
