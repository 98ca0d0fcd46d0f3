"""The engine: data, learners and recorded runs. It knows nothing of any screen."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.data.dataset import Dataset
    from engine.training.branch import Branch
    from engine.training.frame import Epochs, Frame
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

__version__ = "0.1.0"

__all__ = ["Branch", "Dataset", "Epochs", "Frame", "Recipe", "Tape", "__version__"]

_MODULES = {
    "Branch": "engine.training.branch",
    "Dataset": "engine.data.dataset",
    "Epochs": "engine.training.frame",
    "Frame": "engine.training.frame",
    "Recipe": "engine.training.recipe",
    "Tape": "engine.training.tape",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, not all: a window is there sooner."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
