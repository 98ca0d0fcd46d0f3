"""Which keys a control in use keeps for itself; all others play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QTabBar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

SPACE = frozenset({Qt.Key.Key_Space})
SIDEWAYS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
WAYS = SIDEWAYS | {Qt.Key.Key_Home, Qt.Key.Key_End}
KEPT: tuple[tuple[type[QWidget], frozenset[Qt.Key]], ...] = (
    (QAbstractButton, SPACE),
    (QComboBox, SPACE | WAYS),
    (QAbstractItemView, WAYS),
    (QTabBar, SIDEWAYS),
)
"""Lines to type in keep their keys by themselves."""


def keeps(control: QWidget | None, event: QEvent) -> bool:
    """Tell whether a control needs a key that is about to become a shortcut.

    A control of ours names the keys it needs as `own_keys`.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    kept = [keys for kind, keys in KEPT if isinstance(control, kind)]
    kept.append(getattr(control, "own_keys", frozenset()))
    return any(event.key() in keys for keys in kept)
