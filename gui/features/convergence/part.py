"""Will it converge?, as a part of the window, and the line that tells a run's fate."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.features.convergence.convergence_panel import ConvergencePanel
from gui.part import STRIP, Panel, Part, PartContext, Place
from gui.session.diagnosis import OutcomeRunner

if TYPE_CHECKING:
    from gui.features.convergence.outcome_line import OutcomeLine

ID = "Will it converge?"
RANK = 10
"""Of its line among those of the strip: what is done just now comes first."""


def _make(context: PartContext) -> ConvergencePanel:
    return ConvergencePanel(context.session, context.canvas)


def _show_why(context: PartContext) -> None:
    """Tell why with room for all of it, and draw what is in the way."""
    context.panels.bring_forward(ID)
    panel = context.panel(ID)
    if isinstance(panel, ConvergencePanel):
        panel.hulls_action.setChecked(True)


class Fate:
    """Has a line say how the run ends, made when there is first something to say."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self.line: OutcomeLine | None = None
        self._outcome = OutcomeRunner.of(context.session)
        self._outcome.changed.connect(self._make_line)

    def _make_line(self) -> None:
        from gui.features.convergence.outcome_line import OutcomeLine

        context, canvas = self._context, self._context.canvas
        self._outcome.changed.disconnect(self._make_line)
        self.line = OutcomeLine(context.session)
        self.line.reason_wanted.connect(partial(_show_why, context))
        self.line.set_aside(canvas.view_state.folds is not None)
        canvas.folds_shown.connect(self.line.set_aside)
        context.run(STRIP, self.line, RANK)


PARTS = (
    Part(
        ID,
        panel=Panel(_make, Place.BOTTOM_RIGHT, 40, tab="Converge?"),
        connect=Fate,
    ),
)
