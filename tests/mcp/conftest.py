"""Two libraries, markdown about search and the charters of the demo, and clients of a server over them."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

import raglib_core
from raglib_core.api import RagIndex
from raglib_core.recognition import MockRecognizer
from raglib_core.serving import Libraries

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


def built(folder, inputs):
    return RagIndex.build(inputs, folder, recognizer=MockRecognizer()).root


@pytest.fixture(scope="session")
def rag(tmp_path_factory):
    return built(tmp_path_factory.mktemp("mcp") / "rag", SAMPLES / "rag")


@pytest.fixture(scope="session")
def charters(tmp_path_factory):
    files = [SAMPLES / name for name in ("charter.md", "law.txt", "regulation.md", "bylaws_en.md")]
    return built(tmp_path_factory.mktemp("mcp") / "charters", files)


@pytest.fixture(scope="session")
def libraries(rag, charters):
    return Libraries([rag, charters])


class Caller:
    """Calls tools of a server in this process: ``call("search_documents", query="…")``."""

    def __init__(self, libraries, language="ru"):
        room = pytest.importorskip("raglib_core.mcp_server", exc_type=ImportError)
        self._server = room.make_server(libraries, language=language)

    def run(self, work, **options):
        async def connected():
            async with pytest.importorskip("mcp").Client(self._server, **options) as client:
                return await work(client)

        return asyncio.run(connected())

    def result(self, tool, **arguments):
        return self.run(lambda client: client.call_tool(tool, arguments))

    def __call__(self, tool, **arguments):
        result = self.result(tool, **arguments)
        assert not result.is_error, result.content
        found = result.structured_content
        return found["result"] if found.keys() == {"result"} else found

    def error(self, tool, **arguments):
        result = self.result(tool, **arguments)
        assert result.is_error
        return result.content[0].text


@pytest.fixture(scope="session")
def call(libraries):
    return Caller(libraries)


@pytest.fixture(scope="session")
def call_rag(rag):
    return Caller(Libraries([rag]))


def environment():
    path = os.pathsep.join(
        entry for entry in (str(Path(raglib_core.__file__).parents[1]), os.environ.get("PYTHONPATH")) if entry
    )
    return {**os.environ, "PYTHONPATH": path}


@pytest.fixture(scope="session")
def over_stdio(rag, charters):
    """What a client needs to start `raglib mcp` over stdin and stdout."""
    arguments = ["-m", "raglib_core", "mcp", str(rag), str(charters)]
    return pytest.importorskip("mcp").StdioServerParameters(command=sys.executable, args=arguments, env=environment())
