"""RTF: the text with the numbers that its writer rendered."""

from __future__ import annotations

from pathlib import Path

import pytest

from raglib_core.errors import EmptyDocument
from raglib_core.parsing import segment
from raglib_core.recognition import recognize


def escaped(text: str) -> str:
    return "".join(char if char.isascii() else f"\\'{char.encode('cp1251').hex()}" for char in text)


def rtf(*paragraphs: tuple[str, str]) -> bytes:
    """Paragraphs as (rendered number, text), as word processors write them."""
    body = "".join(
        f"{{\\listtext\\pard\\plain {escaped(number)}\\tab}}{escaped(text)}\\par\n"
        if number
        else f"{escaped(text)}\\par\n"
        for number, text in paragraphs
    )
    return f"{{\\rtf1\\ansi\\ansicpg1251\\deff0{{\\fonttbl{{\\f0 Arial;}}}}{{\\footer {escaped('Колонтитул')}}}{body}}}".encode(
        "ascii"
    )


def read(tmp_path: Path, data: bytes):
    path = tmp_path / "устав.rtf"
    path.write_bytes(data)
    return recognize(path)


def test_numbers_of_lists_are_kept(tmp_path: Path):
    got = read(tmp_path, rtf(("", "УСТАВ"), ("1.1.", "Общество – участник."), ("1.2.", "Цель."), ("а)", "торговля;")))
    assert [line for line in got.text.split("\n") if line] == [
        "УСТАВ",
        "1.1.\tОбщество – участник.",
        "1.2.\tЦель.",
        "а)\tторговля;",
    ]
    assert [clause.number for clause in segment(got).clauses if clause.number] == ["1.1", "1.2"]
    assert (got.recognizer, len(got.source_hash)) == ("rtf", 64)


def test_an_empty_file_is_refused_by_name(tmp_path: Path):
    with pytest.raises(EmptyDocument, match=r"устав\.rtf"):
        read(tmp_path, rtf())
