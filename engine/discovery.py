"""What is found by lying in a folder: a new file there needs to be named nowhere."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def modules_with(name: str, folder: ModuleType) -> list[ModuleType]:
    """Import the modules of a folder; give those that define a name."""
    names = [f"{folder.__name__}.{info.name}" for info in iter_modules(folder.__path__)]
    return [module for module in map(import_module, names) if hasattr(module, name)]
