import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from raglib_core.cli import main

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def raglib(capsys, monkeypatch):
    """Run the command line in this process: ``raglib("toc", folder)``."""
    monkeypatch.delenv("RAGLIB_LANG", raising=False)

    def run(*arguments):
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = left.code
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def charter(tmp_path):
    """The charter of ООО «Северный причал» in a folder of its own."""
    return Path(shutil.copy(SAMPLES / "charter.md", tmp_path / "charter.md"))


@pytest.fixture(scope="session")
def shared_index(tmp_path_factory):
    """An index of the charter and the law with vectors of words; tests only read it."""
    folder = tmp_path_factory.mktemp("cli") / "index"
    inputs = [str(SAMPLES / "charter.md"), str(SAMPLES / "law.txt")]
    assert main(["build", *inputs, "--index", str(folder), "--embeddings", "hashing", "--normalizer", "none"]) == 0
    return folder


@pytest.fixture
def own_index(tmp_path, charter, raglib):
    """An index of the charter that the test may change."""
    folder = tmp_path / "own"
    assert raglib("build", charter, "--index", folder, "--embeddings", "none").code == 0
    return folder
