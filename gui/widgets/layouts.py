"""Columns, rows and grids: what is in them, laid out in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QVBoxLayout,
    QWidget,
)

Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout | tuple[QWidget | QLayout | None, int]
"""A widget or a layout; or one with its stretch, its share of the room that is left."""
STRETCH: Part = (None, 1)
"""Room that is left free."""
Margins = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)


def in_column(
    parent: QWidget,
    *parts: Part,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Lay parts of a widget out from top to bottom.

    Parameters
    ----------
    parent : QWidget
        Whose layout it is.
    *parts : QWidget, QLayout, or one of them with its stretch
    margins : (int, int, int, int)
        Pixels at the left, above, at the right and below.
    spacing : int, optional
        Pixels between two of them; default the style's.
    """
    box = QVBoxLayout(parent)
    box.setContentsMargins(*margins)
    return _filled(box, parts, spacing)


def in_row(
    parent: QWidget,
    *parts: Part,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Lay parts of a widget out from left to right, as `in_column` does downwards."""
    box = QHBoxLayout(parent)
    box.setContentsMargins(*margins)
    return _filled(box, parts, spacing)


def column_of(*parts: Part, spacing: int | None = None) -> QVBoxLayout:
    """Lay parts out from top to bottom, within what will be around them."""
    return _filled(QVBoxLayout(), parts, spacing)


def row_of(*parts: Part, spacing: int | None = None) -> QHBoxLayout:
    """Lay parts out from left to right, within what will be around them."""
    return _filled(QHBoxLayout(), parts, spacing)


def grid_of(across: int, up: int) -> QGridLayout:
    """Make a grid with so many pixels between its columns and its rows."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(up)
    return grid


def in_grid(
    parent: QWidget, across: int, up: int, margins: Margins = NO_MARGINS
) -> QGridLayout:
    """Lay parts of a widget out in a grid, as `in_column` does downwards."""
    grid = grid_of(across, up)
    grid.setContentsMargins(*margins)
    parent.setLayout(grid)
    return grid


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Add parts at the end of a row or a column."""
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if item is None:
            box.addStretch(stretch)
        elif isinstance(item, QWidget):
            box.addWidget(item, stretch)
        else:
            box.addLayout(item, stretch)


def _filled(box: Box, parts: tuple[Part, ...], spacing: int | None) -> Box:
    if spacing is not None:
        box.setSpacing(spacing)
    fill(box, *parts)
    return box
