"""A small button in a number's box that plays the number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton

from gui.style.icons import icon
from gui.style.theme import current_theme
from gui.widgets.number_boxes import is_space, taken

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QHideEvent, QMouseEvent

    from gui.widgets.labels import FieldLabel
    from gui.widgets.number_boxes import NumberBox

SIGN, WIDTH, INSET = 10, 16, 3
"""Pixels of the sign, of the button, and to the box's edges."""
ARROWS = 24
"""Pixels at the right of a box that its number does not have."""
SHOWN_AT = (
    QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut,
    QEvent.Type.EnabledChange, QEvent.Type.Resize,
)  # fmt: skip


class PlayButton(QToolButton):
    """Lies at the left in a box while the mouse is on its row, or it has the focus.

    It takes no room: where a long number needs all of the box it is not there.

    Parameters
    ----------
    label : FieldLabel
        The number's name, whose row this is.
    box : NumberBox

    Attributes
    ----------
    plays : bool

    Signals
    -------
    hidden
        It is not seen any more, as its box may not be.
    """

    hidden = Signal()

    def __init__(self, label: FieldLabel, box: NumberBox) -> None:
        super().__init__(box)
        self._label, self._box = label, box
        self.plays = False
        self.setProperty("quiet", True)
        self.setProperty("inBox", True)
        self.setIconSize(QSize(SIGN, SIGN))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"Play {label.text()}")
        self.setToolTip("Play: run this number through its range; any touch stops it")
        self.hide()
        for part in (label, box, self):
            part.installEventFilter(self)

    def show_playing(self, plays: bool) -> None:
        """Stay in sight while it plays."""
        self.plays = plays
        self._follow_row()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Leave the keys to the window: Qt gives them to the box."""
        super().mousePressEvent(event)
        self._box.clearFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hidden.emit()

    def event(self, event: QEvent) -> bool:
        """Take Space before the shortcut does; asked only with the focus."""
        return taken(event, wanted=is_space(event)) or super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at where mouse and focus are."""
        if event.type() in SHOWN_AT:
            self._follow_row()
        return False

    def _follow_row(self) -> None:
        box, row = self._box, (self._box, self._label)
        wanted = any(part.underMouse() or part.hasFocus() for part in (*row, self))
        number = box.fontMetrics().horizontalAdvance(box.text())
        fits = number + WIDTH + ARROWS <= box.width()
        shown = box.isEnabled() and (self.plays or (wanted and fits))
        if shown:
            theme, sign = current_theme(), "pause" if self.plays else "play"
            self.setIcon(icon(sign, theme, theme.accent_text))
            high = box.height() - 2 * INSET
            self.setGeometry(INSET, INSET, WIDTH, high)
        self.setVisible(shown)
