"""What ARCHITECTURE.md and CONTRIBUTING.md name is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md")
PLACE = re.compile(r"`((?:engine|gui|tests|resources)/[\w/.]*|main\.py)(?::([\w.]+))?`")
RECIPES = re.compile(r"^```.*?^```|^`[\w/.]+`:$|`tests/\S*(?:robust|weight_bars)\S*`",
                     re.MULTILINE | re.DOTALL)  # fmt: skip


def places(page):
    """Give the paths that a page names, with what it says is defined there."""
    text = RECIPES.sub("", (ROOT / page).read_text(encoding="utf-8"))
    return PLACE.findall(text)


@cache
def definitions(path):
    """Name the functions and classes of a file, and what classes define."""
    names = set()
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            inner = (child for child in node.body if isinstance(child, ast.FunctionDef))
            names |= {f"{node.name}.{method.name}" for method in inner}
    return names


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_the_page_is_there(page):
    named = {path for path, _ in places(page)}
    assert named
    assert not [path for path in named if not (ROOT / path).exists()]


def test_every_function_on_the_page_is_where_it_says():
    named = [(path, name) for path, name in places("ARCHITECTURE.md") if name]
    assert len(named) > 50
    assert not [
        f"{path}:{name}" for path, name in named if name not in definitions(path)
    ]


@pytest.mark.parametrize("container", ["engine", "gui"])
def test_every_room_stands_in_the_listing(container):
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listing = text[text.index("    main.py ") : text.index("    resources/")]
    start, end = listing.index("    engine/"), listing.index("    gui/")
    part = listing[start:end] if container == "engine" else listing[end:]
    for path in (ROOT / container).iterdir():
        if path.is_dir() and not path.name.startswith("_"):
            assert f"{path.name}/" in part
        elif path.suffix == ".py" and path.name != "__init__.py":
            assert path.name in part
