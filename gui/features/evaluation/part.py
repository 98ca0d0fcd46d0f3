"""Generalisation, as a part of the window: a sheet beside the canvas."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.part import COMPARE, ORDERS_KEY, MenuAction, Part, PartContext, menu_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.features.evaluation.evaluation_sheet import EvaluationSheet


class Generalisation:
    """Opens the sheet that tells whether the present recipe generalises."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self.sheet: EvaluationSheet | None = None
        context.signals.themed.connect(self._set_theme)
        context.signals.closing.connect(self._close_sheet)
        context.signals.reset.connect(self._forget_sheet)
        context.offer("evaluation", self.open)
        context.offer("orders", partial(self.open, "Orders"))

    def open(self, page: str = "") -> None:
        """Open the sheet, at a page or where it was."""
        context = self._context
        if self.sheet is None:
            from gui.features.evaluation.evaluation_sheet import EvaluationSheet

            self.sheet = sheet = EvaluationSheet(
                context.session, context.canvas, context.theme()
            )
            sheet.hide()
            sheet.example_wanted.connect(partial(context.run, "open to average"))
            sheet.help_wanted.connect(partial(context.run, "handbook", sheet.HELP))
        if page:
            self.sheet.open(page)
        context.open_sheet(self.sheet)

    def _set_theme(self) -> None:
        if self.sheet is not None:
            self.sheet.set_theme(self._context.theme())

    def _close_sheet(self) -> None:
        if self.sheet is not None:
            self.sheet.close_pages()

    def _forget_sheet(self) -> None:
        """Be as before it was opened."""
        if self.sheet is not None:
            self._close_sheet()
            self.sheet.deleteLater()
            self.sheet = None


def _menu(context: PartContext) -> Sequence[MenuAction]:
    orders = menu_action(
        context, "&Run", 130, "&Orders and averaging…",
        lambda: context.run("orders"), ORDERS_KEY,
        words="permutation mean vote", more="newest w, their mean, their vote",
    )  # fmt: skip
    context.run(COMPARE, orders.action, 30)
    return [
        menu_action(
            context, "&Run", 120, "&Generalisation…",
            lambda: context.run("evaluation"), "Ctrl+T",
            words="cross-validation folds accuracy confusion matrix roc auc "
            "precision recall calibration brier threshold "
            "search tune hyperparameters learning curve good η",
            more="cross-validation, search, learning curve",
        ),
        orders,
    ]  # fmt: skip


PARTS = (Part("Generalisation", connect=Generalisation, menu=_menu),)
