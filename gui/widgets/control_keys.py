"""Keys that a control needs come to it before they become the window's shortcuts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QSlider,
    QTabBar,
    QWidget,
)

from gui.widgets.number_boxes import leaves_undo

SPACE = frozenset({Qt.Key.Key_Space})
SIDEWAYS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
ALONG = SIDEWAYS | {Qt.Key.Key_Home, Qt.Key.Key_End}
NEEDED_KEYS: tuple[tuple[type[QWidget], frozenset[Qt.Key]], ...] = (
    (QAbstractButton, SPACE),
    (QComboBox, SPACE | ALONG),
    (QAbstractItemView, ALONG),
    (QSlider, ALONG),
    (QTabBar, SIDEWAYS),
)
"""Lines to type in keep their keys by themselves."""
CLICKED = "clicked"
"""The property of a control that says it was clicked, not reached by keyboard."""
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def needs_key(control: QObject | None, event: QEvent) -> bool:
    """Tell whether a control needs a key that is about to become a shortcut.

    A control of ours names the keys it needs as `own_keys`.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if event.modifiers() & COMMANDS:
        return False
    needed = [keys for kind, keys in NEEDED_KEYS if isinstance(control, kind)]
    needed.append(getattr(control, "own_keys", frozenset()))
    return any(event.key() in keys for keys in needed)


class ControlKeys(QObject):
    """Follows the focus; a control that was reached by keyboard has its keys first.

    One that was clicked leaves them to the window: the arrows step through the run.
    Undo is always the window's, but for what is being typed into a line.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._control: QWidget | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and before is self._control:
            before.removeEventFilter(self)
        clicked = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        within = before and now and before.window() is now.window()
        if now is not None and (within or clicked):  # after a dialog it is as it was
            now.setProperty(CLICKED, clicked)
        followed = isinstance(now, QLineEdit) or (now and not now.property(CLICKED))
        self._control = now if followed else None
        if self._control is not None:
            self._control.installEventFilter(self)

    def eventFilter(self, control: QObject, event: QEvent) -> bool:
        """Give a key to the control, if it needs it, and none once it is clicked."""
        if isinstance(control, QLineEdit):
            if leaves_undo(control, event):
                event.ignore()
                return True
        elif event.type() == QEvent.Type.MouseButtonPress:
            control.setProperty(CLICKED, True)
            control.removeEventFilter(self)
            self._control = None
        elif needs_key(control, event):
            event.accept()
            return True
        return False
