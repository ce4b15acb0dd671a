"""Segmentation against what a careful reader lists: figures of every document, beside the kept ones.

Run by ``make segmentation-report``. Documents: ``tests/samples`` (truths in ``tests/expected``) and, where it lies
beside the checkout, ``../shared/corpus``; a truth is a file ``NAME.clauses.txt`` with one number a line in document
order (of articles where ``NAME.aliases.tsv`` stands beside it). Precision, recall and F1 are over the longest common
subsequence of the two sequences of numbers. ``--keep`` writes the figures to ``benchmarks/figures/segmentation.json``,
in the commit that changes them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from raglib_core.errors import UnsupportedFormat
from raglib_core.model import Segmentation
from raglib_core.parsing import segment
from raglib_core.recognition import recognize

ROOT = Path(__file__).resolve().parent.parent
#: (folder of the documents, folder of their truths)
FOLDERS = (
    (ROOT / "tests" / "samples", ROOT / "tests" / "expected" / "segmentation"),
    (ROOT.parent / "shared" / "corpus", ROOT.parent / "shared" / "corpus"),
)
KEPT = ROOT / "benchmarks" / "figures" / "segmentation.json"
TRUTH = ".clauses.txt"


@dataclass(frozen=True, slots=True)
class Figures:
    """What one document gives: counts, the numbers lost and invented, findings by kind, both shares."""

    truth: int
    predicted: int
    lost: list[str]
    invented: list[str]
    findings: dict[str, int] = field(default_factory=dict)
    characters_share: float = 1.0
    numbers_share: float = 1.0

    @property
    def hits(self) -> int:
        """Numbers found in their order."""
        return self.truth - len(self.lost)

    @property
    def precision(self) -> float:
        """Share of the predicted numbers that are right; 1.0 where none is predicted."""
        return self.hits / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """Share of the true numbers that are found; 1.0 where there is none."""
        return self.hits / self.truth if self.truth else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def numbers_of(found: Segmentation, *, articles: bool) -> list[str]:
    """Return the numbers that are compared: of articles for a code of law, else of clauses and parts."""
    if articles:
        return [section.number for section in found.sections if section.kind == "article"]
    return [clause.number for clause in found.clauses if clause.kind in ("clause", "part")]


def compared(truth: Sequence[str], found: Segmentation, *, articles: bool) -> Figures:
    """Return the figures of one document; the longest common subsequence decides what is lost and invented."""
    predicted = numbers_of(found, articles=articles)
    pairs = _common(truth, predicted)
    kept_truth, kept_predicted = {one for one, _ in pairs}, {other for _, other in pairs}
    coverage = found.coverage
    return Figures(
        len(truth),
        len(predicted),
        [number for place, number in enumerate(truth) if place not in kept_truth],
        [number for place, number in enumerate(predicted) if place not in kept_predicted],
        coverage.counts(),
        round(coverage.characters_share, 4),
        round(coverage.numbers_share, 4),
    )


def _common(truth: Sequence[str], predicted: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of a longest common subsequence (dynamic programming, O(n·m))."""
    width = len(predicted)
    length = [[0] * (width + 1) for _ in range(len(truth) + 1)]
    for one in range(len(truth) - 1, -1, -1):
        for other in range(width - 1, -1, -1):
            same = truth[one] == predicted[other]
            length[one][other] = (
                length[one + 1][other + 1] + 1 if same else max(length[one + 1][other], length[one][other + 1])
            )
    pairs, one, other = [], 0, 0
    while one < len(truth) and other < width:
        if truth[one] == predicted[other]:
            pairs.append((one, other))
            one, other = one + 1, other + 1
        elif length[one + 1][other] >= length[one][other + 1]:
            one += 1
        else:
            other += 1
    return pairs


def measured() -> Iterator[tuple[str, Figures]]:
    """Yield the name and figures of every document with a truth whose format can be read."""
    for folder, truths in FOLDERS:
        for truth in sorted(truths.glob(f"*{TRUTH}")):
            name = truth.name.removesuffix(TRUTH)
            try:
                recognized = recognize(folder / name)
            except UnsupportedFormat:
                texts = sorted((folder / "text").glob(f"{name}.*"))
                if not texts:
                    continue
                recognized = recognize(texts[0])
            numbers = [line.strip() for line in truth.read_text(encoding="utf-8").splitlines() if line.strip()]
            articles = (truths / f"{name}.aliases.tsv").exists()
            yield name, compared(numbers, segment(recognized), articles=articles)


def changes(before: Figures, now: Figures) -> list[str]:
    """Return what was gained and lost since the kept figures, by number; [] where nothing changed."""
    rows = [("lost", before.lost, now.lost), ("invented", before.invented, now.invented)]
    said = []
    for what, old, new in rows:
        for sign, numbers in (("-", _less(old, new)), ("+", _less(new, old))):
            if numbers:
                said.append(f"{sign}{what}: {' '.join(numbers)}")
    return said


def _less(one: Sequence[str], other: Sequence[str]) -> list[str]:
    matcher = SequenceMatcher(None, list(one), list(other), autojunk=False)
    kept = {block.a + step for block in matcher.get_matching_blocks() for step in range(block.size)}
    return [number for place, number in enumerate(one) if place not in kept]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 where a document got worse than the kept figures, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="write the figures as the kept ones")
    options = parser.parse_args(arguments)
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    now = dict(measured())
    worse = False
    print("| document | truth | found | precision | recall | F1 | characters | numbers | findings |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, row in now.items():
        findings = ", ".join(f"{kind} {count}" for kind, count in sorted(row.findings.items())) or "-"
        print(
            f"| {name} | {row.truth} | {row.predicted} | {row.precision:.4f} | {row.recall:.4f} | {row.f1:.4f} "
            f"| {row.characters_share:.4f} | {row.numbers_share:.4f} | {findings} |"
        )
        if name in kept:
            before = Figures(**kept[name])
            worse |= row.f1 < before.f1
            for line in changes(before, row):
                print(f"  {line}")
    if options.keep:
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({**kept, **{name: asdict(row) for name, row in now.items()}}, ensure_ascii=False, indent=1)
        KEPT.write_text(text + "\n", encoding="utf-8")
    return int(worse)


if __name__ == "__main__":
    sys.exit(main())
