"""Child processes that recognition starts: how they end."""

from __future__ import annotations

import os
import signal
import subprocess


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it started in its group; nothing happens where it has ended by itself."""
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
