"""The sheet beside the canvas that asks whether a recipe generalises: a tab a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gui.style.icons import icon
from gui.widgets.buttons import quiet_button
from gui.widgets.control_keys import needs_key
from gui.widgets.layouts import in_column, in_row

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent

    from gui.canvas.canvas import Canvas
    from gui.features.evaluation.page import EvaluationPage
    from gui.session.session import Session
    from gui.style.theme import Theme


PAGES = (
    "Cross-validation", "Search", "Confusion matrix", "Scores", "Learning curve",
    "λ path", "Orders",
)  # fmt: skip
"""The titles of the pages in the order of their tabs."""
TABS = {
    "Cross-validation": "Folds",
    "Confusion matrix": "Confusion",
    "Learning curve": "Learning",
}
"""Shorter words for tabs, with which all are read whole in a narrow sheet."""
LEAST = QSize(200, 400)
"""Where a panel comes in its place, both have room for a moment; and no page makes the
window higher."""


class EvaluationSheet(QWidget):
    """A tab for each question; a page is made when it is first looked at.

    Closed, it keeps what its pages found and what was typed, until `close_pages`.
    Ctrl+W and Esc close it, from within; a control that uses Esc has it first.

    Parameters
    ----------
    session : Session
    canvas : Canvas
        Where pages show what they found beside the points.
    theme : Theme

    Signals
    -------
    example_wanted(str)
        This example of the gallery is to be opened.
    help_wanted
        The handbook is to tell of it.
    closed
    """

    WANTED = 480
    """Pixels of width; in fewer, figures lose their words."""
    HELP = "Generalisation"
    """What the handbook calls it."""

    example_wanted = Signal(str)
    help_wanted = Signal()
    closed = Signal()

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__()
        self._session, self._canvas, self._theme = session, canvas, theme
        self.pages: dict[str, EvaluationPage] = {}
        self._rooms: dict[str, QVBoxLayout] = {}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for title in PAGES:
            room = QWidget()
            self._rooms[title] = in_column(room)
            self.tabs.addTab(room, TABS.get(title, title))
            self.tabs.setTabToolTip(len(self._rooms) - 1, title)
        self._help = quiet_button("“Generalisation” in the handbook")
        self._close = quiet_button("Close (Esc)")
        self._help.clicked.connect(self.help_wanted)
        self._close.clicked.connect(self.close)
        corner = QWidget()
        in_row(corner, self._help, self._close, spacing=3)
        self.tabs.setCornerWidget(corner)
        in_column(self, self.tabs)
        self._front: EvaluationPage | None = None
        self.tabs.currentChanged.connect(self._turn_to_page)
        self.setMinimumSize(LEAST)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence.StandardKey.Close, self, self.close, context=within)
        self.set_theme(theme)

    def sizeHint(self) -> QSize:
        """Ask for more than the canvas beside it: it has more to tell."""
        return QSize(620, 700)

    def open(self, title: str) -> EvaluationPage:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(PAGES.index(title))
        if title not in self.pages:  # it was the one in front before it was seen
            self._turn_to_page()
        return self.pages[title]

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._help.setIcon(icon("help", theme, theme.muted))
        self._close.setIcon(icon("close", theme, theme.muted))
        for page in self.pages.values():
            page.set_theme(theme)

    def _make_page(self, title: str) -> EvaluationPage:
        """Make a page; its module is imported when it is first opened."""
        session, canvas, theme = self._session, self._canvas, self._theme
        if title == "Cross-validation":
            from gui.features.evaluation.cross_validation_page import (
                CrossValidationPage,
            )

            return CrossValidationPage(session, canvas.show_folds, theme)
        if title == "Search":
            from gui.features.evaluation.search.search_page import SearchPage

            return SearchPage(session, theme)
        if title == "Confusion matrix":
            from gui.features.evaluation.confusion_page import ConfusionPage

            return ConfusionPage(session, canvas.selection, theme)
        if title == "Scores":
            from gui.features.evaluation.scores.scores_page import ScoresPage

            return ScoresPage(session, theme)
        if title == "Learning curve":
            from gui.features.evaluation.learning_curve_page import LearningCurvePage

            return LearningCurvePage(session, theme)
        if title == "λ path":
            from gui.features.evaluation.lambda_path.lambda_path_page import (
                LambdaPathPage,
            )

            return LambdaPathPage(session, canvas, theme)
        from gui.features.evaluation.orders.orders_page import OrdersPage

        page = OrdersPage(session, canvas, theme)
        page.example_wanted.connect(self.example_wanted)
        return page

    def _turn_to_page(self) -> None:
        if self._front is not None:
            self._front.leave()
        title = PAGES[self.tabs.currentIndex()]
        if title not in self.pages:
            page = self._make_page(title)
            self._rooms[title].addWidget(page)
            page.show()
            self.pages[title] = page
        self._front = self.pages[title]
        self._front.enter()
        if not self.tabs.tabBar().hasFocus():
            self.setFocus()

    def event(self, event: QEvent) -> bool:
        """Leave a key to the control in use if it needs it."""
        if needs_key(QApplication.focusWidget(), event):
            event.accept()
            return True
        return super().event(event)

    @property
    def parts(self) -> list[QWidget]:
        """What Tab goes through, one after another."""
        corner = self.tabs.cornerWidget()
        return [self.tabs.tabBar(), corner, *filter(None, [self._front])]

    def showEvent(self, event: QShowEvent) -> None:
        """Begin, or go on, with the page in front."""
        super().showEvent(event)
        if self._front is None:
            self._turn_to_page()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close at Escape."""
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.close()
        else:
            super().keyPressEvent(event)

    def close(self) -> bool:
        """Close it; what has yielded may come back only once it is gone."""
        is_closed = super().close()
        self.closed.emit()
        return is_closed

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop all work; the pages stay as they are for the next time."""
        if self._front is not None:
            self._front.leave()
            self._front = None
        for page in self.pages.values():
            page.stop()
        event.accept()

    def close_pages(self) -> None:
        """Close it with its pages, which cannot be shown again."""
        self.close()
        for page in self.pages.values():
            page.close()
        self.pages.clear()
