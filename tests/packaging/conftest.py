import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of this checkout, built from a copy with setuptools alone."""
    if not (ROOT / "raglib_core").is_dir():
        pytest.skip("needs the checkout")
    source, target = tmp_path_factory.mktemp("source") / "raglib", tmp_path_factory.mktemp("wheel")
    left_out = (".git", ".venv*", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", "tests")
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*left_out))
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*pip, ".", "-w", target], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = target.glob("*.whl")
    return built
