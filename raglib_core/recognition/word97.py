"""Old Word files (.doc): converted by LibreOffice where that is installed, then read as .docx."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from raglib_core.errors import MissingProgram, RecognitionError
from raglib_core.model import Notice, Recognized
from raglib_core.recognition import processes
from raglib_core.recognition.docx import read_docx
from raglib_core.recognition.kinds import Source

RECOGNIZER = "doc"
INSTALL = "apt-get install libreoffice-writer"
SECONDS = 100.0

_PROGRAMS = ("soffice", "libreoffice")
#: Names of streams in the compound file: the text of Word, and the lock of any newer office file.
_WORD = "WordDocument".encode("utf-16-le")
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def read_doc(source: Source) -> Recognized:
    """Return the text of a .doc by way of LibreOffice, with a warning that it was converted.

    Raises MissingProgram without LibreOffice, RecognitionError for a file that is protected, no Word document, or
    cannot be converted within `SECONDS`.
    """
    if _LOCKED in source.data:
        raise _error(
            source.name,
            "it is protected by a password; save a copy without one and try again",
            "файл защищён паролем; сохраните копию без пароля и повторите",
        )
    if _WORD not in source.data:
        raise _error(
            source.name,
            "it is an old office file, but no Word document; save the text as .docx",
            "это старый офисный файл, но не документ Word; сохраните текст в .docx",
        )
    program = next((path for name in _PROGRAMS if (path := shutil.which(name))), None)
    if program is None:
        raise MissingProgram(name=source.name, program="LibreOffice", command=INSTALL)
    read = read_docx(replace(source, data=_converted(program, source), kind="docx"))
    return replace(read, recognizer=RECOGNIZER, warnings=(Notice("converted"), *read.warnings))


def _converted(program: str, source: Source) -> bytes:
    with tempfile.TemporaryDirectory(prefix="raglib-doc-") as name:
        folder = Path(name)
        old = folder / "document.doc"
        old.write_bytes(source.data)
        # A profile of its own: no macros of the user, no clash with an office that is open.
        profile = (folder / "profile").as_uri()
        command = [program, "--headless", "--norestore", f"-env:UserInstallation={profile}", "--convert-to", "docx"]
        process = subprocess.Popen(
            [*command, "--outdir", str(folder), str(old)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired as error:
            raise _error(
                source.name,
                f"LibreOffice did not convert it within {SECONDS:g} s; save it as .docx",
                f"LibreOffice не преобразовал файл за {SECONDS:g} с; сохраните его в .docx",
            ) from error
        finally:
            processes.end(process)
        new = folder / "document.docx"
        if not new.is_file():
            raise _error(
                source.name,
                "LibreOffice could not convert it; save it as .docx in its program",
                "LibreOffice не смог преобразовать файл; сохраните его в .docx в его программе",
            )
        return new.read_bytes()


def _error(name: str, reason: str, reason_ru: str) -> RecognitionError:
    return RecognitionError(name=name, reason=reason, reason_ru=reason_ru)
