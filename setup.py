"""What pyproject.toml cannot say: a wheel carries the application that stands at the top of the checkout.

`raglib app` runs app.py beside the package in a checkout and raglib_core/application/app.py in an installed wheel.
"""

import shutil
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

APPLICATION = ("app.py", "pages", "assets", "static", ".streamlit/config.toml")


class BuildWithApplication(build_py):
    """Copies the application into the package after its modules."""

    def run(self) -> None:
        """Build the modules, then lay the application beside them; an editable install has it in the checkout."""
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "raglib_core" / "application"
        shutil.rmtree(target, ignore_errors=True)
        for name in APPLICATION:
            self._lay(Path(__file__).parent / name, target / name)

    def _lay(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


setup(
    cmdclass={"build_py": BuildWithApplication},
    packages=find_packages(include=["raglib_core", "raglib_core.*"]),
    package_data={"raglib_core": ["py.typed"]},
    include_package_data=False,
)
