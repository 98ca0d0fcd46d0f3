"""Will it converge?, as a part of the window, and the chip that tells a run's fate."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.features.convergence.convergence_panel import ConvergencePanel
from gui.part import Panel, Part, PartContext, Place
from gui.session.diagnosis import OutcomeRunner

if TYPE_CHECKING:
    from gui.features.convergence.outcome_chip import OutcomeChip

ID = "Will it converge?"


def _make(context: PartContext) -> ConvergencePanel:
    return ConvergencePanel(context.session, context.canvas)


class Fate:
    """Has a chip say how the run ends, made when there is first something to say."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self.chip: OutcomeChip | None = None
        self._outcome = OutcomeRunner.of(context.session)
        self._outcome.changed.connect(self._make)
        context.session.playing_changed.connect(self._make)

    def _make(self) -> None:
        from gui.features.convergence.outcome_chip import OutcomeChip

        context, canvas = self._context, self._context.canvas
        self._outcome.changed.disconnect(self._make)
        context.session.playing_changed.disconnect(self._make)
        self.chip = OutcomeChip(context.session, canvas.plot)
        self.chip.reason_wanted.connect(partial(context.panels.bring_forward, ID))
        self.chip.set_aside(canvas.view_state.folds is not None)
        canvas.folds_shown.connect(self.chip.set_aside)


PARTS = (
    Part(
        ID,
        panel=Panel(_make, Place.BOTTOM_RIGHT, 40, tab="Converge?"),
        connect=Fate,
    ),
)
