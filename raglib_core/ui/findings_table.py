"""The findings of a document as a table and as a CSV file for a spreadsheet."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from raglib_core import texts
from raglib_core.model import Document, Finding
from raglib_core.ui.wording import language, word

#: columns in their order, each the key of its name ``page.findings.<column>``
COLUMNS = ("severity", "kind", "number", "locator", "message", "cause", "page", "place")


def findings_frame(document: Document) -> pd.DataFrame:
    """Return one row a finding in document order, with the columns named in the language of the page; maybe empty.

    A source without pages has no column of pages.
    """
    ordered = sorted(document.coverage.findings, key=lambda finding: finding.start)
    names = [word(f"findings.{column}") for column in COLUMNS]
    frame = pd.DataFrame([_cells(document, finding) for finding in ordered], columns=names)
    return frame if document.recognized.pages else frame.drop(columns=word("findings.page"))


def _cells(document: Document, finding: Finding) -> tuple[object, ...]:
    numbers = f"{finding.number}–{finding.number_to}" if finding.number_to else finding.number
    return (
        word(f"severity.{finding.severity}"),
        word(f"kind.{finding.kind}"),
        numbers,
        finding.locator,
        texts.finding(finding, language()),
        texts.finding_cause(finding, language()),
        document.page_of(finding.start),
        finding.start,
    )


def findings_table(document: Document) -> None:
    """Draw the table and its download; say so in words where the document has no findings."""
    frame = findings_frame(document)
    if frame.empty:
        st.success(word("findings.none", clauses=len(document.clauses), numbers=document.coverage.numbers_expected))
        return
    st.dataframe(frame, hide_index=True, key="findings")
    # a spreadsheet takes the file for cp1251 without the mark at its start
    st.download_button(
        word("findings.download"), frame.to_csv(index=False).encode("utf-8-sig"), on_click="ignore",
        file_name=f"{document.doc_id}-{word('findings.file')}.csv", mime="text/csv", icon=":material/download:",
    )  # fmt: skip
