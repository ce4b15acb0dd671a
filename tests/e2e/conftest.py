"""A browser for all tests here, an application over a fresh workspace, a window that ends with a look at its health."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from raglib_core import RagIndex
from raglib_core.ui import workspace
from tests.e2e.application import PATIENCE_MS, SAMPLES, Application, Window

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium() -> str | None:
    named = os.environ.get("RAGLIB_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        told = "no Chromium: install Debian's package chromium, or name one in RAGLIB_CHROMIUM"
        pytest.fail(told) if os.environ.get("CI") == "true" else pytest.skip(told)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        playwright.selectors.set_test_id_attribute("data-testid")
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def application(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """One server for the tests that do not need a fresh one, over a library of three documents of words only."""
    folder = tmp_path_factory.mktemp("application") / "workspace"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(workspace.ENVIRONMENT, str(folder))
        library = workspace.create("Образцы")
        names = ("charter.md", "law.txt", "regulation.md")
        files = [workspace.keep_source(library, name, (SAMPLES / name).read_bytes()) for name in names]
        RagIndex.build(files, library.index)
    with Application(folder) as running:
        yield running


@pytest.fixture
def fresh_application(browser: Browser, tmp_path: Path) -> Iterator[Application]:
    """A server that nobody has asked yet."""
    with Application(tmp_path / "workspace") as running:
        yield running


@pytest.fixture
def window(browser: Browser, application: Application) -> Iterator[Window]:
    yield from _window(browser, application)


@pytest.fixture
def fresh_window(browser: Browser, fresh_application: Application) -> Iterator[Window]:
    yield from _window(browser, fresh_application)


def _window(browser: Browser, application: Application) -> Iterator[Window]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="ru-RU")
    window = Window(context.new_page(), application)
    yield window
    window.assert_sound()
    context.close()
