"""The check box that draws the exact solution on the canvas, beside ours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QCheckBox

from engine.families.capabilities import can
from engine.spaces.svm_path import LEARNER, exact_path
from gui.features.evaluation.lambda_path.path_computation import TOO_MANY, too_many
from gui.tasks.task import Task

if TYPE_CHECKING:
    from engine import Dataset, Recipe
    from engine.spaces.svm_path import LambdaPath
    from gui.canvas.layers.svm_margins import SvmMarginsLayer
    from gui.session.session import Session
    from gui.tasks.task import TaskControl, Work
SHOWN = "Boundary and margins at the present λ, dashed"


class ExactSolutionBox(QCheckBox):
    """Solves for the present λ whenever the run is another, and draws it dashed."""

    def __init__(self, session: Session, layer: SvmMarginsLayer) -> None:
        super().__init__("Exact solution on the canvas")
        self._session, self._layer = session, layer
        self._output = 0
        self._of: tuple[object, ...] = ()
        self._task = Task("exact solution", self, self._show_solution)
        self.toggled.connect(self.refresh)

    def enter(self) -> None:
        self._session.tape_changed.connect(self.refresh)
        self.refresh()

    def leave(self) -> None:
        """Take it off the canvas, and follow no longer."""
        self._session.tape_changed.disconnect(self.refresh)
        self._take_off()

    def look_at(self, output: int) -> None:
        """Solve for another class's score."""
        if output != self._output:
            self._output = output
            self.refresh()

    def refresh(self) -> None:
        """Solve anew, if that is to be seen and not yet solved."""
        self._offer_solution()
        tape = self._session.tape
        possible = tape is not None and tape.recipe.learner == LEARNER
        if not self.isChecked() or tape is None or not possible or too_many(tape.data):
            self._take_off()
            return
        wanted = (tape.data, tape.recipe, self._output)
        if wanted != self._of:
            self._take_off()
            self._of = wanted
            self._task.start(exact_work(*wanted))

    def _offer_solution(self) -> None:
        """Be there to be checked only where there is an exact solution."""
        none = too_many(self._session.data)
        self.setEnabled(not none)
        self.setChecked(self.isChecked() and not none)
        self.setToolTip(TOO_MANY if none else SHOWN)

    def _take_off(self) -> None:
        self._task.drop()
        self._of = ()
        self._layer.show_exact(None)

    def _show_solution(self, path: LambdaPath | None, _: str) -> None:
        model, tape = self._session.model, self._session.tape
        if path is None or tape is None or not can(model, "linear"):
            return
        if tape.data is self._of[0] and np.isfinite(path.weights).all():
            exact = replace(
                model, weights=path.weights[0], scaled_weights=path.scaled_weights[0]
            )
            self._layer.show_exact((exact, tape.data))


def exact_work(data: Dataset, recipe: Recipe, output: int) -> Work[LambdaPath | None]:
    """Give the work of the exact solution for the recipe's own λ."""

    def work(control: TaskControl) -> LambdaPath | None:
        return exact_path(
            data, recipe, [recipe.strength], stop=control.cancelled, output=output
        )

    return work
