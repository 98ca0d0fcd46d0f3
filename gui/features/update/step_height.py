"""The height with which steps can be read whole, before any of them is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.update.layered_formulas import folds_of
from gui.features.update.outputs_table import OutputsTable
from gui.widgets.formula_sheet import FormulaSheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from gui.features.update.step_text import StepText
    from gui.style.theme import Theme

FOLD = 26
"""Height of the head of a layer, in pixels."""
SPACING = 4
"""Between two sheets."""


def step_height(
    texts: Iterable[StepText], width: int, theme: Theme, panel: QWidget, most: int
) -> int:
    """Give the height that the longest text needs, its layers but the last folded.

    Parameters
    ----------
    texts : iterable of StepText
        No more of them are written once one is too high.
    width : int
        Pixels.
    theme : Theme
    panel : QWidget
        In whose font it is.
    most : int
        Pixels of which nothing higher is seen whole.
    """
    sheet, table = FormulaSheet(theme), OutputsTable()
    for part in (sheet, table):
        part.setParent(panel)
        part.resize(width, part.height())
    heights = [0]
    for text in texts:
        table.show_rows(text.outputs, theme)
        height = table.height() if text.outputs else 0
        folds = folds_of(text.below)
        last = max([fold.key[1] for fold in folds if fold.key], default=-1)
        for fold in folds:
            height += FOLD if fold.key else 0
            if fold.key is None or fold.key[1] == last:
                height += sheet.height_of(fold.lines, text.names) + SPACING
        heights.append(height + sheet.height_of(text.head, text.names) + SPACING)
        if heights[-1] >= most:
            break
    for part in (sheet, table):
        part.deleteLater()
    return max(heights)
