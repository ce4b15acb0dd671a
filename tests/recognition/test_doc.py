"""Old Word files: through LibreOffice where it is there, else an error that says what to install."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from raglib_core.errors import MissingProgram, RecognitionError
from raglib_core.recognition import recognize, word97
from raglib_core.recognition.worker import recognize_in_process
from tests.recognition.word_files import abstract, level, num, paragraph, word_file

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)

needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


def saved(folder: Path, stream: str) -> Path:
    path = folder / "старый.doc"
    path.write_bytes(OLE + stream.encode("utf-16-le"))
    return path


def test_without_libreoffice_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(word97.shutil, "which", lambda name: None)
    with pytest.raises(MissingProgram, match=r"старый\.doc.*LibreOffice.*apt-get install libreoffice-writer"):
        recognize(saved(tmp_path, "WordDocument"))


@pytest.mark.parametrize(("stream", "said"), [("EncryptedPackage", "password"), ("Workbook", "no Word document")])
def test_a_protected_file_and_another_office_file_are_refused_by_name(tmp_path: Path, stream: str, said: str):
    with pytest.raises(RecognitionError, match=rf"старый\.doc.*{said}"):
        recognize(saved(tmp_path, stream))


@needs_office
@pytest.mark.slow
def test_an_old_file_keeps_its_automatic_numbers_and_is_marked_as_converted(tmp_path: Path):
    numbering = abstract(0, level(0, "Статья %1."), level(1, "%1.%2.")) + num(1, 0)
    body = paragraph("Общее", at=(1, 0)) + paragraph("Общество создано.", at=(1, 1))
    (tmp_path / "новый.docx").write_bytes(word_file(body, numbering=numbering))
    profile = (tmp_path / "profile").as_uri()
    command = [
        "soffice",
        "--headless",
        f"-env:UserInstallation={profile}",
        "--convert-to",
        "doc",
        "--outdir",
        str(tmp_path),
    ]
    subprocess.run([*command, str(tmp_path / "новый.docx")], check=True, capture_output=True, timeout=110)
    got = recognize_in_process(tmp_path / "новый.doc")
    assert [line for line in got.text.split("\n") if line] == ["Статья 1. Общее", "1.1. Общество создано."]
    assert got.warnings[0].code == "converted"
