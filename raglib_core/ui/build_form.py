"""The form that starts a build: files, the name of the library, the parameters of `RagIndex.build`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from raglib_core.errors import BadSettings
from raglib_core.settings import CONTEXTS, MAX_WINDOW, NORMALIZERS, SECTION_EMBEDDINGS, BuildSettings
from raglib_core.ui import builds, states, workspace
from raglib_core.ui.upload import LIMIT_MB, SUFFIXES, Uploaded, UploadedDocument, sort_uploads
from raglib_core.ui.wording import word

DEFAULTS = BuildSettings()


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in the form when it is sent; the settings are not checked yet."""

    files: Sequence[Uploaded]
    title: str
    embeddings: str
    settings: dict[str, object]


def build_form() -> str:
    """Draw the form; return the id of the job that it started, "" while it is not sent or does not hold together."""
    turn = st.session_state.setdefault("upload_turn", 0)
    with st.form("build_form"):
        files = st.file_uploader(
            word("build.files", formats=", ".join(SUFFIXES), limit=LIMIT_MB), type=list(SUFFIXES),
            accept_multiple_files=True, key=f"upload_{turn}",
        )  # fmt: skip
        title = st.text_input(word("build.library"), key=f"library_{turn}", placeholder=word("build.library.hint"))
        embeddings = st.radio(
            word("build.embeddings"), builds.EMBEDDINGS, key="embeddings",
            format_func=lambda one: word(f"build.embeddings.{one}"), help=word("build.embeddings.help"),
        )  # fmt: skip
        with st.expander(word("build.parameters")):
            settings = _parameters()
        sent = st.form_submit_button(word("build.start"), type="primary", key="build_start")
    if not sent:
        return ""
    return _send(Filled(files or [], (title or "").strip(), embeddings, settings))


def _parameters() -> dict[str, object]:
    """Draw the parameters of a build and return what is chosen, by the names of `BuildSettings`."""
    left, right = st.columns(2)
    window = left.number_input(
        word("build.window"), 1, MAX_WINDOW, DEFAULTS.window_size, key="window", help=word("build.window.help")
    )
    overlap = right.number_input(
        word("build.overlap"), 0, MAX_WINDOW, DEFAULTS.window_overlap, key="overlap", help=word("build.overlap.help")
    )
    normalizer = left.selectbox(
        word("build.normalizer"), NORMALIZERS, key="normalizer",
        format_func=lambda one: word(f"build.normalizer.{one}"), help=word("build.normalizer.help"),
    )  # fmt: skip
    context = right.selectbox(
        word("build.context"), CONTEXTS, index=CONTEXTS.index(DEFAULTS.context), key="context",
        format_func=lambda one: word(f"build.context.{one}"), help=word("build.context.help"),
    )  # fmt: skip
    section = left.selectbox(
        word("build.section"), SECTION_EMBEDDINGS, key="section_embedding",
        format_func=lambda one: word(f"build.section.{one}"), help=word("build.section.help"),
    )  # fmt: skip
    repair = right.toggle(word("build.repair"), value=True, key="repair", help=word("build.repair.help"))
    return {
        "window_size": window, "window_overlap": overlap, "normalizer": normalizer, "context": context,
        "section_embedding": section, "ocr_number_repair": repair,
    }  # fmt: skip


def _send(filled: Filled) -> str:
    """Check the form, keep the files in a new library and start its build; return the id of the job or ""."""
    uploads = sort_uploads(filled.files)
    for name, same in uploads.repeated:
        st.info(word("build.repeated", name=states.escaped(name), same=states.escaped(same)))
    for name in uploads.blank:
        st.warning(word("build.blank", name=states.escaped(name)))
    if not uploads.documents:
        states.error(word("build.no_files"), word("build.no_files.how"))
        return ""
    try:
        settings = BuildSettings(**filled.settings)  # type: ignore[arg-type]
        library, files = _keep(filled.title or _title_of(uploads.documents), uploads.documents)
    except BadSettings as problem:
        states.error(word("build.bad_settings"), _setting_sentence(problem))
        return ""
    except OSError as problem:
        states.error(word("build.cannot_write"), problem, how=word("build.cannot_write.how"))
        return ""
    st.session_state["upload_turn"] += 1
    return builds.registry().start(builds.BuildRequest(library, files, settings, filled.embeddings)).job_id


def _keep(title: str, documents: Sequence[UploadedDocument]) -> tuple[workspace.Library, tuple[Path, ...]]:
    library = workspace.create(title)
    return library, tuple(workspace.keep_source(library, one.name, one.content) for one in documents)


def _title_of(documents: Sequence[UploadedDocument]) -> str:
    """Return a name for a library that the user did not name: its first file, and how many more."""
    first = Path(documents[0].name).stem
    return first if len(documents) == 1 else word("build.library.default", first=first, more=len(documents) - 1)


def _setting_sentence(problem: BadSettings) -> str:
    """Return what is wrong with a setting in the words of the form."""
    name = str(problem.values.get("name", ""))
    known = {"chunk_overlap": "build.bad_overlap", "chunk_size": "build.bad_window"}
    return word(known[name], limit=MAX_WINDOW) if name in known else str(problem)
