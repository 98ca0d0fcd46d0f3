r"""A learner's rule as a textbook writes it, in LaTeX.

Symbols: x the sample's terms, y its label, z its score, w weights, b offset, η the
learning rate, m the batch's size. A product is written ``\,``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from engine.learners.latex import number, words


class Condition(NamedTuple):
    r"""Where the rule adds a sample: where y·z is not above, or below, a limit.

    Attributes
    ----------
    relation : {"\\le", "<"}
    limit : float, optional
        None is the tolerance of the settings, as a rule 0; then the condition is what
        `is_mistake` asks.
    """

    relation: Literal[r"\le", "<"]
    limit: float | None

    def lines(self, settings: Any) -> tuple[str, ...]:
        """Write the condition in symbols, under the settings of a recipe."""
        limit = settings.tolerance if self.limit is None else self.limit
        if self.limit is None and settings.tie:
            return (
                rf"z < {number(limit)} \text{{ for }} y = +1",
                rf"\text{{or }} z \ge {number(-limit)} \text{{ for }} y = -1",
            )
        return (rf"y\,z {self.relation} {number(limit)}",)

    def relation_for(self, y: float, settings: Any) -> Literal[r"\le", "<"]:
        """Give the relation that a sample with this label is held to."""
        strict = self.limit is None and settings.tie and y > 0
        return "<" if strict else self.relation


ON_MISTAKE = Condition(r"\le", None)
INSIDE_MARGIN = Condition("<", 1.0)
NORM = r"\lVert x\rVert^2"
OFFSET_IN_NORM = "(+ 1 for the offset: the weight of a feature that is always 1)"
"""Why a rule that divides by the sample's squared length divides by one more."""


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
        What a symbol in the pull means, as an equation; to ‖x‖² the offset, if there
        is one, adds its own 1 (`meaning`).
    decay : str
        The factor on w (`Learner.decay`).
    symbols : tuple of (symbol, setting)
        Symbols for which numbers of the settings can be put in.
    words : str
        What else there is to say: which weights are used.
    cost : str
        The losses of all samples, summed (`Learner.loss`), ``\\sum `` where the sum
        begins.
    """

    pull: str
    condition: Condition | None = None
    where: str = ""
    decay: str = ""
    symbols: tuple[tuple[str, str], ...] = ()
    words: str = ""
    cost: str = r"\sum \ell(y, z)"

    def losses(self, settings: Any) -> str:
        """Write the losses, summed, under the settings of a recipe."""
        limit = settings.tolerance
        if not limit:
            return self.cost
        return self.cost.replace("(0, -", f"(0, {number(limit)} - ")

    @property
    def names_value(self) -> bool:
        """Whether `where` gives a value that numbers can be put into, such as τ."""
        return bool(self.where) and self.where[: self.where.index("=")].strip() in (
            self.pull.split(r"\,")
        )

    def meaning(self, *, offset: bool, x: str = "x") -> str:
        """Write `where` as it is computed: with an offset ‖x‖² + 1.

        Parameters
        ----------
        offset : bool
        x : str
            What the weights multiply: x, or φ(x).
        """
        norm = rf"\lVert {x}\rVert^2"
        return self.where.replace(NORM, f"{norm} + 1" if offset else norm)

    @property
    def offset_in_norm(self) -> str:
        """Say why 1 is added to ‖x‖² where there is an offset; empty without ‖x‖²."""
        return OFFSET_IN_NORM if NORM in self.where else ""

    def update(
        self, *, scale: str, x: str = "x", shrinks: bool, weighted: bool = False
    ) -> tuple[str, str]:
        r"""Write how a step changes w and b.

        Parameters
        ----------
        scale : str
            What stands before the pull, such as ``\eta``.
        x : str
            What the weights multiply: x, or φ(x).
        shrinks : bool
            Write the factor on w.
        weighted : bool
            Write how much the sample counts, s, as a factor.
        """
        weight = "s" if weighted else ""
        product = r"\,".join(part for part in (scale, weight, self.pull) if part)
        product = product.replace(r"\sum \,", r"\sum ")
        shrunk = rf"{self.decay}\,w" if self.decay and shrinks else "w"
        return (
            rf"w \leftarrow {shrunk} + {product}\,{x}",
            rf"b \leftarrow b + {product}",
        )

    def lines(
        self, settings: Any, *, scale: str, shrinks: bool, summed: bool, offset: bool
    ) -> tuple[str, ...]:
        """Write the rule line by line: the update, its condition, its symbols."""
        notes = (self.offset_in_norm if offset else "", self.words)
        said = tuple(words(note) for note in notes if note)
        if not self.pull:
            return said
        where = (self.meaning(offset=offset),) if self.where else ()
        condition = self._condition(settings, summed=summed)
        of_w, of_b = self.update(scale=scale, shrinks=shrinks)
        update = (of_w, of_b) if offset else (of_w,)
        return (*update, *condition, *where, *said)

    def _condition(self, settings: Any, *, summed: bool) -> tuple[str, ...]:
        if self.condition is None:
            return ()
        word = "on a mistake, " if self.condition is ON_MISTAKE else "where "
        word = "summed where " if summed else word
        first, *more = self.condition.lines(settings)
        return (rf"\text{{{word}}} {first}", *more)
