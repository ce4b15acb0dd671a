"""`main`: from arguments to an exit code."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence

from raglib_core.cli.console import Console, close_quietly, language_of, speak_utf8
from raglib_core.cli.parser import parser_for
from raglib_core.cli.usage import WRONG_USAGE
from raglib_core.errors import BadGoldenSet, BadQuery, BadRunFile, BadSettings, RaglibError

DONE = 0
FAILED = 1
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0 done, 1 failed, 2 wrong usage, 3 `check --strict` found errors or `eval` a measure below what was asked for.
    ``arguments`` default to those of the process. An error is one line on stderr; with ``--debug`` its traceback comes
    before it. Leaves with SystemExit only for ``--help``, ``--version`` and a usage that argparse refuses.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = language_of(given)
    speak_utf8()
    options = parser_for(Console(language)).parse_args(given)
    console = Console(language, as_json=getattr(options, "json", False))
    try:
        code = _run(options, console)
        sys.stdout.flush()
    except BrokenPipeError:
        close_quietly(sys.stdout)
        return DONE
    return code


def _run(options: argparse.Namespace, console: Console) -> int:
    try:
        code: int = options.run(options, console)
    except RaglibError as error:
        _show_traceback(options)
        console.remark(console.explain(error))
        return WRONG_USAGE if isinstance(error, BadQuery | BadSettings | BadGoldenSet | BadRunFile) else FAILED
    except BrokenPipeError:
        raise
    except OSError as error:
        _show_traceback(options)
        where = error.filename or "–"
        console.remark(console.say("cli.error.system", where=where, reason=error.strerror or type(error).__name__))
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last border: a mistake of the program is one line too
        _show_traceback(options)
        console.remark(console.say("cli.error.unforeseen", kind=type(error).__name__, reason=error))
        return FAILED
    except KeyboardInterrupt:
        console.remark(console.say("cli.error.interrupted"))
        return INTERRUPTED
    return code


def _show_traceback(options: argparse.Namespace) -> None:
    if options.debug:
        traceback.print_exc()
