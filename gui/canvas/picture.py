"""What the canvas shows at one moment, as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from engine.data.dataset import TEST
from engine.families.capabilities import can
from gui.canvas.contours import is_slow
from gui.canvas.plane import Plane
from gui.session.compared_run import MOST_VOTES
from gui.session.measured_error import MOST_PRODUCTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset, Frame, Tape
    from engine.models.predictor import Predictor
    from gui.canvas.plane import Rect
    from gui.session.branch import BranchState
    from gui.session.compared_run import ComparedRun
    from gui.session.session import Session

START_RECT = QRectF(-4, -4, 8, 8)
"""What an empty canvas shows."""

FINEST = 2.0**-40
"""Of how far away samples are, the least part that is seen as a whole: in a narrower
view the numbers of its edges would be the same."""
FRESH = 150
"""Samples of a stream that are not yet old."""


@dataclass(frozen=True, eq=False)
class Picture:
    """Data, model and step to draw.

    Attributes
    ----------
    data : Dataset
        The samples as they are now.
    plane : Plane
    frame : Frame or None
        The step; its rows refer to `recorded`.
    recorded : Dataset
        The samples of the recording shown; while one is being replaced, not yet
        those of `data`.
    model, before : Predictor or None
        After and before the step, in data units; what votes has no before.
    fresh : int, optional
        So many samples, the last ones, are drawn in full; older ones are pale and
        not marked. Default all.
    compared : tuple of ComparedRun
        Runs beside this one, with their models of the same moment; or folds.
    one_vs_rest : int or None
        The class that the only score is for, against all the rest; by default the
        scores are for all classes.
    held_out_wrong : ndarray of int or None
        Rows that were wrong when they were held out, to be marked instead of those
        that the model has wrong.
    legend : str
        What is said of the folds shown; empty where none are.
    fine_in : tuple of float, optional
        The only view in which boundaries that take long are traced as finely as is
        due; empty: in none yet. None: in all, and all else is waited for, too.
    mistaken : ndarray of bool, shape (n_samples,), optional
        Which samples the model has wrong, where it was computed before.
    """

    data: Dataset
    plane: Plane
    frame: Frame | None
    recorded: Dataset
    model: Predictor | None
    before: Predictor | None
    fresh: int | None = None
    compared: tuple[ComparedRun, ...] = ()
    one_vs_rest: int | None = None
    held_out_wrong: NDArray[np.intp] | None = None
    legend: str = ""
    fine_in: Rect | tuple[()] | None = None
    mistaken: NDArray[np.bool_] | None = None

    @property
    def slow_models(self) -> tuple[Predictor, ...]:
        """Those drawn whose boundaries take longer than a person should notice."""
        beside = (model for run in self.compared for model in run.models)
        drawn = (self.model, self.before, *beside)
        return tuple(m for m in drawn if m is not None and is_slow(m))

    @property
    def marks_late(self) -> bool:
        """Whether it takes long to tell which samples are wrong, and is not known."""
        return self.mistaken is None and self._takes_long(slice(self.old, None))

    def with_marks(self) -> Picture:
        """Find which samples the model has wrong, however long that takes."""
        whole = replace(self, fine_in=None, fresh=None)
        mistaken = np.zeros(self.data.n_samples, bool)
        # Not `wrong`: before Python 3.12 the window would wait for its lock.
        mistaken[whole.wrong_among(np.arange(len(mistaken)))] = True
        return replace(self, mistaken=mistaken)

    def _takes_long(self, rows: NDArray[np.intp] | slice) -> bool:
        """Tell whether to score some rows takes longer than a person should notice."""
        model = self.model
        if model is None or model.is_straight or self.held_out_wrong is not None:
            return False
        return model.products * len(self.data.y[rows]) > MOST_PRODUCTS

    @cached_property
    def folds(self) -> tuple[Predictor, ...]:
        """Models of a cross-validation, drawn beside each other."""
        return self.compared[0].models if self.legend else ()

    @property
    def old(self) -> int:
        """How many samples, the first ones, are pale."""
        return 0 if self.fresh is None else max(0, self.data.n_samples - self.fresh)

    @cached_property
    def wrong(self) -> NDArray[np.intp]:
        """Rows that the model has on the wrong side or on the boundary.

        No old ones, none of weight 0, for they are as if not there, and, unless of
        folds, none of the test part: it is looked at once.
        """
        old = self.old
        return old + np.flatnonzero(self._are_wrong(slice(old, None)))

    def wrong_among(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Give those of the rows that the model has wrong, as `wrong` does."""
        rows = rows[rows >= self.old]
        return rows[self._are_wrong(rows)]

    def _are_wrong(self, rows: NDArray[np.intp] | slice) -> NDArray[np.bool_]:
        """Tell which of some rows, none of them old, are wrong; a slice is no copy."""
        data, model = self.data, self.model
        if self.held_out_wrong is not None:
            marked = np.zeros(data.n_samples, bool)
            marked[self.held_out_wrong] = True
            wrong: NDArray[np.bool_] = marked[rows]
        elif self.mistaken is not None:
            return self.mistaken[rows]
        elif (
            model is None
            or model.is_zero
            or (self.fine_in is not None and self._takes_long(rows))
        ):
            return np.zeros(len(data.y[rows]), bool)
        else:
            y = data.y[rows]
            own = y if self.one_vs_rest is None else (y == self.one_vs_rest).astype(int)
            wrong = model.mistaken(data.X[rows], own) & (data.parts[rows] != TEST)
        if data.sample_weights is not None:
            wrong &= data.sample_weights[rows] > 0
        return wrong


def current_picture(session: Session, plane: Plane | None = None) -> Picture:
    """Look at the session's playhead; in a stream old samples are pale.

    Parameters
    ----------
    session : Session
    plane : Plane, optional
        Which features to show, and how; default the first two.
    """
    shown = _at_playhead(session, plane)
    return replace(shown, fresh=FRESH) if session.endless else shown


def _at_playhead(session: Session, chosen: Plane | None) -> Picture:
    tape, data, frame, model = (
        session.tape, session.data, session.frame, session.model
    )  # fmt: skip
    if tape is None or frame is None or model is None or not matches(tape.data, data):
        return Picture(data, _held_in(data, chosen), None, data, None, None)
    plane = _held_in(tape.data, chosen)
    before = None if can(model, "votes") else session.model_before
    shown = picture_of_step(tape, data, frame, model, plane, before)
    return _with_branch(session.branches, shown)


def _held_in(data: Dataset, chosen: Plane | None) -> Plane:
    """Show the features chosen, the first two by default, of these data."""
    if chosen is None:
        return Plane.of(data)
    return Plane.of(data, chosen.across, chosen.up, chosen.stretch)


def _with_branch(branches: BranchState, shown: Picture) -> Picture:
    """Add the run that this one branched off from, if there is one."""
    run = branches.compared
    if run is None or not run.models or not matches(run.data, shown.data):
        return shown
    drawable = tuple(map(_drawable, run.models))
    return replace(shown, compared=(replace(run, models=drawable),))


@lru_cache(maxsize=4)
def _drawable(model: Predictor) -> Predictor:
    """Let few vectors vote; the same for a model, so that its lines are traced once."""
    return model.thinned(MOST_VOTES)


def matches(recorded: Dataset, data: Dataset) -> bool:
    """Tell whether a run on `recorded` says anything about `data`."""
    return (
        recorded.n_features == data.n_features
        and recorded.class_names == data.class_names
    )


def picture_of_step(
    tape: Tape,
    data: Dataset,
    frame: Frame,
    model: Predictor,
    plane: Plane | None = None,
    before: Predictor | None = None,
) -> Picture:
    """Look at one step of a tape, with the samples of `data`.

    Without a plane at the first two features; without the model before it, that is
    made.
    """
    plane = plane or Plane.of(tape.data)
    if can(model, "votes"):
        return Picture(data, plane, frame, tape.data, _drawable(model), None)
    before = before or tape.model_before(frame)
    return Picture(data, plane, frame, tape.data, model, before)


def rect_around(shown: Picture) -> QRectF:
    """Give a rectangle around all samples, with some room."""
    if not shown.data.n_samples:
        return START_RECT
    low, high = shown.plane.corners(shown.data)
    side = high - low if not shown.plane.alike else (high - low).max()
    side = np.where(side > 0, side, 2.0)
    side = np.maximum(side, FINEST * np.maximum(abs(low), abs(high)))
    size = (high - low).clip(min=0.1 * side) + 0.24 * side
    return QRectF(*((low + high - size) / 2).tolist(), *size.tolist())
