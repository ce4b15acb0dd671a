"""Prove that the product works in the closed network: `make test-contour` runs this.

Outside the checkout, in WORK (an argument)::

    wheels/     every package of constraints-contour.txt and the wheel of this checkout, built with setuptools alone
    venv/       an environment installed from wheels/ with --no-index
    suite/      the tests and what they read, without the package, so that they test the installed one
    run/        an index and an application made by the installed `raglib`

Steps: the wheel is py3-none-any; `auto` becomes lemma in the manifest; `raglib search` answers; `raglib app` serves its
five pages; the suite is green. The folders wheels/ and venv/ are kept, so that a second run is quick.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ensure_browser import browser

CHECKOUT = Path(__file__).resolve().parents[2]
PINS = CHECKOUT / "constraints-contour.txt"
#: the setuptools of the closed network
SETUPTOOLS = "setuptools==80.9.0"
PAGES = ("build", "contents", "search", "trace", "evaluation")
NOT_SOURCE = (".git", ".venv*", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
APPLICATION = ("app.py", "pages", "assets", "static", ".streamlit")


def run(*command: object, cwd: Path, **environment: str) -> str:
    """Run a command to its end and return what it printed; ends this program where it fails."""
    words = [str(word) for word in command]
    print("$", " ".join(words), flush=True)
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        words, cwd=cwd, env=clean | environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"failed with {done.returncode}:\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}")
    return done.stdout


def environment_at(folder: Path, work: Path) -> Path:
    """Return the Python of an environment, made where it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", folder, cwd=work)
    return python


def wheel_of_checkout(work: Path) -> Path:
    """Return the wheel built from a copy of the checkout by an environment that holds setuptools alone."""
    source = work / "source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(CHECKOUT, source, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    # what an earlier build left would go into the wheel
    shutil.rmtree(source / "build", ignore_errors=True)
    builder = environment_at(work / "builder", work)
    run(builder, "-m", "pip", "install", "--quiet", SETUPTOOLS, cwd=work)
    built = work / "built"
    shutil.rmtree(built, ignore_errors=True)
    command = ("-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "--no-index", "-w", built)
    run(builder, *command, cwd=source)
    (wheel,) = built.glob("*.whl")
    if not wheel.name.endswith("-py3-none-any.whl"):
        sys.exit(f"the wheel is bound to a platform: {wheel.name}")
    return wheel


def contour_environment(work: Path, wheel: Path) -> Path:
    """Return the Python of the closed network's environment with the wheel in it, installed from a folder alone."""
    wheels, folder = work / "wheels", work / "venv"
    mark = folder / hashlib.sha256(PINS.read_bytes()).hexdigest()
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        wheels.mkdir(exist_ok=True)
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-r", PINS, "-w", wheels, cwd=work)
        python = environment_at(folder, work)
        install = ("-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheels)
        run(python, *install, "--no-deps", "-r", PINS, cwd=work)
        mark.touch()
    python = folder / "bin" / "python"
    install = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--force-reinstall")
    run(python, *install, wheel, cwd=work)
    return python


def check_command_line(raglib: Path, place: Path) -> None:
    """Build an index of the sample charter and find the clause on large transactions in it."""
    sample = CHECKOUT / "tests" / "samples" / "charter.md"
    run(raglib, "build", sample, "--index", "index", "--embeddings", "auto", cwd=place)
    manifest = run(raglib, "info", "index", "--json", cwd=place)
    if '"lemma"' not in manifest:
        sys.exit(f"auto did not become lemma: {manifest}")
    answer = json.loads(run(raglib, "search", "index", "одобрение крупной сделки", "--json", cwd=place))
    numbers = [hit["clause_number"] for hit in answer["hits"][:3]]
    if answer["degraded"] or not any(number.startswith("13.") for number in numbers):
        sys.exit(f"the search did not find article 13: {numbers} {answer['reason']}")
    print(f"raglib search: {numbers} by {answer['method']}")


@contextmanager
def served(raglib: Path, place: Path) -> Iterator[str]:
    """Serve the application on a free port of this machine while the block runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [str(raglib), "app", "--port", str(port), "--no-browser", "--workspace", str(place / "workspace")]
    server = subprocess.Popen(command, cwd=place, stdin=subprocess.DEVNULL)
    try:
        for _ in range(120):
            if answers(f"{address}/_stcore/health"):
                break
            time.sleep(0.5)
        else:
            sys.exit("the application did not start in 60 seconds")
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def answers(address: str) -> bool:
    """Return whether an address of this machine answers with 200."""
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def check_pages(address: str) -> None:
    """Open every page by its own address; each must show its content and no exception."""
    executable = browser()
    if executable is None:
        print("no browser: the pages are asked for, but not looked at")
        if not all(answers(f"{address}/{page}") for page in PAGES):
            sys.exit("a page does not answer")
        return
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=executable, args=flags)
        for name in PAGES:
            page = window.new_page()
            page.goto(f"{address}/{name}")
            page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=60_000)
            page.wait_for_selector('[data-testid="stMain"] :is(h1, h2, h3)', timeout=30_000)
            if page.locator('[data-testid="stException"]').count():
                sys.exit(f"/{name} shows an exception: {page.locator('[data-testid=stException]').inner_text()}")
            print(f"/{name}: {page.locator('[data-testid=stMain] :is(h1, h2, h3)').first.inner_text()}")
            page.close()
        window.close()


def replace_by_link(path: Path, target: Path) -> None:
    """Put a link to ``target`` in the place of a file or folder."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    path.symlink_to(target)


def run_suite(python: Path, work: Path) -> None:
    """Run the tests of the same copy that the wheel was built from, against the installed package and application."""
    suite = work / "suite"
    shutil.rmtree(suite, ignore_errors=True)
    shutil.copytree(work / "source", suite, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    shutil.rmtree(suite / "raglib_core")
    where = "import pathlib, raglib_core; print(pathlib.Path(raglib_core.__file__).parent / 'application')"
    installed = Path(run(python, "-c", where, cwd=work).strip())
    for name in APPLICATION:
        replace_by_link(suite / name, installed / name)
    command = [str(python), "-m", "pytest", "-n", "2", "-m", "not slow and not browser", "--ignore=tests/e2e"]
    print("$", " ".join(command), flush=True)
    code = subprocess.run(command, cwd=suite, stdin=subprocess.DEVNULL, check=False).returncode
    if code:
        sys.exit(code)


def main() -> None:
    """Run every step in WORK."""
    work = Path(sys.argv[1]).resolve()
    place = work / "run"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    python = contour_environment(work, wheel_of_checkout(work))
    raglib = python.with_name("raglib")
    check_command_line(raglib, place)
    with served(raglib, place) as address:
        check_pages(address)
    run_suite(python, work)


if __name__ == "__main__":
    main()
