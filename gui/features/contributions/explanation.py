"""Why a place has its score: what each sample adds to it, at the playhead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal

from engine.learners import learner
from engine.models.tie import decide
from engine.steps.contributions import contributions
from engine.steps.rule_steps import most_steps, why_not
from gui.session.derived import Derived
from gui.tasks.throttle import Throttle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset, Tape
    from engine.steps.contributions import Contributions
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

QUICK_SAMPLES = 2_000
"""Samples looked at by steps that are followed while one waits: some milliseconds."""
KEPT = 9
"""Steps of a recording from which others are gone on to."""
TROUBLE = "this could not be explained"


@dataclass(frozen=True, eq=False)
class Explained:
    """What each sample adds to the score of a place.

    Attributes
    ----------
    data : Dataset
        Of the recording.
    made : Contributions
    output : int
        Whose score it is, of several classes.
    phi : ndarray, shape (n_terms,)
        The place, as trained.
    """

    data: Dataset
    made: Contributions
    output: int
    phi: NDArray[np.float64]

    @cached_property
    def pulls(self) -> NDArray[np.float64]:
        """What each sample adds, (n,)."""
        pulls: NDArray[np.float64] = self.made.to_scores(self.phi)[self.output]
        return pulls

    @cached_property
    def start(self) -> float:
        """What is left of the weights at the start."""
        return float(self.made.start_to_scores(self.phi)[self.output])

    @property
    def score(self) -> float:
        """All of it."""
        w = self.made.weights[self.output]
        return float(w[:-1] @ self.phi + w[-1])

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """Those that add anything to the weights, the largest pull first."""
        order = np.argsort(-np.abs(self.pulls), kind="stable")
        added = self.made.of_weights[self.output], self.made.of_offset[self.output]
        pulling: NDArray[np.int64] = order[((added[0] != 0) | (added[1] != 0))[order]]
        return pulling

    def row(self, place: int) -> int:
        """Give the row of the data of a sample to learn from."""
        return int(self.made.problem.rows[place])

    @property
    def class_name(self) -> str:
        """For which the score speaks where it is positive."""
        code = self.output if self.made.problem.n_outputs > 1 else 1
        return self.data.class_names[code]

    @property
    def against(self) -> str:
        """For what it speaks where it is negative."""
        if self.made.problem.n_outputs > 1:
            return "the others"
        return self.data.class_names[0]

    @property
    def decided(self) -> int:
        """The output whose score is the highest; of one the only one."""
        w = self.made.weights
        scores = (w[:, :-1] @ self.phi + w[:, -1])[None]
        tie = self.made.problem.tie
        return int(decide(scores, tie)[0]) if len(w) > 1 else 0


class Explanation(Derived):
    """Explains a place at the playhead, as long as there is one; else it does nothing.

    Attributes
    ----------
    x : ndarray, shape (n_features,), or None
        The place.
    explained : Explained or None
        What is known of it.
    obstacle : str
        Why nothing is, or empty.
    pointed : int or None
        The row of the data that is looked at, of those that pull.

    Signals
    -------
    changed
        Any of these.
    toggled(bool)
        There is a place to explain, or none any more.
    """

    toggled = Signal(bool)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.x: NDArray[np.float64] | None = None
        self.explained: Explained | None = None
        self.obstacle = ""
        self.pointed: int | None = None
        self._class: int | None = None
        self._tape: Tape | None = None
        self._known: dict[int, Contributions] = {}
        self._task = self.new_task("contributions", self._take_contributions)
        self._behind = False
        Throttle(session, self._follow_playhead, session.moved, late=self._fall_behind)
        session.begun.connect(self.clear)

    @property
    def late(self) -> bool:
        """Whether what is known is of another step than the playhead's."""
        known = self.explained
        return known is not None and (
            self._behind or known.made.step != self._session.step
        )

    def _fall_behind(self, behind: bool) -> None:
        self._behind = behind
        if self.x is not None:
            self.changed.emit()

    def choose(self, x: NDArray[np.float64]) -> None:
        """Explain the score of a row of feature values."""
        came = self.x is None
        self.x, self._class = x, None
        self._follow_playhead()
        if came:
            self.toggled.emit(True)

    def choose_class(self, output: int) -> None:
        """Explain the score of a class, of several."""
        self._class = output
        self._follow_playhead()

    def point_at(self, row: int | None) -> None:
        """Look at a sample; None: at none."""
        if row != self.pointed:
            self.pointed = row
            self.changed.emit()

    def clear(self) -> None:
        """Explain nothing."""
        self._task.drop()
        self._known, self._tape = {}, None
        if self.x is not None:
            self.x = self.pointed = None
            self._show_explained(None, "")
            self.toggled.emit(False)

    def _follow_playhead(self) -> None:
        tape, session = self._session.tape, self._session
        if self.x is None:
            return
        if tape is None or tape.data.n_features != len(self.x):
            self.clear()
            return
        if tape is not self._tape:
            self._tape, self._known = tape, {}
            self.pointed = None
            self._task.drop()
        if obstacle := _obstacle(session, tape):
            self._show_explained(None, obstacle)
        elif session.step in self._known:
            self._explain(tape, self._known[session.step])
        else:
            self._compute(tape)

    def _compute(self, tape: Tape) -> None:
        step = self._session.step
        nearest = max((k for k in self._known if k < step), default=0)
        if step - nearest > most_steps(tape):
            self._show_explained(
                None, f"Too long a run: up to step {most_steps(tape):,} it is explained"
            )
            return
        quick = (step - nearest) * tape.problem.plan.batch <= QUICK_SAMPLES
        if not quick:
            self._show_explained(self.explained, "Following the run to here …")
        work = partial(_work, tape, step, self._known.get(nearest))
        self._task.request(work, quick=quick)

    def _take_contributions(
        self, made: list[Contributions] | None, failure: str
    ) -> None:
        tape = self._session.tape
        if failure:
            self._show_explained(None, failure)
        if made is None or tape is None or made[-1].problem is not tape.problem:
            return
        self._known |= {each.step: each for each in made}
        for step in [*self._known][:-KEPT]:
            del self._known[step]
        self._follow_playhead()

    def _explain(self, tape: Tape, made: Contributions) -> None:
        problem = made.problem
        phi = problem.features.transform(np.asarray(self.x)[None])
        if problem.scaling is not None:
            phi = problem.scaling.apply(phi)
        explained = Explained(tape.data, made, self._class or 0, phi[0])
        if self._class is None and problem.n_outputs > 1:
            explained = Explained(tape.data, made, explained.decided, phi[0])
        self._show_explained(explained, "")

    def _show_explained(self, explained: Explained | None, obstacle: str) -> None:
        self.explained, self.obstacle = explained, obstacle
        self.changed.emit()


def notes(explained: Explained, tape: Tape) -> str:
    """Say what the list is of, in the words of the rule."""
    made, rule = explained.made, learner(tape.recipe.learner)
    combination = tape.problem.combination
    which = {
        "averaged": "Of the mean of all w so far.",
        "pocket": "Of the newest w, not of the one in the pocket.",
        "voted": "Of the newest w alone, not of the vote.",
    }.get(combination, "")
    if rule.decay(1.0, made.problem.settings) != 1.0:
        model = "What was added shrinks at every step, by λ."
    elif rule.name == "perceptron" and not made.start.any() and not made.averaged:
        model = "w = Σ αᵢ yᵢ xᵢ: this list is the model."
    else:
        model = "w is the sum of this list."
    units = "" if made.problem.scaling is None else "Features are standardised."
    return " ".join(filter(None, (model, which, units)))


def _obstacle(session: Session, tape: Tape) -> str:
    if session.endless:
        return "Not while streaming: the samples before are gone"
    return why_not(tape)


def _work(
    tape: Tape, step: int, known: Contributions | None, control: TaskControl
) -> list[Contributions]:
    """Follow a run to a step; of a long way, places on it are kept, too."""
    since = 0 if known is None else known.step
    stops = [step]
    if (step - since) * tape.problem.plan.batch > QUICK_SAMPLES:
        stops = np.linspace(since, step, KEPT - 1).astype(int)[1:].tolist()
    made: list[Contributions] = []
    for stop in stops:
        known = contributions(tape, stop, known, control.cancelled)
        made.append(known)
    return made
