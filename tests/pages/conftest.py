"""A fresh workspace for each test and a library of words only in it."""

import shutil
from pathlib import Path

import pytest

from raglib_core.ui import workspace as workspaces
from raglib_core.ui.workspace import Library
from tests.pages.opened import library_of


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "workspace"
    monkeypatch.setenv(workspaces.ENVIRONMENT, str(folder))
    return folder


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one library, built once and copied for each test."""
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(workspaces.ENVIRONMENT, str(folder))
        library_of("Образцы", "charter.md", "law.txt", "regulation.md")
    return folder


@pytest.fixture
def library(workspace: Path, built: Path) -> Library:
    """A charter, a law, and a regulation whose number 7 is missing."""
    shutil.copytree(built, workspace)
    return workspaces.libraries()[0]
