"""What can be done with the selected points, by the right button."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from engine.data.dataset import PART_NAMES
from engine.data.edits import Assign, Weigh
from gui.style.icons import symbol_icon
from gui.style.text import number_of_points, one_line, without_mnemonic
from gui.style.theme import class_symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from gui.canvas.selection import Selection, SelectionActions
    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_WEIGHT = 1e6
PRESENT = "✓"


class PointsMenu(QMenu):
    """Another class, part or weight for the selected points, and more actions.

    Parameters
    ----------
    session : Session
    selection : Selection
    changes : SelectionActions
    more : sequence of QAction
    theme : Theme
    parent : QWidget
    """

    def __init__(
        self,
        session: Session,
        selection: Selection,
        changes: SelectionActions,
        more: Sequence[QAction],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._selection = session, selection
        self._changes, self._theme = changes, theme
        if len(selection) > 1:
            self.addAction(number_of_points(len(selection))).setEnabled(False)
        self._add_classes()
        self._add_parts()
        self.addAction("&Weight…", self._ask_weight)
        self.addSeparator()
        self.addActions(more)

    def _add_classes(self) -> None:
        menu, data = self.addMenu("&Class"), self._session.data
        there = {*data.y[self._selection.rows].tolist()}
        for code, name in enumerate(data.class_names):
            shown = without_mnemonic(one_line(name)) + _mark(there, code)
            colour = self._theme.class_colour(code)
            symbol = symbol_icon(class_symbol(code), colour)
            menu.addAction(symbol, shown, partial(self._changes.relabel, code))

    def _add_parts(self) -> None:
        menu = self.addMenu("&Part")
        there = {*self._session.data.parts[self._selection.rows].tolist()}
        for part, name in enumerate(PART_NAMES):
            shown = name.capitalize() + _mark(there, part)
            menu.addAction(shown, partial(self._assign, part))

    def _assign(self, part: int) -> None:
        rows = self._selection.rows
        edit = Assign(rows, np.full(len(rows), part, np.uint8))
        self._session.edit(edit, f"put into the {PART_NAMES[part]} part")

    def _ask_weight(self) -> None:
        rows, weights = self._selection.rows, self._session.data.sample_weights
        present = 1.0 if weights is None else float(weights[rows[0]])
        dialog = QInputDialog(QApplication.activeWindow())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Weight")
        dialog.setLabelText("Counts as so many points:")
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setDoubleRange(0.0, MOST_WEIGHT)
        dialog.setDoubleDecimals(3)
        dialog.setDoubleValue(present)
        # The menu is gone by then.
        dialog.doubleValueSelected.connect(
            partial(_weigh, self._session, self._selection)
        )
        dialog.open()


def _weigh(session: Session, selection: Selection, weight: float) -> None:
    rows = selection.rows
    if len(rows):
        edit = Weigh(rows, np.full(len(rows), weight))
        session.edit(edit, f"weigh {number_of_points(len(rows))}")


def _mark(there: set[int], value: int) -> str:
    """Mark what all of the points have already."""
    return f"\t{PRESENT}" if there == {value} else ""
