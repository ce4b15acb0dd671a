"""The command line: a sub-command for each verb of the library, progress on stderr, results on stdout.

Exit codes: 0 done; 1 failed, also where only some of the files failed; 2 wrong usage; 3 `check --strict` found errors.
"""

from raglib_core.cli.entry import main

__all__ = ["main"]
