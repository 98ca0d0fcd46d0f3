"""The probabilities of the classes, by learners that have a log loss, and that loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UserError, listed
from engine.learners import learner, learners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor


def has_probabilities(name: str) -> bool:
    """Tell whether the scores of a learner are those of probabilities."""
    known = learners().get(name)
    return known is not None and known.has_probabilities


def require_probabilities(name: str) -> None:
    """Make sure that a learner's scores say how probable a class is.

    Raises
    ------
    UserError
        If they do not; names those that do.
    """
    if not has_probabilities(name):
        having = [name for name in learners() if has_probabilities(name)]
        raise UserError(
            f"learner “{name}” gives scores, but no probabilities: train another "
            f"learner that does ({listed(having)})"
        )


def why_no_probabilities(name: str) -> str:
    """Say why what judges probabilities is not told of a learner; empty if it is."""
    if has_probabilities(name):
        return ""
    known = learners()
    title = known[name].title if name in known else f"“{name}”"
    having = [known[other].title for other in known if has_probabilities(other)]
    return (
        "log loss, Brier score and calibration judge probabilities: the scores of "
        f"{title} are none, those of {' and '.join(having)} are"
    )


def log_probabilities(name: str, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn a learner's scores (n, n_outputs) into logarithms of probabilities.

    Of two classes the second has σ(z). Of more whose outputs learn together they are
    the softmax of the scores; where each learns by itself, each class has σ of its own
    score, for it against the rest, divided by the sum over all, as scikit-learn's
    OneVsRestClassifier and SGDClassifier have it.

    Returns
    -------
    ndarray, shape (n, n_classes)
    """
    # log σ(z) = −log(1 + e^−z)
    if scores.shape[1] == 1:
        return -np.logaddexp(0.0, np.column_stack([scores, -scores]))
    logs = scores if learner(name).coupled else -np.logaddexp(0.0, -scores)
    shares: NDArray[np.float64] = logs - np.logaddexp.reduce(
        logs, axis=1, keepdims=True
    )
    return shares


def probabilities(model: Predictor, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each class's probability for samples X (n, n_features), (n, n_classes).

    Raises
    ------
    UserError
        If the model's learner has none.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> data = Dataset([[3.0, 4], [-3, -4]], [1, -1])
    >>> tape = Tape(data, Recipe("logistic-regression", epochs=1))
    >>> tape.extend()
    >>> probabilities(tape.model(), data.X).argmax(axis=1)
    array([1, 0])
    """
    require_probabilities(model.learner)
    shares: NDArray[np.float64] = np.exp(
        log_probabilities(model.learner, model.scores(X))
    )
    return shares


def log_losses(
    name: str, scores: NDArray[np.float64], y: NDArray[np.integer[Any]]
) -> NDArray[np.float64]:
    """Give −log of the probability of each sample's own class y, by a learner.

    To the full: scikit-learn takes none for more than 36, as if no probability were
    below 2⁻⁵².
    """
    own: NDArray[np.float64] = log_probabilities(name, scores)[np.arange(len(y)), y]
    return -own
