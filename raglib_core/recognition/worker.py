"""Recognition in a process of its own: a hostile file costs one row in the report and not the program.

``python -m raglib_core.recognition.worker`` reads one JSON object ``{"path", "memory_bytes"}`` from standard input and
prints one: ``{"recognized": {...}}`` or ``{"error": {"code", "values"}}``. It is started anew for every file: neither a
fork, which is unsafe beside threads, nor a pool, whose processes outlive a page that is reloaded.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from raglib_core.errors import (
    Cancelled,
    LimitExceeded,
    MissingInput,
    RaglibError,
    RecognitionError,
)
from raglib_core.model import CancelToken, Recognized, never_cancelled
from raglib_core.recognition import recognize
from raglib_core.recognition.wire import error_from_plain, error_to_plain, from_plain, to_plain

MEMORY_BYTES = 2 * 1024**3
WALL_SECONDS = 120.0

_POLL_SECONDS = 0.05
_PACKAGE_HOME = Path(__file__).resolve().parents[2]


def recognize_in_process(
    path: Path,
    *,
    cancel: CancelToken = never_cancelled,
    seconds: float = WALL_SECONDS,
    memory_bytes: int = MEMORY_BYTES,
) -> Recognized:
    """Return what `recognize` returns for a file, worked out by a child process that can be killed.

    Raises what `recognize` raises; LimitExceeded for more than ``seconds`` of wall time or ``memory_bytes`` (where the
    system can limit memory); RecognitionError where the process dies; Cancelled once ``cancel()`` is true.
    """
    path = Path(path)
    if not path.exists():
        raise MissingInput(path=path)
    request = json.dumps({"path": str(path.absolute()), "memory_bytes": memory_bytes})
    with _start() as process:
        try:
            answer = _answer(process, request.encode("ascii"), path.name, cancel, seconds)
        finally:
            _kill(process)
    return _understood(answer, process.returncode, path.name)


def _start() -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    known = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(_PACKAGE_HOME), *([known] if known else [])])
    return subprocess.Popen(
        # -P: the folder in which the program happens to run must not lend modules to it.
        [sys.executable, "-P", "-m", "raglib_core.recognition.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )


def _answer(process: subprocess.Popen[bytes], request: bytes, name: str, cancel: CancelToken, seconds: float) -> bytes:
    deadline = time.monotonic() + seconds
    given: bytes | None = request
    while True:
        try:
            return process.communicate(given, timeout=_POLL_SECONDS)[0]
        except subprocess.TimeoutExpired:
            given = None
        if cancel():
            raise Cancelled(stage="recognize")
        if time.monotonic() > deadline:
            raise LimitExceeded(name=name, what="time", value=f"over {seconds:g} s", limit=f"{seconds:g} s")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it started; nothing happens where it has ended by itself."""
    if process.poll() is not None:
        return
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        pass
    process.wait()


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
    _limit_memory(limit)
    answer: dict[str, object]
    try:
        answer = {"recognized": to_plain(recognize(path))}
    except RaglibError as error:
        answer = {"error": error_to_plain(error)}
    except MemoryError:
        limit_text = f"{limit // 1024**2} MB"
        error_ = LimitExceeded(name=path.name, what="memory", value=f"over {limit_text}", limit=limit_text)
        answer = {"error": error_to_plain(error_)}
    json.dump(answer, sys.stdout)
    return 0


def _limit_memory(limit: int) -> None:
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    sys.exit(main())
