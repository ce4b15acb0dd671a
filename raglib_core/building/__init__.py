"""Files into an index: building anew, adding, removing, and what an index tells about how it was made."""

from raglib_core.building.files import Inputs, add, build, remove, renew
from raglib_core.building.opened import carries_meaning_of, embedder_for, model_of, opened, other_model, settings_of
from raglib_core.building.repair import repair
from raglib_core.indexing.checking import IndexCheck, Problem, check

__all__ = [
    "IndexCheck",
    "Inputs",
    "Problem",
    "add",
    "build",
    "carries_meaning_of",
    "check",
    "embedder_for",
    "model_of",
    "opened",
    "other_model",
    "remove",
    "renew",
    "repair",
    "settings_of",
]
