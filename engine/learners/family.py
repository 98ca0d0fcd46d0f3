"""What a family of models gives the rest: loops, a model, a step explained.

A family is a folder in `engine.families` with its `FAMILY`, found by being there. Rooms
under it know what stands here, and no more; what is large is imported when asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.models.predictor import Predictor

FOLDER = "engine.families"


@dataclass(frozen=True)
class Family:
    """A family of models, by names such as ``engine.families.votes.model:VotedModel``.

    Attributes
    ----------
    loops : tuple of str
        The modules that make `learn`, `evaluate` and `penalised` of a learner's own
        functions; what a later one defines is taken for that of others.
    model : str
        The class of its models, a `Predictor`.
    step : str
        What makes a step explained, an `ExplainedStep`, of its fields.
    lines : str
        What writes such a step in formulas (`engine.steps.step_formulas.step_lines`).
    votes : str
        What keeps the weights of a run that vote, `VotesCast`; empty where none do.
    entry : str
        What only its models have in a file of weights; empty for rows of weights.
    why_no_row : str
        Why, of several outputs at least, no row of weights makes one's loss.
    is_linear : bool
        Parameters are a row of weights for each output.
    program : str
        What writes its runs as programs, a `RunText`; empty where nothing does.
    """

    loops: tuple[str, ...]
    model: str
    step: str
    lines: str
    votes: str = ""
    entry: str = ""
    why_no_row: str = ""
    is_linear: bool = False
    program: str = ""

    def model_type(self) -> type[Predictor]:
        """Import the class of its models."""
        kind: type[Predictor] = resolve_name(self.model)
        return kind

    def run_text(self, *run: Any) -> Any:
        """Give what writes a run as a program."""
        return resolve_name(self.program)(*run)

    def votes_cast(self, *run: Any) -> Any:
        """Keep the weights of a run that vote, or None where none do."""
        return resolve_name(self.votes)(*run) if self.votes else None

    def explained(self, **run: Any) -> Any:
        """Explain a step of a run."""
        return resolve_name(self.step)(**run)

    def step_lines(self, step: Any, *, tabled: bool) -> Any:
        """Write such a step in formulas."""
        return resolve_name(self.lines)(step, tabled=tabled)


@cache
def families() -> dict[str, Family]:
    """Find all families, by the names of their folders."""
    within = iter_modules(import_module(FOLDER).__path__)
    names = [info.name for info in within if info.ispkg]
    return {name: import_module(f"{FOLDER}.{name}").FAMILY for name in names}
