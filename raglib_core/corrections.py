"""What people correct in an index: checked against the document, kept beside it, applied to it, taken back.

A judgement of a finding is laid over the document when it is read; a moved boundary needs the document segmented anew
and written. Either way it is first in the file, so that every later build applies it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from raglib_core import building
from raglib_core.errors import BadCorrection, UnknownClause, UnknownCorrection
from raglib_core.indexing import corrections as kept
from raglib_core.indexing.embedders import Embedder
from raglib_core.indexing.folder import locked
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import Correction, CorrectionKind, CorrectionOutcome, Document, Finding
from raglib_core.parsing import addresses, segment
from raglib_core.parsing.corrections import judged, of_document, quotation
from raglib_core.texts import say

#: what a correction is about: the finding that is judged, the clause or heading that is none, the place of a split
Target = Finding | str | int
SHOWN = 60


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person gives with a correction: the number of a split clause, a comment, a name."""

    number: str = ""
    comment: str = ""
    author: str = ""


def with_judgements(document: Document, root: Path) -> Document:
    """Return a document of an index with the status of its findings as people judged them up to now."""
    own = of_document(kept.read(root), document.name, document.recognized.source_hash)
    if not own and all(found.status == "open" for found in document.coverage.findings):
        return document
    coverage, _ = judged(document.coverage, document.text, own)
    return replace(document, segmentation=replace(document.segmentation, coverage=coverage))


def outcomes(root: Path, documents: Sequence[Document]) -> list[CorrectionOutcome]:
    """Return what became of the corrections of these documents, in the order of the documents."""
    repair = building.settings_of(building.opened(root)).ocr_number_repair
    found: list[CorrectionOutcome] = []
    for document in documents:
        own = _own(kept.read(root), document, building.opened(root).records)
        if own:
            found += segment(document.recognized, ocr_number_repair=repair, corrections=own).outcomes
    return found


def orphans(root: Path) -> list[CorrectionOutcome]:
    """Return the corrections whose document the index does not hold (any more); they stay in the file."""
    records = building.opened(root).records
    known = {record.name for record in records} | {record.source_hash for record in records}
    return [
        CorrectionOutcome(one, one.start, "no_document")
        for one in kept.read(root)
        if one.name not in known and one.source_hash not in known
    ]


def _own(
    corrections: Sequence[Correction], document: Document, records: Sequence[DocumentRecord]
) -> tuple[Correction, ...]:
    """Return the corrections of a document; those of another one of its name that is in the index are not."""
    others = {record.source_hash for record in records} - {document.recognized.source_hash}
    own = of_document(corrections, document.name, document.recognized.source_hash)
    return tuple(one for one in own if one.source_hash not in others)


# ---------------------------------------------------------------- making and taking back


def correct(
    root: Path, document: Document, kind: CorrectionKind, target: Target, remark: Remark, *, embedder: Embedder | None
) -> Correction:
    """Keep a correction of a document with its index, apply it, and return it.

    Raises BadCorrection where it does not apply or is there already, UnknownClause for an unknown clause, IndexLocked
    while somebody writes; then nothing is changed.
    """
    made = _made(document, kind, target, remark)
    before = kept.read(root)
    after = (*(one for one in before if not _replaced(one, made)), made)
    changed = _checked(root, document, made, after)
    _keep(root, before, after)
    if not made.judges:
        _renew(root, changed, before, embedder)
    return made


def undo(root: Path, correction_id: str, documents: Sequence[Document], *, embedder: Embedder | None) -> Correction:
    """Take a correction back and return it; ``documents`` are those of its name or content.

    Raises UnknownCorrection, IndexLocked; then nothing is changed.
    """
    before = kept.read(root)
    gone = next((one for one in before if one.correction_id == correction_id), None)
    if gone is None:
        raise UnknownCorrection(name=correction_id)
    after = tuple(one for one in before if one is not gone)
    _keep(root, before, after)
    for document in documents if not gone.judges else ():
        _renew(root, _segmented(root, document, after), before, embedder)
    return gone


def concerned(correction_id: str, root: Path) -> list[str]:
    """Return the ids of the documents that a kept correction is about; [] for one that is not there."""
    one = next((one for one in kept.read(root) if one.correction_id == correction_id), None)
    records = building.opened(root).records if one else ()
    same = [record.doc_id for record in records if one and record.source_hash == one.source_hash]
    return same or [record.doc_id for record in records if one and record.name == one.name]


def _made(document: Document, kind: CorrectionKind, target: Target, remark: Remark) -> Correction:
    start, number, number_to, finding_kind = _place(document, target), remark.number.strip(), "", ""
    if isinstance(target, Finding):
        number, number_to, finding_kind = target.number, target.number_to, target.kind
    if (kind in ("accepted", "false_alarm")) != bool(finding_kind) or (kind == "split") != isinstance(target, int):
        raise _refused(kind, str(target)[:SHOWN], "wrong_target")
    quote, lead = quotation(document.text, start)
    return Correction(
        secrets.token_hex(4), kind, document.name, document.recognized.source_hash, quote, lead, start, number,
        number_to, finding_kind, remark.comment.strip(), remark.author.strip(),
        datetime.now(UTC).isoformat(timespec="seconds"),
    )  # fmt: skip


def _place(document: Document, target: Target) -> int:
    if isinstance(target, Finding):
        return target.start
    if isinstance(target, int):
        return min(max(target, 0), len(document.text))
    meant = addresses.resolve(document.segmentation, target)
    if not meant:
        raise UnknownClause(name=target, document=document.name, known="-")
    return meant[0].start


def _replaced(earlier: Correction, made: Correction) -> bool:
    """Whether a judgement is about the same finding as a new one, which then stands for it."""
    if not (earlier.judges and made.judges) or earlier.source_hash != made.source_hash:
        return False
    same = (made.finding_kind, made.number, made.number_to, made.start)
    return same == (earlier.finding_kind, earlier.number, earlier.number_to, earlier.start)


def _checked(root: Path, document: Document, made: Correction, after: Sequence[Correction]) -> Document:
    """Return the document as it will be; raises BadCorrection where the new correction changes nothing."""
    changed = _segmented(root, document, after)
    outcome = next(one for one in changed.segmentation.outcomes if one.correction is made)
    if outcome.problem:
        raise _refused(made.kind, made.quote[made.lead :][:SHOWN] or made.quote[-SHOWN:], outcome.problem)
    return changed


def _segmented(root: Path, document: Document, corrections: Sequence[Correction]) -> Document:
    index = building.opened(root)
    repair = building.settings_of(index).ocr_number_repair
    own = _own(corrections, document, index.records)
    found = segment(document.recognized, ocr_number_repair=repair, corrections=own)
    return replace(document, segmentation=found)


def _keep(root: Path, before: Sequence[Correction], after: Sequence[Correction]) -> None:
    """Write the file; raises IndexLocked where somebody writes or changed it since it was read."""
    with locked(root):
        if kept.read(root) != tuple(before):
            raise BadCorrection(
                what=str(root), reason=say("correction.problem.meanwhile", "en"),
                reason_ru=say("correction.problem.meanwhile", "ru"),
            )  # fmt: skip
        kept.write(root, after)


def _renew(root: Path, document: Document, before: Sequence[Correction], embedder: Embedder | None) -> None:
    """Write a changed document; a failure puts the file back as it was."""
    written = False
    try:
        building.renew(document, root, embedder=embedder)
        written = True
    finally:
        if not written:
            kept.write(root, before)


def _refused(kind: str, what: str, problem: str) -> BadCorrection:
    return BadCorrection(
        what=f"{say(f'correction.{kind}', 'en')}: “{what}”",
        what_ru=f"{say(f'correction.{kind}', 'ru')}: «{what}»",
        reason=say(f"correction.problem.{problem}", "en"),
        reason_ru=say(f"correction.problem.{problem}", "ru"),
    )
