"""The pages of a lesson as dots: which is open, which are done; each can be gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from gui.widgets.control_keys import SIDEWAYS
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from gui.style.theme import Theme

MOST = 10
"""Pages that have dots; of more it is written which one is open."""
SIZE, DOT, WIDE = QSize(15, 22), 8.0, 12.0
"""Of a dot's place, of the dot, and of that of the page that is open, in pixels."""
Key = Qt.Key
WAYS = {Key.Key_Left: -1, Key.Key_Right: 1}


class PageDot(QAbstractButton):
    """A page; the arrow keys lead to its neighbours."""

    own_keys = SIDEWAYS

    def __init__(self, dots: PageDots, place: int) -> None:
        super().__init__()
        self._dots, self.place = dots, place
        self.is_done = False
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return SIZE * self._dots.theme.scale

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in WAYS:
            self._dots.go(self.place + WAYS[Key(event.key())], focus=True)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        theme = self._dots.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            wide = WIDE if self.isChecked() else DOT
            area = QRectF(0, 0, wide * theme.scale, DOT * theme.scale)
            area.moveCenter(QRectF(self.rect()).center())
            filled = theme.accent if self.isChecked() else theme.muted
            painter.setBrush(
                QColor(filled if self.isChecked() or self.is_done else theme.card)
            )
            hovered = self.underMouse() or self.hasFocus()
            painter.setPen(QPen(QColor(theme.focus if hovered else filled), 1.5))
            radius = area.height() / 2
            painter.drawRoundedRect(area, radius, radius)


class PageDots(QWidget):
    """A dot for each page.

    Signals
    -------
    chosen(int)
        The place of a page, from 0.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.words = ""
        self._row = in_row(self, spacing=0)
        self._text = with_role(QLabel(), "muted")
        self._row.addWidget(self._text)
        self.dots: list[PageDot] = []
        self._place = 0

    def show_pages(
        self, titles: Sequence[str], place: int, done: Collection[int]
    ) -> None:
        """Show the pages of a lesson, the one that is open, and those that are done."""
        self._place, n = place, len(titles)
        self.words = f"{place + 1} of {n}"
        self.setAccessibleName(f"Page {self.words}")
        self._text.setText(self.words)
        self._text.setVisible(n > MOST)
        wanted = n if n <= MOST else 0
        while len(self.dots) > wanted:
            self.dots.pop().deleteLater()
        while len(self.dots) < wanted:
            dot = PageDot(self, len(self.dots))
            dot.clicked.connect(lambda _, dot=dot: self.go(dot.place))
            self._row.addWidget(dot)
            self.dots.append(dot)
        for dot, title in zip(self.dots, titles, strict=False):
            is_open = dot.place == place
            dot.setChecked(is_open)
            dot.is_done = dot.place in done
            focus = Qt.FocusPolicy
            dot.setFocusPolicy(focus.TabFocus if is_open else focus.NoFocus)
            come = ", done" if dot.is_done else ""
            dot.setAccessibleName(f"Page {dot.place + 1} of {n}: {title}{come}")
            dot.setToolTip(f"{dot.place + 1}  {title}{come}")
            dot.update()

    def go(self, place: int, *, focus: bool = False) -> None:
        """Ask for a page, if there is one; let its dot have the keyboard."""
        if 0 <= place < len(self.dots):
            self.chosen.emit(place)
            self.dots[self._place].setChecked(True)
            if focus:
                self.dots[self._place].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        for dot in self.dots:
            dot.updateGeometry()
            dot.update()
