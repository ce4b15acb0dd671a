"""Tesseract, the program: the picture of a page in, printed lines with their place and confidence out."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from raglib_core.errors import MissingProgram, RecognitionError
from raglib_core.recognition.printed_lines import PrintedLine

#: What installs the program with Russian where Debian's packages are used.
INSTALL = "apt-get install tesseract-ocr tesseract-ocr-rus"
RUSSIAN = "rus"
#: Beside Russian for Roman numerals, addresses and English documents; measured better than Russian alone.
_ENGLISH = "eng"

PAGE_SECONDS = 60.0
#: One column: with its own choice of layout the program tears numbers off their clauses.
_ONE_COLUMN = "4"
_ORIENTATION = "0"
_POINTS = 72.0
_WORD_LEVEL = "5"
_FIELDS = 12


@dataclass(frozen=True, slots=True)
class Recognition:
    """The lines of a picture in their order and the mean confidence of their letters, 0 to 1."""

    lines: tuple[PrintedLine, ...]
    confidence: float


def languages(name: str) -> str:
    """Return the languages to recognize in («rus+eng»); raises MissingProgram where it or its Russian is absent."""
    program = shutil.which("tesseract")
    known = _installed(program) if program else frozenset()
    if RUSSIAN not in known:
        what = "Tesseract" if program is None else "the Russian data of Tesseract"
        what_ru = "Tesseract" if program is None else "русские данные Tesseract"
        raise MissingProgram(name=name, program=what, program_ru=what_ru, command=INSTALL)
    return "+".join(language for language in (RUSSIAN, _ENGLISH) if language in known)


@cache
def _installed(program: str) -> frozenset[str]:
    done = subprocess.run([program, "--list-langs"], capture_output=True, text=True, timeout=PAGE_SECONDS, check=False)
    return frozenset(done.stdout.split())


def read_picture(picture: Any, dpi: float, name: str) -> Recognition:  # noqa: ANN401  # an image of pillow
    """Return the lines of a picture, in points from its lower left corner; no lines for a blank one.

    Raises MissingProgram, and RecognitionError where the program fails or takes more than `PAGE_SECONDS`.
    """
    language = languages(name)
    with tempfile.TemporaryDirectory(prefix="raglib-page-") as folder:
        path = Path(folder) / "page.png"
        picture.save(path, compress_level=1, dpi=(dpi, dpi))
        table = _run(path, ["-l", language, "--psm", _ONE_COLUMN, "--dpi", str(round(dpi)), "tsv"], name)
    return _lines(table, picture.height, dpi)


def turn_of(picture: Any, name: str) -> int:  # noqa: ANN401
    """Return by how many degrees a picture must be turned clockwise to stand upright; 0 where that is not clear."""
    with tempfile.TemporaryDirectory(prefix="raglib-page-") as folder:
        path = Path(folder) / "page.png"
        picture.save(path, compress_level=1)
        try:
            answer = _run(path, ["--psm", _ORIENTATION], name)
        except RecognitionError:
            return 0
    fields = dict(line.split(":", 1) for line in answer.splitlines() if ":" in line)
    try:
        sure = float(fields.get("Orientation confidence", "0")) > 1.0
        return int(fields.get("Rotate", "0")) if sure else 0
    except ValueError:
        return 0


def _run(path: Path, options: list[str], name: str) -> str:
    environment = os.environ | {"OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(
            ["tesseract", str(path), "stdout", *options],
            capture_output=True,
            timeout=PAGE_SECONDS,
            env=environment,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        reason = f"recognizing one page took more than {PAGE_SECONDS:g} s"
        reason_ru = f"распознавание одной страницы заняло больше {PAGE_SECONDS:g} с"
        raise RecognitionError(name=name, reason=reason, reason_ru=reason_ru) from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = f"Tesseract failed: {said[-1] if said else f'exit code {done.returncode}'}"
        raise RecognitionError(name=name, reason=reason, reason_ru=reason.replace("failed", "не справился"))
    return done.stdout.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Word:
    line: tuple[str, str, str]
    left: int
    top: int
    right: int
    bottom: int
    confidence: float
    text: str


def _words(table: str) -> Iterator[_Word]:
    for row in table.splitlines()[1:]:
        fields = row.split("\t")
        if len(fields) != _FIELDS or fields[0] != _WORD_LEVEL or not fields[11].strip():
            continue
        left, top, width, height = (int(field) for field in fields[6:10])
        line = (fields[2], fields[3], fields[4])
        yield _Word(line, left, top, left + width, top + height, float(fields[10]) / 100, fields[11].strip())


def _lines(table: str, height: int, dpi: float) -> Recognition:
    rows: dict[tuple[str, str, str], list[_Word]] = {}
    for word in _words(table):
        rows.setdefault(word.line, []).append(word)
    lines = tuple(_line(words, height, _POINTS / dpi) for words in rows.values())
    letters = sum(len(word.text) for words in rows.values() for word in words)
    sure = sum(len(word.text) * word.confidence for words in rows.values() for word in words)
    return Recognition(lines, sure / letters if letters else 0.0)


def _line(words: list[_Word], height: int, scale: float) -> PrintedLine:
    text = " ".join(word.text for word in words)
    hyphen = ""
    if len(text) > 1 and text[-1] in "-\u2010\u00ad" and text[-2].isalpha():
        text, hyphen = text[:-1], text[-1]
    letters = sum(len(word.text) for word in words)
    return PrintedLine(
        text,
        left=min(word.left for word in words) * scale,
        bottom=(height - max(word.bottom for word in words)) * scale,
        right=max(word.right for word in words) * scale,
        top=(height - min(word.top for word in words)) * scale,
        hyphen=hyphen,
        confidence=round(sum(word.confidence * len(word.text) for word in words) / letters, 3),
    )
