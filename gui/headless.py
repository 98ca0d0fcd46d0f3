"""Drawing without a window, for the headless commands."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize

from engine.cli.signals import signals_noted
from gui.app import make_app
from gui.canvas.canvas_figure import run_on_canvas
from gui.files.film_painter import FilmPainter
from gui.plotting.figure import FigureFrame, Sheet
from gui.session.run_caption import run_caption, run_title
from gui.style.theme import DARK, LIGHT, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from engine import Tape
    from engine.cli.outputs import CurveKind, Look
    from engine.export.film import FilmPlan
    from gui.plotting.figure import RunDrawing
    from gui.style.theme import Theme


class Drawing:
    """Draws runs off screen; makes its own QApplication."""

    @signals_noted()
    def __init__(self) -> None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        if os.name == "nt":  # where this platform finds no font by itself
            fonts = os.path.expandvars(r"%SystemRoot%\Fonts")
            os.environ.setdefault("QT_QPA_FONTDIR", fonts)
        self._app = make_app(["perceptron-lab"])
        prepare(self._app, LIGHT)  # as large as usual, whatever the window is like

    @signals_noted()
    def picture(self, tape: Tape, step: int, path: Path, look: Look) -> None:
        """Write a picture of a step, in the format of the suffix."""
        title = run_title(tape) if look.title == "" else look.title or ""
        caption = run_caption(tape, step) if look.caption else ""
        size, theme = QSize(look.width, look.height), _theme(tape, look)
        frame = FigureFrame(
            Sheet(size, theme, look.legend), title=title, caption=caption
        )
        drawing = _views(tape, look, one_step=True)(frame.inner)
        try:
            frame.around(drawing.figure(step), caption).save(path)
        finally:
            drawing.close()

    def film(
        self,
        tape: Tape,
        plan: FilmPlan,
        path: Path,
        look: Look,
        report: Callable[[float], bool],
    ) -> None:
        """Write a film of a run, in the format of the suffix."""
        from engine.export.film import write_film

        with signals_noted():
            painter = FilmPainter(
                tape,
                plan.last,
                _views(tape, look),
                size=QSize(look.width, look.height),
                theme=_theme(tape, look),
                legend=look.legend,
                caption=look.caption,
                title=look.title,
            )
        paint = signals_noted()(painter.paint)
        try:
            write_film(path, plan, paint, report, colours=painter.colours)
        finally:
            signals_noted()(painter.close)()

    @signals_noted()
    def score_curves(
        self,
        kind: CurveKind,
        curves: Mapping[int, Any],
        names: Sequence[str],
        path: Path,
    ) -> None:
        """Write a plot of the curves of some classes, named if there are several."""
        from gui.features.evaluation.scores.score_plots import (
            PLOTS,
            class_legend,
            square_figure,
        )

        plot = PLOTS[kind](LIGHT)
        plot.show_curves(curves)
        legend = class_legend(LIGHT, names, tuple(curves))
        try:
            square_figure(plot, Sheet(), legend).save(path)
        finally:
            plot.close()


def _theme(tape: Tape, look: Look) -> Theme:
    """Give the theme, with the colours that the classes have in a session."""
    theme = DARK if look.dark else LIGHT
    return theme.with_class_colours(tape.data.class_colours)


def _views(
    tape: Tape, look: Look, *, one_step: bool = False
) -> Callable[[Sheet], RunDrawing]:
    """Give what draws the view."""
    if look.view == "error":
        from gui.features.error.error_figure import error_figure

        return partial(error_figure, tape)
    if look.view == "loss":
        from gui.features.loss.loss_figure import run_on_loss

        return partial(run_on_loss, tape)
    if look.view == "weight-space":
        from gui.features.weight_space.weight_figure import run_in_weight_space

        return partial(run_in_weight_space, tape)
    return partial(run_on_canvas, tape, choice=look.view_choice, one_step=one_step)
