"""The sub-commands and their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from raglib_core import __version__
from raglib_core.cli import application, indexes, searching, structure
from raglib_core.cli.console import Console
from raglib_core.cli.usage import CommandParser
from raglib_core.search import METHODS, STRATEGIES
from raglib_core.settings import CONTEXTS, NORMALIZERS, SECTION_EMBEDDINGS, BuildSettings
from raglib_core.texts import LANGUAGES

EMBEDDINGS = ("auto", "e5", "use", "hashing", "none", "gigachat")
LANGUAGE_MODELS = ("none", "gigachat")

Command = Callable[[argparse.Namespace, Console], int]


def parser_for(console: Console) -> CommandParser:
    """Return the parser of `raglib` in the language of the console."""
    parser = CommandParser(console=console, prog="raglib", description=console.say("cli.about"))
    parser.add_argument("--version", action="version", version=f"raglib {__version__}", help=_help(console, "version"))
    commands = parser.add_subparsers(
        dest="command", metavar=console.say("cli.help.command"), required=True, parser_class=CommandParser
    )
    parser.epilog = console.say("cli.exit_codes")
    for name, (command, add_options) in COMMANDS.items():
        about = console.say(f"cli.about.{name}")
        added = commands.add_parser(name, help=about, description=about, console=console)
        add_options(added, console)
        _add_common(added, console, prints_results=name != "app")
        added.set_defaults(run=command)
    return parser


def _help(console: Console, option: str) -> str:
    return console.say(f"cli.option.{option}")


def _add_common(parser: CommandParser, console: Console, *, prints_results: bool) -> None:
    if prints_results:
        parser.add_argument("--json", action="store_true", help=_help(console, "json"))
    parser.add_argument("--lang", choices=LANGUAGES, help=_help(console, "lang"))
    parser.add_argument("--debug", action="store_true", help=_help(console, "debug"))


def _add_index(parser: CommandParser, console: Console) -> None:
    parser.add_argument("index", type=Path, metavar="FOLDER", help=_help(console, "folder"))


def _add_inputs(parser: CommandParser, console: Console) -> None:
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help=_help(console, "inputs"))


def _add_embeddings(parser: CommandParser, console: Console, default: str | None) -> None:
    parser.add_argument("--embeddings", choices=EMBEDDINGS, default=default, help=_help(console, "embeddings"))


def _add_scope(parser: CommandParser, console: Console) -> None:
    parser.add_argument("--doc", action="append", metavar="D", help=_help(console, "doc"))
    parser.add_argument("--section", metavar="S", help=_help(console, "section"))


def _add_count(parser: CommandParser, console: Console, default: int) -> None:
    parser.add_argument("-k", "--top-k", type=int, default=default, metavar="K", help=_help(console, "k"))


def _build(parser: CommandParser, console: Console) -> None:
    _add_inputs(parser, console)
    parser.add_argument("--index", type=Path, required=True, metavar="FOLDER", help=_help(console, "index"))
    _add_embeddings(parser, console, "auto")
    preset = BuildSettings()
    parser.add_argument("--chunk-size", type=int, default=preset.window_size, metavar="N", help=_help(console, "size"))
    parser.add_argument(
        "--chunk-overlap", type=int, default=preset.window_overlap, metavar="N", help=_help(console, "overlap")
    )
    parser.add_argument(
        "--normalizer", choices=NORMALIZERS, default=preset.normalizer, help=_help(console, "normalizer")
    )
    parser.add_argument("--context", choices=CONTEXTS, default=preset.context, help=_help(console, "context"))
    parser.add_argument(
        "--section-embedding",
        choices=SECTION_EMBEDDINGS,
        default=preset.section_embedding,
        help=_help(console, "section_embedding"),
    )
    _add_repair(parser, console)


def _add_repair(parser: CommandParser, console: Console) -> None:
    parser.add_argument(
        "--no-ocr-repair", dest="ocr_repair", action="store_false", help=_help(console, "no_ocr_repair")
    )


def _add(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    _add_inputs(parser, console)
    _add_embeddings(parser, console, None)


def _remove(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("documents", nargs="+", metavar="DOC", help=_help(console, "documents"))


def _info(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)


def _check_index(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("--repair", action="store_true", help=_help(console, "repair"))
    _add_embeddings(parser, console, None)


def _delete(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("--yes", action="store_true", help=_help(console, "yes"))


def _segment(parser: CommandParser, console: Console) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=_help(console, "file"))
    parser.add_argument("--explain", action="store_true", help=_help(console, "explain"))
    _add_repair(parser, console)


def _check(parser: CommandParser, console: Console) -> None:
    parser.add_argument("target", type=Path, metavar="FILE|FOLDER", help=_help(console, "target"))
    parser.add_argument("--strict", action="store_true", help=_help(console, "strict"))
    _add_repair(parser, console)


def _toc(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("--doc", metavar="D", help=_help(console, "one_doc"))
    parser.add_argument("--preview", action="store_true", help=_help(console, "preview"))
    parser.add_argument("--clauses", action="store_true", help=_help(console, "clauses"))


def _read(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("address", metavar="SECTION", help=_help(console, "address"))
    parser.add_argument("--doc", metavar="D", help=_help(console, "doc_to_read"))


def _find(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("query", metavar="QUERY", help=_help(console, "section_query"))
    parser.add_argument("--semantic", action="store_true", help=_help(console, "semantic"))
    _add_embeddings(parser, console, None)
    _add_count(parser, console, 3)


def _search(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("query", nargs="?", metavar="QUERY", help=_help(console, "query"))
    parser.add_argument("--queries", type=Path, metavar="FILE.jsonl", help=_help(console, "queries"))
    parser.add_argument("--method", choices=METHODS, default="auto", help=_help(console, "method"))
    parser.add_argument("--strategy", choices=STRATEGIES, default="flat", help=_help(console, "strategy"))
    _add_scope(parser, console)
    _add_embeddings(parser, console, None)
    _add_count(parser, console, 10)


def _grep(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("pattern", metavar="PATTERN", help=_help(console, "pattern"))
    _add_scope(parser, console)
    _add_count(parser, console, 20)


def _ask(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("question", metavar="QUESTION", help=_help(console, "question"))
    parser.add_argument("--llm", choices=LANGUAGE_MODELS, default="none", help=_help(console, "llm"))
    _add_embeddings(parser, console, None)
    _add_count(parser, console, 8)


def _eval(parser: CommandParser, console: Console) -> None:
    _add_index(parser, console)
    parser.add_argument("golden", type=Path, metavar="GOLDEN.jsonl", help=_help(console, "golden"))
    parser.add_argument("--methods", metavar="A,B", help=_help(console, "methods"))
    _add_embeddings(parser, console, None)


def _app(parser: CommandParser, console: Console) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=_help(console, "host"))
    parser.add_argument("--port", type=int, default=8501, help=_help(console, "port"))
    parser.add_argument("--workspace", type=Path, metavar="FOLDER", help=_help(console, "workspace"))
    parser.add_argument("--no-browser", action="store_true", help=_help(console, "no_browser"))


COMMANDS: dict[str, tuple[Command, Callable[[CommandParser, Console], None]]] = {
    "build": (indexes.build, _build),
    "add": (indexes.add, _add),
    "remove": (indexes.remove, _remove),
    "info": (indexes.info, _info),
    "check-index": (indexes.check_index, _check_index),
    "delete": (indexes.delete, _delete),
    "segment": (structure.segment, _segment),
    "check": (structure.check, _check),
    "toc": (structure.toc, _toc),
    "read": (structure.read, _read),
    "find": (structure.find, _find),
    "search": (searching.search, _search),
    "grep": (searching.grep, _grep),
    "ask": (searching.ask, _ask),
    "eval": (searching.evaluate, _eval),
    "app": (application.app, _app),
}
