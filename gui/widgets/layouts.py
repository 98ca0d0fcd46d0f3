"""Columns and rows: what is in them, laid out in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout | tuple[QWidget | QLayout, int]
"""A widget or a layout; or one with its stretch, its share of the room that is left."""
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
    return _filled(QVBoxLayout(parent), parts, margins, spacing)


def in_row(
    parent: QWidget,
    *parts: Part,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Lay parts of a widget out from left to right, as `in_column` does downwards."""
    return _filled(QHBoxLayout(parent), parts, margins, spacing)


def _filled(
    box: Box, parts: tuple[Part, ...], margins: Margins, spacing: int | None
) -> Box:
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
        else:
            box.addLayout(item, stretch)
    return box
