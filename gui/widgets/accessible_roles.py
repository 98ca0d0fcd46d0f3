"""What a screen reader calls a widget that draws itself: to Qt it is but a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


def install_roles() -> None:
    """Let widgets say by `accessible_role`, a QAccessible.Role, what they are.

    One with a method `accessible_value` tells by it, too, what is to be read in it.
    """
    QAccessible.installFactory(_interface_of)


class _DrawnInterface(QAccessibleWidget):
    def text(self, kind: QAccessible.Text) -> str:
        value = getattr(self.object(), "accessible_value", None)
        if kind == QAccessible.Text.Value and value is not None:
            return str(value())
        return super().text(kind)


def _interface_of(_: str, drawn: QObject) -> _DrawnInterface | None:
    """Make what Qt asks, once somebody listens; None leaves it to Qt."""
    role = getattr(drawn, "accessible_role", None)
    if role is None or not isinstance(drawn, QWidget):
        return None
    return _DrawnInterface(drawn, role)
