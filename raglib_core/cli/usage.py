"""argparse in the language of the command: headings, and one line for a wrong usage."""

from __future__ import annotations

import argparse
import re
import sys
from typing import NoReturn

from raglib_core.cli.console import Console

WRONG_USAGE = 2

#: what argparse says (Python 3.11 to 3.13) -> the key of our sentence
ARGPARSE_SENTENCES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"the following arguments are required: (?P<names>.+)"), "cli.usage.required"),
    (re.compile(r"unrecognized arguments: (?P<names>.+)"), "cli.usage.unrecognized"),
    (
        re.compile(r"argument (?P<name>.+?): invalid choice: (?P<value>.+) \(choose from (?P<allowed>.+)\)"),
        "cli.usage.choice",
    ),
    (re.compile(r"argument (?P<name>.+?): invalid int value: (?P<value>.+)"), "cli.usage.integer"),
    (re.compile(r"argument (?P<name>.+?): expected (?:one|at least one) argument"), "cli.usage.value"),
)


class CommandParser(argparse.ArgumentParser):
    """A parser whose help and errors are in the language of its console."""

    console = Console()

    def __init__(self, *, console: Console, description: str, prog: str | None = None) -> None:
        """Take the headings of the help from the texts; options are not abbreviated, so that new ones break nothing."""
        self.console = console
        super().__init__(
            prog=prog,
            description=description,
            add_help=False,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self._positionals.title = console.say("cli.help.positionals")
        self._optionals.title = console.say("cli.help.options")
        self.add_argument("-h", "--help", action="help", help=console.say("cli.help.help"))

    def format_usage(self) -> str:
        """Return the usage line under its heading."""
        return self._translated(super().format_usage())

    def format_help(self) -> str:
        """Return the whole help under translated headings."""
        return self._translated(super().format_help())

    def _translated(self, text: str) -> str:
        return re.sub(r"\Ausage:", self.console.say("cli.help.usage"), text)

    def error(self, message: str) -> NoReturn:
        """Print one line, what is wrong and where to look, and leave with the code of a wrong usage."""
        hint = self.console.say("cli.usage.hint", command=self.prog)
        self.console.remark(f"{explain_usage(message, self.console)}; {hint}")
        sys.exit(WRONG_USAGE)


def explain_usage(message: str, console: Console) -> str:
    """Return a sentence of argparse in the language of the console; as it is where its form is not known."""
    for pattern, key in ARGPARSE_SENTENCES:
        if found := pattern.fullmatch(message):
            return console.say(key, **found.groupdict())
    return message
