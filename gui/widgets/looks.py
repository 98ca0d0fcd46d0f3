"""Looks of a widget that the style sheet knows by a property."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def set_look(widget: QWidget, name: str, value: object) -> bool:
    """Set a property of a widget that is seen; tell whether it is another."""
    if widget.property(name) == value:
        return False
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    return True


def mark_invalid(widget: QWidget, invalid: bool) -> None:
    """Show that what is typed cannot be, or that it can."""
    if invalid != bool(widget.property("invalid")):
        set_look(widget, "invalid", invalid)
