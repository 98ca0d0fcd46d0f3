"""The McCulloch–Pitts neuron: weights and threshold are set by hand."""

from __future__ import annotations

from engine.hyperparameter import Hyperparameter
from engine.learners.learner import Learner, RuleSettings
from engine.learners.rule_formulas import Formulas
from engine.learners.shared_hyperparameters import MAP


def pull(z: float, y: float, xx: float, h: RuleSettings) -> float:
    """Add nothing: the neuron does not learn."""
    return 0.0


def loss(z: float, y: float, h: RuleSettings) -> float:
    """Count a sample on the wrong side, or on the boundary, as 1."""
    return 1.0 if y * z <= 0.0 else 0.0


LEARNER = Learner(
    name="manual-neuron",
    title="Manual neuron",
    line="Set weights and threshold yourself; the neuron fires where w·x > −b.",
    source="W. McCulloch & W. Pitts, A logical calculus of the ideas immanent in "
    "nervous activity, Bulletin of Mathematical Biophysics 5 (1943)",
    family="By hand",
    hyperparameters=(
        Hyperparameter(
            "start",
            "Weights",
            "start",
            default="zero",
            choices=("zero",),
            help="One row per output: a weight for each term, then the offset b, "
            "which is the negative threshold.",
            group="weights",
        ),
    ),
    formulas=Formulas(
        pull="",
        cost=r"\sum [y\,z \le 0]",
        words="nothing is learned: the neuron fires where w·x + b > 0",
    ),
    pull=pull,
    loss=loss,
    # Weights are set in the units of the data, so nothing is standardised.
    common=tuple(one for one in MAP if one.name in ("offset", "squares")),
)
