"""The wheel is for any platform and carries the application."""

import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("build", "contents", "search", "trace", "evaluation")


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_is_for_any_platform(wheel):
    assert wheel.name == "raglib_core-0.1.0-py3-none-any.whl"


def test_the_wheel_holds_every_module_of_the_package(names):
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "raglib_core").rglob("*.py")}
    assert modules <= names
    assert "raglib_core/py.typed" in names


def test_the_wheel_carries_the_application(names):
    application = "raglib_core/application/"
    assert {f"{application}{name}" for name in ("app.py", ".streamlit/config.toml")} <= names
    assert {f"{application}pages/{page}.py" for page in PAGES} <= names
    for folder in ("assets", "static"):
        files = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert {f"{application}{name}" for name in files} <= names


def test_the_wheel_holds_nothing_else(names):
    strangers = {name for name in names if not name.startswith(("raglib_core/", "raglib_core-0.1.0.dist-info/"))}
    assert strangers == set()
    assert not [name for name in names if name.endswith(("setup.py", ".pyc"))]
