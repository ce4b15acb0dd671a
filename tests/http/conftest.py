"""The API over two libraries, and a client that calls it in this process."""

import pytest

from raglib_core.serving import Libraries
from tests.search.conftest import SAMPLES, built


@pytest.fixture(scope="session")
def libraries(tmp_path_factory):
    folder = tmp_path_factory.mktemp("http")
    built(folder / "charters", "charter.md", "law.txt", "regulation.md")
    built(folder / "rag", "rag")
    return Libraries([folder / "charters", folder / "rag"])


@pytest.fixture(scope="session")
def client(libraries):
    testing = pytest.importorskip("fastapi.testclient")
    room = pytest.importorskip("raglib_core.http_api", exc_type=ImportError)
    return testing.TestClient(room.create_application(libraries), raise_server_exceptions=False)


__all__ = ["SAMPLES"]
