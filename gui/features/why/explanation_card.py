"""Why a place has its score: the sum of the weights and the points in it, on a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHeaderView,
    QLabel,
    QTableWidget,
)

from engine.numbers import counted, number
from gui.canvas.floating_card import EDGE, occupied
from gui.canvas.layers.legend import emptiest
from gui.features.why.explanation import notes
from gui.features.why.weight_sum import WeightSum
from gui.style.icons import icon, symbol_icon
from gui.style.text import one_line
from gui.style.theme import class_symbol
from gui.widgets.buttons import quiet_button
from gui.widgets.combo_boxes import offer
from gui.widgets.dimming import Dimming
from gui.widgets.labels import with_role
from gui.widgets.layouts import column_of, in_column, row_of
from gui.widgets.tables import choose_by_row, make_plain, name_columns, text_item

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from gui.canvas.plot import CanvasPlot
    from gui.features.why.explanation import Explained, Explanation
    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_ROWS = 50
"""Samples that are listed; the others are one more row."""
ROW, FEWEST, BESIDE, SHOWN = 22, 2, 5, 6
"""Height of a row; how many are seen at once: at least, at least beside the arrows,
which are as high, and at most."""
LIST_WIDTH = 292
SMALL = 560
"""Width of the plane below which there are no arrows beside the list."""
HEADERS = ("Point", "α·y", "Pull", "Latest")
TIPS = (
    "A sample to learn from",
    "What it is multiplied by in w",
    "What it adds to the score here",
    "The last step at which it changed w: a click goes there",
)
WORTH = 20
"""Points that a point among the first of the list counts for, not to be hidden."""
STEP_COLUMN = 3
MOST_OF_HEIGHT = 0.58
"""Of the plane, that it covers."""
DIGITS = 4
SYMBOL = 14
"""Size of a class's symbol, in pixels."""


class ExplanationCard(QFrame):
    """Tells how a score is made, sample by sample, the largest pull first."""

    def __init__(
        self,
        session: Session,
        explanation: Explanation,
        plot: CanvasPlot,
        theme: Theme,
    ) -> None:
        super().__init__(plot)
        self._session, self._explanation, self._plot = session, explanation, plot
        self._theme = theme
        self._rows: list[int] = []
        self._corner = 0
        self._dim = Dimming(lambda: [self])
        self.setProperty("card", True)
        self.title, self.words, self.note = QLabel(), QLabel(), QLabel()
        self.title.setProperty("role", "title")
        for label in (self.words, self.note):
            label.setWordWrap(True)
        self.note.setProperty("role", "muted")
        self.choice = QComboBox()
        self.choice.setAccessibleName("Whose score")
        self.choice.activated.connect(explanation.choose_class)
        self._close = quiet_button("Explain nothing")
        self._close.clicked.connect(explanation.clear)
        self.sum = WeightSum(theme)
        self.list = self._table()
        head = row_of((self.title, 1), self.choice, self._close)
        self._sum_title = with_role(QLabel("Weights, start → w"), "muted")
        beside = column_of(self._sum_title, (self.sum, 1), spacing=2)
        middle = row_of(beside, spacing=10)
        middle.addWidget(self.list, 1, Qt.AlignmentFlag.AlignTop)
        in_column(
            self, head, self.words, middle, self.note,
            margins=(12, 8, 10, 10), spacing=5,
        )  # fmt: skip
        self.hide()
        plot.view.sigResized.connect(self._fit)
        explanation.changed.connect(self.show_explained)
        plot.theme_changed.connect(self.set_theme)
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
        table.setMouseTracking(True)
        table.viewport().installEventFilter(self)
        table.cellEntered.connect(lambda row, _: self._point(row))
        table.currentCellChanged.connect(lambda row, *_: self._point(row))
        table.cellClicked.connect(self._click)
        table.cellActivated.connect(lambda row, _: self._go_to_latest(row))
        return table

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._close.setIcon(icon("close", theme, theme.muted))
        self.sum.set_theme(theme)
        self.list.verticalHeader().setDefaultSectionSize(round(ROW * theme.scale))
        self.show_explained()

    def show_explained(self) -> None:
        """Tell the newest."""
        explanation = self._explanation
        explained = explanation.explained
        if explanation.x is None:
            self.hide()
            return
        self._dim(explanation.late)
        came = self.isHidden()
        self.title.setText(_title(explained) or explanation.obstacle)
        for part in (self.list, self.note, self.words):
            part.setVisible(explained is not None)
        for beside in (self.sum, self._sum_title):
            beside.setVisible(explained is not None and self._has_room)
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
        self.show()
        self.raise_()
        self._fit(anew=came)

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

    @property
    def _has_room(self) -> bool:
        return bool(self._plot.width() >= SMALL * self._theme.scale)

    def _fit(self, *_: object, anew: bool = True) -> None:
        """Go to the corner that hides fewest points, and not the place explained."""
        if not self.isVisible():
            return
        room = self._plot.view.sceneBoundingRect()
        self._take_size(room)
        width, height = self.width(), self.height()
        right, low = room.width() - width - EDGE, room.height() - height - EDGE
        boxes = [
            QRectF(x, y, width, height) for y in (low, EDGE) for x in (EDGE, right)
        ]
        if anew:
            place = self._place()
            others = occupied(self._plot, self)
            seen = [box for box in boxes if place is None or not box.contains(place)]
            free = [box for box in seen if not any(map(box.intersects, others))] or seen
            pulling = np.repeat(self._places_of_pulls(), WORTH, axis=0)
            hidden = np.concatenate([self._plot.symbols(), pulling])
            chosen = emptiest(free or boxes, hidden)
            self._corner = boxes.index(chosen)
        self.move((room.topLeft() + boxes[self._corner].topLeft()).toPoint())

    def _take_size(self, room: QRectF) -> None:
        """Take the size that is needed; where the plane is low, of fewer rows."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        width = layout.totalMinimumSize().width()
        if self._explanation.explained is not None:
            width = LIST_WIDTH + 24
            if self._has_room:
                width += self.sum.sizeHint().width() + 10
        width = min(width, round(room.width()) - 2 * EDGE)
        highest = round(MOST_OF_HEIGHT * room.height())
        least = BESIDE if self.sum.isVisibleTo(self) else FEWEST
        for n in range(SHOWN - 1, least - 1, -1):
            if layout.totalHeightForWidth(width) <= highest:
                break
            if self.list.rowCount() > n:
                self._show_rows(n)
        self.resize(width, layout.totalHeightForWidth(width))

    def _places_of_pulls(self) -> NDArray[np.float64]:
        picture, explained = self._plot.picture, self._explanation.explained
        if picture is None or explained is None or explained.data is not picture.data:
            return np.empty((0, 2))
        symbols = self._plot.symbols()
        rows = [row for row in self._rows[:SHOWN] if row < len(symbols)]
        return symbols[rows]

    def _place(self) -> QPointF | None:
        picture, x = self._plot.picture, self._explanation.x
        if picture is None or x is None or len(x) != picture.data.n_features:
            return None
        across, up = picture.plane.project(x[None])[0].tolist()
        view = self._plot.view
        seen = view.mapViewToScene(QPointF(across, up))
        return QPointF(seen - view.sceneBoundingRect().topLeft())


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
