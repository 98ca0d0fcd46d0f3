"""`main.py → gui → engine`, one way; what is slow to import comes when it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]
SCREEN = {"PySide6", "PyQt5", "PyQt6", "PySide2", "shiboken6", "pyqtgraph", "qtpy"}
SLOW = {
    "numba",
    "llvmlite",
    "sklearn",
    "pandas",
    "scipy",
    "onnx",
    "PIL",
    "av",
    "ziamath",
}


def sources(folder):
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path):
    return tuple(ast.walk(parsed(path)))


def imports(path):
    """Name what a file imports, anywhere in it: (whole name, line)."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.module, node.lineno


def offences(folder, forbidden):
    return [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(folder)
        for name, line in imports(path)
        if name.partition(".")[0] in forbidden
    ]


def loaded(code):
    """Name the top-level packages that a fresh Python has loaded after the code."""
    code += (
        "\nimport sys; print('LOADED', *{name.split('.')[0] for name in sys.modules})"
    )
    run = subprocess.run(
        [sys.executable, "-B", "-c", code],
        cwd=ROOT, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return set(run.stdout.rpartition("LOADED")[2].split())


def test_there_is_something_to_look_at():
    assert len(sources("engine")) > 15
    assert len(sources("gui")) > 15
    assert dict(imports(ROOT / "gui" / "app.py"))


def test_the_engine_imports_no_screen_and_nothing_above_it():
    assert not offences("engine", SCREEN | {"gui", "main", "tests", "resources"})


def test_the_window_does_not_import_its_entry_or_the_tests():
    assert not offences("gui", {"main", "tests", "resources"})


def test_the_entry_imports_the_house_and_the_standard_library_only():
    names = {name.partition(".")[0] for name, _ in imports(ROOT / "main.py")}
    house = names - sys.stdlib_module_names
    assert house == {"engine", "gui"}


def test_all_the_rest_of_what_is_imported_is_declared():
    """A dependency of pyproject.toml, the standard library or the house."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [
        dependency
        for extra in project["optional-dependencies"].values()
        for dependency in extra
    ]
    text = " ".join(project["dependencies"] + extras).lower()
    called = {
        "PIL": "pillow",
        "markdown_it": "markdown-it-py",
        "python_calamine": "python-calamine",
        "mdit_py_plugins": "mdit-py-plugins",
        "yaml": "pyyaml",
        "charset_normalizer": "charset-normalizer",
        "sklearn": "scikit-learn",
        "PySide6": "pyside6",
        "shiboken6": "pyside6",  # comes with it, in the same version
    }
    for folder in ("engine", "gui"):
        for path in sources(folder):
            for name, line in imports(path):
                top = name.partition(".")[0]
                if top in sys.stdlib_module_names or top in ("engine", "gui"):
                    continue
                assert called.get(top, top).lower() in text, f"{path}:{line} {name}"


def test_no_module_of_the_engine_loads_a_screen():
    code = """
import importlib, pkgutil, engine
for info in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(info.name)
"""
    packages = loaded(code)
    assert "engine" in packages
    assert not packages & (SCREEN | {"gui", "main"})


def test_every_module_of_the_engine_is_in_a_package():
    for path in sources("engine"):
        assert (path.parent / "__init__.py").exists(), path


def test_the_engine_alone_loads_nothing_slow():
    packages = loaded("from engine import Dataset, Recipe, Tape")
    assert "numpy" in packages
    assert not packages & (SLOW | SCREEN)


def test_a_tape_is_made_without_the_compiler():
    code = "from engine import *; Tape(Dataset([[1, 2]], [1]), Recipe()).frame(0)"
    assert not loaded(code) & (SLOW | SCREEN)


@pytest.mark.parametrize("command", ["--version", "learners"])
def test_short_commands_load_nothing_slow(command):
    code = (
        "import main\n"
        f"try: main.main([{command!r}])\n"
        "except SystemExit as end: assert not end.code\n"
    )
    assert not loaded(code) & (SLOW | SCREEN | {"gui"})


def test_the_window_is_imported_without_its_source_text_being_read():
    """As PySide6's own `import` would, of every module after it."""
    read = "[path for path in linecache.cache if 'pyqtgraph' in path or 'gui' in path]"
    code = f"import linecache, gui.window.main_window; assert not {read}, {read}"
    assert "pyqtgraph" in loaded(code)


def test_resources_hold_no_logic():
    assert not sources("resources")
    assert any((ROOT / "resources").iterdir())


def test_every_room_imports_from_rooms_under_it_only(capsys):
    """The order of the rooms stands in pyproject.toml, under importlinter."""
    kept = lint_imports(str(ROOT / "pyproject.toml"), no_cache=True)
    assert kept == 0, capsys.readouterr().out


OF_A_KIND = {"coef", "intercept", "votes"}
"""What only some models have."""
MAY_KNOW = (
    "engine/models", "engine/families", "engine/learners", "engine/training/loops",
)  # fmt: skip


def asks_for_the_kind(path):
    """Tell whether a file asks `can(model, …)`, or takes a model of a certain kind."""
    names = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
    imported = {
        alias.name
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return bool({"can"} & names or {"LinearModel", "VotedModel"} & imported)


@pytest.mark.parametrize("folder", ["engine", "gui"])
def test_what_only_some_models_have_is_asked_for(folder):
    blind = []
    for path in sources(folder):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(MAY_KNOW) or asks_for_the_kind(path):
            continue
        blind += [
            f"{place}:{node.lineno} reads {node.attr}"
            for node in nodes(path)
            if isinstance(node, ast.Attribute)
            and node.attr in OF_A_KIND
            and isinstance(node.ctx, ast.Load)
        ]
    assert not blind


def test_a_class_name_has_one_meaning():
    places = defaultdict(list)
    for path in [*sources("engine"), *sources("gui")]:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    assert not {name: where for name, where in places.items() if len(where) > 1}


EMPTY = {"one", "found", "some", "told"}
"""Names that fit whatever it is, and so say nothing of it."""


def names_given(path):
    """Name variables, parameters, attributes and functions: (name, line)."""
    for node in nodes(path):
        match node:
            case ast.Name(ctx=ast.Store(), id=name) | ast.arg(arg=name):
                yield name, node.lineno
            case ast.Attribute(ctx=ast.Store(), attr=name):
                yield name, node.lineno
            case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)):
                yield name, node.lineno


def test_a_name_says_what_it_is_of():
    empty = []
    for path in [ROOT / "main.py", *sources("engine"), *sources("gui")]:
        place = path.relative_to(ROOT).as_posix()
        empty += [
            f"{place}:{line} {name}"
            for name, line in names_given(path)
            if name.strip("_") in EMPTY
        ]
    assert not empty
