"""What a person reads on a terminal, in the language of the command."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from raglib_core.agent import AgenticResult
from raglib_core.cli.console import Console, one_line
from raglib_core.evaluation import BASE_METRIC, MEASURES, Evaluation
from raglib_core.indexing.seam import DocumentRecord
from raglib_core.model import BuildReport, Coverage, Document, FileReport, SearchHit, SearchResult, SectionRef
from raglib_core.parsing.explain import Decision
from raglib_core.texts import finding, finding_cause, notice, plural

#: characters of a clause in a listing
PREVIEW = 100
INDENT = "  "


def outline(document: Document, console: Console) -> Iterator[str]:
    """Yield the sections and clauses of a document in document order, then its completeness."""
    yield f"=== {document.name} ==="
    headings = {section.key: section for section in document.sections}
    nodes: list[tuple[int, int, str]] = [
        (section.start, 0, INDENT * (section.level - 1) + f"[{section.key}] {one_line(section.title)}")
        for section in document.sections
    ]
    for clause in document.clauses:
        parent = headings.get(clause.section_key)
        depth = parent.level if parent else 0
        text = preview(document.text[clause.start : clause.stop])
        nodes.append((clause.start, 1, INDENT * depth + f"{clause.locator}: {text}"))
    for _, _, line in sorted(nodes, key=lambda node: node[:2]):
        yield line
    yield from completeness(document.coverage, console)


def explained(decisions: Sequence[Decision], console: Console) -> Iterator[str]:
    """Yield for each candidate what it is in the document, then what each rule and the neighbours gave."""
    for decision in decisions:
        taken = decision.taken
        verdict = console.say("cli.explain.taken", role=taken.role, number=taken.number) if taken else ""
        words = preview(decision.words)
        yield f"{decision.line}: {words}  → {verdict or console.say('cli.explain.refused')}"
        for choice in decision.choices:
            rules = ", ".join(f"{name} {points:+.1f}" for name, points in choice.rules)
            yield INDENT + console.say(
                "cli.explain.choice",
                mark="✓" if choice.taken else "·",
                role=choice.role,
                number=choice.number,
                total=f"{choice.line_points + choice.neighbour_points:+.1f}",
                line=f"{choice.line_points:+.1f}",
                neighbours=f"{choice.neighbour_points:+.1f}",
                rules=rules,
            )


def completeness(coverage: Coverage, console: Console) -> Iterator[str]:
    """Yield one line with both figures of completeness."""
    yield console.say(
        "cli.check.completeness",
        characters=percent(coverage.characters_share),
        placed=coverage.characters_placed,
        total=coverage.characters,
        numbers=percent(coverage.numbers_share),
        present=coverage.numbers_present,
        expected=coverage.numbers_expected,
    )


def checked(document: Document, console: Console) -> Iterator[str]:
    """Yield the completeness of a document and its findings with their probable causes."""
    yield f"=== {document.name} ==="
    yield from completeness(document.coverage, console)
    for note in document.recognized.warnings:
        yield f"  {console.say('cli.severity.warning')}: {notice(note, console.language)}"
    for remark in document.coverage.findings:
        severity = console.say(f"cli.severity.{remark.severity}")
        place = console.say("cli.check.place", locator=remark.locator) if remark.locator else ""
        yield f"  {severity}: {finding(remark, console.language)}{place}"
        if cause := finding_cause(remark, console.language):
            yield f"    {cause}"
    if not document.coverage.findings:
        yield "  " + console.say("cli.check.clean")


def report(made: BuildReport, console: Console) -> Iterator[str]:
    """Yield one line a file, then what was done in how many seconds."""
    for row in made.files:
        yield file_report(row, console)
    yield console.say("cli.build.done", seconds=f"{made.seconds:.1f}", generation=made.generation)


def file_report(row: FileReport, console: Console) -> str:
    """Return what became of one file."""
    status = console.say(f"cli.file.{row.status}")
    if row.status == "failed":
        return f"{row.name}: {status}"
    if row.status != "built":
        return f"{row.name}: {status} [{row.doc_id}]"
    counts = ", ".join(
        plural(count, console.language, word)
        for count, word in ((row.sections, "section"), (row.clauses, "clause"), (row.findings, "finding"))
    )
    return f"{row.name}: {status} [{row.doc_id}] {counts}"


def described(records: Sequence[DocumentRecord], manifest: Mapping[str, object], console: Console) -> Iterator[str]:
    """Yield the documents of an index and then the entries of its manifest."""
    yield console.say("cli.info.documents", documents=plural(len(records), console.language, "document"))
    for record in records:
        clauses = plural(record.stop_clause - record.first_clause, console.language, "clause")
        findings = plural(record.findings, console.language, "finding")
        yield f"{INDENT}{record.name} [{record.doc_id}]: {clauses}, {findings}"
    for name, value in manifest.items():
        if name != "documents":
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"


def search_result(result: SearchResult, console: Console) -> Iterator[str]:
    """Yield the hits with their verbatim texts; a sentence where there is none."""
    if not result:
        yield console.say("cli.search.nothing", query=result.query)
    for found in result:
        yield from hit(found)
        yield ""


def agentic_result(question: str, answer: AgenticResult, console: Console) -> Iterator[str]:
    """Yield how a question was answered, then the hits."""
    yield console.say(
        "cli.ask.mode",
        mode=answer.mode,
        steps=plural(len(answer.trace), console.language, "step"),
        calls=plural(answer.llm_calls, console.language, "call"),
        seconds=f"{answer.seconds:.2f}",
    )
    if not answer.hits:
        yield console.say("cli.search.nothing", query=question)
    for found in answer.hits:
        yield from hit(found)
        yield ""


def hit(found: SearchHit) -> Iterator[str]:
    """Yield the place of a hit and then its text, indented."""
    place = f"{found.rank}. {found.locator} · {found.doc_name or found.doc_id}"
    verdict = f" · {found.verdict}" if found.verdict else ""
    yield f"{place} · {found.score:.4f}{verdict}"
    if found.breadcrumb:
        yield f"{INDENT} {one_line(found.breadcrumb)}"
    yield textwrap.indent(found.text, INDENT + " ")


def section_refs(refs: Sequence[SectionRef], query: str, console: Console) -> Iterator[str]:
    """Yield one line a section; a sentence where there is none."""
    if not refs:
        yield console.say("cli.find.nothing", query=query)
    for ref in refs:
        yield f"{ref.score:.2f}  {ref.doc_id}  [{ref.key}] {one_line(ref.title)}"


def evaluation(found: Evaluation, console: Console) -> Iterator[str]:
    """Yield a table of the runs, then how they differ by the base metric."""
    yield console.say("cli.eval.questions", count=len(found.golden.questions))
    names = [measure.name for measure in MEASURES]
    yield "  ".join([console.say("cli.eval.method").ljust(10), *(name.rjust(14) for name in names)])
    for run in found.runs:
        yield "  ".join([run.method.ljust(10), *(f"{run.metrics[name]:14.3f}" for name in names)])
    for pair in found.pairs:
        if pair.metric == BASE_METRIC:
            low, high = pair.interval
            yield console.say(
                "cli.eval.pair",
                **{name: getattr(pair, name) for name in ("a", "b", "metric", "difference", "wins", "ties", "losses")},
                low=low,
                high=high,
                p=pair.p_value,
            )


def preview(text: str) -> str:
    """Return the beginning of a text on one line, with «…» where it was cut."""
    line = one_line(text)
    return line if len(line) <= PREVIEW else line[: PREVIEW - 1].rstrip() + "…"


def percent(share: float) -> str:
    """Return «99.87 %», rounded down: only a whole share is 100 %."""
    return f"{int(share * 10_000) / 100:g} %"
