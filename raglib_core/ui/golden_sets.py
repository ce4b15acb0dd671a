"""The golden sets of a library: one file of JSON lines each, under ``golden`` in the folder of the library."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from raglib_core.evaluation import GoldenSet, Judgement, parse_golden, read_golden
from raglib_core.evaluation.answers import Tasks, tasks_of
from raglib_core.evaluation.generated import generated_questions
from raglib_core.evaluation.golden import golden_set
from raglib_core.evaluation.golden_table import COLUMNS
from raglib_core.storage import write_atomic
from raglib_core.ui.place import asset
from raglib_core.ui.state import IndexHandle
from raglib_core.ui.workspace import Library, safe_name

DEMO_SET = "golden.jsonl"
GENERATED_SET = "generated.jsonl"
_SUFFIX = ".jsonl"


def folder_of(library: Library) -> Path:
    """Return the folder of the sets; it need not exist."""
    return library.folder / "golden"


def names(library: Library) -> list[str]:
    """Return the names of the sets in the order of the alphabet; empty where there is none."""
    folder = folder_of(library)
    return sorted(path.name for path in folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else []


def read(library: Library, name: str) -> GoldenSet:
    """Return a set, lines at fault left out and listed; raises MissingInput, BadGoldenSet."""
    return read_golden(folder_of(library) / safe_name(name), keep_rest=True)


def write(library: Library, golden: GoldenSet) -> str:
    """Keep a set under its name, as JSON lines, and return that name; raises OSError."""
    name = safe_name(golden.name)
    name = name if name.endswith(_SUFFIX) else Path(name).stem + _SUFFIX
    folder = folder_of(library)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomic(folder / name, golden.as_jsonl().encode("utf-8"))
    return name


def take_in(library: Library, name: str, content: bytes) -> GoldenSet:
    """Keep an uploaded file and return its set under the name it got; raises BadGoldenSet where nothing can be read."""
    golden = parse_golden(content, name, keep_rest=True)
    return golden_set(write(library, golden), golden.questions, golden.faults)


def delete(library: Library, name: str) -> None:
    """Delete a set; one that is not there is no error."""
    (folder_of(library) / safe_name(name)).unlink(missing_ok=True)


def demo_set() -> GoldenSet:
    """Return the questions to the demo documents."""
    return read_golden(asset("demo", DEMO_SET))


def generated_set(handle: IndexHandle) -> GoldenSet:
    """Return questions made by rules from the documents of a library; it may be empty."""
    return generated_questions((handle.document(doc_id) for doc_id in handle.names()), GENERATED_SET)


def fitting(handle: IndexHandle, golden: GoldenSet) -> Tasks:
    """Return which questions fit the library; raises BadGoldenSet where none does."""
    return tasks_of(golden, handle.get().engine.catalogue, keep_rest=True)


# ---------------------------------------------------------------- the table of the editor


def frame_of(golden: GoldenSet) -> pd.DataFrame:
    """Return a row for each answer, all cells text."""
    rows = [
        {
            "qid": question.qid, "question": question.question, "doc": one.doc, "clause": one.clause,
            "grade": str(one.grade), "pattern": one.pattern, "scope_doc": question.scope_doc or "",
            "tags": "|".join(question.tags), "origin": question.origin,
        }
        for question in golden.questions
        for one in question.relevant
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=list(COLUMNS), dtype=str)


def set_of(frame: pd.DataFrame, name: str) -> GoldenSet:
    """Return the set of an edited table; raises BadGoldenSet naming the rows, the first one of which is line 2."""
    text = frame.reindex(columns=list(COLUMNS)).fillna("").to_csv(index=False)
    golden = parse_golden(text, "table.csv")
    return golden_set(name, golden.questions)


def with_answer(golden: GoldenSet, qid: str, answer: Judgement) -> GoldenSet:
    """Return the set with one more answer to a question; the same one where it is there already."""
    questions = []
    for question in golden.questions:
        known = {(one.doc, one.clause) for one in question.relevant}
        if question.qid == qid and (answer.doc, answer.clause) not in known:
            question = type(question)(
                question.qid, question.question, (*question.relevant, answer), question.scope_doc, question.line,
                question.tags, question.origin,
            )  # fmt: skip
        questions.append(question)
    return golden_set(golden.name, questions)
