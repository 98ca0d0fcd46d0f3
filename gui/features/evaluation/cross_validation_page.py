"""The page of cross-validation: chart and table of the folds, seen on the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QHeaderView,
    QTableWidget,
)

from engine.data.dataset import TEST
from engine.data.edits import Assign
from engine.numbers import decimals, percent
from gui.canvas.fold_view import FoldView
from gui.features.evaluation.data_checks import sorted_order_note, why_not_trainable
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.folds_chooser import FoldsChooser
from gui.features.evaluation.page import ComputingPage
from gui.plotting.axes import WholeAxis
from gui.plotting.figure import paper_figure
from gui.plotting.plot import Plot
from gui.plotting.plot_mouse import PlotScrubber
from gui.style.text import percent_within
from gui.widgets.adaptive_row import AdaptiveRow
from gui.widgets.buttons import push_button
from gui.widgets.cards import Card, MessageCard
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.labels import note_label, show_words
from gui.widgets.layouts import in_column, row_of
from gui.widgets.legend_label import LegendLabel, legend_item
from gui.widgets.tables import choose_by_row, make_plain, name_columns, text_item

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.evaluation.cross_validation import CrossValidation
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl, Work

    ShowFolds = Callable[[FoldView | None], None]

VALIDATION = "Error on the fold, by the weights learned without it"
TRAINING = "Error of the same weights on the samples learned from"
MEAN = (
    "Of the validation errors; the band is its 95 % interval: at each end the wider of "
    "Student’s, of the folds, and Clopper & Pearson’s, of the samples held out"
)
LEAST = 2.0
"""Per cent that the axis has at least."""
BESIDE = 700
"""Pixels of width from which chart and table stand beside each other."""
BAND = 26
"""Opacity of the band of the interval, of 255."""


def legend(theme: Theme) -> str:
    """Say what the marks are, as rich text."""
    items = (
        (theme.good, "◆", "validation", VALIDATION),
        (theme.ink, "●", "training", TRAINING),
        (theme.good, "━", "mean, 95 % interval", MEAN),
    )
    return " &nbsp; ".join(legend_item(theme, *item) for item in items)


class FoldChart(Plot):
    """Draws what is known of a cross-validation.

    Signals
    -------
    chosen(int)
        The person points at a fold.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(axisItems={"bottom": WholeAxis("bottom")})
        about = "Left and right choose the fold that is seen on the canvas"
        self.describe("Errors of the folds", about, self._fold_words)
        self.reached.connect(self.chosen)
        self.setMinimumSize(220, 160)
        self.setLabel("left", "% of samples")
        self.setLabel("bottom", "fold")
        self._picked = pg.LinearRegionItem(movable=False)
        self._band = pg.LinearRegionItem(orientation="horizontal", movable=False)
        self._mean = pg.InfiniteLine(angle=0)
        for item in (self._picked, self._band, self._mean):
            item.hide()
            self.addItem(item, ignoreBounds=True)
        self.training, self.validation = self.plot([], []), self.plot([], [])
        self._k = 0
        PlotScrubber(self, self._point)
        self.setToolTip("Click a fold to see it on the canvas")
        self.set_theme(theme)

    def sizeHint(self) -> QSize:
        """Ask for less than pyqtgraph does, so that the table has its rows."""
        return QSize(400, 320)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for curve, colour, symbol, size in (
            (self.training, theme.ink, "o", 6),
            (self.validation, theme.good, "d", 10),
        ):
            curve.setPen(None)
            curve.setSymbol(symbol)
            curve.setSymbolSize(size)
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)
        tone = QColor(theme.good)
        self._mean.setPen(pg.mkPen(tone, width=1.5))
        tone.setAlpha(BAND)
        _paint(self._band, tone)
        _paint(self._picked, QColor(theme.accent_soft))

    def show_folds(
        self, cross_validation: CrossValidation | None, fold: int | None
    ) -> None:
        """Draw the errors, with one fold picked out; None: nothing."""
        self._k = 0 if cross_validation is None else len(cross_validation.folds)
        self.stops = np.arange(
            0.0 if cross_validation is None else len(cross_validation.models)
        )
        done = 0 if cross_validation is None else len(cross_validation.models)
        at = np.arange(1, done + 1)
        training, validation = (
            (np.empty(0), np.empty(0))
            if cross_validation is None
            else (100 * cross_validation.training, 100 * cross_validation.validation)
        )
        self.training.setData(at, training)
        self.validation.setData(at, validation)
        self._picked.setVisible(fold is not None and fold < done)
        if fold is not None:
            self._picked.setRegion((fold + 0.5, fold + 1.5))
        self._show_mean(cross_validation)
        top = max(
            LEAST, 1.12 * float(max(validation.max(initial=0), training.max(initial=0)))
        )
        self.view.setRange(
            xRange=(0.4, max(self._k, 1) + 0.6), yRange=(-0.05 * top, top), padding=0
        )

    def _fold_words(self) -> str:
        """Say the errors of the fold that was reached."""
        fold, errors = self.stop, self.validation.yData
        if errors is None or not 0 <= fold < len(errors):
            return ""
        training = decimals(float(self.training.yData[fold]), 1)
        validation = decimals(float(errors[fold]), 1)
        return f"Fold {fold + 1}: training {training} %, validation {validation} %"

    def _show_mean(self, known: CrossValidation | None) -> None:
        several = known is not None and len(known.models) > 1
        for item in (self._mean, self._band):
            item.setVisible(several)
        if known is not None and several:
            self._mean.setPos(100 * float(known.validation.mean()))
            self._band.setRegion([100 * end for end in known.interval])

    def _point(self, x: float) -> None:
        fold = round(x) - 1
        if 0 <= fold < self._k:
            self.chosen.emit(fold)


def _paint(region: pg.LinearRegionItem, tone: QColor) -> None:
    region.setBrush(tone)
    region.setHoverBrush(tone)
    for line in region.lines:
        line.setPen(pg.mkPen(None))
        line.setHoverPen(pg.mkPen(None))


HEADS = ("", "training", "validation", "wrong")
TIPS = (
    "", "Error on the samples learned from", "Error on the samples held out",
    "Samples held out that were wrong; those of weight 0 are left out",
)  # fmt: skip
ROW = 26
FIRST = 40
"""Pixels of the first column."""


class FoldTable(QTableWidget):
    """A row for all folds, then one for each.

    Signals
    -------
    chosen(int or None)
        Another fold, or all of them.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(0, len(HEADS))
        name_columns(self, HEADS, TIPS)
        make_plain(self, ROW)
        choose_by_row(self)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, FIRST)
        last = len(HEADS) - 1
        header.setSectionResizeMode(last, QHeaderView.ResizeMode.ResizeToContents)
        self.setAccessibleName("Folds")
        self.setAccessibleDescription("Up and down choose the fold on the canvas")
        self.currentCellChanged.connect(self._choose_row)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 4 * ROW)

    @property
    def fold(self) -> int | None:
        """The fold that is chosen; None: all."""
        row = self.currentRow()
        return row - 1 if row > 0 else None

    def choose(self, fold: int) -> None:
        """Go to the row of a fold; the first row is of all."""
        self.setCurrentCell(fold + 1, 0)

    def show_folds(self, cross_validation: CrossValidation | None) -> None:
        """Write the errors; the same row stays chosen."""
        chosen = max(0, self.currentRow())
        with QSignalBlocker(self):
            rows = [] if cross_validation is None else _rows(cross_validation)
            self.setRowCount(len(rows))
            for i, row in enumerate(rows):
                for j, text in enumerate(row):
                    self.setItem(i, j, text_item(text, bold=i == 0, right=j > 0))
            if rows:
                self.setCurrentCell(min(chosen, len(rows) - 1), 0)

    def _choose_row(self, row: int, _: int, before: int, __: int) -> None:
        if row >= 0 and row != before:
            self.chosen.emit(self.fold)


def _rows(cross_validation: CrossValidation) -> list[tuple[str, ...]]:
    means = (
        percent(float(errors.mean())) if len(errors) else "–"
        for errors in (cross_validation.training, cross_validation.validation)
    )
    every = np.concatenate(cross_validation.held_out)
    rows = [("all", *means, _wrong_of(cross_validation, every))]
    for i, held_out in enumerate(cross_validation.held_out):
        if i >= len(cross_validation.models):
            rows.append((f"{i + 1}", "…", "…", f"of {len(held_out):,}"))
            continue
        errors = map(
            percent, (cross_validation.training[i], cross_validation.validation[i])
        )
        rows.append((f"{i + 1}", *errors, _wrong_of(cross_validation, held_out)))
    return rows


def _wrong_of(cross_validation: CrossValidation, rows: NDArray[np.int64]) -> str:
    """Say how many of some samples were wrong when they were held out."""
    return f"{cross_validation.wrong[rows].sum():,} of {len(rows):,}"


DELAY_MS = 150
"""Milliseconds after the last change before it is computed anew."""
SHOWN = "A line in the table: that fold; “all”: the boundaries of all folds together"
HOLD = (
    "The samples of this fold become the validation part of the split (can be undone)"
)


class CrossValidationPage(ComputingPage["CrossValidation"]):
    """Follows data and recipe as long as it is looked at.

    Parameters
    ----------
    session : Session
    show_folds : callable
        Shows folds on the canvas; None: the run again.
    theme : Theme
    """

    def __init__(self, session: Session, show_folds: ShowFolds, theme: Theme) -> None:
        super().__init__(session, theme, name="cross-validation", delay=DELAY_MS)
        self._show_folds = show_folds
        self.cross_validation: CrossValidation | None = None
        self.folds_chooser = FoldsChooser()
        self.chart = FoldChart(theme)
        self.table = FoldTable()
        self.message = MessageCard("Error of each fold")
        self.legend = LegendLabel()
        self.on_canvas = CheckBox("Show on the canvas", SHOWN, checked=True)
        self.hold = push_button("Hold this fold out", HOLD)
        self._lay_out()
        self._connect()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        self.top = Card("Cross-validation of this recipe")
        self.top.rows.addWidget(self.folds_chooser)
        self.order = note_label()
        self.top.rows.addWidget(self.order)
        self.left, self.right = FigureCard("Error of each fold"), Card("Folds")
        self.left.add_rows(self.legend, (self.chart, 1))
        self.left.set_figure("cross-validation", self._figure, self.chart, self.theme)
        self.right.add_rows((self.table, 1), row_of((self.on_canvas, 1), self.hold))
        self.result_cards = AdaptiveRow(
            (self.left, 10), (self.right, 13), least=BESIDE, spacing=10
        )
        in_column(self, self.top, (self.result_cards, 1), (self.message, 1), spacing=10)
        self.message.hide()

    def _connect(self) -> None:
        self.act_at(self._make_way, self.session.playing_changed)
        self.folds_chooser.changed.connect(self.follow)
        self.table.chosen.connect(self._show_chosen_fold)
        self.chart.chosen.connect(self.table.choose)
        self.on_canvas.toggled.connect(self._show_chosen_fold)
        self.hold.clicked.connect(self._hold_out)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.legend.setText(legend(theme))

    def enter(self) -> None:
        super().enter()
        self._show_chosen_fold()

    def leave(self) -> None:
        """Let the canvas show the run again."""
        super().leave()
        self._show_folds(None)

    def _make_way(self) -> None:
        """Give the canvas back to a run that plays."""
        if self.session.playing:
            self.on_canvas.setChecked(False)

    def wanted(self) -> tuple[object, ...]:
        return self.session.data, self.session.recipe, self.folds_chooser.folds

    def obstacle(self) -> str:
        self.folds_chooser.tell(self.session.data)
        return why_not_trainable(self.session.data, self.session.recipe)

    def begin(self) -> None:
        self.right.caption.setText("computing…")

    def work(self) -> Work[CrossValidation]:
        data, recipe = self.session.data, self.session.recipe
        folds = self.folds_chooser.folds

        def work(control: TaskControl) -> CrossValidation:
            from engine.evaluation.cross_validation import cross_validate

            return cross_validate(
                data, recipe, folds, progress=control.report, stop=control.cancelled
            )

        return work

    def grow(self, known: CrossValidation) -> None:
        """Show what there is, unless there is something whole to look at meanwhile."""
        if not known.finished:
            k = len(known.folds)
            self.right.caption.setText(f"computing: {len(known.models)} of {k}")
            if self.cross_validation is None or not self.cross_validation.finished:
                self._show_cross_validation(known)

    def show_result(
        self, cross_validation: CrossValidation | None, why_not: str
    ) -> None:
        self.message.words.setText(why_not)
        self.message.setVisible(bool(why_not))
        self.result_cards.setVisible(not why_not)
        self._show_cross_validation(cross_validation)

    def _show_cross_validation(self, cross_validation: CrossValidation | None) -> None:
        self.cross_validation = cross_validation
        self.table.show_folds(cross_validation)
        self._tell_captions(cross_validation)
        self._show_chosen_fold()

    def _tell_captions(self, cross_validation: CrossValidation | None) -> None:
        order = (
            ""
            if cross_validation is None
            else sorted_order_note(cross_validation.data, cross_validation.recipe)
        )
        show_words(self.order, order)
        if cross_validation is None:
            self.top.caption.setText("")
            self.left.caption.setText("")
            self.right.caption.setText("")
            return
        n = sum(map(len, cross_validation.held_out))
        test = len(cross_validation.data.rows_of(TEST))
        aside = " · the test part is not looked at" if test else ""
        self.top.caption.setText(f"{n:,} samples, each held out once{aside}")
        if cross_validation.finished:
            self.right.caption.setText("")
        mean = float(cross_validation.validation.mean())
        self.left.caption.setText(percent_within(mean, cross_validation.interval))

    def _show_chosen_fold(self, *_: object) -> None:
        """Show the chosen fold in the chart and on the canvas."""
        fold, cross_validation = self.table.fold, self.cross_validation
        self.chart.show_folds(cross_validation, fold)
        self.left.export_action.setEnabled(cross_validation is not None)
        self.hold.setEnabled(cross_validation is not None and fold is not None)
        if not self.entered:
            return
        wanted = cross_validation is not None and self.on_canvas.isChecked()
        self._show_folds(
            FoldView(cross_validation, fold) if cross_validation and wanted else None
        )

    def _figure(self, sheet: Sheet) -> Figure | None:
        if self.cross_validation is None:
            return None
        chart = FoldChart(sheet.theme)
        chart.show_folds(self.cross_validation, None)
        return paper_figure(chart, sheet, legend(sheet.theme))

    def _hold_out(self) -> None:
        cross_validation, fold = self.cross_validation, self.table.fold
        if (
            cross_validation is None
            or fold is None
            or cross_validation.data is not self.session.data
        ):
            return
        parts = cross_validation.folds[fold].parts
        rows = np.flatnonzero(parts != cross_validation.data.parts)
        if len(rows):
            self.session.edit(Assign(rows, parts[rows]), f"hold fold {fold + 1} out")
