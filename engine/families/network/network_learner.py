"""What a learner is whose model is a network: layers, and a rule at the outputs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.families.network.layers import forward, in_layers, rows_of_layers
from engine.learners.learner import Learner
from engine.learners.rule_formulas import Formulas

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.families.network.layers import Activation


SOFTMAX, LOGISTIC = r"p = e^z / \sum e^z", r"p = \sigma(z)"
WORK = 8
"""Multiplications for each parameter, with the exponentials: measured."""


class NetworkSettings(NamedTuple):
    """What a network reads of a recipe; a second layer of 0 units is none."""

    tolerance: float
    tie: float
    strength: float
    hidden: float
    second: float
    activation: float
    momentum: float


@dataclass(frozen=True)
class NetworkFormulas(Formulas):
    """Forward pass, what is passed back, and the step; x is the first a."""

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Write forward pass, δ of outputs and hidden units, and the update."""
        plus = " + b" if offset else ""
        momentum = not hasattr(settings, "momentum") or settings.momentum > 0.0
        return (
            rf"z = w \cdot a{plus},\; a = f(z)",
            SOFTMAX,
            r"\delta = t - p \text{ at the outputs}",
            r"\delta = f'(z)\,\sum w\,\delta \text{ of the next layer}",
            *self.update_lines(scale=scale, shrinks=shrinks, momentum=momentum),
            *((rf"b \leftarrow b + {scale}\delta",) if offset and not momentum else ()),
        )

    def update_lines(
        self, *, scale: str, shrinks: bool, momentum: bool
    ) -> tuple[str, ...]:
        """Write how a step changes a weight; with momentum by way of v."""
        step = rf"{scale}\delta\,a"
        penalty = r" - \eta\,\lambda\,w" if shrinks else ""
        if not momentum:
            return (rf"w \leftarrow w + {step}{penalty}",)
        return (rf"v \leftarrow \mu\,v + {step}{penalty}", r"w \leftarrow w + v")


@dataclass(frozen=True, kw_only=True)
class NetworkLearner(Learner):
    """A learner of hidden layers, whose outputs learn together (`Learner.coupled`).

    Attributes
    ----------
    pull_of_two, loss_of_two : callable
        ``pull_of_two(z, y, xx, h)`` and ``loss_of_two(z, y, h)``: what `pull` and
        `loss` are where two classes have a single output, of a label y = ±1.
    activate : callable
        ``activate(z, h) -> float``: what a hidden unit gives for its input z.
    slope : callable
        ``slope(a, h) -> float``: its derivative where it gives a.
    activations : tuple of str
        The names of the activations, by the setting `activation`.
    """

    pull_of_two: Callable[..., float]
    loss_of_two: Callable[..., float]
    formulas: NetworkFormulas
    activate: Callable[..., float]
    slope: Callable[..., float]
    activations: tuple[Activation, ...]

    @property
    def family_name(self) -> str:
        """The name of the folder in `engine.families`."""
        return "network"

    @property
    def rule(self) -> dict[str, Callable[..., Any]]:
        """What is put into the loops, by the names of what stands in for it there."""
        return super().rule | {
            "activate": self.activate,
            "slope": self.slope,
            "pull_of_two": self.pull_of_two,
            "loss_of_two": self.loss_of_two,
        }

    def formula_lines(
        self, settings: Any = None, *, offset: bool = True, n_outputs: int = 0
    ) -> tuple[str, ...]:
        """Write the rule line by line; a single output has a logistic unit."""
        lines = super().formula_lines(settings, offset=offset)
        if n_outputs != 1:
            return lines
        return tuple(LOGISTIC if line == SOFTMAX else line for line in lines)

    def sizes(self, n_terms: int, n_outputs: int, settings: Any) -> tuple[int, ...]:
        """Give the number of terms, then those of the units of each layer."""
        hidden = (int(settings.hidden), int(settings.second))
        return (n_terms, *filter(None, hidden), n_outputs)

    def activation_of(self, settings: Any) -> Activation:
        """Name the hidden units' activation."""
        return self.activations[int(settings.activation)]

    def rows(self, n_terms: int, n_outputs: int, settings: Any) -> tuple[int, ...]:
        """Give the lengths of the units' rows, layer by layer, the offset last."""
        return rows_of_layers(self.sizes(n_terms, n_outputs, settings))

    def shape(self, n_terms: int, n_outputs: int, settings: Any) -> tuple[int, ...]:
        """Give the shape of the parameters: all units' rows, one after the other."""
        return (sum(self.rows(n_terms, n_outputs, settings)),)

    def work(self, size: int) -> int:
        """Tell how many multiplications a sample takes: forth, back, and a step."""
        return WORK * size

    def compiled_work(self, size: int, batch: int) -> int:
        """Tell the same of compiled loops: side by side, one for each parameter."""
        return self.work(size) if batch == 1 else size

    def random_start(
        self, seed: int, n_terms: int, n_outputs: int, settings: Any
    ) -> NDArray[np.float64]:
        """Draw parameters from −r … r, for a layer of m units with n inputs each.

        r = √(6/(n + m)) (Glorot & Bengio 2010); r = √(6/n) for relu (He et al. 2015).
        """
        rng = np.random.default_rng(seed)
        layers = []
        sizes = self.sizes(n_terms, n_outputs, settings)
        for n, m in pairwise(sizes):
            relu = self.activation_of(settings) == "relu"
            reach = np.sqrt(6.0 / (n if relu else n + m))
            layers.append(rng.uniform(-reach, reach, m * (n + 1)))
        return np.concatenate(layers)

    def layers(
        self, parameters: NDArray[np.float64], n_terms: int, settings: Any
    ) -> tuple[NDArray[np.float64], ...]:
        """Give the parameters as a matrix for each layer, a row for each unit.

        Views, (units, inputs + 1), the offset last.
        """
        return in_layers(parameters, n_terms, self.sizes(n_terms, 0, settings)[1:-1])

    def scores(
        self, X: NDArray[np.float64], parameters: NDArray[np.float64], settings: Any
    ) -> NDArray[np.float64]:
        """Score samples as trained, X (n, n_terms), with parameters of its shape."""
        layers = self.layers(parameters, X.shape[1], settings)
        return forward(layers, self.activation_of(settings), X).scores

    def penalised(
        self, parameters: NDArray[np.float64], n_terms: int, settings: Any
    ) -> float:
        """Give ‖w‖² of all units, without the offsets."""
        layers = self.layers(parameters, n_terms, settings)
        return float(sum((layer[:, :-1] ** 2).sum() for layer in layers))
