"""Where the application's own files lie: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

import raglib_core

PACKAGE = Path(raglib_core.__file__ or "").resolve().parent


def application_root() -> Path:
    """Return the folder that holds app.py, pages, assets and static.

    In an installed wheel that is ``raglib_core/application``; in a checkout the folder of the package.
    """
    checkout = PACKAGE.parent
    return checkout if (checkout / "app.py").is_file() else PACKAGE / "application"


def asset(*parts: str) -> Path:
    """Return the path of a file under assets."""
    return application_root().joinpath("assets", *parts)


def demo_files() -> list[Path]:
    """Return the demo documents in the order of their names; empty when none are shipped."""
    folder = asset("demo")
    return sorted(path for path in folder.glob("*") if path.suffix in {".md", ".txt", ".html"})
