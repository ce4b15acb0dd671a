"""Recognition in a process of its own: a hostile file costs one row in the report and not the program.

``python -m raglib_core.recognition.worker`` reads one JSON object ``{"path", "memory_bytes"}`` from standard input and
prints one a line: ``{"page": [number, total]}`` after each page that took long, then ``{"recognized": {...}}`` or
``{"error": {"code", "values"}}``. It is started anew for every file: neither a fork, which is unsafe beside threads,
nor a pool, whose processes outlive a page that is reloaded.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from raglib_core.errors import (
    Cancelled,
    LimitExceeded,
    MissingInput,
    RaglibError,
    RecognitionError,
)
from raglib_core.model import CancelToken, Recognized, never_cancelled
from raglib_core.recognition import processes, recognize
from raglib_core.recognition.kinds import OnPage, no_page
from raglib_core.recognition.wire import error_from_plain, error_to_plain, from_plain, to_plain

MEMORY_BYTES = 2 * 1024**3
WALL_SECONDS = 120.0

_POLL_SECONDS = 0.05
_GRACE_SECONDS = 2.0
_PAGE = b'{"page"'
_PACKAGE_HOME = Path(__file__).resolve().parents[2]


def recognize_in_process(  # each limit is one a caller may set
    path: Path,
    *,
    cancel: CancelToken = never_cancelled,
    seconds: float = WALL_SECONDS,
    memory_bytes: int = MEMORY_BYTES,
    on_page: OnPage = no_page,
) -> Recognized:
    """Return what `recognize` returns for a file, worked out by a child process that can be killed.

    ``on_page(number, total)`` is told after each page of a scan. Raises what `recognize` raises; LimitExceeded for more
    than ``seconds`` of wall time (counted anew after each page of a scan) or ``memory_bytes`` (where the system can
    limit memory); RecognitionError where the process dies; Cancelled once ``cancel()`` is true.
    """
    path = Path(path)
    if not path.exists():
        raise MissingInput(path=path)
    request = json.dumps({"path": str(path.absolute()), "memory_bytes": memory_bytes})
    with _start() as process:
        try:
            answer = _Answer(process, request.encode("ascii"), path.name, seconds).wait(cancel, on_page)
        finally:
            processes.end(process)
    return _understood(answer, process.returncode, path.name)


def child_environment() -> dict[str, str]:
    """Return the environment of a child that finds this package and leaves no files beside it."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    known = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(_PACKAGE_HOME), *([known] if known else [])])
    return environment


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        # -P: the folder in which the program happens to run must not lend modules to it.
        [sys.executable, "-P", "-m", "raglib_core.recognition.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_environment(),
        start_new_session=True,
    )


class _Answer:
    """The lines that a child prints, read by a thread, so that the wait for them can be broken off."""

    def __init__(self, process: subprocess.Popen[bytes], request: bytes, name: str, seconds: float) -> None:
        self._process = process
        self._request = request
        self._name = name
        self._seconds = seconds
        self._lines: queue.Queue[bytes] = queue.Queue()

    def wait(self, cancel: CancelToken, on_page: OnPage) -> bytes:
        """Return the last line, b"" where the child ended without one."""
        threading.Thread(target=self._read, daemon=True).start()
        deadline = time.monotonic() + self._seconds
        while True:
            try:
                line = self._lines.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                line = None
            if line == b"":
                with suppress(subprocess.TimeoutExpired):  # let its exit code be known
                    self._process.wait(_GRACE_SECONDS)
            if line is not None and not line.startswith(_PAGE):
                return line
            if line is not None:
                deadline = time.monotonic() + self._seconds
                on_page(*json.loads(line)["page"])
            if cancel():
                raise Cancelled(stage="recognize")
            if time.monotonic() > deadline:
                limit = f"{self._seconds:g} s"
                raise LimitExceeded(name=self._name, what="time", value=f"over {limit}", limit=limit)

    def _read(self) -> None:
        """Put every line that the child prints, then an empty one; a child that was killed has closed its pipes."""
        try:
            if self._process.stdin is not None and self._process.stdout is not None:
                self._process.stdin.write(self._request)
                self._process.stdin.close()
                for line in self._process.stdout:
                    self._lines.put(line)
        except (OSError, ValueError):
            pass
        self._lines.put(b"")


def _understood(answer: bytes, returncode: int, name: str) -> Recognized:
    try:
        values = json.loads(answer)
        if isinstance(values, dict) and "error" in values:
            raise error_from_plain(values["error"], name)
        return from_plain(values["recognized"])
    except (ValueError, TypeError, KeyError) as error:
        if isinstance(error, RaglibError):
            raise
        reason = f"the recognizing process ended without an answer (exit code {returncode})"
        raise RecognitionError(name=name, reason=reason, exit_code=returncode) from error


def main() -> int:
    """Answer one request on standard input; returns the exit code."""
    request = json.load(sys.stdin)
    path = Path(request["path"])
    limit = int(request["memory_bytes"])
    limit_memory(limit)
    answer: dict[str, object]
    try:
        answer = {"recognized": to_plain(recognize(path, on_page=_say_page))}
    except RaglibError as error:
        answer = {"error": error_to_plain(error)}
    except MemoryError:
        limit_text = f"{limit // 1024**2} MB"
        error_ = LimitExceeded(name=path.name, what="memory", value=f"over {limit_text}", limit=limit_text)
        answer = {"error": error_to_plain(error_)}
    print(json.dumps(answer), flush=True)  # noqa: T201  # standard output is the wire
    return 0


def _say_page(number: int, total: int) -> None:
    print(json.dumps({"page": [number, total]}), flush=True)  # noqa: T201


def limit_memory(limit: int) -> None:
    """Hold this process to so many bytes; does nothing where the system cannot."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    sys.exit(main())
