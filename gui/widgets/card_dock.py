"""A dock that looks like a card: title, caption, body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QLabel,
    QToolButton,
    QWidget,
)

from gui.style.icons import icon
from gui.widgets.buttons import quiet_button
from gui.widgets.cards import unfold
from gui.widgets.labels import ElidedLabel, with_role
from gui.widgets.layouts import fill, in_column, in_row
from gui.widgets.scroll_area import ScrollArea
from gui.widgets.under_mouse import UnderMouse

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QEnterEvent, QMouseEvent, QResizeEvent

    from gui.style.theme import Theme


WIDE = 280
"""Pixels from which there is room for a title, what is said beside it, and help."""
FILL = "As high as the column has room, or as before (double click on the title, too)"
HEAD_MARGINS, UNDER_TAB = (12, 9, 6, 5), (12, 2, 6, 0)
"""Of the head, and of one under a tab, in pixels: left, top, right, bottom."""
MARGINS = 12, 2, 12, 10
"""Of the content, in pixels: left, top, right, bottom."""

SIDE = 14
"""Pixels of a button's icon; in a lecture it is larger."""
BORDERS = 2
"""Pixels of the card's lines above and below."""


class TitleBar(QFrame):
    """The head of a card; a double click is its own, not the dock's.

    Signals
    -------
    double_clicked
    """

    double_clicked = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.double_clicked.emit()
        event.accept()


class CardDock(QDockWidget):
    """A movable panel whose title bar is the head of a card.

    Its buttons and tools are there while the mouse is over it, or the keys are in it.
    The head is lower where a tab says its name.

    Attributes
    ----------
    maximise_button : QToolButton
        Wants all of the column; there if `can_maximise`.
    can_maximise : bool

    Parameters
    ----------
    name : str
        The dock's in a saved layout.
    title : str
        Also in the menu of panels.
    content : QWidget
        If it has an attribute `caption`, a QLabel, that stands in the title bar; and
        so do the QToolButtons `tools`. A method `height_for_run` gives the height for
        a width with which it is seen whole at all steps; 0: that is not known.
    width : int
        The least, in pixels, of usual text.
    scrolls : bool
        Let the content scroll when there is little room.
    tab : str, optional
        A shorter title, for the tab: side by side, all are to be read whole.

    Signals
    -------
    help_wanted(str)
        The handbook is to tell of the panel of this title.
    maximise_wanted
        To have all of the column, or no longer.
    crowded
        There is more to be read than is seen, and not only at this step.
    """

    help_wanted = Signal(str)
    maximise_wanted = Signal()
    crowded = Signal()

    def __init__(
        self,
        name: str,
        title: str,
        content: QWidget,
        width: int,
        *,
        scrolls: bool = False,
        tab: str = "",
    ) -> None:
        super().__init__(tab or title)
        self.setObjectName(name)
        self.toggleViewAction().setText(title)
        self.content = content
        self._height_for_run = getattr(content, "height_for_run", None)
        self._area: ScrollArea | None = None
        body = QFrame()
        self._least_width = width
        body.setProperty("dockBody", True)
        layout = in_column(body, margins=MARGINS)
        if scrolls:
            self._area = ScrollArea(title)
            self._area.setWidget(content)
            self._area.verticalScrollBar().rangeChanged.connect(self._tell_crowded)
            layout.addWidget(self._area)
        else:
            layout.addWidget(content)
        self.setWidget(body)
        self.can_maximise = self._focused = False
        self._mouse = UnderMouse(self)
        self._mouse.changed.connect(self._show_buttons)
        self.setTitleBarWidget(self._title_bar(title, content))
        self._show_buttons()

    def _title_bar(self, title: str, content: QWidget) -> QWidget:
        bar = TitleBar()
        bar.double_clicked.connect(self.maximise_wanted)
        bar.setProperty("dockTitle", True)
        self._head = layout = in_row(bar, margins=HEAD_MARGINS, spacing=3)
        self._name = with_role(ElidedLabel(title), "title")
        layout.addWidget(self._name)
        self._help = quiet_button(f"“{title}” in the handbook", f"Help on “{title}”")
        self._help.clicked.connect(lambda: self.help_wanted.emit(title))
        layout.addWidget(self._help)
        caption = getattr(content, "caption", None)
        if isinstance(caption, QLabel):
            caption.setProperty("role", "muted")
            caption.setAlignment(
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
            layout.addWidget(caption, 1)
        else:
            layout.addStretch()
        self._tools: tuple[QToolButton, ...] = tuple(getattr(content, "tools", ()))
        fill(layout, *self._tools)
        self.maximise_button = quiet_button(FILL, f"Maximise “{title}”")
        self.maximise_button.setCheckable(True)
        self.maximise_button.clicked.connect(self.maximise_wanted)
        self.maximise_button.toggled.connect(self._show_buttons)
        self._close = quiet_button(
            f"Hide “{title}” (View ▸ Panels shows it again)", f"Hide “{title}”"
        )
        self._close.clicked.connect(self.close)
        fill(layout, self.maximise_button, self._close)
        return bar

    @property
    def needed_height(self) -> int:
        """Pixels with which all of the content is seen, title and margins included."""
        width = self.content.width()
        content = self._height_for_run(width) if self._height_for_run else 0
        if not content:
            content = max(
                self.content.heightForWidth(width), self.content.sizeHint().height()
            )
        title = self.titleBarWidget().sizeHint().height()
        return title + MARGINS[1] + content + MARGINS[3] + BORDERS

    def show_name(self, shown: bool) -> None:
        """Say in the title bar what the panel is, where no tab says it."""
        self._name.setVisible(shown)
        self._head.setContentsMargins(*(HEAD_MARGINS if shown else UNDER_TAB))

    def set_focused(self, focused: bool) -> None:
        """Have its buttons there as long as the focus is in it."""
        if focused != self._focused:
            self._focused = focused
            self._show_buttons()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._mouse.enter()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._mouse.leave()

    def _show_buttons(self) -> None:
        used = self._mouse.on or self._focused
        self._help.setVisible(used and self.width() >= WIDE)
        self.maximise_button.setVisible(
            self.can_maximise and (used or self.maximise_button.isChecked())
        )
        for part in (*self._tools, self._close):
            part.setVisible(used)
        self._head.activate()  # at once: none lies where another was

    def _tell_crowded(self, _low: int, high: int) -> None:
        if high > 0 and self._height_for_run is None:
            self.crowded.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave what little room there is to the title: F1 is left for help."""
        super().resizeEvent(event)
        roomy = event.size().width() >= WIDE
        for button in (*self._tools, self.maximise_button, self._close):
            kept = button.sizePolicy()  # nothing beside them moves, if there is room
            kept.setRetainSizeWhenHidden(roomy)
            button.setSizePolicy(kept)
        self._show_buttons()

    def scroll_to(self, name: str) -> None:
        """Bring a part of the content to the middle, by its object name."""
        part = self.content.findChild(QWidget, name)
        if part is not None and self._area is not None:
            unfold(part)
            self._area.scroll_to(part)

    def set_theme(self, theme: Theme) -> None:
        self.widget().setMinimumWidth(theme.widened(self._least_width))
        self._help.setIcon(icon("help", theme, theme.muted))
        self._close.setIcon(icon("close", theme, theme.muted))
        self.maximise_button.setIcon(icon("maximise", theme, theme.muted))
        for button in (self._help, self._close, self.maximise_button):
            button.setIconSize(QSize(SIDE, SIDE) * theme.scale)
        # Nothing below moves when they come.
        self._name.setMinimumHeight(self._close.sizeHint().height())
