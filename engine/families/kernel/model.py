"""The kernel model: a score is a weighted sum of kernels with samples that count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, get_args

import numpy as np

from engine.families.kernel.kernels import Kernel, KernelName, kernel_scores
from engine.families.linear.model import check_units, units_of
from engine.files import is_finite
from engine.models.entries import array_of, require, require_numbers
from engine.models.predictor import (
    Capability,
    OnnxGraph,
    ParameterTable,
    Predictor,
    PythonParts,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.families.kernel.kernel_learner import KernelLearner
    from engine.models.entries import Entries
    from engine.models.predictor import Trained

DEFINITIONS = '''\
SAMPLES = {samples}
WEIGHTS = {weights}
INTERCEPT = {intercept}


def _kernel(u, v):
    return {kernel}


def _kernel_scores(phi):
    """Sum the kernels with the samples that count, each times its weight."""
    products = [_kernel(sample, phi) for sample in SAMPLES]
    return [_score(row, offset, products) for row, offset in zip(WEIGHTS, INTERCEPT)]
'''
IN_PYTHON: dict[KernelName, str] = {
    "rbf": "math.exp(-{gamma!r} * sum((a - b) ** 2 for a, b in zip(u, v)))",
    "polynomial": "(sum(a * b for a, b in zip(u, v)) + {constant!r}) ** {degree}",
    "linear": "sum(a * b for a, b in zip(u, v))",
}
STANDARDISED = """

def _standardised(phi):
    return [(value - mean) / scale for value, (mean, scale) in zip(phi, SCALING)]
"""
OF_KERNEL = 10
"""Products that take as long as the exponential or the power of a kernel."""
MOST_SAMPLES = 100_000
"""In a file."""
HIGHEST_DEGREE = 100


@dataclass(frozen=True, eq=False, kw_only=True)
class KernelModel(Predictor):
    """Samples, each with a weight for each output, and their kernel.

    Attributes
    ----------
    kernel : Kernel
    samples : ndarray, shape (m, n_terms)
        The terms of those that count, as trained: standardised if there is a scaling.
    weights : ndarray, shape (n_outputs, m)
        y·α, α how often each was a mistake.
    intercept : ndarray, shape (n_outputs,)
    places : ndarray of int, shape (m,), optional
        Which they are of the samples that it was trained on, as long as these are
        known.
    """

    capabilities: ClassVar[frozenset[Capability]] = frozenset({"kernel"})

    kernel: Kernel
    samples: NDArray[np.float64]
    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]
    places: NDArray[np.intp] | None = None

    @classmethod
    def as_trained(
        cls, rule: KernelLearner, trained: Trained, **context: Any
    ) -> KernelModel:
        """Make the model of the samples whose weights are not 0."""
        rows, settings = trained.parameters, trained.settings
        counted = np.flatnonzero(rows[:, :-1].any(axis=0))
        return cls(
            kernel=rule.kernel_of(settings),
            samples=settings.samples[counted],
            weights=np.ascontiguousarray(rows[:, counted]),
            intercept=rows[:, -1],
            places=counted,
            **context,
        )

    def fitted(self, kind: Any) -> dict[str, Any]:
        """Give samples and weights under the names that `SVC` has."""
        return {
            "support_": self.places,
            "support_vectors_": self.samples_in_data_units.astype(kind),
            "dual_coef_": self.weights.astype(kind),
            "intercept_": self.intercept.astype(kind),
        }

    @property
    def n_outputs(self) -> int:
        """One for each row of weights."""
        return len(self.weights)

    def scores_of_terms(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give Σᵢ yᵢ·αᵢ·K(xᵢ, φ) + b."""
        return kernel_scores(
            self.kernel, phi, self.samples, self.weights, self.intercept
        )

    @property
    def parameters(self) -> Sequence[NDArray[np.float64]]:
        """The weights and the offsets."""
        return self.weights, self.intercept

    @property
    def is_straight(self) -> bool:
        """Whether the kernel is the plain product, and no term a product or power."""
        return self.kernel.name == "linear" and self.features.is_linear

    @property
    def products(self) -> int:
        """Products that the scores of one sample take, or as much time as they."""
        return self.samples.size + self.weights.size + OF_KERNEL * len(self.samples)

    @property
    def samples_in_data_units(self) -> NDArray[np.float64]:
        """The terms of the samples as drawn."""
        if self.scaling is None:
            return self.samples
        return self.samples * self.scaling.scale + self.scaling.mean

    def thinned(self, most: int) -> KernelModel:
        """Give itself: without some of its samples it would be another."""
        return self

    def tables(self) -> list[ParameterTable]:
        """Give the samples that count, with their weights for each output."""
        classes = self.scored_classes
        columns = ("weight", *self.features.names)
        terms = self.samples_in_data_units
        tables = [
            ParameterTable(name, columns, np.column_stack([row, terms]).tolist())
            for name, row in zip(classes, self.weights, strict=True)
        ]
        offsets = zip(classes, self.intercept.tolist(), strict=True)
        return [
            *tables,
            *(ParameterTable(name, ("intercept",), [[b]]) for name, b in offsets),
        ]

    def entries(self) -> Entries:
        """Give kernel, samples and weights, with the standardisation; no `coef`."""
        scaling = self.scaling
        return {
            "kernel": self.kernel._asdict(),
            "samples": self.samples,
            "weights": self.weights,
            "intercept": self.intercept,
            "scaling": scaling and {"mean": scaling.mean, "scale": scaling.scale},
        }

    @classmethod
    def of_entries(cls, entries: Entries, **context: Any) -> Self:
        """Make the model of entries that have been checked.

        Parameters
        ----------
        entries : dict
        **context
            What every model has, but for the scaling.
        """
        kernel = entries["kernel"]
        n_terms = len(context["features"].names)
        return cls(
            kernel=Kernel(
                kernel["name"],
                float(kernel["gamma"]),
                int(kernel["degree"]),
                float(kernel["constant"]),
            ),
            samples=array_of(entries["samples"]).reshape(-1, n_terms),
            weights=array_of(entries["weights"]).reshape(len(entries["intercept"]), -1),
            intercept=array_of(entries["intercept"]),
            scaling=units_of(entries),
            **context,
        )

    @staticmethod
    def check_entries(entries: Entries, n_outputs: int, n_terms: int) -> None:
        """Make sure that there are samples of so many terms, with weights.

        Raises
        ------
        UserError
            If not.
        """
        require("coef" not in entries, "samples")
        kernel, samples = entries["kernel"], entries.get("samples", 0)
        require(isinstance(kernel, dict), "kernel")
        require(kernel.get("name") in get_args(KernelName), "kernel")
        for number in ("gamma", "degree", "constant"):
            require(is_finite(kernel.get(number)), "kernel")
        require(1 <= kernel["degree"] <= HIGHEST_DEGREE, "kernel")
        require(isinstance(samples, list | np.ndarray), "samples")
        require(len(samples) <= MOST_SAMPLES, "samples")
        require_numbers(samples, (len(samples), n_terms), "samples")
        require_numbers(entries.get("weights"), (n_outputs, len(samples)), "weights")
        require_numbers(entries.get("intercept"), (n_outputs,), "intercept")
        check_units(entries, n_terms)

    def onnx(self, graph: OnnxGraph, terms: str) -> tuple[str, NDArray[np.float64]]:
        """Multiply the terms by the samples, and what the kernel makes of it."""
        if self.scaling is not None:
            graph.constants["mean"] = self.scaling.mean
            graph.constants["scale"] = self.scaling.scale
            terms = graph.apply("Sub", [terms, "mean"], "centred")
            terms = graph.apply("Div", [terms, "scale"], "standardised")
        graph.constants["samples_of_kernel"] = np.ascontiguousarray(self.samples.T)
        name = graph.apply("MatMul", [terms, "samples_of_kernel"], "products")
        kernel = self.kernel
        if kernel.name == "polynomial":
            graph.constants["constant"] = np.array(kernel.constant)
            graph.constants["degree"] = np.array(float(kernel.degree))
            name = graph.apply("Add", [name, "constant"], "base")
            name = graph.apply("Pow", [name, "degree"], "kernels")
        elif kernel.name == "rbf":
            graph.constants["minus_two"] = np.array(-2.0)
            graph.constants["minus_gamma"] = np.array(-kernel.gamma)
            graph.constants["squares"] = (self.samples**2).sum(axis=1)
            name = graph.apply("Mul", [name, "minus_two"], "twice")
            name = graph.apply("Add", [name, "squares"], "less_own")
            own = graph.apply("ReduceSumSquare", [terms], "own", axes=[1], keepdims=1)
            name = graph.apply("Add", [name, own], "distances")
            name = graph.apply("Mul", [name, "minus_gamma"], "exponents")
            name = graph.apply("Exp", [name], "kernels")
        graph.constants["weights"] = np.ascontiguousarray(self.weights.T)
        graph.constants["intercept"] = self.intercept
        name = graph.apply("MatMul", [name, "weights"], "weighted")
        return graph.apply("Add", [name, "intercept"], "score"), np.ones(self.n_outputs)

    def python(self) -> PythonParts:
        """Give samples, weights and kernel, and the sum that scores with them."""
        from engine.models.python_text import column

        definitions = DEFINITIONS.format(
            samples=column([repr(row) for row in self.samples.tolist()]),
            weights=column([repr(row) for row in self.weights.tolist()]),
            intercept=repr(self.intercept.tolist()),
            kernel=IN_PYTHON[self.kernel.name].format(**self.kernel._asdict()),
        )
        phi = "phi"
        if self.scaling is not None:
            units = self.scaling.mean.tolist(), self.scaling.scale.tolist()
            pairs = column([repr(pair) for pair in zip(*units, strict=True)])
            definitions = f"SCALING = {pairs}\n{definitions}{STANDARDISED}"
            phi = "_standardised(phi)"
        return PythonParts(
            definitions,
            f"z for z in _kernel_scores({phi})",
            "Σ y·α·K(x, φ) + b",
            "kernel classifier",
        )
