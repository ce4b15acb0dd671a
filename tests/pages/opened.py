"""Pages opened as a person opens them, libraries to look at, and all the words that a page shows."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from raglib_core.api import RagIndex
from raglib_core.ui import workspace
from raglib_core.ui.workspace import Library

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests" / "samples"
PAGES = ("build", "contents", "search", "trace", "evaluation")
#: the first page of a process imports pandas and plotly
TIMEOUT = 60


def library_of(title: str, *names: str) -> Library:
    """A library of words only, built from samples."""
    made = workspace.create(title)
    files = [workspace.keep_source(made, name, (SAMPLES / name).read_bytes()) for name in names]
    RagIndex.build(files, made.index)
    return made


def open_page(name: str, **parameters: str) -> AppTest:
    """app.py first, then the page with the parameters of its URL.

    The page build is what app.py opens by itself. On other pages a press of a button is lost unless it is a callback:
    a test process forgets between two runs what `ensure_shell` told it.
    """
    app = AppTest.from_file(ROOT / "app.py", default_timeout=TIMEOUT)
    if name != "build":
        run(app)
        app.switch_page(f"pages/{name}.py")
    for key, value in parameters.items():
        app.query_params[key] = value
    return run(app)


def run(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception, app.exception[0].message
    return app


def shown(app: AppTest) -> str:
    """All words on the page, for tests that ask whether something is said at all."""
    kinds = ("title", "subheader", "markdown", "caption", "text", "error", "warning", "info", "success", "html")
    words = []
    for kind in kinds:
        words += [str(element.value) for element in app.get(kind)]
    words += [link.value for link in app.page_link] + [button.label for button in app.button]
    words += [f"{metric.label} {metric.value}" for metric in app.metric]
    return "\n".join(words)
