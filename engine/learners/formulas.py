r"""A learner's rule as a textbook writes it, in LaTeX.

Symbols: x the sample's terms, y its label, z its score, w weights, b offset, η the
learning rate, m the batch's size. A product is written ``\,``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.learners.latex import words

if TYPE_CHECKING:
    from engine.learners.learner import Learner


class Condition(NamedTuple):
    r"""Where the rule adds a sample: where y·z is not above, or below, a limit.

    Attributes
    ----------
    relation : {"\\le", "<"}
    limit : float, optional
        None is the tolerance of the settings, as a rule 0.
    """

    relation: Literal[r"\le", "<"]
    limit: float | None

    @property
    def tex(self) -> str:
        """The condition in symbols."""
        return rf"y\,z {self.relation} {self.limit or 0:g}"


ON_MISTAKE = Condition(r"\le", None)
INSIDE_MARGIN = Condition("<", 1.0)


@dataclass(frozen=True)
class Formulas:
    r"""What stands in the formulas of one learner.

    Attributes
    ----------
    pull : str
        The factor of η·x (`Learner.pull`): ``y``, ``(y - z)``; empty if nothing is
        ever added.
    condition : Condition, optional
        Where it is added; everywhere if there is none.
    where : str
        What a symbol in the pull means, as an equation; of a norm ‖x‖² the offset's
        1 is part.
    decay : str
        The factor on w (`Learner.decay`).
    symbols : tuple of (symbol, setting)
        Symbols for which numbers of the settings can be put in.
    words : str
        What else there is to say: which weights are used.
    """

    pull: str
    condition: Condition | None = None
    where: str = ""
    decay: str = ""
    symbols: tuple[tuple[str, str], ...] = ()
    words: str = ""

    @property
    def names_value(self) -> bool:
        """Whether `where` gives a value that numbers can be put into, such as τ."""
        return bool(self.where) and self.where[: self.where.index("=")].strip() in (
            self.pull.split(r"\,")
        )


def update(rule: Learner, summed: bool, x: str = "x") -> tuple[str, str]:
    """Write how a step changes w and b.

    Parameters
    ----------
    rule : Learner
    summed : bool
        Over a batch; otherwise for one sample.
    x : str
        What the weights multiply: x, or φ(x).
    """
    own = rule.formulas
    scale = r"\eta" if has_rate(rule) else ""
    if summed:
        scale = (r"\frac{\eta}{m}" if rule.mean else scale) + r"\,\sum "
    product = r"\,".join(part for part in (scale, own.pull) if part)
    product = product.replace(r"\sum \,", r"\sum ")
    kept = rf"{own.decay}\,w" if own.decay else "w"
    return (
        rf"w \leftarrow {kept} + {product}\,{x}",
        rf"b \leftarrow b + {product}",
    )


def has_rate(rule: Learner) -> bool:
    """Tell whether a learning rate stands in the rule."""
    return any(parameter.name == "learning_rate" for parameter in rule.hyperparameters)


def lines(rule: Learner) -> tuple[str, ...]:
    """Write the rule line by line, in LaTeX."""
    own = rule.formulas
    said = (words(own.words),) if own.words else ()
    if not own.pull:
        return said
    summed = any(parameter.name == "batch_size" for parameter in rule.hyperparameters)
    where = (own.where,) if own.where else ()
    return (*update(rule, summed), *_condition(own, summed), *where, *said)


def _condition(own: Formulas, summed: bool) -> tuple[str, ...]:
    if own.condition is None:
        return ()
    if summed:
        return (rf"\text{{summed where }} {own.condition.tex}",)
    word = "on a mistake, " if own.condition is ON_MISTAKE else "where "
    return (rf"\text{{{word}}} {own.condition.tex}",)
