"""Find Tesseract with Russian for the tests of scans; install it where that is possible (root on Debian).

Exit code 0: it is there. 1 with ``--quiet`` or CI=true: it is not. Otherwise 0 with a line that says which tests are left
out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from ensure_browser import install

#: Tesseract, its Russian, its sense of orientation, and a font with Cyrillic letters to draw scans with
PACKAGES = ("tesseract-ocr", "tesseract-ocr-rus", "tesseract-ocr-osd", "fonts-dejavu-core")


def found() -> bool:
    """Return whether Tesseract is there and reads Russian."""
    program = shutil.which("tesseract")
    if program is None:
        return False
    said = subprocess.run([program, "--list-langs"], capture_output=True, text=True, check=False).stdout
    return "rus" in said.split()


def main() -> int:
    """Find, else install, else say what is left out."""
    quiet = "--quiet" in sys.argv
    if not quiet and not found():
        install(PACKAGES)
    if found():
        if not quiet:
            print("tests of scans run with Tesseract")
        return 0
    if not quiet:
        print("raglib: no Tesseract with Russian: the tests of scans are skipped", file=sys.stderr)
    return 1 if quiet or os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())
