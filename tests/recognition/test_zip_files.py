"""An archive of documents stands for its documents; one that cannot be unpacked is a row that says why."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from raglib_core.building import build
from raglib_core.errors import LimitExceeded, RecognitionError
from raglib_core.recognition import recognize
from raglib_core.recognition.zip_files import unpacked

CLAUSE = "5.1. Общество вправе {}.\n"


def zip_file(parts: dict[str, bytes], *, dos_names: bool = False) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            stored = name.encode("cp866").decode("cp437") if dos_names else name
            archive.writestr(zipfile.ZipInfo(stored), data, zipfile.ZIP_DEFLATED)
    data = buffer.getvalue()
    return _without_utf8_flags(data) if dos_names else data


def _without_utf8_flags(data: bytes) -> bytes:
    """Turn a file with names in UTF-8 into one with names in the code page of DOS: the names are recoded by hand."""
    import struct

    out = bytearray()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        central = b""
        for entry in archive.infolist():
            name = entry.filename.encode("cp437")
            content = archive.read(entry)
            start = len(out)
            tail = struct.pack("<IIIHH", entry.CRC, len(content), len(content), len(name), 0)
            out += struct.pack("<IHHHHH", 0x04034B50, 20, 0, 0, 0, 0x21) + tail + name + content
            central += (
                struct.pack("<IHHHHHH", 0x02014B50, 20, 20, 0, 0, 0, 0x21)
                + tail
                + struct.pack("<HHHII", 0, 0, 0, 0, start)
                + name
            )
        count = len(archive.infolist())
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(central), len(out), 0)
    return bytes(out) + central + end


def saved(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_the_files_of_an_archive_are_built_beside_the_others(tmp_path: Path):
    archive = zip_file(
        {
            "вложения/устав.md": CLAUSE.format("строить").encode(),
            "../../побег.txt": CLAUSE.format("бежать").encode(),
            "вложения/": b"",
            "__MACOSX/._устав.md": b"x",
            "шум.bin": bytes(range(256)),
        }
    )
    inputs = [saved(tmp_path, "архив.zip", archive), saved(tmp_path, "закон.txt", CLAUSE.format("читать").encode())]
    report = build(inputs, tmp_path / "index")
    assert [(row.name, row.status) for row in report.files] == [
        ("устав.md", "built"), ("побег.txt", "built"), ("шум.bin", "failed"), ("закон.txt", "built"),
    ]  # fmt: skip
    assert not (tmp_path.parent / "побег.txt").exists()


def test_russian_names_of_old_archivers_are_restored(tmp_path: Path):
    path = saved(tmp_path, "а.zip", zip_file({"Устав общества.txt": b"5.1. x"}, dos_names=True))
    with unpacked([path], 10**6) as files:
        assert [file.name for file in files] == ["Устав общества.txt"]
        assert files[0].read_bytes() == b"5.1. x"
    assert not files[0].exists()


@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (zip_file({}), RecognitionError, "holds no files"),
        (zip_file({"устав.txt": b"5.1. x" * 1000})[:150], RecognitionError, "damaged"),
        (zip_file({"бомба.txt": bytes(70_000_000)}), LimitExceeded, "archive is 66 MB"),
        (zip_file({"внутри.zip": zip_file({"а.txt": b"x"})}), RecognitionError, "archive inside an archive"),
    ],
)
def test_an_archive_that_cannot_be_unpacked_says_why(tmp_path: Path, data: bytes, error: type, said: str):
    path = saved(tmp_path, "архив.zip", data)
    with unpacked([path], 10**8) as files:
        if files == [path]:
            with pytest.raises(error, match=rf"архив\.zip.*{said}"):
                recognize(path)
        else:
            with pytest.raises(error, match=said):
                recognize(files[0])
