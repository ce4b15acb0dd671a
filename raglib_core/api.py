"""`RagIndex`: the verbs of the library on one index; composes, computes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from raglib_core import building, corrections
from raglib_core.agent import AgenticResult, AgenticSearcher
from raglib_core.agent.trace import StepWatcher, ignore_step
from raglib_core.building import IndexCheck, Inputs
from raglib_core.corrections import Target
from raglib_core.embeddings import Embedder, Resolved, resolve_embeddings
from raglib_core.errors import IndexClosed, UnknownClause
from raglib_core.indexing import generation
from raglib_core.indexing.codec import pack
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import (
    BuildReport,
    CancelToken,
    Clause,
    Correction,
    CorrectionKind,
    CorrectionOutcome,
    Coverage,
    Document,
    Progress,
    Reference,
    SearchResult,
    SectionRef,
    TocEntry,
    never_cancelled,
    no_progress,
)
from raglib_core.parsing import references
from raglib_core.recognition import TextRecognizer
from raglib_core.russian import normaliser
from raglib_core.search import COMPARED, Engine, compare
from raglib_core.search.catalogue import DocumentChoice
from raglib_core.search.rewording import Reworded
from raglib_core.search.verify import CitationCheck, Verifier
from raglib_core.settings import BuildSettings, Context, Normalizer, SectionEmbedding


class _Default(str):
    """The word "hybrid" as a default: unlike the word of a caller it may fall back to words, loudly."""

    __slots__ = ()


DEFAULT_METHOD: Final = _Default("hybrid")


class RagIndex:
    """An index of legal documents: whole clauses are found, read and cited.

    Made by `build` or `load`. An object looks at one unchanging state of its folder; `add`, `replace` and `remove`
    write another state and move this object to it. After `delete` methods raise IndexClosed; properties keep working.
    """

    def __init__(self, folder: generation.FolderIndex, engine: Engine, *, report: BuildReport | None = None) -> None:
        """Take the parts; use `build` or `load` instead."""
        self._folder = folder
        self._live: Engine | None = engine
        self._report = report
        self._verifier = Verifier(engine)

    # ------------------------------------------------------------ making

    @classmethod
    def build(  # noqa: PLR0913 - the options that users of the library know
        cls,
        inputs: Inputs,
        index_dir: str | Path,
        *,
        recognizer: TextRecognizer | None = None,
        embeddings: object = None,
        chunk_size: int = 1500,
        chunk_overlap: int = 150,
        section_embedding: SectionEmbedding = "mean",
        bm25_normalizer: Normalizer = "auto",
        ocr_number_repair: bool = True,
        context: Context = "title",
        progress: Progress = no_progress,
        cancel: CancelToken = never_cancelled,
    ) -> Self:
        """Build an index anew from files or folders, also over an existing one, and open it; ``report`` has the rows.

        ``embeddings`` is an object with ``embed_documents`` and ``embed_query``, a name ("auto", "e5", "use",
        "hashing", "none"), or None for an index of words only. ``recognizer`` reads files in this process instead of
        the built-in readers, which work in a process of their own. ``chunk_size`` and ``chunk_overlap`` (characters)
        cut long clauses for indexing only. ``progress`` and ``cancel``: see `raglib_core.model`.

        Raises BadSettings, and what `raglib_core.building.build` raises.
        """
        settings = BuildSettings(
            chunk_size, chunk_overlap, section_embedding, bm25_normalizer, ocr_number_repair, context
        )
        chosen = _resolved(embeddings)
        report = building.build(
            inputs, Path(index_dir), recognizer=recognizer, embedder=chosen.embedder, settings=settings,
            progress=progress, cancel=cancel,
        )  # fmt: skip
        folder = building.opened(Path(index_dir))
        report = replace(report, notices=report.notices + chosen.notices)
        return cls(folder, _engine(folder, chosen.embedder), report=report)

    @classmethod
    def load(cls, index_dir: str | Path, embeddings: object = None, bm25_normalizer: Normalizer | None = None) -> Self:
        """Open an index.

        A built-in embedder named in the manifest is opened again by itself (``embeddings`` None or "auto"); vectors of
        a foreign one need its object, else only words can be searched. "none" leaves the vectors alone.
        ``bm25_normalizer`` reads the words of the index in another form; nothing is embedded again.

        Raises NotARaglibIndexError, DamagedIndex, BadSettings, and EmbeddingError for an embedder of another model.
        """
        folder = building.opened(Path(index_dir))
        return cls(folder, _engine(folder, building.embedder_for(folder, embeddings), bm25_normalizer))

    @staticmethod
    def delete_index(index_dir: str | Path) -> bool:
        """Delete the index in a folder; return False where there is nothing.

        Raises NotARaglibIndexError for a file or a folder that is no index; files of others in the folder stay.
        """
        return generation.delete(Path(index_dir))

    @staticmethod
    def check_index(
        index_dir: str | Path, *, repair: bool = False, embeddings: object = None, progress: Progress = no_progress
    ) -> IndexCheck:
        """Look at everything that an index holds and return what is wrong; ``repair`` mends what its texts allow.

        ``embeddings`` is needed where vectors of a foreign embedder have to be made again. Damage is told in the
        result; raises NotARaglibIndexError, and what `raglib_core.building.repair` raises.
        """
        root = Path(index_dir)
        if repair:
            return building.repair(root, embedder=_resolved(embeddings).embedder, progress=progress)
        return building.check(root, progress=progress)

    def check(self) -> IndexCheck:
        """Look at everything that the folder of this index holds now: see `check_index`."""
        return self.check_index(self.root)

    # ------------------------------------------------------------ what it is

    @property
    def root(self) -> Path:
        """The folder of the index."""
        return self._folder.root

    @property
    def manifest(self) -> dict[str, object]:
        """Settings, counts and versions of the index, and its documents."""
        return {**self._folder.manifest, "documents": [pack(record) for record in self.records]}

    @property
    def records(self) -> tuple[DocumentRecord, ...]:
        """The documents without their texts, in the order of the index."""
        return self._folder.records

    @property
    def documents(self) -> list[str]:
        """The ids of the documents, in the order of the index."""
        return [record.doc_id for record in self.records]

    @property
    def report(self) -> BuildReport | None:
        """What the last build, add, replace or remove of this object did; None after `load`."""
        return self._report

    @property
    def engine(self) -> Engine:
        """The engine below this object, for `raglib_core.agent.AgenticSearcher`; raises IndexClosed after `delete`."""
        if self._live is None:
            raise IndexClosed(path=str(self.root))
        return self._live

    # ------------------------------------------------------------ changing

    def add(
        self,
        inputs: Inputs,
        *,
        replace: bool = False,
        recognizer: TextRecognizer | None = None,
        progress: Progress = no_progress,
        cancel: CancelToken = never_cancelled,
    ) -> BuildReport:
        """Add files; see `raglib_core.building.add`. Afterwards this object holds them."""
        report = building.add(
            inputs, self.root, recognizer=recognizer, embedder=self.engine.dense.embedder, replace=replace,
            progress=progress, cancel=cancel,
        )  # fmt: skip
        return self._moved(report)

    def replace(
        self,
        inputs: Inputs,
        *,
        recognizer: TextRecognizer | None = None,
        progress: Progress = no_progress,
        cancel: CancelToken = never_cancelled,
    ) -> BuildReport:
        """Put files in the place of the documents of the same file names; a file of a new name is added."""
        return self.add(inputs, replace=True, recognizer=recognizer, progress=progress, cancel=cancel)

    def remove(
        self,
        docs: str | Sequence[str],
        *,
        progress: Progress = no_progress,
        cancel: CancelToken = never_cancelled,
    ) -> BuildReport:
        """Remove documents by id or file name; raises UnknownDocument, AmbiguousDocument before anything changes."""
        names = [docs] if isinstance(docs, str) else list(docs)
        doc_ids = [self.engine.catalogue.record(name).doc_id for name in names]
        report = building.remove(
            doc_ids, self.root, embedder=self.engine.dense.embedder, progress=progress, cancel=cancel
        )
        return self._moved(report)

    def _moved(self, report: BuildReport) -> BuildReport:
        """Look at the newest state of the folder from now on."""
        self._reopen()
        self._report = report
        return report

    def _reopen(self) -> None:
        folder = building.opened(self.root)
        self._live = _engine(folder, self.engine.dense.embedder, self.engine.normaliser.name)
        self._folder = folder

    def delete(self) -> None:
        """Delete the folder of this index and close this object."""
        self.engine  # noqa: B018 - raises IndexClosed for a second call
        self._folder.records  # noqa: B018 - read while they are there
        generation.delete(self.root)
        self.close()

    def close(self) -> None:
        """Close this object; the index stays on disk. May be called again."""
        self._live = None

    def __enter__(self) -> Self:
        """Return this object, to be closed at the end of a ``with`` block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close this object."""
        self.close()

    # ------------------------------------------------------------ searching

    def search(
        self,
        query: str,
        method: str = DEFAULT_METHOD,
        top_k: int = 5,
        strategy: str = "flat",
        doc: DocumentChoice = None,
        section: str | None = None,
    ) -> SearchResult:
        """Return at most ``top_k`` clauses that answer a query, best first: see `raglib_core.search.Engine.search`.

        Methods: bm25, vector, hybrid, rank_bm25, auto (the best the index can do). Where no method is named, an index
        without vectors is searched by words and the result says so (``degraded``); a method that is named and cannot
        run raises MethodUnavailable.
        """
        if method is not DEFAULT_METHOD or strategy != "flat":
            return self.engine.search(
                query, method=str(method), top_k=top_k, strategy=strategy, doc=doc, section=section
            )
        result = self.engine.search(query, method="auto", top_k=top_k, strategy=strategy, doc=doc, section=section)
        result.method = str(method)
        return result

    def compare_methods(
        self,
        query: str,
        methods: Sequence[str] = COMPARED,
        *,
        top_k: int = 5,
        strategy: str = "flat",
        doc: DocumentChoice = None,
        section: str | None = None,
    ) -> dict[str, SearchResult]:
        """Return the result of each method; one that cannot run is empty, ``degraded``, with the reason."""
        return compare(self.engine, query, methods, top_k=top_k, strategy=strategy, doc=doc, section=section)

    def grep(
        self, pattern: str, top_k: int = 20, doc: DocumentChoice = None, section: str | None = None
    ) -> SearchResult:
        """Return the clauses that a regular expression matches: see `raglib_core.search.Engine.grep`."""
        return self.engine.grep(pattern, top_k=top_k, doc=doc, section=section)

    def agentic_search(
        self,
        prompt: str,
        llm: object | None = None,
        top_k: int = 8,
        max_iters: int = 3,
        max_llm_calls: int = 8,
        *,
        cancel: CancelToken = never_cancelled,
        on_step: StepWatcher = ignore_step,
    ) -> AgenticResult:
        """Answer a question by several searches that a language model plans and judges; without one, plain search.

        ``llm`` is any chat model with ``invoke(messages)``; see `raglib_core.agent.AgenticSearcher`.
        """
        searcher = AgenticSearcher(self.engine, llm)
        return searcher.search(
            prompt, top_k=top_k, max_iters=max_iters, max_llm_calls=max_llm_calls, cancel=cancel, on_step=on_step
        )

    # ------------------------------------------------------------ contents

    def toc(
        self,
        doc: DocumentChoice = None,
        preview: bool = False,
        preview_chars: int = 80,
        clauses: bool = False,
        *,
        language: str = "ru",
    ) -> str:
        """Return the contents as text: see `raglib_core.search.contents.Contents.text`; raises UnknownDocument."""
        contents = self.engine.contents
        return contents.text(doc, preview=preview, preview_chars=preview_chars, clauses=clauses, language=language)

    def toc_entries(self, doc: DocumentChoice = None) -> list[TocEntry]:
        """Return a line for each section, depth first; raises UnknownDocument."""
        return self.engine.contents.entries(doc)

    def find_section(
        self, query: str, semantic: bool = False, top_k: int = 3, doc: DocumentChoice = None
    ) -> list[SectionRef]:
        """Return the sections that a query names, or those nearest in meaning: see `raglib_core.search.Engine`."""
        return self.engine.find_section(query, semantic=semantic, top_k=top_k, doc=doc)

    def read_section(self, doc_id: str, section: str) -> str:
        """Return the text of a section or clause with its descendants; raises UnknownDocument, UnknownSection."""
        return self.engine.contents.read(doc_id, section)

    # ------------------------------------------------------------ documents

    def document(self, doc: str) -> Document:
        """Return a document by id or file name; raises UnknownDocument, AmbiguousDocument."""
        found = self.engine.catalogue.document(self.engine.catalogue.record(doc).doc_id)
        return corrections.with_judgements(found, self.root)

    def clause(self, doc: str, locator: str) -> Clause:
        """Return a clause by its locator or any form that means it; raises UnknownDocument, UnknownClause."""
        return self.engine.catalogue.clause(self.engine.catalogue.record(doc), locator)

    def verify(
        self, quote: str, doc: str | None = None, locator: str | None = None, *, same_yo: bool = False
    ) -> CitationCheck:
        """Return whether a quotation stands word for word in a place: see `raglib_core.search.verify.Verifier`."""
        if self._verifier.engine is not self.engine:
            self._verifier = Verifier(self.engine)
        return self._verifier.check(quote, doc, locator, same_yo=same_yo)

    def coverage(self, doc: str) -> Coverage:
        """Return the two figures of completeness of a document and its findings; raises UnknownDocument."""
        return self.document(doc).coverage

    def references(self, doc: str, to: str = "") -> list[Reference]:
        """Return the references inside a document in the order of its text, those of `parsing.references`.

        With ``to`` only the references that lead to this clause or section («who refers to this clause»), in any form
        a person types. Raises UnknownDocument, and UnknownClause for a place that is not there.
        """
        document = self.document(doc)
        if not to:
            return list(references.find(document.text, document.segmentation))
        found = references.leading_to(document.text, document.segmentation, to)
        if found is None:
            raise UnknownClause(name=to, document=document.name, known="-")
        return found

    # ------------------------------------------------------------ corrections by a person

    def corrections(self, doc: str | None = None) -> list[CorrectionOutcome]:
        """Return the corrections of a document, or of all and of documents that are gone, and whether they apply."""
        documents = [self.document(one) for one in ([doc] if doc is not None else self.documents)]
        orphans = corrections.orphans(self.root) if doc is None else []
        return [*corrections.outcomes(self.root, documents), *orphans]

    def correct(
        self, doc: str, kind: CorrectionKind, target: Target, *, number: str = "", comment: str = "", author: str = ""
    ) -> Correction:
        """Judge a finding, split a clause at an offset under a ``number``, or join the one at a locator to its former.

        See `raglib_core.corrections.correct`, also for what it raises. Afterwards this object holds the change.
        """
        remark = corrections.Remark(number, comment, author)
        embedder = self.engine.dense.embedder
        made = corrections.correct(self.root, self.document(doc), kind, target, remark, embedder=embedder)
        self._reopen()
        return made

    def undo_correction(self, correction_id: str) -> Correction:
        """Take a correction back; raises UnknownCorrection. Afterwards this object holds the change."""
        documents = [self.document(one) for one in corrections.concerned(correction_id, self.root)]
        gone = corrections.undo(self.root, correction_id, documents, embedder=self.engine.dense.embedder)
        self._reopen()
        return gone


def _resolved(embeddings: object) -> Resolved:
    """Return the embedder that a caller of `RagIndex.build` means; what is resolved already is taken as it is."""
    return embeddings if isinstance(embeddings, Resolved) else resolve_embeddings(embeddings)


def _engine(folder: generation.FolderIndex, embedder: Embedder | None, wanted: str | None = None) -> Engine:
    """Return the engine over an opened index; ``wanted`` is the form of words to read it in, None for its own."""
    settings = building.settings_of(folder)
    words = normaliser(wanted or settings.normalizer)
    index = folder if words.name == settings.normalizer else Reworded(folder, words, settings)
    return Engine(index, embedder, normaliser=words, model=building.model_of(folder)[0])
