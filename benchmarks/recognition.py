"""How well each kind of file is read: error rate of characters, clause numbers lost, seconds a page.

One charter with numbers of six kinds is written as every kind of file and read back in the recognizing process. The
error rate is the edit distance to the text of the charter, white space collapsed, by its length. Needs the checkout
(the samples are those of the tests); scans are left out where Tesseract is not installed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from raglib_core.errors import RaglibError
from raglib_core.model import Recognized
from raglib_core.parsing import segment
from raglib_core.recognition.worker import recognize_in_process
from tests.recognition import report_samples as samples
from tests.recognition.scan_files import FONT

FILES: dict[str, Callable[[], bytes]] = {
    "word.docx": samples.docx,
    "open.odt": samples.odt,
    "rich.rtf": samples.rtf_file,
    "page.html": samples.html,
    "one-column.pdf": samples.pdf,
    "two-columns.pdf": lambda: samples.pdf(columns=2),
}
SCANS: dict[str, Callable[[], bytes]] = {
    "scan-150.pdf": lambda: samples.scans(150, "PDF"),
    "scan-300.pdf": lambda: samples.scans(300, "PDF"),
    "scan-300-noisy.pdf": lambda: samples.scans(300, "PDF", noise=0.004, turn=0.8),
    "photo-200.jpg": lambda: samples.scans(200, "JPEG"),
}


def distance(one: str, other: str) -> int:
    """Return the edit distance (Levenshtein) of two texts."""
    codes = np.frombuffer(other.encode("utf-32-le"), dtype=np.uint32)
    steps = np.arange(len(codes) + 1)
    row = steps.copy()
    for place, letter in enumerate(one, 1):
        changed = np.minimum(row[1:] + 1, row[:-1] + (codes != ord(letter)))
        row = np.minimum.accumulate(np.concatenate(([place], changed)) - steps) + steps
    return int(row[-1])


def clean(recognized: Recognized) -> str:
    """Return the text without the furniture of its pages, white space collapsed."""
    furniture = [(block.start, block.stop) for block in recognized.blocks if block.kind == "furniture"]
    pieces, place = [], 0
    for start, stop in furniture:
        pieces.append(recognized.text[place:start])
        place = stop
    return " ".join("".join([*pieces, recognized.text[place:]]).split())


def numbers(recognized: Recognized) -> Counter[str]:
    """Return the numbers of clauses and articles with how often each is there."""
    found = segment(recognized)
    return Counter([clause.number for clause in found.clauses] + [section.number for section in found.sections])


def measured(name: str, data: bytes, folder: Path) -> str:
    """Read one file and return its row."""
    path = folder / name
    path.write_bytes(data)
    expected = samples.reference()
    started = time.perf_counter()
    try:
        got = recognize_in_process(path, seconds=300)
    except RaglibError as error:
        return f"| {name} | {error} | | | | |"
    seconds = time.perf_counter() - started
    if name.endswith(".jpg"):
        expected = "\n".join(samples.lines(samples.charter()[:14]))
    wanted = numbers(Recognized(text=expected))
    here = numbers(got)
    lost, invented = sum((wanted - here).values()), sum((here - wanted).values())
    expected = " ".join(expected.split())
    rate = distance(expected, clean(got)) / len(expected)
    pages = max(1, len(got.pages))
    kept = f"{lost} of {sum(wanted.values())} | {invented}"
    return f"| {name} | {got.recognizer} | {rate:.4f} | {kept} | {seconds / pages:.2f} |"


def main() -> None:
    """Print the table."""
    files = FILES | (SCANS if shutil.which("tesseract") and FONT.is_file() else {})
    print("| file | recognizer | character error rate | numbers lost | invented | seconds a page |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, make in files.items():
            print(measured(name, make(), Path(folder)), flush=True)
    if files is not FILES and len(files) == len(FILES):
        print("Scans were left out: Tesseract or a Cyrillic font is not installed.")


if __name__ == "__main__":
    main()
