"""build, add, remove, info, check-index, delete: what makes, tells and changes an index."""

from __future__ import annotations

import argparse
import sys

from raglib_core import json_output
from raglib_core.api import RagIndex
from raglib_core.cli import plain_output, providers
from raglib_core.cli.console import Console
from raglib_core.cli.progress import progress_line
from raglib_core.model import BuildReport
from raglib_core.texts import notice

DONE = 0
FAILED = 1


def build(options: argparse.Namespace, console: Console) -> int:
    """Build an index anew, atomically; 1 where a file failed, the rest is built all the same."""
    with progress_line(console) as progress:
        index = RagIndex.build(
            options.inputs,
            options.index,
            embeddings=providers.embeddings(options.embeddings),
            chunk_size=options.chunk_size,
            chunk_overlap=options.chunk_overlap,
            section_embedding=options.section_embedding,
            bm25_normalizer=options.normalizer,
            ocr_number_repair=options.ocr_repair,
            context=options.context,
            progress=progress,
        )
    return _reported(index.report, options, console)


def add(options: argparse.Namespace, console: Console) -> int:
    """Add files to an index; the same content again is reported as already there."""
    index = RagIndex.load(options.index, embeddings=providers.embeddings(options.embeddings))
    with progress_line(console) as progress:
        report = index.add(options.inputs, progress=progress)
    return _reported(report, options, console)


def remove(options: argparse.Namespace, console: Console) -> int:
    """Remove documents, by id or file name, from an index; all of them or, where one is unknown, none."""
    index = RagIndex.load(options.index)
    with progress_line(console) as progress:
        report = index.remove(options.documents, progress=progress)
    return _reported(report, options, console)


def _reported(report: BuildReport | None, options: argparse.Namespace, console: Console) -> int:
    if report is None:
        return DONE
    for note in report.notices:
        console.remark(notice(note, console.language))
    for row in report.failed:
        console.remark(console.explain(row.error) if row.error else row.reason)
    if console.as_json:
        console.result_json({"index": str(options.index), **json_output.report(report, console.language)})
    else:
        for line in plain_output.report(report, console):
            console.result(line)
    return FAILED if report.failed else DONE


def info(options: argparse.Namespace, console: Console) -> int:
    """Print the settings of an index and its documents."""
    index = RagIndex.load(options.index, embeddings="none")
    if console.as_json:
        documents = [json_output.record(found) for found in index.records]
        console.result_json({"index": str(options.index), "documents": documents, "manifest": index.manifest})
        return DONE
    for line in plain_output.described(index.records, index.manifest, console):
        console.result(line)
    return DONE


def check_index(options: argparse.Namespace, console: Console) -> int:
    """Check an index, part by part and clause by clause; 1 where it is damaged and not repaired."""
    with progress_line(console) as progress:
        found = RagIndex.check_index(
            options.index, repair=options.repair, embeddings=providers.embeddings(options.embeddings), progress=progress
        )
    for path in found.foreign:
        console.remark(console.say("cli.index.foreign", path=path))
    if console.as_json:
        console.result_json(json_output.index_check(found))
        return DONE if found.sound else FAILED
    for problem in found.problems:
        console.result(console.say("cli.index.problem", part=problem.part, reason=problem.reason))
    outcome = "repaired" if found.repaired else "damaged" if found.problems else "sound"
    if outcome == "damaged" and options.repair:
        outcome = "lost"
    console.result(console.say(f"cli.index.{outcome}", index=options.index, **found.counts))
    return DONE if found.sound else FAILED


def delete(options: argparse.Namespace, console: Console) -> int:
    """Delete an index after a question, or at once with --yes; a folder that is no index is refused."""
    if not options.yes and not _confirmed(options, console):
        console.remark(console.say("cli.delete.kept", index=options.index))
        return FAILED
    deleted = RagIndex.delete_index(options.index)
    if console.as_json:
        console.result_json({"index": str(options.index), "deleted": deleted})
    else:
        console.result(console.say("cli.delete.done" if deleted else "cli.delete.absent", index=options.index))
    return DONE


def _confirmed(options: argparse.Namespace, console: Console) -> bool:
    sys.stderr.write(console.say("cli.delete.question", index=options.index) + " ")
    sys.stderr.flush()
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    return answer.strip().lower() in {"y", "yes", "д", "да"}
