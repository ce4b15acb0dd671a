"""Small indexes of the samples, built once for all tests of search."""

from pathlib import Path

import pytest

from raglib_core.api import RagIndex
from raglib_core.embeddings import HashingEmbeddings
from raglib_core.recognition import MockRecognizer

SAMPLES = Path(__file__).parents[1] / "samples"


def built(folder, *names, embeddings=None):
    files = [SAMPLES / name for name in names]
    return RagIndex.build(files, folder, recognizer=MockRecognizer(), embeddings=embeddings)


@pytest.fixture(scope="session")
def charter(tmp_path_factory):
    return built(tmp_path_factory.mktemp("charter"), "charter.md", embeddings=HashingEmbeddings())


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    names = ("charter.md", "law.txt", "regulation.md")
    return built(tmp_path_factory.mktemp("library"), *names, embeddings=HashingEmbeddings())


@pytest.fixture(scope="session")
def words_only(tmp_path_factory):
    return built(tmp_path_factory.mktemp("words"), "charter.md")


@pytest.fixture
def written(tmp_path):
    """Write a document of given lines and build an index of words over it (or with embeddings)."""

    def write(text, *, name="doc.md", **options):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return RagIndex.build([tmp_path / name], tmp_path / "index", recognizer=MockRecognizer(), **options)

    return write
