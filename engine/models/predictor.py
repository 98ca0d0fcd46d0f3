"""What every trained model can do, whatever gives its scores.

Canvas, panels, evaluation and export see no more than this. What only some kinds have,
such as rows of weights, is asked for by `engine.families.capabilities.can`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from engine.errors import UserError, listed
from engine.models.tie import decide, on_boundary, wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from engine.data.feature_map import FeatureMap
    from engine.data.provenance import Provenance
    from engine.models.entries import Entries
    from engine.models.scaling import Scaling
    from engine.models.tie import Tie
    from engine.models.votes import Votes

    StartLayers = tuple[
        NDArray[np.float64], NDArray[np.float64], Sequence[NDArray[np.float64]]
    ]

Capability = Literal["linear", "votes", "network", "kernel"]


class ParameterTable(NamedTuple):
    """Parameters as a table, in data units.

    Attributes
    ----------
    title : str
        What they belong to: a class.
    columns : tuple of str
    rows : list of list
        A number for each column.
    """

    title: str
    columns: tuple[str, ...]
    rows: list[list[float]]


class PythonParts(NamedTuple):
    """What a model adds to the Python module that scores as it does.

    Attributes
    ----------
    definitions : str
        Assignments, and functions that `scores` calls.
    scores : str
        An expression: one score for each output, of the terms ``phi``.
    meaning : str
        What a score is, in words.
    kind : str
        What the model is, in words.
    """

    definitions: str
    scores: str
    meaning: str
    kind: str = "linear classifier"


class Trained(NamedTuple):
    """What a run has come to, on terms as it has them.

    Attributes
    ----------
    parameters : ndarray
        Of the learner's shape.
    votes : tuple of Votes
        Where weights vote, one per output; the parameters are the last of them.
    settings : NamedTuple
        The learner's own.
    """

    parameters: NDArray[np.float64]
    votes: tuple[Votes, ...]
    settings: Any


class OnnxGraph(Protocol):
    """An ONNX graph that is being built.

    Attributes
    ----------
    constants : dict
        By name.
    """

    constants: dict[str, NDArray[Any]]

    def apply(
        self, operator: str, inputs: Sequence[str], output: str, **options: Any
    ) -> str:
        """Append a node with one output; give the name of that."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Predictor(ABC):
    """A trained model: what is drawn, evaluated and exported.

    Attributes
    ----------
    learner : str
        Name of the learner.
    features : FeatureMap
        φ; the scores are of the terms φ(x).
    class_names : tuple of str
    scaling : Scaling or None
        The standardisation used in training.
    epochs, updates : int
        Epochs begun and updates made.
    measure_error : callable
        Measures the training error, when it is first asked for: of very many samples
        this takes longer than all else that is done with a model.
    provenance : Provenance, optional
        The table that it was trained on.
    tie : {"mistake", "positive"}
        What a score of 0 is, of two classes.
    recipe : mapping, optional
        What it was trained by, as plain values.
    """

    capabilities: ClassVar[frozenset[Capability]] = frozenset()
    row_of: ClassVar[str] = "class"
    """What has a row in its tables."""
    rows_are: ClassVar[str] = "rows of weights"
    score_name: ClassVar[str] = "z"

    learner: str
    features: FeatureMap
    class_names: tuple[str, ...]
    scaling: Scaling | None
    epochs: int
    updates: int
    measure_error: Callable[[], float]
    provenance: Provenance | None = None
    tie: Tie = "mistake"
    recipe: Mapping[str, Any] | None = None

    @classmethod
    @abstractmethod
    def as_trained(cls, rule: Any, trained: Trained, **context: Any) -> Predictor:
        """Make the model that parameters as trained are.

        Parameters
        ----------
        rule : Learner
            Of the family.
        trained : Trained
        **context
            What every model has.
        """

    @property
    def training_error(self) -> float:
        """Share of training samples on the wrong side or on the boundary, 0 … 1."""
        # Not a cached property: with those, before Python 3.12, the window would wait
        # while a task measures the error of any other model.
        error = self.measure_error()
        # From now on without the samples, which need not be kept for it.
        object.__setattr__(self, "measure_error", partial(float, error))
        return error

    def __getstate__(self) -> dict[str, Any]:
        """Be copied and stored with the error as a number: it is measured by then."""
        error = self.training_error
        return vars(self) | {"measure_error": partial(float, error)}

    # Scores, and what they decide

    @property
    @abstractmethod
    def n_outputs(self) -> int:
        """Scores of a sample: one for two classes, else one for each class."""

    @property
    def scored_classes(self) -> tuple[str, ...]:
        """The class that each output speaks for: of two classes the second."""
        return self.class_names[-self.n_outputs :]

    @abstractmethod
    def scores_of_terms(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score samples as a run has them: φ(x) (n, n_terms), standardised if it does.

        Returns
        -------
        ndarray, shape (n, n_outputs)
        """

    def scores(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score samples X (n, n_features), as drawn; returns (n, n_outputs).

        Few terms are added as in training, so that a tie there is one here, too; more
        than `linear_scores.FEW_TERMS` may differ in the last bit.

        Raises
        ------
        UserError
            If they have not the features that the model was learned from.
        """
        names = self.features.feature_names
        columns = list(getattr(X, "columns", ()))
        X = np.asarray(X, np.float64)
        if names and {*names} <= {*columns}:  # a frame's are found by name
            X = X[:, [columns.index(name) for name in names]]
        if names and X.shape[1:] != (len(names),):
            raise UserError(
                f"samples of shape {X.shape}, where the model was learned from "
                f"{len(names)} features: give a row per sample of {listed(names)}"
            )
        return self.scores_of_terms(self.terms_of(X))

    def terms_of(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map samples X (n, n_features), as drawn, to the terms as a run has them."""
        phi = self.features.transform(X)
        return phi if self.scaling is None else self.scaling.apply(phi)

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        """Give the class index of each sample of X (n, n_features), as `scores`."""
        return self.decide(self.scores(X))

    def decide(self, scores: NDArray[np.float64]) -> NDArray[np.int64]:
        """Turn scores (n, n_outputs) into class indices."""
        return decide(scores, self.tie)

    def undecided(self, scores: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which scores (n, n_outputs) put no class strictly first."""
        return on_boundary(scores, self.tie)

    def wrong(
        self, scores: NDArray[np.float64], y: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Tell which scores (n, n_outputs) do not put the class y strictly first."""
        return wrong(scores, y, self.tie)

    def mistaken(
        self, X: NDArray[np.float64], y: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Tell which samples are on the wrong side or on the boundary."""
        return self.wrong(self.scores(X), y)

    # What only some have

    def newest_weights(self, *, as_trained: bool = False) -> NDArray[np.float64] | None:
        """Give rows of weights, the offset last; of those that vote the newest.

        Parameters
        ----------
        as_trained : bool
            On standardised terms, if they were standardised; else in data units.

        Returns
        -------
        ndarray, shape (n_outputs, n_terms + 1), or None
            None where it has no such rows.
        """
        return None

    @property
    def weights_of_features(self) -> NDArray[np.float64] | None:
        """Those of a straight model by feature, shape (n_outputs, n_features)."""
        return None

    @property
    def voters(self) -> tuple[int, ...]:
        """How many weight vectors vote, for each output; empty where none does."""
        return ()

    @property
    def outline(self) -> str:
        """What it is made of, in words, where no formula is short enough."""
        return ""

    def start_layers(self) -> StartLayers:
        """Give what another run could start with, the offset of each row last.

        Returns
        -------
        ndarray, ndarray
            The rows that see the terms, in data units and as trained.
        sequence of ndarray
            Those of further layers.

        Raises
        ------
        UserError
            If no run could.
        """
        raise UserError(
            f"learner “{self.learner}” has no weights that a run could start with: "
            "start with weights of another learner"
        )

    def fitted(self, kind: Any) -> dict[str, Any]:
        """Give its parameters, in data units, under scikit-learn's names.

        Parameters
        ----------
        kind : dtype
            Of the numbers.
        """
        rows = self.newest_weights()
        if rows is None:
            return {}
        coef, intercept = rows[:, :-1], rows[:, -1]
        return {"coef_": coef.astype(kind), "intercept_": intercept.astype(kind)}

    # What it looks like

    @property
    @abstractmethod
    def parameters(self) -> Sequence[NDArray[np.float64]]:
        """All that the scores are made of, in data units."""

    @cached_property
    def is_zero(self) -> bool:
        """Tell whether all parameters are 0: there is no boundary."""
        return not any(map(np.any, self.parameters))

    @property
    def is_straight(self) -> bool:
        """Tell whether every score is a linear function of the features."""
        return False

    @property
    def is_flat(self) -> bool:
        """Tell whether there is one boundary and it is flat."""
        return self.n_outputs == 1 and self.is_straight

    @property
    def products(self) -> int:
        """Products of a parameter and a term that the scores of one sample take."""
        return sum(array.size for array in self.parameters)

    def distances(
        self, scores: NDArray[np.float64], y: NDArray[np.int64]
    ) -> NDArray[np.float64] | None:
        """Give how far samples are from each boundary of a class y (n,).

        Parameters
        ----------
        scores : ndarray, shape (n, n_outputs)
        y : ndarray of int, shape (n,)

        Returns
        -------
        ndarray, shape (n, n_outputs), or None
            Positive on the side of y, in the units of the terms as drawn; of more than
            two classes to that with each other class. NaN where there is no boundary;
            None if the model knows no distances.
        """
        return None

    def on_slice(self, held: NDArray[np.float64], free: Sequence[int]) -> Predictor:
        """Give a model of the same scores where all features but some are held.

        Parameters
        ----------
        held : ndarray, shape (n_features,)
            Values of the features that are not free.
        free : sequence of int
            Indices of the features that vary.
        """
        return self

    def thinned(self, most: int) -> Self:
        """Give one that is drawn sooner: of very many that vote, a fair sample."""
        return self

    def lean(self, most: int) -> Predictor:
        """Give one that takes little room: of many that vote, a fair sample."""
        return self

    # What is exported

    @property
    def is_finite(self) -> bool:
        """Whether all parameters, and the standardisation, are finite numbers."""
        scaling = self.scaling
        units = () if scaling is None else (scaling.mean, scaling.scale)
        return all(np.isfinite(array).all() for array in (*self.parameters, *units))

    @abstractmethod
    def tables(self) -> list[ParameterTable]:
        """Give all parameters as tables."""

    @abstractmethod
    def entries(self) -> Entries:
        """Give the parameters, with the standardisation, as JSON and NPZ hold them."""

    @classmethod
    @abstractmethod
    def of_entries(cls, entries: Entries, **context: Any) -> Predictor:
        """Make the model of entries that have been checked.

        Parameters
        ----------
        entries : dict
        **context
            What every model has, but for the scaling.
        """

    @staticmethod
    @abstractmethod
    def check_entries(entries: Entries, n_outputs: int, n_terms: int) -> None:
        """Make sure that entries are parameters for so many outputs and terms.

        Raises
        ------
        UserError
            If not.
        """

    @abstractmethod
    def onnx(self, graph: OnnxGraph, terms: str) -> tuple[str, NDArray[np.float64]]:
        """Score the terms in a graph.

        Returns
        -------
        str
            The name of what decides, (n, n_outputs).
        ndarray, shape (n_outputs,)
            By what that is divided to be the scores.
        """

    @abstractmethod
    def python(self) -> PythonParts:
        """Give what a Python module needs to score the terms."""
