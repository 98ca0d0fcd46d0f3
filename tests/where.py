"""Where something is: files, classes and functions that speak of all the words.

python -m tests.where next mistake
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "gui")


def places(words: list[str]) -> Iterator[str]:
    """Give ``file:line name: first line of its docstring``, file by file."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if not _are_in(f"{path.stem} {text}", words):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(
                    node, ast.Module | ast.ClassDef | ast.FunctionDef
                ) and _speaks(node, path, words):
                    yield _line(node, path)


def _speaks(
    node: ast.Module | ast.ClassDef | ast.FunctionDef, path: Path, words: list[str]
) -> bool:
    name = path.stem if isinstance(node, ast.Module) else node.name
    return _are_in(f"{name} {ast.get_docstring(node) or ''}", words)


def _are_in(text: str, words: list[str]) -> bool:
    return all(_plain(word) in _plain(text) for word in words)


def _plain(text: str) -> str:
    return text.replace("_", " ").casefold()


def _line(node: ast.Module | ast.ClassDef | ast.FunctionDef, path: Path) -> str:
    about = (ast.get_docstring(node) or "").partition("\n")[0]
    place = path.relative_to(ROOT).as_posix()
    if isinstance(node, ast.Module):
        return f"{place}: {about}"
    return f"{place}:{node.lineno} {node.name}: {about}"


if __name__ == "__main__":
    print(*places(sys.argv[1:]) if sys.argv[1:] else [__doc__], sep="\n")
