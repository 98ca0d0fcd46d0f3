"""The page of orders: bundles of boundaries, strips of updates and errors, words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QWidget,
)

from engine.evaluation.order_comparison import FEWEST, MOST
from engine.evaluation.order_words import (
    averaging_helps,
    conclusion,
    numbers_words,
    spread_words,
)
from engine.learners import learner
from engine.learners.combination import USED
from engine.numbers import counted, percent
from gui.canvas.picture import Picture
from gui.canvas.still_canvas import StillCanvas
from gui.features.evaluation.data_checks import why_not_trainable
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.folds_chooser import BOX, LARGEST_SEED
from gui.features.evaluation.orders.order_strips import OrderStrips
from gui.features.evaluation.page import ComputingPage
from gui.plotting.figure import paper_figure
from gui.plotting.figure_actions import FigureActions
from gui.plotting.figure_source import FigureSource
from gui.session.compared_run import ComparedRun
from gui.widgets.buttons import push_button
from gui.widgets.cards import Card, MessageCard
from gui.widgets.combo_boxes import CheckBox, ComboBox
from gui.widgets.labels import ElidedLabel, WrappedLabel
from gui.widgets.layouts import in_column, row_of
from gui.widgets.legend_label import run_mark
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from engine import Dataset, Recipe
    from engine.evaluation.order_comparison import OrderBundle, OrderComparison
    from engine.learners.combination import Combination
    from gui.canvas.canvas import Canvas
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl, Work

ORDERS = 20
NAMES: dict[Combination, str] = {
    "last": "newest w", "averaged": "mean of all w", "voted": "vote of all w",
    "pocket": "best w so far",
}  # fmt: skip
COLOURS: dict[Combination, int] = {"last": 0, "averaged": 1, "voted": 2, "pocket": 3}
"""Places among the colours of runs."""
STRIP = 118
"""Pixels of a strip."""
STRIP_FILES = ("orders-updates", "orders-training-error", "orders-validation-error")
BEGUN = "Running the present recipe under {n} orders of the samples …"
ORDERS_TIP = f"How many orders, {FEWEST} to {MOST}: the recipe is run once by each"
SEED_TIP = "Seed of the first order; each further one has the next seed"
BUNDLE_TIP = "A line for each order of the samples: what is dense does not depend on it"
CANVAS_TIP = "Draw these boundaries on the canvas, too"
EXAMPLE = "noisy-clusters"
EXAMPLE_TIP = (
    "Open “Noisy clusters” with the perceptron, where averaging helps (can be undone)"
)
PERCEPTRON_TIP = "Choose the learner that learns in an order (can be undone)"
USE_TIP = "Let the run have this order: shuffled, with this seed"


class BundlePicture(FigureCard):
    """The boundaries of one way to use the weights, over the samples."""

    def __init__(self, combination: Combination, theme: Theme) -> None:
        super().__init__(NAMES[combination])
        self.combination = combination
        self.rows.setContentsMargins(8, 4, 8, 8)
        self.rows.setSpacing(4)
        self.plot = StillCanvas(theme, of_one_run=False)
        about = "The boundary of each order, faint, and that of one in front"
        self.plot.describe(f"Boundaries of all orders, {NAMES[combination]}", about)
        self.rows.addWidget(self.plot, 1)
        self.mark = QLabel()
        self.head.insertWidget(0, self.mark)
        self.set_figure(f"orders-{combination}", self.plot.figure, self.plot, theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.mark.setText(run_mark(theme, COLOURS[self.combination]))

    def show_bundle(self, bundle: OrderBundle, data: Dataset, canvas: Canvas) -> None:
        """Draw the boundaries of all runs over the samples."""
        self.caption.setText(
            "" if bundle.angle is None else f"up to {bundle.angle:.1f}° apart"
        )
        compared = (compared_run(bundle, data),)
        self.plot.show_all(
            Picture(data, canvas.plane, None, data, None, None, compared=compared)
        )

    def choose(self, bundle: OrderBundle, chosen: int) -> None:
        """Draw the boundary of one run in front."""
        picture = self.plot.picture
        if picture is not None and chosen < len(bundle.models):
            self.plot.show_all(replace(picture, model=bundle.models[chosen]))


def compared_run(bundle: OrderBundle, data: Dataset) -> ComparedRun:
    """Give a bundle as it is drawn."""
    label = f"{len(bundle.models)} orders, {NAMES[bundle.combination]}"
    place = COLOURS[bundle.combination]
    return ComparedRun(label, BUNDLE_TIP, data, place, models=bundle.models)


class OrdersPage(ComputingPage["OrderComparison"]):
    """Runs the present recipe under many orders, anew whenever it is another.

    Parameters
    ----------
    session : Session
    canvas : Canvas
        Whose plane is shown, and where the boundaries can be drawn, too.
    theme : Theme

    Signals
    -------
    example_wanted(str)
        The example of the gallery in which averaging is seen to help.
    """

    example_wanted = Signal(str)

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__(session, theme, name="orders")
        self._canvas = canvas
        self.comparison: OrderComparison | None = None
        self.orders = IntegerBox("Orders", ORDERS_TIP, low=FEWEST, high=MOST)
        self.orders.setValue(ORDERS)
        self.seed = IntegerBox("Seed of the first order", SEED_TIP, high=LARGEST_SEED)
        self.spread, self.conclusion, self.numbers = (
            WrappedLabel(), WrappedLabel(), WrappedLabel()
        )  # fmt: skip
        self.numbers.setProperty("role", "muted")
        self.message = MessageCard("Orders compared")
        self.pictures: dict[Combination, BundlePicture] = {}
        self.updates = OrderStrips(theme, "updates", whole=True)
        self.training = OrderStrips(theme, "training error, %", whole=False)
        self.validation = OrderStrips(theme, "validation error, %", whole=False)
        self.front = ComboBox(
            "Order in front", "The order whose boundary is drawn in front"
        )
        self.summary = ElidedLabel()
        self.use = push_button("Use this order", USE_TIP)
        self.example = push_button("See it on classes that overlap", EXAMPLE_TIP)
        self.perceptron = push_button(
            "Compare orders of the perceptron", PERCEPTRON_TIP
        )
        self.on_canvas = CheckBox("Draw on the canvas", CANVAS_TIP, checked=True)
        self._lay_out()
        self._connect()
        self.show_result(None, "")

    def _lay_out(self) -> None:
        self.top = Card("")
        head = self.top.head
        head.setSpacing(8)
        for place, part in enumerate(
            (self.orders, QLabel("orders · first seed"), self.seed)
        ):
            head.insertWidget(place, part)
        self.top.caption.hide()
        head.addWidget(self.waiting, 1)
        for box in (self.orders, self.seed):
            box.setFixedWidth(BOX)
        self.top.add_rows(self.spread, self.conclusion)
        for button in (self.perceptron, self.example):
            self.top.rows.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._row = row_of(spacing=10)
        self.runs = Card("Each order a dot")
        self.runs.head.addWidget(self.on_canvas)
        strips = QHBoxLayout()
        for strip in self._strips:
            strip.setFixedHeight(STRIP)
            strips.addWidget(strip, 1)
        self.runs.add_rows((strips, 1), self.numbers)
        foot = row_of(QLabel("In front"), self.front, (self.summary, 1), self.use)
        self.runs.rows.addLayout(foot)
        self.comparison_part = QWidget()
        in_column(self.comparison_part, (self._row, 1), self.runs, spacing=10)
        in_column(
            self, self.top, (self.comparison_part, 1), (self.message, 1), spacing=10
        )
        self.message.hide()

    @property
    def _strips(self) -> tuple[OrderStrips, ...]:
        return self.updates, self.training, self.validation

    def _connect(self) -> None:
        self.act_at(self._show_pictures, self._canvas.axes.changed)
        self.orders.valueChanged.connect(self.follow)
        self.seed.valueChanged.connect(self.follow)
        self.on_canvas.toggled.connect(self._draw_on_canvas)
        self.front.currentIndexChanged.connect(self._show_chosen_order)
        self.use.clicked.connect(self._use_order)
        self.example.clicked.connect(lambda: self.example_wanted.emit(EXAMPLE))
        self.perceptron.clicked.connect(self._choose_perceptron)
        for strip, name in zip(self._strips, STRIP_FILES, strict=True):
            strip.chosen.connect(self.front.setCurrentIndex)
            draw = partial(self._strip_figure, strip)
            words = partial(self._strip_words, strip)
            FigureActions(FigureSource("Orders compared", draw, words), strip, name)

    def _strip_figure(self, strip: OrderStrips, sheet: Sheet) -> Figure | None:
        """Draw one of the strips as it is now, on a sheet."""
        if self.comparison is None:
            return None
        rows = [item for item in COLOURS.items() if item[1] in strip.runs]
        legend = " &nbsp; ".join(
            f"{run_mark(sheet.theme, place)} {NAMES[combination]}"
            for combination, place in rows
        )
        legend = legend if len(rows) > 1 else ""  # alike, so drawn once for all
        return paper_figure(strip.again(sheet.theme), sheet, legend=legend)

    def _strip_words(self, strip: OrderStrips) -> tuple[str, str]:
        """Give the title and the caption of its figure."""
        orders = 0 if self.comparison is None else self.comparison.done
        return f"{orders} orders: {strip.accessibleName()}", self.numbers.text()

    def enter(self) -> None:
        super().enter()
        self._draw_on_canvas()

    def leave(self) -> None:
        """Compute nothing unseen, and give the canvas back."""
        super().leave()
        self._draw_on_canvas()

    # Computing

    def wanted(self) -> tuple[object, ...]:
        s = self.session
        return s.data, unordered(s.recipe), self.orders.value(), self.seed.value()

    def obstacle(self) -> str:
        session = self.session
        return why_not_trainable(session.data, session.recipe, by_folds=False)

    def begin(self) -> None:
        if self.comparison is None or self.comparison.data is not self.session.data:
            self.show_result(None, BEGUN.format(n=self.orders.value()))
        self.waiting.show_progress(0)
        self.example.hide()

    def work(self) -> Work[OrderComparison]:
        first = self.seed.value()
        seeds = range(first, first + self.orders.value())
        return _work(self.session.data, self.session.recipe, seeds)

    def grow(self, known: OrderComparison) -> None:
        self.waiting.show_progress(
            known.done / len(known.seeds), f"{known.done} of {len(known.seeds)}"
        )
        if self.comparison is None or not self.comparison.finished:
            self.show_result(known, "")

    # Showing

    def show_result(self, comparison: OrderComparison | None, why_not: str) -> None:
        """Show what is known, or say why nothing is."""
        self.comparison = (
            comparison if comparison is not None and comparison.done >= FEWEST else None
        )
        self.message.words.setText(why_not)
        self.message.setVisible(bool(why_not))
        self.comparison_part.setVisible(self.comparison is not None)
        known = self.comparison
        words = (spread_words, conclusion, numbers_words)
        labels = (self.spread, self.conclusion, self.numbers)
        for label, say in zip(labels, words, strict=True):
            label.setText("" if known is None else say(known))
            label.setVisible(known is not None)
        helps = known is not None and known.finished and averaging_helps(known)
        by_hand = learner(self.session.recipe.learner).by_hand
        self.perceptron.setVisible(by_hand)
        self.example.setVisible(not (helps or self.computing or by_hand))
        self._list_orders()
        self._show_pictures()
        self._show_strips()
        self._show_chosen_order()
        self._draw_on_canvas()

    def _list_orders(self) -> None:
        """Offer the orders that are through; the same seed stays in front."""
        comparison = self.comparison
        seeds = () if comparison is None else comparison.seeds[: comparison.done]
        front = self.front.currentData()
        if front is None:
            front = self.session.recipe.get("seed")
        with QSignalBlocker(self.front):
            self.front.clear()
            for seed in seeds:
                self.front.addItem(f"seed {seed}", seed)
            self.front.setCurrentIndex(max(0, self.front.findData(front)))

    def _show_pictures(self) -> None:
        comparison = self.comparison
        bundles = () if comparison is None else comparison.bundles
        wanted = [bundle.combination for bundle in bundles]
        if comparison is not None:
            for name in [name for name in self.pictures if name not in wanted]:
                picture = self.pictures.pop(name)
                self._row.removeWidget(picture)
                picture.plot.close()
                picture.deleteLater()
        for bundle in bundles:
            if bundle.combination not in self.pictures:
                picture = BundlePicture(bundle.combination, self.theme)
                self.pictures[bundle.combination] = picture
                self._row.addWidget(picture, 1)
            if comparison is not None:
                self.pictures[bundle.combination].show_bundle(
                    bundle, comparison.data, self._canvas
                )
        self._choose_in_pictures()

    def _show_strips(self) -> None:
        comparison = self.comparison
        if comparison is None:
            return
        bundles = comparison.bundles
        runs = [COLOURS[bundle.combination] for bundle in bundles]
        counts = [bundle.updates.astype(np.float64) for bundle in bundles]
        alike = all((count == counts[0]).all() for count in counts)
        self.updates.show_values(counts[:1] if alike else counts, runs)
        self.training.show_values([100 * bundle.training for bundle in bundles], runs)
        held_out = [
            bundle.validation for bundle in bundles if bundle.validation is not None
        ]
        self.validation.setVisible(bool(held_out))
        self.validation.show_values([100 * errors for errors in held_out], runs)

    def _show_chosen_order(self, *_: object) -> None:
        """Show the chosen order in front everywhere, and tell of it."""
        comparison, chosen = self.comparison, self.front.currentIndex()
        self.use.setEnabled(comparison is not None and chosen >= 0)
        if comparison is None or chosen < 0:
            self.summary.setText("")
            return
        first = comparison.bundles[0]
        updates = int(first.updates[chosen])
        phrases = [f"{counted(updates, 'update')}"]
        for bundle in comparison.bundles:
            errors = percent(float(bundle.training[chosen]))
            phrases.append(f"{USED[bundle.combination]} {errors}")
        self.summary.setText(" · ".join(phrases))
        self.summary.setToolTip("Updates, and training error of each")
        for strip in self._strips:
            strip.choose(chosen)
        self._choose_in_pictures()

    def _choose_in_pictures(self) -> None:
        chosen = self.front.currentIndex()
        for bundle in (
            () if self.comparison is None or chosen < 0 else self.comparison.bundles
        ):
            self.pictures[bundle.combination].choose(bundle, chosen)

    def _draw_on_canvas(self, *_: object) -> None:
        """Draw the bundles on the main canvas while the page is looked at."""
        comparison = self.comparison
        wanted = self.entered and self.on_canvas.isChecked() and comparison is not None
        bundles = comparison.bundles if wanted and comparison is not None else ()
        self._canvas.compare(
            tuple(
                compared_run(bundle, comparison.data)
                for bundle in bundles
                if bundle.combination != "voted"
            )
            if comparison is not None
            else ()
        )

    def _choose_perceptron(self) -> None:
        """Let the session learn by a rule whose outcome depends on the order."""
        recipe = self.session.recipe.replace(learner="perceptron", order="shuffled")
        self.session.change(recipe, "choose Perceptron")

    def _use_order(self) -> None:
        """Let the session's run have the order in front."""
        seed = self.front.currentData()
        if seed is not None:
            recipe = self.session.recipe.replace(order="shuffled", seed=seed)
            self.session.change(recipe, f"use the order of seed {seed}")


def unordered(recipe: Recipe) -> Recipe:
    """Leave the order, and its seed, out of a recipe: what is compared."""
    known = {name for name, _ in recipe}
    fixed = {"order": "shuffled", "seed": 0}
    return recipe.replace(**{k: v for k, v in fixed.items() if k in known})


def _work(data: Dataset, recipe: Recipe, seeds: range) -> Work[OrderComparison]:
    def work(control: TaskControl) -> OrderComparison:
        from engine.evaluation.order_comparison import order_comparison

        return order_comparison(
            data, recipe, seeds, progress=control.report, stop=control.cancelled
        )

    return work
