"""Progress of long work on stderr: one moving line on a terminal, sparse lines anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

from raglib_core.cli.console import Console

BAR_WIDTH = 24
#: seconds between two drawings on a terminal
REDRAW_SECONDS = 0.1
#: seconds between two lines in a log
LOG_SECONDS = 10.0
NAME_WIDTH = 40


@dataclass(slots=True)
class ProgressLine:
    """A `raglib_core.model.Progress` that draws; `close` ends the moving line.

    On a terminal: ``Распознавание  [#####-------]  3/12  устав.md``. In a file or a pipe: a line when a stage
    begins and then one every ten seconds at most.
    """

    console: Console
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    clock: Callable[[], float] = time.monotonic
    _stage: str = ""
    _drawn_at: float = float("-inf")
    _width: int = 0

    def __call__(self, stage: str, done: int, total: int, name: str) -> None:
        """Draw if the stage is new, is complete, or enough time has passed."""
        terminal = self.stream.isatty()
        now = self.clock()
        due = now - self._drawn_at >= (REDRAW_SECONDS if terminal else LOG_SECONDS)
        if not (due or stage != self._stage or (terminal and done >= total)):
            return
        self._stage, self._drawn_at = stage, now
        title = self.console.say(f"cli.stage.{stage}")
        if terminal:
            self._redraw(f"{title}  {bar(done, total)}  {done}/{total}  {shortened(name)}".rstrip())
        else:
            self.stream.write(f"{title} {done}/{total} {name}".rstrip() + "\n")

    def _redraw(self, line: str) -> None:
        self.stream.write("\r" + line.ljust(self._width))
        self.stream.flush()
        self._width = len(line)

    def close(self) -> None:
        """Wipe the moving line, so that what follows starts on a clean one; nothing where none was drawn."""
        if self._width:
            self.stream.write("\r" + " " * self._width + "\r")
            self.stream.flush()
            self._width = 0


def bar(done: int, total: int) -> str:
    """Return «[######------]»; full for a total of 0."""
    filled = BAR_WIDTH if total <= 0 else BAR_WIDTH * min(done, total) // total
    return "[" + "#" * filled + "-" * (BAR_WIDTH - filled) + "]"


def shortened(name: str) -> str:
    """Return the name, its middle replaced by «…» where it is too long for a line."""
    if len(name) <= NAME_WIDTH:
        return name
    half = (NAME_WIDTH - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


@contextmanager
def progress_line(console: Console) -> Iterator[ProgressLine]:
    """Give a progress line and wipe it at the end, also of a work that failed."""
    line = ProgressLine(console)
    try:
        yield line
    finally:
        line.close()
