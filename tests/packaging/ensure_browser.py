"""Find the browser of the browser tests; install it where that is possible (root on Debian).

Exit code 0: a browser is there, its path is printed. 1 with ``--quiet`` or CI=true: there is none. Otherwise 0 with a
line that says which tests are left out. RAGLIB_CHROMIUM names a browser that stands elsewhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: Chromium, and fonts with Cyrillic letters for its screenshots
PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-noto-core")


def browser() -> str | None:
    """Return the path of a Chromium, None where there is none."""
    named = os.environ.get("RAGLIB_CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install(packages: tuple[str, ...] = PACKAGES) -> None:
    """Install Debian's packages; does nothing where this account or system cannot."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    commands = (
        ["apt-get", "-q", "update"],
        ["apt-get", "-q", "-y", "install", "--no-install-recommends", *packages],
    )
    for command in commands:
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            print(f"raglib: {' '.join(command)} failed: {done.stderr.strip()[-500:]}", file=sys.stderr)


def main() -> int:
    """Find, else install, else say what is left out."""
    quiet = "--quiet" in sys.argv
    found = browser()
    if found is None and not quiet:
        install()
        found = browser()
    if found is not None:
        if not quiet:
            print(f"browser tests run in {found}")
        return 0
    if not quiet:
        print("raglib: no Chromium found and none could be installed: the browser tests are skipped", file=sys.stderr)
    return 1 if quiet or os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())
