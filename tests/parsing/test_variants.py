"""The same document printed in other ways gives the same clauses."""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.parsing.reading import numbers

SAMPLES = [Path(__file__).parent.parent / "samples" / name for name in ("charter.md", "law.txt", "regulation.md")]
NUMBER = re.compile(r"^((?:- )?)(\d+(?:\.\d+)+)\.", re.MULTILINE)


def wrapped(width: int) -> Callable[[str], str]:
    def wrap(text: str) -> str:
        lines = []
        for line in text.split("\n"):
            whole = not line or line.startswith("#")
            lines += [line] if whole else textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
        return "\n".join(lines)

    return wrap


def without_dots(text: str) -> str:
    return NUMBER.sub(r"\1\2", text)


def plain_headings(text: str) -> str:
    return re.sub(r"^#+ ", "", text, flags=re.MULTILINE)


def bold_headings(text: str) -> str:
    return re.sub(r"^#+ (.*)$", r"**\1**", text, flags=re.MULTILINE)


def escaped_dots(text: str) -> str:
    return NUMBER.sub(lambda match: match[1] + match[2].replace(".", "\\.") + "\\.", text)


def own_line(text: str) -> str:
    return re.sub(NUMBER.pattern + " ", r"\1\2.\n", text, flags=re.MULTILINE)


def bulleted(text: str) -> str:
    return NUMBER.sub(r"• \2.", text)


def without_blank_lines(text: str) -> str:
    return re.sub(r"\n\n+", "\n", text)


def everything_at_once(text: str) -> str:
    return without_blank_lines(wrapped(72)(without_dots(plain_headings(text))))


VARIANTS = [
    wrapped(60), wrapped(72), wrapped(80), wrapped(100), without_dots, plain_headings, bold_headings, escaped_dots,
    own_line, bulleted, without_blank_lines, everything_at_once,
]  # fmt: skip


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.__name__)
def test_print_does_not_change_the_clauses(path: Path, variant: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    assert numbers(variant(text)) == numbers(text)
