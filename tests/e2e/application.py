"""The real application in a process of its own, and a browser window that notes every request it makes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from playwright.sync_api import Locator, Page, Request

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests" / "samples"
START_SECONDS = 60
#: for one answer of the page, on a machine that does other things too
PATIENCE_MS = 30_000


@dataclass
class Application:
    """``streamlit run app.py`` on a free port over a workspace; a context that stops it at the end."""

    workspace: Path
    port: int = field(default_factory=lambda: free_port())
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.workspace.with_suffix(".log")

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", str(self.port)]
        environment = os.environ | {"RAGLIB_WORKSPACE": str(self.workspace), "OMP_NUM_THREADS": "1"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._wait()
        return self

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text(errors="replace")
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError(f"the server did not start: {self.log.read_text(errors='replace')}")

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Window:
    """A page of the browser on an application; `outside` lists the requests that would leave the machine."""

    def __init__(self, page: Page, application: Application) -> None:
        self.page = page
        self.application = application
        self.outside: list[str] = []
        page.context.on("request", self._note)
        page.set_default_timeout(PATIENCE_MS)

    def _note(self, request: Request) -> None:
        if not request.url.startswith(
            (self.application.url, f"ws://127.0.0.1:{self.application.port}", "data:", "blob:")
        ):
            self.outside.append(request.url)

    def open(self, address: str) -> None:
        self.page.goto(self.application.url + address)
        self.settle()

    def settle(self) -> None:
        """Wait until the script has run and nothing of the page is a placeholder any more."""
        self.page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
        self.page.wait_for_function("() => !document.querySelector('[data-testid=\"stSkeleton\"]')")

    def heading(self, words: str) -> Locator:
        return self.page.get_by_role("heading", name=words, exact=True)

    def row(self, words: str) -> Locator:
        return self.page.get_by_role("treeitem").filter(has_text=words)

    def assert_sound(self) -> None:
        assert self.page.locator('[data-testid="stException"]').count() == 0
        assert self.page.get_by_text("Page not found").count() == 0
        assert self.outside == []
