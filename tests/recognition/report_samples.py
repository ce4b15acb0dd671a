"""One charter in every kind of file that is read: what the recognition report measures on.

Its numbers are of six kinds: «Статья 1.», «1.1.», «1.1.1.», «а)», Roman ones of the appendix and its own «1)»; in the Word
file and the OpenDocument text all of them are automatic.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from tests.recognition import test_odt
from tests.recognition.pdf_files import Line, pdf_file
from tests.recognition.scan_files import as_bytes, scan
from tests.recognition.test_rtf import rtf
from tests.recognition.word_files import abstract, level, num, paragraph, word_file

#: (level, label, text): 0 to 3 are the lists of the body, 4 and 5 those of the appendix, -1 has no number
Entry = tuple[int, str, str]

_TITLES = (
    "Общие положения",
    "Цели и виды деятельности",
    "Уставный капитал",
    "Участники",
    "Органы управления",
    "Сделки",
)
_DEEDS = (
    "Общество вправе открывать счета в банках и распоряжаться ими по решению директора",
    "Участник обязан вносить вклады в порядке и сроки, которые предусмотрены решением собрания",
    "Решение принимается большинством не менее двух третей голосов от общего их числа",
    "Директор действует без доверенности и отвечает за убытки, причинённые по его вине",
    "Сделка считается крупной, если её сумма превышает четверть стоимости имущества",
)
_LETTERS = "абвгдежзик"
_ROMAN = ("I", "II", "III", "IV")


def charter() -> list[Entry]:
    """The entries of the charter in order."""
    entries: list[Entry] = [(-1, "", "УСТАВ ОБЩЕСТВА С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ «СЕВЕРНЫЙ ПРИЧАЛ»")]
    for article, title in enumerate(_TITLES, 1):
        entries.append((0, f"Статья {article}.", title))
        for clause in range(1, 6):
            deed = _DEEDS[(article + clause) % len(_DEEDS)]
            entries.append(
                (1, f"{article}.{clause}.", f"{deed}; подробности установлены правилом {article * 7 + clause}.")
            )
            if clause == 2:
                entries += [(2, f"{article}.2.{sub}.", f"{_DEEDS[sub]} в случае {sub}.") for sub in range(1, 4)]
            if clause == 4:
                entries += [(3, f"{_LETTERS[item]})", f"{_DEEDS[item].lower()};") for item in range(3)]
    entries.append((-1, "", "Приложение № 1 к Уставу"))
    for section, roman in enumerate(_ROMAN, 1):
        entries.append((4, f"{roman}.", f"Раздел перечня имущества, часть {section}"))
        entries += [
            (5, f"{item}.", f"Причал номер {section * 10 + item}, переданный участником.") for item in range(1, 4)
        ]
    return entries


def lines(entries: list[Entry]) -> list[str]:
    return [f"{label} {text}".strip() for _, label, text in entries]


def reference() -> str:
    return "\n".join(lines(charter()))


def docx() -> bytes:
    body_list = (level(0, "Статья %1."), level(1, "%1.%2."), level(2, "%1.%2.%3."), level(3, "%4)", "russianLower"))
    own_list = (level(0, "%1.", "upperRoman"), level(1, "%2."))
    numbering = abstract(0, *body_list) + abstract(1, *own_list) + num(1, 0) + num(2, 1)
    places = {0: (1, 0), 1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 0), 5: (2, 1)}
    body = "".join(paragraph(text, at=places.get(depth)) for depth, _, text in charter())
    return word_file(body, numbering=numbering)


def odt() -> bytes:
    def style(name: str, *levels: tuple[str, str, str, int]) -> str:
        rows = "".join(
            f'<text:list-level-style-number text:level="{place}" style:num-format="{form}" style:num-prefix="{prefix}" '
            f'style:num-suffix="{suffix}" text:display-levels="{shown}"/>'
            for place, (form, prefix, suffix, shown) in enumerate(levels, 1)
        )
        return f'<text:list-style style:name="{name}">{rows}</text:list-style>'

    letters = "а, б, .., аа, бб, ... (ru)"
    lists = style("L1", ("1", "Статья ", ".", 1), ("1", "", ".", 2), ("1", "", ".", 3), (letters, "", ")", 1))
    lists += style("L2", ("I", "", ".", 1), ("1", "", ".", 1))
    return test_odt.odt_file("".join(_nested(charter())), lists=lists)


def _nested(entries: list[Entry]) -> Iterator[str]:
    """Each paragraph as a list of its own that goes on with the one before: what LibreOffice writes."""
    last: dict[str, str] = {}
    for place, (depth, _, text) in enumerate(entries):
        if depth < 0:
            yield f"<text:p>{text}</text:p>"
            continue
        name, inside = ("L1", depth) if depth < 4 else ("L2", depth - 4)
        goes_on = f' text:continue-list="{last[name]}"' if name in last else ""
        last[name] = f"l{place}"
        opened = "<text:list-item><text:list>" * inside
        closed = "</text:list></text:list-item>" * inside
        yield (
            f'<text:list xml:id="l{place}" text:style-name="{name}"{goes_on}>{opened}'
            f"<text:list-item><text:p>{text}</text:p></text:list-item>{closed}</text:list>"
        )


def rtf_file() -> bytes:
    return rtf(*((label, text) for _, label, text in charter()))


def html() -> bytes:
    body = "".join(
        f"<{'h2' if depth == 0 else 'p'}>{label} {text}</{'h2' if depth == 0 else 'p'}>"
        for depth, label, text in charter()
    )
    return f"<html><head><meta charset='windows-1251'></head><body>{body}</body></html>".encode("cp1251")


def pdf(columns: int = 1) -> bytes:
    """Pages of 40 rows with a header and a number; two columns are filled one after the other."""
    width = 78 if columns == 1 else 40
    printed = [line for text in lines(charter()) for line in textwrap.wrap(text, width, initial_indent="   ")]
    rows = 40
    sheets = [printed[start : start + rows] for start in range(0, len(printed), rows)]
    pages: list[list[Line]] = []
    for first in range(0, len(sheets), columns):
        page = [("Устав ООО «Северный причал»", 220.0, 815.0), (str(len(pages) + 1), 300.0, 30.0)]
        for side, sheet in enumerate(sheets[first : first + columns]):
            left = 50.0 + 265.0 * side
            page += [
                (text.strip(), left + 6 * (len(text) - len(text.lstrip())), 780.0 - 17 * row)
                for row, text in enumerate(sheet)
            ]
        pages.append(page)
    return pdf_file(*pages)


def scans(dpi: int, form: str, *, noise: float = 0.0, turn: float = 0.0) -> bytes:
    entries = lines(charter())
    sheets = [entries[start : start + 14] for start in range(0, len(entries), 14)]
    pictures = [scan(*sheet, dpi=dpi, noise=noise, turn=turn) for sheet in sheets]
    return as_bytes(*(pictures if form in ("PDF", "TIFF") else pictures[:1]), form=form, dpi=dpi)
