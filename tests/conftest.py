"""How property tests run: without a deadline, since machines of CI are shared; with CI=true always the same examples."""

import os

from hypothesis import settings

settings.register_profile("raglib", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("raglib")
