"""The shared corpus of real documents, where it lies beside the checkout: figures that must hold."""

import sys
from pathlib import Path

import pytest

from raglib_core.model import Recognized, Segmentation
from raglib_core.parsing import segment
from raglib_core.recognition import recognize

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
if not CORPUS.is_dir():
    pytest.skip("the shared corpus does not lie beside this checkout", allow_module_level=True)
sys.path.insert(0, str(CORPUS))
from score import predicted_numbers, score, true_numbers  # noqa: E402

TRUTHS = sorted(CORPUS.glob("*.clauses.txt"))
GAPS = {"ustav_np_partnerstvo_voronezh.html": ["8.3", "8.8"]}


def read(truth: Path) -> tuple[str, Segmentation]:
    name = truth.name.removesuffix(".clauses.txt")
    source = CORPUS / name
    if source.suffix == ".pdf":
        source = next((CORPUS / "text").glob(f"{name}.*"))
    recognized: Recognized = recognize(source)
    return name, segment(recognized)


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.name[:30])
def test_clauses_are_those_of_a_careful_reader(truth: Path) -> None:
    name, found = read(truth)
    expected, of_articles = true_numbers(truth)
    as_json = {
        "sections": [{"kind": one.kind, "number": one.number} for one in found.sections],
        "clauses": [{"kind": one.kind, "number": one.number} for one in found.clauses],
    }
    result = score(predicted_numbers(as_json, of_articles), expected)
    assert len(result["lost"]) + len(result["invented"]) <= 1, (result["lost"], result["invented"])
    assert found.coverage.characters_share >= 0.995
    if not of_articles:
        errors = [one for one in found.coverage.findings if one.severity == "error"]
        assert [one.number for one in errors] == GAPS.get(name, [])
