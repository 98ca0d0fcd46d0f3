"""The story of a run as one figure: its decisive updates side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from engine.evaluation.decisive_updates import decisive_updates
from engine.steps.rule_steps import why_not
from gui.canvas.canvas_figure import class_legend
from gui.canvas.picture import rect_around
from gui.canvas.still_canvas import StillCanvas
from gui.features.story.story_pictures import picture_at
from gui.plotting.figure import Figure, FigureFrame, Sheet, figure_of, lay_out
from gui.session.run_caption import run_title
from gui.session.run_story import bound, caption

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPainter

    from engine import Dataset, Tape
    from engine.evaluation.decisive_updates import DecisiveUpdate
    from gui.canvas.plane import Plane

IN_A_ROW = 4
SHAPE = 0.72
"""Height of a picture, of its width."""


def story_figure(
    tape: Tape, plane: Callable[[Dataset], Plane], sheet: Sheet
) -> Figure | None:
    """Draw it as wide as the sheet; None where there is nothing to tell.

    It is looked for anew: of a long run that takes some seconds.
    """
    if why_not(tape) or not tape.finished:
        return None
    decisive = decisive_updates(tape)
    if not decisive.updates:
        return None
    n = len(decisive.updates)
    columns = min(n, IN_A_ROW if n > IN_A_ROW + 1 else n)
    width = sheet.size.width() // columns
    cell = Sheet(QSize(width, round(SHAPE * width)), sheet.theme, legend=False)
    cells = [_cell(tape, update, plane(tape.data), cell) for update in decisive.updates]
    high = max(figure.size.height() for figure in cells)

    def paint(painter: QPainter) -> None:
        for place, figure in enumerate(cells):
            row, column = divmod(place, columns)
            painter.save()
            painter.translate(column * width, row * high)
            figure.paint(painter)
            painter.restore()

    rows = -(-n // columns)
    size = QSize(sheet.size.width(), rows * high)
    whole = Figure(size, cells[0].ground, paint)
    foot = bound(decisive, tape)
    legend = class_legend(tape, sheet.theme)
    frame = FigureFrame(sheet, title=run_title(tape), legend=legend, caption=foot)
    return frame.around(whole, foot)


def _cell(tape: Tape, update: DecisiveUpdate, plane: Plane, sheet: Sheet) -> Figure:
    shown = picture_at(tape, update.step, plane)
    plot = StillCanvas(sheet.theme)
    plot.layers.legend.setVisible(False)
    plot.layers.weight_arrows.setVisible(False)
    lay_out(plot, sheet.size)
    plot.view.setRange(rect_around(shown), padding=0)
    plot.show_picture(shown)
    lay_out(plot, sheet.size)
    words = f"update {update.number:,}: {caption(update, tape)}"
    return FigureFrame(sheet).around(figure_of(plot), words)
