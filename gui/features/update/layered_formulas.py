"""The formulas of a network's step, folded layer by layer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from gui.widgets.formula_sheet import FormulaSheet
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.steps.formula_lines import FormulaLine
    from gui.style.theme import Theme

BACK = "rule"
"""The row with which the way back begins."""


class Fold(NamedTuple):
    """Lines that stand together: of a layer on the way forth or back, or of none.

    Attributes
    ----------
    key : (bool, int) or None
        Whether it is the way back, and the layer; None of lines that never fold.
    lines : list of FormulaLine
    """

    key: tuple[bool, int] | None
    lines: list[FormulaLine]


def folds_of(lines: Sequence[FormulaLine]) -> list[Fold]:
    """Gather a step's lines by layer, those of the way back apart.

    A layer's δ and its new weights come together, where its first line stood.
    """
    folds: list[Fold] = []
    back = False
    for line in lines:
        back |= line.row == BACK
        key = None if line.layer < 0 else (back, line.layer)
        same = [fold for fold in folds if fold.key == key]
        if key is None and folds and folds[-1].key is None:
            folds[-1].lines.append(line)
        elif key is not None and same:
            same[0].lines.append(line)
        else:
            folds.append(Fold(key, [line]))
    return folds


class LayeredFormulas(QWidget):
    """Shows a step's lines under a head for each layer, first only the outputs'."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[tuple[QToolButton, FormulaSheet]] = []
        self._opened: dict[tuple[bool, int], bool] = {}
        self._whole = False
        self._column = in_column(self, spacing=2)

    @property
    def lines(self) -> list[FormulaLine]:
        """The lines that are unfolded, from the top."""
        shown = [sheet for _, sheet in self._rows if not sheet.isHidden()]
        return [line for sheet in shown for line in sheet.lines]

    def set_whole(self, whole: bool) -> None:
        """Unfold all layers, or only the outputs' again; what one folds stays so."""
        if whole != self._whole:
            self._whole = whole
            self._opened.clear()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for _, sheet in self._rows:
            sheet.set_theme(theme)

    def show_lines(
        self, lines: Sequence[FormulaLine], names: Sequence[str], last: int
    ) -> None:
        """Show other lines.

        Parameters
        ----------
        lines : sequence of FormulaLine
        names : sequence of str
            Of the classes.
        last : int
            The layer of the outputs.
        """
        folds = folds_of(lines)
        while len(self._rows) < len(folds):
            self._add_row()
        for place, (head, sheet) in enumerate(self._rows):
            fold = folds[place] if place < len(folds) else Fold(None, [])
            opened = self._show_head(head, fold.key, last)
            sheet.setVisible(opened and bool(fold.lines))
            if sheet.isVisibleTo(self):
                sheet.show_lines(fold.lines, names)
        self._shown = lines, names, last

    def _show_head(
        self, head: QToolButton, key: tuple[bool, int] | None, last: int
    ) -> bool:
        """Name a layer's head; tell whether it is open."""
        head.setVisible(key is not None)
        if key is None:
            return True
        back, layer = key
        which = "Output" if layer == last else "Hidden layer"
        which += f" {layer}" if layer < last and last > 2 else ""
        opened = self._opened.get(key, self._whole or layer == last)
        head.setText(f"{which}: new w" if back else which)
        head.setAccessibleName(head.text())
        head.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)
        head.setChecked(opened)
        head.setToolTip("Fold its formulas" if opened else "Show its formulas")
        return opened

    def _add_row(self) -> None:
        head, sheet = QToolButton(), FormulaSheet(self._theme)
        head.setCheckable(True)
        head.setProperty("fold", True)
        head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        head.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        head.clicked.connect(partial(self._toggle, len(self._rows)))
        self._column.addWidget(head)
        self._column.addWidget(sheet)
        self._rows.append((head, sheet))

    def _toggle(self, place: int) -> None:
        lines, names, last = self._shown
        key = folds_of(lines)[place].key
        if key is not None:
            self._opened[key] = self._rows[place][0].isChecked()
            self.show_lines(lines, names, last)
