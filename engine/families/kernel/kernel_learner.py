"""What a learner is whose model is a sum of kernels: a weight for each sample."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.families.kernel.kernels import Kernel, kernel_scores
from engine.learners.latex import factor, number, put_in
from engine.learners.learner import Learner
from engine.learners.rule_formulas import ON_MISTAKE, Condition, Formulas

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.families.kernel.kernels import KernelName


NO_SAMPLES = np.zeros((1, 2))
NO_SAMPLES.setflags(write=False)


class KernelSettings(NamedTuple):
    """What the rule reads of a recipe, and the samples whose kernels are summed.

    `samples` is (n, n_terms): a run puts its own there.
    """

    tolerance: float
    tie: float
    kernel: float
    gamma: float
    kernel_degree: float
    constant: float
    budget: float
    samples: NDArray[np.float64] = NO_SAMPLES


KERNELS = (
    r"K(u, v) = e^{-\gamma\,\lVert u - v\rVert^2}",
    r"K(u, v) = (u \cdot v + c)^d",
    r"K(u, v) = u \cdot v",
)
"""By the setting `kernel`."""


@dataclass(frozen=True)
class KernelFormulas(Formulas):
    """The score as a sum over the mistakes, and how one is counted."""

    condition: Condition | None = ON_MISTAKE
    cost: str = r"\sum \max(0, -y\,z)"

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Write score, kernel, and what a mistake does."""
        plus = " + b" if offset else ""
        kernel = getattr(settings, "kernel", None)
        return (
            rf"z = \sum \alpha_i\,y_i\,K(x_i, x){plus}",
            *(KERNELS if kernel is None else (KERNELS[int(kernel)],)),
            r"\alpha_i \leftarrow \alpha_i + 1",
            *((r"b \leftarrow b + y_i",) if offset else ()),
            *self._condition(settings, summed=False),
        )


@dataclass(frozen=True, kw_only=True)
class KernelLearner(Learner):
    """A learner whose parameters are a weight y·α for each sample, then the offset.

    Attributes
    ----------
    kernel : callable
        ``kernel(u, v, h) -> float``: the product of two samples' features, of which
        there may be very many.
    kernels : tuple of str
        The names of the kernels, by the setting `kernel`.
    """

    kernel: Callable[..., float]
    kernels: tuple[KernelName, ...]

    @property
    def goes_on(self) -> bool:
        """Its weights are those of its samples: on others it cannot go on."""
        return False

    @property
    def kept_at_branch(self) -> tuple[str, ...]:
        """The kernel: the scores of all samples are kept up by it."""
        return "kernel", "gamma", "kernel_degree", "constant", "budget"

    @property
    def family_name(self) -> str:
        """The name of the folder in `engine.families`."""
        return "kernel"

    @property
    def rule(self) -> dict[str, Callable[..., Any]]:
        """What is put into the loops, by the names of what stands in for it there."""
        return super().rule | {"kernel": self.kernel}

    def settings_for(self, settings: Any, X: NDArray[np.float64]) -> Any:
        """Put the samples to learn from, as trained, beside what a recipe says."""
        samples = np.ascontiguousarray(X)
        if samples.flags.writeable:
            samples = samples.copy()
            samples.setflags(write=False)
        return settings._replace(samples=samples)

    def kernel_of(self, settings: Any) -> Kernel:
        """Give the kernel with its numbers."""
        return Kernel(
            self.kernels[int(settings.kernel)],
            gamma=settings.gamma,
            degree=int(settings.kernel_degree),
            constant=settings.constant,
        )

    def kernel_formula(self, settings: Any) -> str:
        """Write the kernel with its numbers, in LaTeX."""
        values = {
            r"\gamma": factor(settings.gamma),
            "c": factor(settings.constant),
            "d": number(settings.kernel_degree),
        }
        return put_in(KERNELS[int(settings.kernel)], values)

    def rows(self, n_terms: int, n_outputs: int, settings: Any) -> tuple[int, ...]:
        """Give the lengths of the rows of parameters, in each the offset last."""
        return (len(settings.samples) + 1,) * n_outputs

    def memory_size(self, size: int, settings: Any) -> int:
        """Keep the scores of all samples, and the mistakes that are not forgotten."""
        n_outputs = size // (len(settings.samples) + 1)
        return size + n_outputs * (int(settings.budget) + 1)

    def scores(
        self, X: NDArray[np.float64], parameters: NDArray[np.float64], settings: Any
    ) -> NDArray[np.float64]:
        """Score samples as trained, X (n, n_terms), with parameters of its shape."""
        counted = np.flatnonzero(parameters[:, :-1].any(axis=0))
        return kernel_scores(
            self.kernel_of(settings),
            X,
            settings.samples[counted],
            parameters[:, counted],
            parameters[:, -1],
        )
