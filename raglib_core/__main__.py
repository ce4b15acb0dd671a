"""``python -m raglib_core``: the command line where its script is not on the path."""

import sys

from raglib_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
