"""The handbook, read in a window of its own: its contents, a search, a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from gui.features.handbook.handbook import (
    HandbookPlace,
    handbook,
    place_of,
    place_titled,
)
from gui.features.handbook.handbook_text import HandbookText
from gui.style.icons import icon
from gui.widgets.buttons import tool_button
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_column, in_row, row_of
from gui.widgets.side_window import close_by_key

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QHideEvent

    from gui.style.theme import Theme

SIZE = QSize(980, 700)
CONTENTS_WIDTH = 33
"""Of the contents at the left, in letters of middle width."""
GEOMETRY = "handbook_geometry"
ROW = Qt.ItemDataRole.UserRole


class HandbookWindow(QDialog):
    """Stands beside the window it tells of.

    What is typed at the top leaves those sections in the contents that have all the
    words, opens the first of them and marks the words; Enter goes to the next.

    Parameters
    ----------
    theme : Theme
    parent : QWidget

    Attributes
    ----------
    search : QLineEdit
    contents : QTreeWidget
        A branch for each page, with its sections.
    text : HandbookText
    back_button : QToolButton
        Goes back to where a link or the contents led away from.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Handbook – Perceptron Lab")
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.search = QLineEdit()
        self.search.setToolTip("All words that are typed are to be found (Ctrl+F)")
        self.search.setPlaceholderText("Search the handbook")
        self.search.setAccessibleName("Search the handbook")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._go_to_next)
        self.contents = QTreeWidget()
        self.contents.setAccessibleName("Contents")
        self.contents.setAccessibleDescription("Pages of the handbook, their sections")
        self.contents.setHeaderHidden(True)
        self._nothing = with_role(QLabel(wordWrap=True), "muted")
        self._nothing.hide()
        self.text = HandbookText(theme)
        self.text.anchorClicked.connect(self._follow_link)
        self.back_button = tool_button(
            tip="Back to where you were (Alt+←)", name="Back", look="quiet"
        )
        self.back_button.setEnabled(False)
        self.back_button.clicked.connect(self.go_back)
        for keys, act in (
            ("Ctrl+F", self._focus_search),
            ("Alt+Left", self.go_back),
        ):
            QShortcut(QKeySequence(keys), self, act)
        close_by_key(self)
        self._left = QWidget()
        self._before: list[HandbookPlace] = []
        self._place = HandbookPlace(handbook()[0], 0)
        self._branches: list[QTreeWidgetItem] = []
        self._rows: list[tuple[QTreeWidgetItem, HandbookPlace]] = []
        self._add_contents()
        self._lay_out()
        self.set_theme(theme)
        self.contents.currentItemChanged.connect(self._go_to_chosen)
        self.contents.itemClicked.connect(self._go_to_chosen)
        self._filter("")
        self._show_place()
        kept = QSettings().value(GEOMETRY)
        if isinstance(kept, QByteArray):
            self.restoreGeometry(kept)

    def _add_contents(self) -> None:
        for page in handbook():
            branch = QTreeWidgetItem(self.contents, [page.title])
            self._branches.append(branch)
            for i, section in enumerate(page.sections):
                item = QTreeWidgetItem(branch, [section.title]) if i else branch
                item.setData(0, ROW, len(self._rows))
                item.setToolTip(0, section.title)
                self._rows.append((item, HandbookPlace(page, i)))

    def _lay_out(self) -> None:
        top = row_of(self.back_button, (self.search, 1))
        left = in_column(self._left, top, (self.contents, 1), self._nothing, spacing=10)
        left.addStretch()
        card = QFrame()
        card.setProperty("card", True)
        in_column(card, self.text, margins=(2, 8, 2, 8))
        in_row(self, self._left, (card, 1), margins=(14, 14, 14, 14), spacing=12)

    def sizeHint(self) -> QSize:
        """Ask for a page at a good width, or for what the screen has."""
        return SIZE.boundedTo(self.screen().availableSize() * 0.9)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours and sizes."""
        width = CONTENTS_WIDTH * self.fontMetrics().averageCharWidth()
        self._left.setFixedWidth(width)
        self.back_button.setIcon(icon("chevron-left", theme, theme.ink))
        self.text.set_theme(theme)

    def open_beside(self, title: str = "") -> None:
        """Show it without stopping anything.

        Parameters
        ----------
        title : str
            Of the panel or the window whose section is to be shown. Without one of
            this title it is where it was, ready to search.
        """
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.activateWindow()
        place = place_titled(title)
        if place is None:
            self._focus_search()
        else:
            self.search.clear()
            self._go_to_place(place)
            self.text.setFocus()

    def go_back(self) -> None:
        """Show what was read before."""
        if self._before:
            self._place = self._before.pop()
            self._show_place()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remember size and place."""
        QSettings().setValue(GEOMETRY, self.saveGeometry())
        super().hideEvent(event)

    def _focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _follow_link(self, url: QUrl) -> None:
        """Go where a link leads."""
        place = place_of(url.toString(), self._place.page)
        if place is not None:
            self._go_to_place(place)

    def _go_to_chosen(self, item: QTreeWidgetItem | None) -> None:
        """Go to what is chosen in the contents."""
        if item is not None:
            self._go_to_place(self._rows[item.data(0, ROW)][1])

    def _go_to_place(self, place: HandbookPlace) -> None:
        if place != self._place:
            self._before.append(self._place)
        self._place = place
        self._show_place()

    def _words(self) -> list[str]:
        return self.search.text().lower().split()

    def _show_place(self) -> None:
        """Show the place, in the contents as well."""
        page, section = self._place
        self.back_button.setEnabled(bool(self._before))
        self.text.show_section(page, section, self._words())
        for item, place in self._rows:
            if place == self._place:
                self.contents.blockSignals(True)  # it is shown already
                self.contents.setCurrentItem(item)
                self.contents.blockSignals(False)
        self._unfold()

    def _unfold(self) -> None:
        """Show the sections of this page; in a search those of each."""
        searching = bool(self._words())
        for branch, page in zip(self._branches, handbook(), strict=True):
            branch.setExpanded(searching or page is self._place.page)

    def _filter(self, text: str) -> None:
        """Leave in the contents what has all the words, and open the first."""
        words = self._words()
        hits = self._hits()
        for item, place in self._rows:
            item.setHidden(place not in hits)
        for branch, page in zip(self._branches, handbook(), strict=True):
            branch.setHidden(page not in {hit.page for hit in hits})
        self._nothing.setText(f"Nothing has “{text.strip()}” in it.")
        self._nothing.setVisible(not hits)
        self.contents.setVisible(bool(hits))
        if not hits:
            return
        if words and self._place not in hits:
            self._place = hits[0]
        self._show_place()

    def _hits(self) -> list[HandbookPlace]:
        """Give the sections that have all the words, in their order.

        Where words are searched, the list of pages is none of them.
        """
        words = self._words()
        return [
            place
            for _, place in self._rows
            if place.page.sections[place.section].has(words)
            and not (words and place.page is handbook()[0])
        ]

    def _go_to_next(self) -> None:
        """Go to the next section that has the words."""
        hits = self._hits()
        if hits and self._words():
            here = hits.index(self._place) if self._place in hits else -1
            self._place = hits[(here + 1) % len(hits)]
            self._show_place()
