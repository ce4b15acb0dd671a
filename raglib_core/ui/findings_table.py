"""Findings of a document, or of all documents of a library, as a table with filters, a report and their judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from raglib_core import texts
from raglib_core.model import Correction, Document, Finding
from raglib_core.parsing.corrections import judges
from raglib_core.ui import corrections, shell
from raglib_core.ui.address import link, parameter, synced_choice
from raglib_core.ui.outline import gap_address, is_gap
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.wording import language, word

#: columns in their order, each the key of its name ``page.findings.<column>``
COLUMNS = (
    "document", "severity", "status", "kind", "number", "message", "cause", "locator", "page", "place", "comment",
    "author", "made_at",
)  # fmt: skip
STATUSES = ("open", "accepted", "false_alarm")
SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding with its document and the correction that judged it, if any."""

    document: Document
    finding: Finding
    judgement: Correction | None = None


def entries_of(handle: IndexHandle, documents: Sequence[Document]) -> list[Entry]:
    """Return the findings of documents in the order of their places, documents in their order."""
    found: list[Entry] = []
    for document in documents:
        judged = any(one.status != "open" for one in document.coverage.findings)
        kept = [one for one in handle.get().corrections(document.doc_id) if not one.problem] if judged else []
        for finding in sorted(document.coverage.findings, key=lambda one: one.start):
            about = [one.correction for one in kept if one.correction.judges and judges(one.correction, finding)]
            found.append(Entry(document, finding, about[-1] if about and finding.status != "open" else None))
    return found


def findings_frame(entries: Sequence[Entry]) -> pd.DataFrame:
    """Return one row an entry, the columns named in the language of the page; empty columns of pages are left out."""
    names = [word(f"findings.{column}") for column in COLUMNS]
    frame = pd.DataFrame([_cells(entry) for entry in entries], columns=names)
    pages = any(entry.document.recognized.pages for entry in entries)
    return frame if pages else frame.drop(columns=word("findings.page"))


def _cells(entry: Entry) -> tuple[object, ...]:
    finding, judged = entry.finding, entry.judgement
    return (
        entry.document.name,
        word(f"severity.{finding.severity}"),
        word(f"status.{finding.status}"),
        word(f"kind.{finding.kind}"),
        finding.numbers,
        texts.finding(finding, language()),
        texts.finding_cause(finding, language()),
        finding.locator,
        entry.document.page_of(finding.start),
        finding.start,
        judged.comment if judged else "",
        judged.author if judged else "",
        judged.made_at if judged else "",
    )


def findings_table(handle: IndexHandle, documents: Sequence[Document], name: str) -> None:
    """Draw the table, its filters, its downloads and the judgement of the chosen row; ``name`` is for the files.

    Says so in words where there is no finding at all.
    """
    corrections.settled()
    entries = entries_of(handle, documents)
    if not entries:
        checked = sum(len(document.clauses) for document in documents)
        expected = sum(document.coverage.numbers_expected for document in documents)
        st.success(word("findings.none", clauses=checked, numbers=expected))
        return
    shown = _filtered(entries)
    frame = findings_frame(shown)
    if len(documents) == 1:
        frame = frame.drop(columns=word("findings.document"))
    st.caption(word("findings.shown", shown=len(shown), all=len(entries)))
    event = st.dataframe(frame, hide_index=True, key="findings", on_select="rerun", selection_mode="single-row")
    rows = event.get("selection", {}).get("rows", [])
    if rows and rows[0] < len(shown):
        _chosen(handle, shown[rows[0]])
    _downloads(frame, name)


def _filtered(entries: Sequence[Entry]) -> list[Entry]:
    """Draw the filters and return the entries that pass; an empty filter lets all pass."""
    kinds = list(dict.fromkeys(entry.finding.kind for entry in entries))
    counts = {kind: sum(entry.finding.kind == kind for entry in entries) for kind in kinds}
    only = [kind for kind in parameter("only").split(",") if kind in kinds]
    push = synced_choice("pick_kinds", "only", only, _joined)
    by_kind, by_severity, by_status = st.columns(3)
    by_kind.multiselect(
        word("findings.kind"), kinds, key="pick_kinds", on_change=push,
        format_func=lambda one: f"{word(f'kind.{one}')} – {counts[one]}", placeholder=word("findings.any"),
    )  # fmt: skip
    severities = by_severity.multiselect(
        word("findings.severity"),
        SEVERITIES,
        key="pick_severities",
        placeholder=word("findings.any"),
        format_func=lambda one: word(f"severity.{one}"),
    )
    statuses = by_status.multiselect(
        word("findings.status"),
        STATUSES,
        key="pick_statuses",
        placeholder=word("findings.any"),
        format_func=lambda one: word(f"status.{one}"),
    )
    return [
        entry
        for entry in entries
        if (not only or entry.finding.kind in only)
        and (not severities or entry.finding.severity in severities)
        and (not statuses or entry.finding.status in statuses)
    ]


def _joined(kinds: object) -> str:
    return ",".join(kinds) if isinstance(kinds, list) else ""


def _chosen(handle: IndexHandle, entry: Entry) -> None:
    """Draw what can be done about the chosen finding."""
    finding = entry.finding
    address = gap_address(finding) if is_gap(finding) else finding.locator
    with st.container(border=True):
        st.page_link(
            shell.page("contents"), label=word("card.open"), icon=":material/account_tree:",
            query_params=link(doc=entry.document.doc_id, clause=address),
        )  # fmt: skip
        corrections.signature()
        corrections.judgement(handle, entry.document, finding, "chosen")


def _downloads(frame: pd.DataFrame, name: str) -> None:
    stem = f"{name}-{word('findings.file')}"
    files = {
        # a spreadsheet takes the file for cp1251 without the mark at its start
        "csv": frame.to_csv(index=False).encode("utf-8-sig"),
        "json": frame.to_json(orient="records", force_ascii=False, indent=2).encode(),
        "md": markdown_table(frame).encode(),
    }
    with st.container(horizontal=True):
        for suffix, data in files.items():
            st.download_button(
                word("findings.download", suffix=suffix.upper()), data, on_click="ignore", key=f"download_{suffix}",
                file_name=f"{stem}.{suffix}", icon=":material/download:",
            )  # fmt: skip


def markdown_table(frame: pd.DataFrame) -> str:
    """Return a table of markdown; signs of it in the cells are escaped, each cell is one line."""
    rows = [list(frame.columns), ["---"] * len(frame.columns), *frame.fillna("").astype(str).to_numpy().tolist()]
    lines = (" | ".join(" ".join(str(cell).replace("|", "\\|").split()) for cell in row) for row in rows)
    return "".join(f"| {line} |\n" for line in lines)
