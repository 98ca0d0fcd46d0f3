"""What a learner is: its rule, its loss and the hyperparameters it declares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from engine.learners.family import families
from engine.learners.shared_hyperparameters import COMMON
from engine.models.linear_scores import linear_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.hyperparameter import Hyperparameter
    from engine.learners.combination import Combination
    from engine.learners.family import Family
    from engine.learners.nearest_estimator import NearestEstimator
    from engine.learners.rule_formulas import Formulas
    from engine.models.predictor import Predictor, Trained


Heading = Literal[
    "Perceptrons", "Gradient learners", "Margins", "Networks", "Kernels", "By hand"
]
HEADINGS: tuple[Heading, ...] = get_args(Heading)


class RuleSettings(NamedTuple):
    """What the plainest rules read of a recipe: what `is_mistake` asks."""

    tolerance: float
    tie: float


DEFAULTS = RuleSettings(tolerance=0.0, tie=0.0)

RANDOM_START = 0.01
"""Standard deviation of small random start weights."""

TIES = True
"""Whether a tie can be right; loops are compiled for either."""


def is_mistake(z: float, y: float, h: Any) -> bool:
    """Tell whether a score is a mistake: y·z ≤ tolerance.

    With a tie, a score as high as the tolerance is right for the positive class: with
    the tolerance 0 the sample is said to be +1 where z ≥ 0, and −1 elsewhere.
    """
    limit: float = h.tolerance
    if TIES and h.tie != 0.0 and y > 0.0:
        return z < limit
    return y * z <= limit


def no_decay(eta: float, h: Any) -> float:
    """Keep the weights as they are: a learner without regularisation."""
    return 1.0


@dataclass(frozen=True)
class Learner:
    """A linear learner: what it adds to the weights for one sample, and its loss.

    All functions are plain Python in the subset that numba compiles. A step on a
    batch B is ``w ← decay·w + η·Σ_B pull(z, y)·x`` with the scores z = w·x + b of the
    weights before the step; with `mean`, η is divided by the batch's size.

    Attributes
    ----------
    name : str
        Identifier in recipes and on the command line.
    title : str
        Name on the screen.
    line : str
        One line of description.
    source : str
        Reference: author, paper, year.
    heading : str
        Of `HEADINGS`: under which it is offered.
    hyperparameters : tuple of Hyperparameter
        Beyond those of every run (`COMMON`).
    formulas : Formulas
        The rule as a textbook writes it.
    pull : callable
        ``pull(z, y, xx, h) -> float``: what the sample adds to the weights, in units
        of η·x; z its score, y = ±1 its label, xx = x·x, h the settings.
    reads_length : bool
        `pull` asks for xx: how much it adds, but never whether it is 0.
    loss : callable
        ``loss(z, y, h) -> float``: the sample's loss.
    coupled : bool
        The outputs learn together: then it is ``pull(z, own, c, h)``, which fills in c
        (n_classes,), what the sample of class `own` adds to the weights of each class,
        and ``loss(z, own, h) -> float``, with z (n_classes,) all its scores. Of two
        classes the first has the score 0, and no weights.
    decay : callable
        ``decay(eta, h) -> float``: factor on the weights, not on the offset; 1 − η·λ
        with λ the setting `strength`.
    settings : type
        NamedTuple of the hyperparameters that `pull`, `loss` and `decay` read; one
        that the learner does not declare is 0. It always has ``tolerance`` and
        ``tie``, which `is_mistake` reads.
    mean : bool
        A batch's pulls, and the samples' losses, are divided by the number of samples
        rather than summed only; each counts by its weight.
    combination : {"last", "averaged", "pocket", "voted"}
        Which model is used, of those that the rule goes through.
    has_probabilities : bool
        The scores are those of probabilities: of two classes σ(z) is that of y = +1;
        of more see `engine.evaluation.probabilities.log_probabilities`.
    common : tuple of Hyperparameter
        Those of every run that it has.
    safe_rate : callable, optional
        ``safe_rate(curvature, h) -> (formula, value)``: η below which its steps
        cannot grow without bound, where a larger one can; `curvature` is λmax, the
        largest eigenvalue of Σ x·xᵀ + λ·diag(1, …, 1, 0) over a batch.
    nearest : NearestEstimator, optional
        The estimator of scikit-learn that is nearest to it.
    """

    name: str
    title: str
    line: str
    source: str
    heading: Heading
    hyperparameters: tuple[Hyperparameter, ...]
    formulas: Formulas
    pull: Callable[..., float | None]
    loss: Callable[..., float]
    decay: Callable[..., float] = no_decay
    reads_length: bool = False
    coupled: bool = False
    settings: Any = RuleSettings
    mean: bool = False
    combination: Combination = "last"
    has_probabilities: bool = False
    common: tuple[Hyperparameter, ...] = COMMON
    safe_rate: Callable[..., tuple[str, float]] | None = None
    nearest: NearestEstimator | None = None

    @property
    def all_hyperparameters(self) -> tuple[Hyperparameter, ...]:
        """All hyperparameters: the learner's own, then those of every run."""
        return self.hyperparameters + self.common

    @cached_property
    def by_name(self) -> dict[str, Hyperparameter]:
        """All hyperparameters by their names."""
        return {parameter.name: parameter for parameter in self.all_hyperparameters}

    @cached_property
    def by_hand(self) -> bool:
        """Whether nothing is learned: a person sets the weights."""
        return any(parameter.group == "weights" for parameter in self.hyperparameters)

    @property
    def is_linear(self) -> bool:
        """Whether its parameters are a row of weights for each output."""
        return self.family.is_linear

    @property
    def goes_on(self) -> bool:
        """Whether a run can go on from the end of another, on other samples."""
        return True

    @property
    def kept_at_branch(self) -> tuple[str, ...]:
        """Settings without which its parameters would mean something else."""
        return ()

    @cached_property
    def family(self) -> Family:
        """Its family of models: by what it learns, is explained and kept."""
        return families()[self.family_name]

    @property
    def family_name(self) -> str:
        """The name of the folder in `engine.families`."""
        if self.coupled:
            return "coupled"
        return "votes" if self.combination == "voted" else "linear"

    @property
    def rule(self) -> dict[str, Callable[..., Any]]:
        """What is put into the loops, by the names of what stands in for it there."""
        return {"pull": self.pull, "decay": self.decay, "loss": self.loss}

    def rows(self, n_terms: int, n_outputs: int, settings: Any) -> tuple[int, ...]:
        """Give the lengths of the rows of parameters, in each the offset last."""
        return (n_terms + 1,) * n_outputs

    def shape(self, n_terms: int, n_outputs: int, settings: Any) -> tuple[int, ...]:
        """Give the shape of the parameters: a row for each output.

        The loops, the tape and its keyframes see one flat array of as many numbers.
        """
        rows = self.rows(n_terms, n_outputs, settings)
        return len(rows), rows[0]

    def memory_size(self, size: int, settings: Any) -> int:
        """Give how many numbers are kept beside `size` parameters, all 0 at first."""
        return size

    def settings_for(self, settings: Any, X: NDArray[np.float64]) -> Any:
        """Give the settings as the loops read them, for samples X (n, n_terms)."""
        return settings

    def kernel_of(self, settings: Any) -> Any:
        """Give the `Kernel` whose sums its scores are, or None."""
        return None

    def work(self, size: int) -> int:
        """Tell how many multiplications a sample takes, for so many parameters."""
        return size

    def compiled_work(self, size: int, batch: int) -> int:
        """Tell the same of compiled loops, in which a batch may run side by side."""
        return self.work(size)

    def random_start(
        self, seed: int, n_terms: int, n_outputs: int, settings: Any
    ) -> NDArray[np.float64]:
        """Draw small parameters, all in one row."""
        size = np.prod(self.shape(n_terms, n_outputs, settings))
        return np.random.default_rng(seed).normal(0.0, RANDOM_START, size)

    def scores(
        self, X: NDArray[np.float64], parameters: NDArray[np.float64], settings: Any
    ) -> NDArray[np.float64]:
        """Score samples as trained, X (n, n_terms), with parameters of its shape.

        Returns
        -------
        ndarray, shape (n, n_outputs)
        """
        return linear_scores(X, parameters)

    def penalised(
        self, parameters: NDArray[np.float64], n_terms: int, settings: Any
    ) -> float:
        """Give ‖w‖², without the offsets."""
        return float((parameters[:, :-1] ** 2).sum())

    def predictor(self, trained: Trained, **context: Any) -> Predictor:
        """Make the model that a run has come to.

        Parameters
        ----------
        trained : Trained
        **context
            What every model has, but for the learner.
        """
        kind = self.family.model_type()
        return kind.as_trained(self, trained, learner=self.name, **context)

    def pulls(
        self,
        scores: NDArray[np.float64],
        own: NDArray[np.integer[Any]],
        lengths: Sequence[float],
        settings: Any,
    ) -> NDArray[np.float64]:
        """Give what samples add to the weights of each output, in units of η·x.

        Parameters
        ----------
        scores : ndarray, shape (m, n_outputs)
            Of outputs that learn each by itself, those of one only.
        own : ndarray of int, shape (m,)
            Their classes; of one output 1 where y = +1.
        lengths : sequence of float
            x·x of each.
        settings : NamedTuple

        Returns
        -------
        ndarray, shape (m, n_outputs)
        """
        if not self.coupled:
            samples = zip(scores[:, 0].tolist(), own.tolist(), lengths, strict=True)
            return np.array(
                [[self.pull(z, 2.0 * y - 1.0, xx, settings)] for z, y, xx in samples]
            ).reshape(-1, 1)
        of_all = _of_all_classes(scores)
        pulled = np.empty_like(of_all)
        for z, code, row in zip(of_all, own.tolist(), pulled, strict=True):
            self.pull(z, code, row, settings)
        return pulled[:, -scores.shape[1] :]

    def losses(
        self,
        scores: NDArray[np.float64],
        own: NDArray[np.integer[Any]],
        settings: Any,
    ) -> NDArray[np.float64]:
        """Give the loss of each sample, (m,), unweighted; parameters as for `pulls`."""
        if self.coupled:
            samples = zip(_of_all_classes(scores), own.tolist(), strict=True)
            losses = [self.loss(z, code, settings) for z, code in samples]
        else:
            samples = zip(scores[:, 0], 2.0 * own - 1.0, strict=True)
            losses = [self.loss(z, y, settings) for z, y in samples]
        return np.array(losses, np.float64)

    def declares(self, name: str) -> bool:
        """Tell whether it has a hyperparameter of that name."""
        return name in self.by_name

    @property
    def has_cost(self) -> bool:
        """Whether there is a cost J that the steps lead down, of the weights used.

        Not where nothing is learned, where weights vote, and where the best ones are
        kept by their errors.
        """
        return not self.by_hand and self.combination in ("last", "averaged")

    def penalty(self, settings: Any, steps: int) -> float:
        """Give what ½‖w‖² is multiplied by in the cost J.

        It is λ beside a mean. Beside a sum it is λ for each step of an epoch, for
        each of them shrinks the weights: with the full batch λ again.

        Parameters
        ----------
        settings : NamedTuple
            The learner's own, of a recipe.
        steps : int
            Of an epoch.
        """
        if self.decay is no_decay:
            return 0.0
        strength: float = settings.strength
        return strength if self.mean else steps * strength

    def cost_formula(
        self, settings: Any = None, *, steps: int = 1, weighted: bool = False
    ) -> str:
        """Write the cost J in LaTeX; empty where there is none.

        Parameters
        ----------
        settings : NamedTuple, optional
            The learner's own, of a recipe; default a strict mistake and any λ.
        steps : int
            Of an epoch.
        weighted : bool
            Write how much a sample counts, s; n is their number all the same.
        """
        if not self.has_cost:
            return ""
        losses = self.formulas.losses(settings or DEFAULTS)
        if weighted:
            losses = losses.replace(r"\sum ", r"\sum s\,")
        mean = r"\frac{1}{n}\," if self.mean else ""
        penalty = ""
        if self._shrinks(settings) if settings else self.decay is not no_decay:
            times = rf"{steps} \cdot " if steps > 1 and not self.mean else ""
            penalty = rf" + {times}\frac{{\lambda}}{{2}}\,\lVert w\rVert^2"
        return f"J(w) = {mean}{losses}{penalty}"

    def loss_formula(self, settings: Any) -> str:
        """Write the loss of one sample in LaTeX, under the settings of a recipe."""
        return self.formulas.losses(settings).replace(r"\sum ", "")

    @property
    def has_rate(self) -> bool:
        """Whether a learning rate stands in the rule."""
        return self.declares("learning_rate")

    def update_formula(
        self, settings: Any, *, summed: bool, x: str = "x", weighted: bool = False
    ) -> tuple[str, str]:
        """Write in LaTeX how a step changes w and b.

        Parameters
        ----------
        settings : NamedTuple
            The learner's own, of a recipe.
        summed : bool
            Over a batch; otherwise for one sample.
        x : str
            What the weights multiply: x, or φ(x).
        weighted : bool
            Write how much a sample counts, s; m is their number all the same.
        """
        scale, shrinks = self._scale(summed=summed), self._shrinks(settings)
        return self.formulas.update(
            scale=scale, x=x, shrinks=shrinks, weighted=weighted
        )

    def formula_lines(
        self, settings: Any = None, *, offset: bool = True, n_outputs: int = 0
    ) -> tuple[str, ...]:
        """Write the rule line by line, in LaTeX.

        Parameters
        ----------
        settings : NamedTuple, optional
            The learner's own, of a recipe; default a strict mistake and any λ.
        offset : bool
            Whether the rule learns one.
        n_outputs : int
            Where the rule is another with a single output; 0 for any number.
        """
        summed = self.declares("batch_size")
        return self.formulas.lines(
            settings or DEFAULTS,
            scale=self._scale(summed=summed),
            shrinks=settings is None or self._shrinks(settings),
            summed=summed,
            offset=offset,
        )

    def _shrinks(self, settings: Any) -> bool:
        """Tell whether a step shrinks w: not if λ is 0."""
        return self.decay(1.0, settings) != 1.0

    def _scale(self, *, summed: bool) -> str:
        """Write what stands before the pull: η, or the sum over a batch with it."""
        eta = r"\eta" if self.has_rate else ""
        if not summed:
            return eta
        return (r"\frac{\eta}{m}" if self.mean else eta) + r"\,\sum "


def _of_all_classes(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the scores of all classes: of two, the first's is 0."""
    if scores.shape[1] > 1:
        return scores
    return np.column_stack([np.zeros(len(scores)), scores])
