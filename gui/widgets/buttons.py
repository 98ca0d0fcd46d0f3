"""Buttons that Tab reaches and a click does not hold, most made in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMetaMethod, QObject, QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QToolButton

from gui.style.theme import BASE_FONT_PX

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction, QActionEvent, QEnterEvent
    from PySide6.QtWidgets import QWidget


def push_button(text: str = "", tip: str = "", *, primary: bool = False) -> QPushButton:
    """Make a button with words; the primary one of a place is in the accent."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if primary:
        button.setProperty("primary", True)
    return button


def tool_button(
    text: str = "", tip: str = "", *, name: str = "", look: str = "", side: int = 0
) -> QToolButton:
    """Make a button of a bar, of a title or of a line of text.

    Parameters
    ----------
    text, tip : str
    name : str
        What it is called where it has no text; default the text.
    look : {"", "quiet", "link"}
        Without a frame, or like a link.
    side : int
        Of its icon, in pixels; 0: the style's.
    """
    button = SignButton(side)
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if look:
        button.setProperty(look, True)
    return button


class SignButton(QToolButton):
    """A button whose sign is as large as its text.

    Parameters
    ----------
    side : int
        Of the sign beside usual text, in pixels; 0: the style's.
    """

    def __init__(self, side: int = 0) -> None:
        super().__init__()
        self._side = side
        self._follow_font()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._follow_font()

    def _follow_font(self) -> None:
        if self._side:
            self.setIconSize(sign_size(self, self._side))


def sign_size(widget: QWidget, side: int) -> QSize:
    """Give the size of a sign beside a widget's text, of so many pixels usually."""
    return QSize(side, side) * (widget.font().pixelSize() / BASE_FONT_PX)


def dialog_buttons(
    dialog: QDialog, text: str, accept: Callable[[], object] | None = None
) -> tuple[QDialogButtonBox, QPushButton]:
    """Make Cancel and what a dialog is for, which Enter presses.

    Their order is that of all dialogs of the desktop.

    Parameters
    ----------
    dialog : QDialog
    text : str
    accept : callable, optional
        What is done; default the dialog's own `accept`.
    """
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    go_on = buttons.addButton(text, QDialogButtonBox.ButtonRole.AcceptRole)
    go_on.setProperty("primary", True)
    go_on.setDefault(True)
    buttons.accepted.connect(accept or dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, go_on


def quiet_button(tip: str, name: str = "") -> QToolButton:
    """Make a small button without a frame, for a title; its tip is its name, too."""
    return tool_button(tip=tip, name=name or tip, look="quiet", side=14)


class ActionButton(QToolButton):
    """Shows an action, follows its changes, and is reached by Tab.

    With each change a QToolButton connects itself to the action once more (Qt 6.11):
    the next change would take longer, without end.
    """

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self.setDefaultAction(action)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Look at events only under the mouse: at others a frame would pay for it."""
        super().enterEvent(event)
        self.installEventFilter(self)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have the tool tip above, where it covers no other button."""
        if event.type() == QEvent.Type.ToolTip:
            from gui.widgets.tool_tip import show_above

            show_above(self)
            return True
        return super().eventFilter(watched, event)

    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)  # takes over all there is to show
        if event.type() == QEvent.Type.ActionChanged:
            action = event.action()
            changed = QMetaMethod.fromSignal(action.changed)
            QObject.disconnect(action, changed, self, QMetaMethod())
