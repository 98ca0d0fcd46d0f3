"""Learning from samples that come in pieces: bit by bit as from all at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import Dataset
from engine.errors import UserError
from engine.learners import learners
from engine.training.keyframes import Keyframes
from engine.training.loops.measures import combined
from engine.training.loops.structures import LabelledSamples
from engine.training.prepared_samples import mapped, require_computable
from engine.training.problem import Problem, problem
from engine.training.replay import Replay, is_sound
from engine.training.stop_reasons import out_of_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.models.scaling import Scaling
    from engine.training.recipe import Recipe


class Diverged(Exception):
    """The weights are out of range; says at which step, and why."""


def require_incremental(recipe: Recipe) -> None:
    """Make sure that a recipe needs no more than a few samples at a time.

    Raises
    ------
    UserError
        If it needs all of them.
    """
    learner, needs = recipe.learner, ""
    if learner == "voted-perceptron":
        needs = f"learner “{learner}” keeps every weight vector: choose another learner"
    elif learner == "pocket-perceptron":
        needs = (
            f"learner “{learner}” counts the errors on all samples: choose another "
            "learner"
        )
    elif not learners()[learner].goes_on:
        needs = (
            f"learner “{learner}” has a weight for every sample: choose another learner"
        )
    elif recipe.get("order", "given") != "given":
        needs = "only the order as given can be read from a file: give --order given"
    elif recipe.get("batch_size", 1) == 0:
        needs = "a batch of all samples has no room: give --batch-size, such as 1000"
    if needs:
        raise UserError(f"--stream: {needs}")


class IncrementalLearner:
    """A learner that is given the samples piece by piece.

    Parameters
    ----------
    feature_names, class_names : sequence of str
    recipe : Recipe
        One that `require_incremental` accepts.

    Attributes
    ----------
    problem : Problem
        Without samples: feature map, start and plan.
    scaling : Scaling or None
        To be set before any learning if the recipe wants it.
    steps, updates, mistakes : int
        So far.
    """

    def __init__(
        self,
        feature_names: Sequence[str],
        class_names: Sequence[str],
        recipe: Recipe,
    ) -> None:
        sample = Dataset(
            np.zeros((1, len(feature_names))), [0], feature_names, class_names
        )
        posed = problem(sample, recipe)
        self.batch = int(recipe.get("batch_size", 1))
        self.problem: Problem = replace(
            posed, plan=posed.plan._replace(batch=self.batch), scaling=None
        )
        self.scaling: Scaling | None = None
        self.steps = self.updates = self.mistakes = 0
        self._learner = recipe.learner
        self._state = self.problem.start_state()

    def mapped(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn samples as drawn (n, n_features) into what is learned from.

        Raises
        ------
        UserError
            If a feature is too large.
        """
        features, scaling = self.problem.features, self.scaling
        phi = mapped(features, X)
        ready = phi if scaling is None else scaling.apply(phi)
        require_computable(ready, features.names)
        return ready

    def learn(
        self,
        X: NDArray[np.float64],
        codes: NDArray[np.int64],
        sample_weights: NDArray[np.float64] | None = None,
    ) -> None:
        """Go on with the next samples of the epoch, as `mapped` gives them.

        Parameters
        ----------
        X : ndarray, shape (n, n_terms)
            In every piece but an epoch's last, n is a multiple of `batch`.
        codes : ndarray of int, shape (n,)
        sample_weights : ndarray, shape (n,), optional
            Above 0; default all 1.

        Raises
        ------
        Diverged
            If the weights leave the range of numbers; they are left as they were
            before the step that did it.
        """
        from engine.training.kernel_runner import KernelRunner

        if not len(X):
            return
        piece = self._piece(X, codes, sample_weights)
        before = piece.resumed(self._state)
        self._state = before.copy()
        KernelRunner(piece, self._learner, log=0).go(self._state, piece.steps_per_epoch)
        sound = is_sound(self._state)
        if not sound:
            keyframes = Keyframes(before, piece.steps_per_epoch, 0)
            replay = Replay(piece, self._learner, keyframes, None)
            self._state = replay.last_sound(before, piece.steps_per_epoch)
        self.steps += self._state.step
        self.updates += self._state.updates
        self.mistakes += self._state.mistakes
        if not sound:
            raise Diverged(out_of_range(X, self.steps))

    def _piece(
        self,
        X: NDArray[np.float64],
        codes: NDArray[np.int64],
        sample_weights: NDArray[np.float64] | None,
    ) -> Problem:
        X.setflags(write=False)
        order = np.arange(len(X), dtype=np.int32)
        none = LabelledSamples(X[:0], codes[:0])
        plan = self.problem.plan._replace(steps_before=self.steps)
        parts = (LabelledSamples(X, codes, sample_weights), none, none)
        return replace(
            self.problem, X=X, codes=codes, parts=parts, rows=order, order=order,
            plan=plan,
        )  # fmt: skip

    @property
    def weights(self) -> NDArray[np.float64]:
        """The rule's own weights, as trained."""
        return self._shaped(self._state.parameters)

    @property
    def used(self) -> NDArray[np.float64]:
        """The weights that the combination uses, as trained."""
        state, plan = self._state, self.problem.plan
        return self._shaped(combined(state.parameters, state.memory, plan, self.steps))

    def _shaped(self, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        return parameters.reshape(self.problem.start.shape).copy()
