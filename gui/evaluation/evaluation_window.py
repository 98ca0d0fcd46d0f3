"""The evaluation window: a tab for each page, and the keys that its controls need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QApplication, QTabWidget, QVBoxLayout, QWidget

from gui.widgets.control_keys import needs_key
from gui.widgets.layouts import in_column
from gui.widgets.side_window import SideWindow
from gui.widgets.tab_order import order_tabs

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QShowEvent

    from gui.canvas.canvas import Canvas
    from gui.evaluation.page import EvaluationPage
    from gui.session.session import Session
    from gui.session.test_part_use import TestPartUse
    from gui.style.theme import Theme


PAGES = (
    "Cross-validation", "Search", "Confusion matrix", "Scores", "Learning curve",
    "λ path", "Orders",
)  # fmt: skip
"""The titles of the pages in the order of their tabs."""
LEAST = QSize(820, 600)
"""In less, figures lose their words; the smallest main window is larger."""


class EvaluationWindow(SideWindow):
    """A tab for each question; a page is made when it is first looked at.

    Closed, it keeps what its pages found and what was typed, until `close_pages`. The
    keys of actions added to it are heard where no control in use needs them.

    Parameters
    ----------
    session : Session
    canvas : Canvas
        Where pages show what they found beside the points.
    test_use : TestPartUse
    theme : Theme
    parent : QWidget
        The main window, which it stands beside.

    Signals
    -------
    example_wanted(str)
        This example of the gallery is to be opened.
    """

    example_wanted = Signal(str)

    def __init__(
        self,
        session: Session,
        canvas: Canvas,
        test_use: TestPartUse,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__("Generalisation", parent)
        self._session, self._canvas, self._theme = session, canvas, theme
        self._test_use = test_use
        self.pages: dict[str, EvaluationPage] = {}
        self._rooms: dict[str, QVBoxLayout] = {}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for title in PAGES:
            room = QWidget()
            self._rooms[title] = QVBoxLayout(room)
            self._rooms[title].setContentsMargins(0, 0, 0, 0)
            self.tabs.addTab(room, title)
        in_column(self, self.tabs, margins=(10, 10, 10, 10))
        self._front: EvaluationPage | None = None
        self.tabs.currentChanged.connect(self._turn)
        self.setMinimumSize(LEAST)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Ask for less than the main window has, so that both are seen."""
        return QSize(960, 720).boundedTo(self.screen().availableSize())

    def open(self, title: str) -> EvaluationPage:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(PAGES.index(title))
        return self.pages[title]

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for page in self.pages.values():
            page.set_theme(theme)

    def _make_page(self, title: str) -> EvaluationPage:
        """Make a page; its module is imported when it is first opened."""
        session, canvas, theme = self._session, self._canvas, self._theme
        if title == "Cross-validation":
            from gui.evaluation.cross_validation_page import CrossValidationPage

            return CrossValidationPage(session, canvas.show_folds, theme)
        if title == "Search":
            from gui.evaluation.search.search_page import SearchPage

            return SearchPage(session, self._test_use, theme)
        if title == "Confusion matrix":
            from gui.evaluation.confusion_page import ConfusionPage

            return ConfusionPage(session, canvas.selection, self._test_use, theme)
        if title == "Scores":
            from gui.evaluation.scores.scores_page import ScoresPage

            return ScoresPage(session, canvas.threshold, self._test_use, theme)
        if title == "Learning curve":
            from gui.evaluation.learning_curve_page import LearningCurvePage

            return LearningCurvePage(session, theme)
        if title == "λ path":
            from gui.evaluation.lambda_path.lambda_path_page import LambdaPathPage

            return LambdaPathPage(session, canvas, theme)
        from gui.evaluation.orders.orders_page import OrdersPage

        page = OrdersPage(session, canvas, theme)
        page.example_wanted.connect(self.example_wanted)
        return page

    def _turn(self) -> None:
        if self._front is not None:
            self._front.leave()
        title = self.tabs.tabText(self.tabs.currentIndex())
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

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through the page as one reads it."""
        order_tabs([self.tabs.tabBar(), *filter(None, [self._front])])
        return super().focusNextPrevChild(next)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin, or go on, with the page in front."""
        super().showEvent(event)
        if self._front is None:
            self._turn()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop all work; the pages stay as they are for the next time."""
        if self._front is not None:
            self._front.leave()
            self._front = None
        for page in self.pages.values():
            page.stop()
        event.accept()

    def close_pages(self) -> None:
        """Close the window with its pages, which cannot be shown again."""
        self.close()
        for page in self.pages.values():
            page.close()
        self.pages.clear()
