"""References of a document through the library: what it refers to, and who refers to a clause."""

from pathlib import Path

import pytest

from raglib_core import RagIndex, UnknownClause

SAMPLES = Path(__file__).parent.parent / "samples"


def test_references_out_and_in(tmp_path: Path) -> None:
    index = RagIndex.build(SAMPLES / "charter.md", tmp_path / "index")
    assert [(one.source, one.target) for one in index.references("charter")] == [("12.2", "13.1")]
    assert [one.source for one in index.references("charter", to="п. 13.1")] == ["12.2"]
    assert index.references("charter", to="13.2") == []
    with pytest.raises(UnknownClause):
        index.references("charter", to="99.9")
