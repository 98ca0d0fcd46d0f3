"""Why a place has its score: the sum of the weights and the points in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QComboBox, QHeaderView, QLabel, QTableWidget, QWidget

from engine.numbers import counted, number
from gui.features.contributions.explanation import notes
from gui.features.contributions.weight_sum import WeightSum
from gui.style.icons import symbol_icon
from gui.style.text import one_line
from gui.style.theme import class_symbol
from gui.widgets.combo_boxes import offer
from gui.widgets.dimming import Dimming
from gui.widgets.labels import WrappedLabel, with_role
from gui.widgets.layouts import STRETCH, in_column, row_of
from gui.widgets.tables import choose_by_row, make_plain, name_columns, text_item

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from gui.features.contributions.explanation import Explained, Explanation
    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_ROWS = 50
"""Samples that are listed; the others are one more row."""
ROW, FEWEST, SHOWN = 22, 2, 6
"""Height of a row; how many are seen at once: at least and at most."""
HINT = "Click a place with the tool Contributions (Y)."
HEADERS = ("Point", "α·y", "Pull", "Latest")
TIPS = (
    "A sample to learn from",
    "What it is multiplied by in w",
    "What it adds to the score here",
    "The last step at which it changed w: a click goes there",
)
STEP_COLUMN = 3
DIGITS = 4
SYMBOL = 14
"""Size of a class's symbol, in pixels."""


class ExplanationPanel(QWidget):
    """Tells how a score is made, sample by sample, the largest pull first."""

    def __init__(
        self, session: Session, explanation: Explanation, theme: Theme
    ) -> None:
        super().__init__()
        self._session, self._explanation = session, explanation
        self._theme = theme
        self._rows: list[int] = []
        self._dim = Dimming(lambda: [self])
        self.title, self.words, self.note = (WrappedLabel() for _ in range(3))
        self.title.setProperty("role", "title")
        self.note.setProperty("role", "muted")
        self.choice = QComboBox()
        self.choice.setAccessibleName("Whose score")
        self.choice.setToolTip("The class whose score is explained")
        self.choice.activated.connect(explanation.choose_class)
        self.sum = WeightSum(theme)
        self.list = self._table()
        self._sum_title = with_role(QLabel("Weights, start → w"), "muted")
        in_column(
            self, row_of((self.title, 1), self.choice), self.words, self.list,
            self.note, self._sum_title, self.sum, STRETCH,
            spacing=5,
        )  # fmt: skip
        explanation.changed.connect(self.refresh)
        self.set_theme(theme)

    def _table(self) -> QTableWidget:
        table = QTableWidget(0, len(HEADERS))
        make_plain(table, ROW)
        choose_by_row(table)
        name_columns(table, HEADERS, TIPS)
        resizing = table.horizontalHeader()
        resizing.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        resizing.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setAccessibleName("Points by their pull")
        table.setAccessibleDescription("Enter goes to the last step that changed w")
        table.setMouseTracking(True)
        table.viewport().installEventFilter(self)
        table.cellEntered.connect(lambda row, _: self._point(row))
        table.currentCellChanged.connect(lambda row, *_: self._point(row))
        table.cellClicked.connect(self._click)
        table.cellActivated.connect(lambda row, _: self._go_to_latest(row))
        return table

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.sum.set_theme(theme)
        self.list.verticalHeader().setDefaultSectionSize(round(ROW * theme.scale))
        self.refresh()

    def refresh(self) -> None:
        """Tell the newest."""
        explanation = self._explanation
        explained = explanation.explained
        self._dim(explanation.late)
        self.title.setText(_title(explained) or explanation.obstacle or HINT)
        for part in (self.list, self.note, self.words, self.sum, self._sum_title):
            part.setVisible(explained is not None)
        several = explained is not None and explained.made.problem.n_outputs > 1
        self.choice.setVisible(several)
        if explained is not None:
            self.words.setText(explanation.obstacle or _sides(explained))
            tape = self._session.tape
            self.note.setText("" if tape is None else notes(explained, tape))
            if several:
                self._offer_classes(explained)
            self._fill(explained)
        self.sum.show_sum(explained, explanation.pointed)

    def _offer_classes(self, explained: Explained) -> None:
        offer(self.choice, map(one_line, explained.data.class_names))
        self.choice.setCurrentIndex(explained.output)

    def _fill(self, explained: Explained) -> None:
        table, made, theme = self.list, explained.made, self._theme
        places = explained.order[:MOST_ROWS].tolist()
        rows = [explained.row(place) for place in places]
        coefficients = made.of_weights[explained.output]
        cells = [
            (
                f"{row + 1:,}",
                number(float(coefficients[place]), DIGITS),
                _signed(float(explained.pulls[place])),
                f"step {made.latest[place]:,}",
            )
            for place, row in zip(places, rows, strict=True)
        ]
        rest = explained.order[MOST_ROWS:]
        if len(rest):
            pulled = float(explained.pulls[rest].sum())
            cells.append((f"{len(rest):,} others", "", _signed(pulled), ""))
        if made.start[explained.output].any():
            cells.append(("Start", "", _signed(explained.start), ""))
        self._rows = rows
        with QSignalBlocker(table):
            table.setRowCount(len(cells))
            for i, texts in enumerate(cells):
                for column, text in enumerate(texts):
                    item = table.item(i, column)
                    if item is None:
                        item = text_item("", right=column > 0)
                        table.setItem(i, column, item)
                    item.setText(text)
                    if column == STEP_COLUMN:
                        item.setForeground(QColor(theme.accent_text))
                    if column == 0:
                        symbol = self._symbol(explained, i)
                        item.setData(Qt.ItemDataRole.DecorationRole, symbol)
        self._show_rows(min(max(len(cells), FEWEST), SHOWN))

    def _show_rows(self, n: int) -> None:
        """Let the list be so many rows high."""
        header = self.list.horizontalHeader().sizeHint().height()
        row = self.list.verticalHeader().defaultSectionSize()
        self.list.setFixedHeight(header + n * row + 2)

    def _symbol(self, explained: Explained, i: int) -> QIcon | None:
        if i >= len(self._rows):
            return None
        code = int(explained.data.y[self._rows[i]])
        colour = self._theme.class_colour(code)
        return symbol_icon(class_symbol(code), colour, SYMBOL)

    def _point(self, row: int) -> None:
        self._explanation.point_at(self._rows[row] if row < len(self._rows) else None)

    def _click(self, row: int, column: int) -> None:
        if column == STEP_COLUMN:
            self._go_to_latest(row)

    def _go_to_latest(self, row: int) -> None:
        explained = self._explanation.explained
        if explained is not None and row < len(self._rows):
            place = int(explained.order[row])
            self._session.seek(int(explained.made.latest[place]))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ring no sample any more once the mouse has left the list."""
        if event.type() == QEvent.Type.Leave and watched is self.list.viewport():
            self._explanation.point_at(None)
        return False


def _title(explained: Explained | None) -> str:
    if explained is None:
        return ""
    z = explained.score
    if explained.made.problem.n_outputs > 1:
        return f"Score z = {number(z)}"
    if not z:
        return "On the boundary: z = 0"
    side = explained.class_name if z > 0 else explained.against
    return f"{one_line(side)}, because z = {number(z)}"


def _sides(explained: Explained) -> str:
    """Say how many samples pull to either side, and how much."""
    pulls = explained.pulls
    parts = []
    for chosen, name in (
        (pulls > 0, explained.class_name), (pulls < 0, explained.against)
    ):  # fmt: skip
        n = int(chosen.sum())
        points = counted(n, "point")
        total = _signed(float(pulls[chosen].sum()))
        parts.append(f"{points} for {one_line(name)} {total}")
    return " · ".join(parts)


def _signed(value: float) -> str:
    """Write a pull with its sign; a rounding error's −0 is 0."""
    sign = "+" if value > 0 else ""
    return f"{sign}{number(value or 0.0, DIGITS)}"
