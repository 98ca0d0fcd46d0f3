"""What the model predicts for a row of feature values."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from engine.data.dataset import TEST
from engine.data.feature_map import pretty
from engine.errors import UserError
from engine.families.capabilities import can
from engine.learners.combination import USED
from engine.models.prediction import predict_one
from gui.canvas.new_point_form import read_coordinate
from gui.canvas.point_card import LOOKED_AT_ONCE, point_title
from gui.features.predict.predicted_point import PredictedPoint, means
from gui.features.predict.sample_history import (
    angle_words,
    history_of,
    verdict_of,
)
from gui.session.mistake_counts import MistakeCounts
from gui.style.icons import symbol_pixmap
from gui.style.text import no_boundary, number, one_line, plain
from gui.style.theme import class_symbol
from gui.widgets.buttons import push_button
from gui.widgets.labels import ElidedLabel, WrappedLabel, set_text_and_role
from gui.widgets.layouts import in_column, row_of
from gui.widgets.tables import make_bold, make_plain, name_columns, text_item

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from engine.models.prediction import Prediction
    from engine.models.predictor import Predictor
    from gui.canvas.axes_bar import AxesBar
    from gui.session.session import Session
    from gui.style.theme import Theme

MOST = 200
"""Features up to which each has a row; the others stay at their means."""
DIGITS = 5
SYMBOL = 18
HINT = (
    "Type values (one left empty is its mean), or click a place with the tool "
    "Predict (Q). No point is added."
)
HINT_IN_MARGIN_VIEW = (
    "Type values (one left empty is its mean); places can be clicked outside the "
    "margin view (Ctrl+M). No point is added."
)
NO_RUN = "No run yet: press Play."
EDITABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsEditable


class PredictPanel(QWidget):
    """The feature values, which can be typed, under what the model predicts for them.

    Attributes
    ----------
    values : QTableWidget
        A row per feature.
    verdict : QLabel
        The class.
    details : QLabel
        Score and distance, or why there is none.
    sample, judged, history : QLabel
        Of a sample: which one, whether the model is right, and its mistakes so far.
    scores : QTableWidget
        Of more than two classes, a row each.
    """

    def __init__(
        self,
        session: Session,
        axes: AxesBar,
        theme: Theme,
        caption: QLabel,
    ) -> None:
        super().__init__()
        self._axes = axes
        self._session, self._theme = session, theme
        self._predicted = PredictedPoint.of(session)
        self._caption = caption
        self._shown: tuple[object, ...] = ()
        self._said: Prediction | None = None
        self.symbol, self.verdict = QLabel(), ElidedLabel()
        self.verdict.setProperty("role", "title")
        self._counts = MistakeCounts.of(session)
        self.sample, self.judged = ElidedLabel(), WrappedLabel()
        self.history = WrappedLabel()
        self.history.setProperty("role", "muted")
        self.details, self.note = WrappedLabel(), WrappedLabel()
        self.details.setProperty("role", "muted")
        self.note.setProperty("role", "muted")
        self.scores = _table(2)
        self.scores.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.scores.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.scores.horizontalHeader().hide()
        self.scores.setAccessibleName("Score z of each class")
        self.scores.setAccessibleDescription("The highest score wins")
        self.values = _table(2)
        self.values.setAccessibleName("Values to predict for")
        self.values.setAccessibleDescription("Type a value for each feature")
        name_columns(self.values, ("feature", "value"))
        self.values.itemChanged.connect(self._typed)
        self.button = push_button("Clear", "Clear the values")
        self.button.clicked.connect(self._predicted.clear)
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        layout = in_column(
            self,
            row_of(self.symbol, (self.verdict, 1), self.button, spacing=6),
            self.sample,
            self.judged,
            self.details,
            self.history,
            self.scores,
            (self.values, 1),
            self.note,
            spacing=6,
        )
        layout.addStretch()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._shown = ()
        self.refresh()

    def refresh(self) -> None:
        """Show the values, and what the model under the playhead predicts for them."""
        self._show_values()
        self._show_prediction()
        self._show_sample()

    # The values

    def _show_values(self) -> None:
        data, x = self._session.data, self._predicted.x
        shown = (data, None if x is None else x.tobytes())
        if shown == self._shown:
            return
        self._shown = shown
        names, table = data.feature_names[:MOST], self.values
        usual = means(data)
        with QSignalBlocker(table):
            table.setRowCount(len(names))
            for row, name in enumerate(names):
                mean = f"mean: {number(float(usual[row]))}"
                value = "" if x is None else written(float(x[row]))
                _put_cell(table, row, 0, pretty(name), pretty(name))
                item = _put_cell(table, row, 1, value, mean)
                item.setFlags(EDITABLE)
        rows = (
            table.horizontalHeader().sizeHint().height()
            + table.verticalHeader().length()
        )
        table.setMaximumHeight(rows + 2 * table.frameWidth())
        more = data.n_features - len(names)
        self._tell_note(
            f"The other {more:,} features are at their means." if more else ""
        )
        for widget in (self.verdict, self.button):  # their row is for the values to use
            widget.setVisible(x is not None)

    def _typed(self, item: QTableWidgetItem) -> None:
        """Predict with the value that was typed; an empty one is the mean."""
        row, text = item.row(), item.text().strip()
        try:
            value = read_coordinate(text) if text else None
        except UserError as error:
            name = pretty(self._session.data.feature_names[row])
            self._tell_note(f"{name}: {error}", "mistake")
            self._shown = ()
            with QSignalBlocker(self.values):
                x = self._predicted.x
                item.setText("" if x is None else written(float(x[row])))
            return
        self._shown = ()
        mean = float(means(self._session.data)[row])
        self._predicted.set_value(row, mean if value is None else value)

    def _tell_note(self, text: str, role: str = "muted") -> None:
        self.note.setVisible(bool(text))
        set_text_and_role(self.note, text, role)

    # The prediction

    def _show_prediction(self) -> None:
        s, x = self._session, self._predicted.x
        model = s.model
        said, why = None, ""
        if model is None:
            why = s.why_no_run or NO_RUN
        elif self._is_held_out():
            why = f"This point is {LOOKED_AT_ONCE}."
        elif model.is_zero:
            why = f"Step {s.step:,}: {no_boundary(s.step)}."
        elif s.tape is None or s.tape.data.feature_names != s.data.feature_names:
            why = "The run shown is of other features."
        elif x is None:
            why = HINT_IN_MARGIN_VIEW if self._axes.view_choice.margin else HINT
        else:
            said = predict_one(model, x)
        self._caption.setText("" if said is None else self._where())
        self._said = said
        self.symbol.setVisible(said is not None)
        if said is None or model is None:
            self.verdict.setText("")
            self.details.setText(why)
            self.scores.hide()
            return
        name = one_line(model.class_names[said.code])
        self.symbol.setPixmap(self._icon(said.code))
        self.verdict.setText(name)
        self.verdict.setToolTip(plain(name))
        self.details.setText(words(said, model))
        self._show_scores(said, model)

    def _is_held_out(self) -> bool:
        """Tell whether it is a sample of which nothing is to be known yet."""
        row, data = self._predicted.row, self._session.data
        return row is not None and data.parts[row] == TEST

    def _show_sample(self) -> None:
        """Tell of the sample that the values are of, if they are a sample's."""
        session, row = self._session, self._predicted.row
        for label in (self.sample, self.judged, self.history):
            label.setVisible(row is not None)
        if row is None:
            return
        data, model = session.data, session.model
        self.sample.setText(point_title(data, row))
        judged, role, angle = "", "", ""
        if self._said is not None and model is not None:
            judged, role = verdict_of(model, data, row)
            angle = angle_words(model, data.X[row])
        set_text_and_role(self.judged, judged, role)
        self.judged.setVisible(bool(judged))
        lines = [angle, history_of(session, self._counts, row)]
        self.history.setText("\n".join(line for line in lines if line))

    def _where(self) -> str:
        s = self._session
        combination = "last" if s.tape is None else s.tape.combination_at(s.step)
        used = "" if combination == "last" else f" · used: {USED[combination]}"
        return f"step {s.step:,}{used}"

    def _show_scores(self, said: Prediction, model: Predictor) -> None:
        table, several = self.scores, len(said.scores) > 1
        table.setVisible(several)
        if not several:
            return
        table.setRowCount(len(said.scores))
        for code, score in enumerate(said.scores):
            name = one_line(model.class_names[code])
            item = _put_cell(table, code, 0, name, name)
            item.setIcon(self._icon(code))
            value = _put_cell(table, code, 1, number(score, DIGITS), f"{score!r}")
            for cell in (item, value):
                make_bold(cell, bold=code == said.code)
        table.setFixedHeight(
            table.verticalHeader().defaultSectionSize() * len(said.scores) + 4
        )

    def _icon(self, code: int) -> QPixmap:
        """Give a class's symbol."""
        symbol = class_symbol(code)
        scale = ceil(self.devicePixelRatioF())
        return symbol_pixmap(symbol, self._theme.class_colour(code), SYMBOL, scale)


def words(said: Prediction, model: Predictor) -> str:
    """Say the score and the distance to the boundary."""
    if can(model, "votes"):
        votes = "the votes, from −1 to 1"
        score = f"{votes}: {number(said.scores[0], DIGITS)}"
        return score if len(said.scores) == 1 else f"most of {votes}"
    score = "the highest score"
    if len(said.scores) == 1:
        z = said.scores[0]
        side = ">" if z > 0 else "<" if z < 0 else "="
        score = f"z = {number(z, DIGITS)} {side} 0" if z else "z = 0: on the boundary"
    if said.distance is None:
        curved = not model.is_straight
        return f"{score} · the boundary is curved: no distance" if curved else score
    to = "the boundary"
    if said.rival is not None:
        to += f" to {one_line(model.class_names[said.rival])}"
    return f"{score} · {number(said.distance, DIGITS)} from {to}"


def written(value: float) -> str:
    """Write a value as it is computed with."""
    return f"{value:.12g}".replace("-", "−")


def _table(columns: int) -> QTableWidget:
    table = QTableWidget(0, columns)
    make_plain(table, 24)
    header = table.horizontalHeader()
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setTextElideMode(Qt.TextElideMode.ElideRight)
    return table


def _put_cell(
    table: QTableWidget, row: int, column: int, text: str, tip: str
) -> QTableWidgetItem:
    item = table.item(row, column)
    if item is None:
        item = text_item("", right=column > 0)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        table.setItem(row, column, item)
    item.setText(text)
    item.setToolTip(plain(tip))
    return item
