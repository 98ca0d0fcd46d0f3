"""The learners as scikit-learn estimators: a fit is a tape, recorded to its end."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from inspect import Parameter, Signature
from types import new_class
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from engine.data.dataset import Dataset
from engine.evaluation.probabilities import log_probabilities
from engine.learners import Learner, learner, learners
from engine.training.recipe import Recipe
from engine.training.tape import Tape

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from engine.models.predictor import Predictor
    from engine.training.keyframes import Checkpoint

TYPES = (np.float64, np.float32)
"""Of samples, in which weights are given too; all is computed with the first."""


def _has_probabilities(estimator: LinearLearner) -> bool:
    return learner(estimator.learner_).has_probabilities


class LinearLearner(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner of the registry with scikit-learn's manners.

    Its parameters are the learner's hyperparameters, by keyword, and `features`, the
    terms of the feature map. Weights are bit by bit those of a `Tape` of the same
    recipe.

    `class_weight` is None, "balanced" or a dict of labels with weights; of three
    classes or more a class's weight counts in its own output, against the rest, as
    `SGDClassifier` has it; where the classes learn together, in all outputs. A
    `sample_weight` scales what a sample adds, also in a batch, whose mean is over the
    samples, whatever they weigh; one of weight 0 is never there.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (n_outputs, n_terms)
        One row for two classes, else one per class; in the units of the data, and of
        their type: of samples of 32 bits rounded to 32.
    intercept_ : ndarray, shape (n_outputs,)
        Likewise.
    coefs_, intercepts_ : list of ndarray, shapes (inputs, units) and (units,)
        Of a network, in place of these, for each layer, as `MLPClassifier` has them;
        the first in the units of the data.
    support_, support_vectors_, dual_coef_
        Of a kernel model, in place of `coef_`, of two classes as `SVC` has them: the
        samples whose mistakes count, in the units of the data, and y·α of each; of
        more classes `dual_coef_` has a row for each, against the rest.
    n_iter_ : int
        Epochs made, those of `partial_fit` included.
    errors_ : ndarray, shape (n_iter_,)
        Mistakes in each epoch.
    reason_ : str
        Why the run ended.
    n_features_in_, feature_names_in_
        As scikit-learn has them.

    Examples
    --------
    >>> X, y = [[2, 4], [-6, 1], [1, 3], [-4, 2]], ["near", "far", "near", "far"]
    >>> one = Perceptron(epochs=10).fit(X, y)
    >>> one.coef_, one.intercept_, one.errors_
    (array([[6., 2.]]), array([0.]), array([2, 0]))
    >>> one.predict([[3, 3]]).item()
    'near'
    >>> one.partial_fit(X, y).n_iter_
    3
    """

    learner_: ClassVar[str]

    def __init_subclass__(cls, learner: str, **others: Any) -> None:
        """Give the class the hyperparameters that its learner declares."""
        super().__init_subclass__(**others)
        cls.learner_ = learner
        defaults = _defaults(learner)

        def __init__(self: Any, **parameters: Any) -> None:
            for name in parameters.keys() - defaults.keys():
                raise TypeError(f"{cls.__name__} has no parameter “{name}”")
            for name, value in (defaults | parameters).items():
                setattr(self, name, value)

        both = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
        parameters = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=value)
            for name, value in defaults.items()
        ]
        __init__.__signature__ = Signature([both, *parameters])  # type: ignore[attr-defined]
        cls.__init__ = __init__  # type: ignore[method-assign]

    @property
    def recipe(self) -> Recipe:
        """Give the recipe of a fit.

        Raises
        ------
        UserError
            If a parameter is not possible; it is a ValueError.
        """
        return Recipe(self.learner_, **self.get_params(deep=False))

    def fit(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Record a run on samples X (n, n_features) with labels y (n,).

        `sample_weight` (n,) says how much each counts, not below 0; default all 1.

        Raises
        ------
        ValueError
            If the data are no table of finite numbers with classes, or the weights do
            not fit them.
        """
        samples, labels = validate_data(self, X, y, dtype=TYPES)
        check_classification_targets(labels)
        self.classes_ = np.unique(labels)
        self.errors_ = np.empty(0, np.int64)
        self._run(samples, labels, sample_weight, self.recipe, None)
        return self

    @available_if(lambda self: learner(self.learner_).goes_on)  # type: ignore[untyped-decorator]
    def partial_fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Go on for one epoch, exactly where `fit` or the last call stopped.

        `classes` names all classes that will come; the first call needs it, if no
        `fit` was before. `sample_weight` is as of `fit`.

        Raises
        ------
        ValueError
            If the classes are not known, or are not those of the first call; or the
            class weight is "balanced", for which all samples had to be known.
        """
        if self.class_weight == "balanced":
            raise ValueError(
                "class_weight 'balanced' is not supported for partial_fit. In order to "
                "use 'balanced' weights, use compute_class_weight('balanced', "
                "classes=classes, y=y). In place of y you can use a large enough "
                "sample of the full training set target to properly estimate the "
                "class frequency distributions. Pass the resulting weights as the "
                "class_weight parameter."
            )
        first = not hasattr(self, "_checkpoint")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        samples, labels = validate_data(self, X, y, dtype=TYPES, reset=first)
        check_classification_targets(labels)
        if first:
            self.classes_ = np.unique(np.asarray(classes))
            self.errors_ = np.empty(0, np.int64)
        elif classes is not None and not np.array_equal(
            np.unique(np.asarray(classes)), self.classes_
        ):
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to "
                f"partial_fit, was: {self.classes_!r}"
            )
        checkpoint = None if first else self._checkpoint
        recipe = self.recipe.replace(epochs=1)
        self._run(samples, labels, sample_weight, recipe, checkpoint)
        return self

    def _run(
        self,
        X: NDArray[np.floating[Any]],
        y: Any,
        sample_weight: ArrayLike | None,
        recipe: Recipe,
        after: Checkpoint | None,
    ) -> None:
        if not np.isin(y, self.classes_).all():
            raise ValueError("a label is not one of the classes of the first call")
        data = self._data(X, y, sample_weight)
        recipe = recipe.replace(class_weight=self._class_weight(data, y))
        tape = Tape(data, recipe, after=after)
        tape.extend()
        if tape.diverged:
            warnings.warn(tape.reason, ConvergenceWarning, stacklevel=3)
        self._checkpoint: Checkpoint = tape.checkpoint()
        self._model: Predictor = tape.model()
        for name, numbers in self._model.fitted(X.dtype).items():
            setattr(self, name, numbers)
        self.errors_ = np.concatenate([self.errors_, tape.epochs.mistakes])
        self.n_iter_ = len(self.errors_)
        self.reason_ = tape.reason

    def _data(
        self, X: NDArray[np.floating[Any]], y: Any, weights: ArrayLike | None
    ) -> Dataset:
        names = getattr(self, "feature_names_in_", None)
        if len(self.classes_) == 1:
            # The data set knows whether the only class is the first or the second.
            return Dataset(X, y, names, sample_weights=weights)
        classes = [str(code) for code in range(len(self.classes_))]
        codes = np.searchsorted(self.classes_, y)
        return Dataset(X, codes, names, classes, sample_weights=weights)

    def _class_weight(self, data: Dataset, y: Any) -> Any:
        """Give the class weight as a recipe has it, by the data set's own names."""
        wanted = self.class_weight
        if not isinstance(wanted, Mapping):
            return wanted
        weights = compute_class_weight(dict(wanted), classes=self.classes_, y=y)
        codes = range(len(weights)) if len(weights) > 1 else data.y[:1].tolist()
        names = [data.class_names[code] for code in codes]
        return dict(zip(names, weights.tolist(), strict=True))

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the vectors that vote: the log of the updates makes them again."""
        state: dict[str, Any] = super().__getstate__()
        point: Checkpoint | None = state.get("_checkpoint")
        if point is not None and point.updates:
            state = {**state, "_model": replace(state["_model"], votes=())}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the vectors that vote again, to the bit."""
        super().__setstate__(state)
        point: Checkpoint | None = state.get("_checkpoint")
        if point is not None and point.updates:
            self._model = replace(state["_model"], votes=point.all_votes)

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """Score X (n, n_features); (n,) for two classes, else (n, n_classes)."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Give the class of each sample of X (n, n_features); of one class, that."""
        scores = self._scores(X)
        if len(self.classes_) == 1:
            return np.repeat(self.classes_, len(scores))
        chosen: NDArray[Any] = self.classes_[self._model.decide(scores)]
        return chosen

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Give each class's probability for samples X, (n, n_classes).

        Of two classes the second has σ(z). Of more, each has σ of its own score, for
        it against the rest, divided by the sum over all, as SGDClassifier and a
        OneVsRestClassifier have it. Learners without a log loss have no such method.
        """
        probabilities: NDArray[np.float64] = np.exp(self.predict_log_proba(X))
        return probabilities

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Give the logarithms of `predict_proba`, also where that is 0."""
        z = self._scores(X)
        if len(self.classes_) == 1:
            return np.zeros((len(z), 1))
        return log_probabilities(self.learner_, z)

    def _scores(self, X: ArrayLike) -> NDArray[np.float64]:
        check_is_fitted(self, "_model")
        samples: Any = validate_data(self, X, dtype=np.float64, reset=False)
        return self._model.scores(samples)


def _defaults(name: str) -> dict[str, Any]:
    return {
        parameter.name: parameter.default
        for parameter in learner(name).all_hyperparameters
    } | {"features": None}


class Perceptron(LinearLearner, learner="perceptron"):
    """Rosenblatt's perceptron.

    >>> one = Perceptron(learning_rate=1.0).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class AveragedPerceptron(LinearLearner, learner="averaged-perceptron"):
    """The perceptron that uses the mean of its weights.

    >>> one = AveragedPerceptron(epochs=5).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class VotedPerceptron(LinearLearner, learner="voted-perceptron"):
    """The perceptron whose weights vote; `coef_` are the last of them.

    >>> one = VotedPerceptron(epochs=5).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class PocketPerceptron(LinearLearner, learner="pocket-perceptron"):
    """The perceptron that keeps its best weights.

    >>> one = PocketPerceptron(epochs=5).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class PerceptronCriterion(LinearLearner, learner="perceptron-criterion"):
    """The gradient of the perceptron criterion over batches.

    >>> one = PerceptronCriterion(epochs=5).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class Adaline(LinearLearner, learner="adaline"):
    """Widrow and Hoff's adaptive linear neuron.

    >>> one = Adaline(learning_rate=0.01).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class LinearSVM(LinearLearner, learner="linear-svm"):
    """The linear support vector machine by Pegasos.

    >>> one = LinearSVM(strength=0.1).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class LogisticRegression(LinearLearner, learner="logistic-regression"):
    """Logistic regression by its gradient.

    >>> one = LogisticRegression(epochs=5).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


class PassiveAggressive(LinearLearner, learner="passive-aggressive"):
    """Passive-aggressive learning, PA-I.

    >>> one = PassiveAggressive(epochs=5).fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


EXAMPLE = """{title}. {line}

    >>> one = {name}().fit([[2, 4], [-6, 1]], ["near", "far"])
    >>> one.predict([[3, 3]]).item()
    'near'
    """


def _estimator(rule: Learner) -> type[LinearLearner]:
    """Make the class of a learner that has none here: robust-adaline, RobustAdaline."""
    name = "".join(word.capitalize() for word in rule.name.split("-"))
    text = EXAMPLE.format(title=rule.title, line=rule.line, name=name)
    own = {"__doc__": text, "__module__": __name__}
    made: type[LinearLearner] = new_class(
        name, (LinearLearner,), {"learner": rule.name}, lambda body: body.update(own)
    )
    return made


_written = {cls.learner_ for cls in LinearLearner.__subclasses__()}
for _rule in learners().values():
    if _rule.name not in _written and not _rule.by_hand:
        _made = _estimator(_rule)
        globals()[_made.__name__] = _made
