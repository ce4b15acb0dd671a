"""The shared corpus of real documents, where it lies beside the checkout: read from the original files."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from raglib_core.parsing import segment
from raglib_core.recognition import recognize

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
if not CORPUS.is_dir():
    pytest.skip("the shared corpus does not lie beside this checkout", allow_module_level=True)
sys.path.insert(0, str(CORPUS))
from score import predicted_numbers, score, true_numbers  # noqa: E402

#: numbers of the two Word files, read by hand from their numbering.xml: (first, last) of each run
WORD_FILES = {
    "ugms_komissiya_polozhenie.docx": ["1.1-1.4", "2.1-2.5", "3.1-3.2", "4.1-4.15"],
    "ugms_antikorrupcionnaya_politika.docx": [
        "1.1-1.3", "2.1-2.1", "2.1.1-2.1.3", "3.1-3.1", "3.1.1-3.1.4", "4.1-4.2", "4.2.1-4.2.3", "4.3-4.5", "5.1-5.1",
        "5.1.2-5.1.10", "6.1-6.4", "7.1-7.2", "7.2.1-7.2.2", "7.3-7.3", "7.3.1-7.3.6", "8.1-8.2", "8.2.1-8.2.5", "8.3-8.3",
        "8.3.1-8.3.3", "8.4-8.4", "9.1-9.7", "10.1-10.2", "11.1-11.2", "12.1-12.2",
    ],
}  # fmt: skip


def run_of(run: str) -> list[str]:
    first, last = run.split("-")
    head, _, start = first.rpartition(".")
    return [f"{head}.{number}" for number in range(int(start), int(last.rpartition(".")[2]) + 1)]


@pytest.mark.parametrize("name", WORD_FILES)
def test_word_files_show_every_automatic_number(name: str):
    expected = [number for run in WORD_FILES[name] for number in run_of(run)]
    found = [clause.number for clause in segment(recognize(CORPUS / name)).clauses if "." in clause.number]
    assert found == expected


def lost_and_invented(name: str) -> tuple[list[str], list[str]]:
    found = segment(recognize(CORPUS / name))
    as_json = {
        "sections": [{"kind": one.kind, "number": one.number} for one in found.sections],
        "clauses": [{"kind": one.kind, "number": one.number} for one in found.clauses],
    }
    expected, of_articles = true_numbers(CORPUS / f"{name}.clauses.txt")
    result = score(predicted_numbers(as_json, of_articles), expected)
    return result["lost"], result["invented"]


@pytest.mark.parametrize("name", ["ustav_tsn_udelny_parking.pdf", "bazovy_standart_operaciy_mfo.pdf"])
def test_clauses_of_a_pdf_are_those_of_a_careful_reader(name: str):
    lost, invented = lost_and_invented(name)
    assert len(lost) + len(invented) <= 1, (lost, invented)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
def test_clauses_of_a_scan_are_those_of_a_careful_reader():
    lost, invented = lost_and_invented("ustav_ooo_mkk_mikrofinteh_scan.pdf")
    assert len(lost) + len(invented) <= 1, (lost, invented)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
def test_a_useless_text_layer_is_known_and_its_pages_are_read_anew():
    got = recognize(CORPUS / "ustav_gbu_sut_hol_badocr.pdf")
    assert {page.source for page in got.pages} == {"ocr"}
    assert got.warnings[0].code == "text_layer_useless"
