"""The command `learners`: the learners with their hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cli.messages import Outcome
from engine.cli.options import option
from engine.hyperparameter import ROW_SYNTAX, value_text
from engine.learners import COMMON, Hyperparameter, Learner, learners
from engine.learners.latex import plain

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from engine.cli.outputs import Draw


SUMMARY = "list the learners and their hyperparameters"
EXAMPLES = ""


def add_options(parser: ArgumentParser) -> None:
    """Add nothing: all learners are listed."""


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """List the learners: rule, source and hyperparameters with default and range."""
    blocks = [_learner(learner) for learner in learners().values()]
    all_parameters = [learner.all_hyperparameters for learner in learners().values()]
    every = [
        parameter
        for parameter in COMMON
        if all(parameter in parameters for parameters in all_parameters)
    ]
    runs = [parameter for parameter in COMMON if parameter not in every]
    blocks.append(["every learner that learns", *_hyperparameters(runs)])
    blocks.append(["every learner", *_hyperparameters(every)])
    return Outcome("\n".join("".join(f"{line}\n" for line in b) for b in blocks))


def _learner(learner: Learner) -> list[str]:
    cost = plain(learner.cost_formula())
    return [
        f"{learner.name}: {learner.title}",
        f"  {learner.line}",
        f"  rule: {',  '.join(map(plain, learner.formula_lines()))}",
        *([f"  cost: {cost}"] if cost else []),
        f"  source: {learner.source}",
        *_hyperparameters(learner.hyperparameters),
    ]


def _hyperparameters(parameters: Iterable[Hyperparameter]) -> list[str]:
    return [
        f"  {option(parameter.name)} (default {value_text(parameter.default)}; "
        f"{_range(parameter)}): "
        f"{parameter.help}"
        for parameter in parameters
    ]


def _range(parameter: Hyperparameter) -> str:
    if parameter.kind == "bool":
        return "yes or no"
    if parameter.kind in ROW_SYNTAX:
        return f"{', '.join(parameter.choices)} or {ROW_SYNTAX[parameter.kind]}"
    if parameter.kind == "choice":
        return " or ".join(parameter.choices)
    return parameter.range_words
