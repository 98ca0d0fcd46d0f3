"""What came of a run: as lines for people, as facts for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import PART_NAMES
from engine.errors import excerpt
from engine.evaluation.error_rates import error_on
from engine.export.model_entries import as_dict
from engine.hyperparameter import value_text
from engine.learners import learner
from engine.learners.latex import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.data.dataset import Dataset
    from engine.data.provenance import Provenance
    from engine.diagnosis.verdict import RunVerdict
    from engine.evaluation.error_interval import Interval
    from engine.hyperparameter import Value
    from engine.models.predictor import Predictor
    from engine.training.out_of_core import OutOfCoreRun
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

MOST_WRITTEN = 40
"""Terms of a score that are printed."""
MOST_SIGNS = 200
"""Of a setting that are printed."""
VOTES = "Σᵢ cᵢ·sign(wᵢ·x + bᵢ) / Σᵢ cᵢ"
"""The score where weights vote, cᵢ the votes of each."""


@dataclass(frozen=True)
class RunSummary:
    """What came of a run, in memory or over a file.

    Attributes
    ----------
    path : str
        Of the table.
    data : Dataset or OutOfCoreRun
        Knows names and counts.
    recipe : Recipe
    reason : str
        Why it ended.
    diverged : bool
    model : Predictor
    held_out : dict
        Name of each part held out, with its samples and its error.
    weight : str, optional
        The column of the samples' weights; empty if there is none.
    cost : dict
        Of the learner's cost J at the end of the last whole epoch: `formula`, `loss`,
        `penalty`, `total`, and `validation` where there are samples for it. Empty
        where the learner has none, or in a run over a file.
    verdict : RunVerdict, optional
        What is said of the run, where it was asked for.
    """

    path: str
    data: Dataset | OutOfCoreRun
    recipe: Recipe
    reason: str
    diverged: bool
    model: Predictor
    held_out: dict[str, tuple[int, float]]
    weight: str = ""
    cost: dict[str, Any] = field(default_factory=dict)
    verdict: RunVerdict | None = None

    @classmethod
    def of_tape(cls, tape: Tape, path: str, weight: str = "") -> RunSummary:
        """Judge a recorded run by the parts held out, too."""
        model, held_out = tape.model(), {}
        for part, name in enumerate(PART_NAMES[1:], 1):
            error = error_on(part, tape, model)
            if error is not None:
                held_out[name] = len(tape.data.counted_rows_of(part)), error
        return cls(
            path, tape.data, tape.recipe, tape.reason, tape.diverged, model, held_out,
            weight, last_cost(tape),
        )  # fmt: skip

    @classmethod
    def of_stream(cls, run: OutOfCoreRun, path: str) -> RunSummary:
        """Take over a run over a file that is larger than memory."""
        return cls(path, run, run.recipe, run.reason, run.diverged, run.model, {})

    @property
    def columns(self) -> str:
        """Lines: which column became the classes, and why that one, which weights."""
        return columns_text(self.model.provenance, self.weight)

    @property
    def text(self) -> str:
        """What was trained on what, how it ended and which weights came out."""
        model = self.model
        lines = [
            f"data: {self.path}: {data_text(self.data)}",
            f"learner: {recipe_text(self.recipe)}",
            f"run: {self.reason}",
            *_formulas(model),
            *_cost(self),
            *(
                f"{name} error: {share_text(error)} of {count} samples"
                for name, (count, error) in self.held_out.items()
            ),
            *(f"verdict: {said}" for said in _sentences(self.verdict)),
            f"training error: {share_text(model.training_error)}  "
            f"updates: {model.updates}  epochs: {model.epochs}",
        ]
        return "".join(f"{line}\n" for line in lines)

    @property
    def _column_facts(self) -> dict[str, str]:
        weight = {"weight": self.weight} if self.weight else {}
        table = self.model.provenance
        if table is None:
            return weight
        facts = {"target": table.target, "target_reason": table.target_reason}
        return facts | weight

    @property
    def facts(self) -> dict[str, Any]:
        """The same as plain values; `weights` is what a JSON file of weights holds."""
        model = self.model
        return {
            "data": data_facts(self.data, self.path) | self._column_facts,
            "recipe": self.recipe.to_dict(),
            "run": self.reason,
            "diverged": self.diverged,
            "epochs": model.epochs,
            "updates": model.updates,
            "errors": {
                "training": model.training_error,
                **{name: error for name, (_, error) in self.held_out.items()},
            },
            **({"cost": self.cost} if self.cost else {}),
            **({"verdict": self.verdict.facts} if self.verdict else {}),
            "weights": as_dict(model),
        }


def _sentences(verdict: RunVerdict | None) -> tuple[str, ...]:
    """Give all of it, and at the end what would help."""
    if verdict is None:
        return ()
    remedy = verdict.facts["remedy"]
    return (*verdict.sentences, *([f"remedy: {remedy['text']}"] if remedy else []))


def columns_text(table: Provenance | None, weight: str) -> str:
    """Say which column became the classes, and why that one, and which the weights."""
    weights = f"weights: {excerpt(weight)}\n" if weight else ""
    if table is None:
        return weights
    headed = dict(table.options).get("header") != "no"
    name = excerpt(table.target) if headed else f"column {table.target_position}"
    return f"target: {name} ({table.target_reason})\n{weights}"


def last_cost(tape: Tape) -> dict[str, Any]:
    """Give the cost at the end of the last whole epoch, part by part."""
    epochs = tape.epochs
    parts = {
        "loss": epochs.loss,
        "penalty": epochs.penalty,
        "total": epochs.cost,
        "validation": epochs.validation_cost,
    }
    if epochs.cost is None or not np.isfinite(epochs.cost[-1:]).any():
        return {}
    problem = tape.problem
    formula = learner(tape.recipe.learner).cost_formula(
        problem.settings, steps=problem.steps_per_epoch, weighted=problem.is_weighted
    )
    return {"formula": plain(formula)} | {
        name: float(part[-1]) for name, part in parts.items() if part is not None
    }


def _cost(run: RunSummary) -> list[str]:
    """Write the cost with its formula, where there is one."""
    if not run.cost:
        return []
    of = run.cost
    said = f"cost: {of['formula']} = {of['total']:.6g}"
    if of["penalty"]:
        said += f" ({of['loss']:.6g} + {of['penalty']:.6g})"
    more = f"; validation {of['validation']:.6g}" if "validation" in of else ""
    return [said + more]


def data_facts(data: Dataset | OutOfCoreRun, path: str) -> dict[str, Any]:
    """Give file, number of samples, features and classes as plain values."""
    return {
        "file": path,
        "samples": data.n_samples,
        "features": data.feature_names,
        "classes": dict(zip(data.class_names, data.counts.tolist(), strict=True)),
    }


def data_text(data: Dataset | OutOfCoreRun) -> str:
    """Count the samples, and name features and classes."""
    classes = [
        f"{name} {count}"
        for name, count in zip(data.class_names, data.counts, strict=True)
    ]
    return (
        f"{data.n_samples} samples; features {', '.join(data.feature_names)}; "
        f"classes {', '.join(classes)}"
    )


def recipe_text(recipe: Recipe) -> str:
    """Name the learner, and all of its settings that play a part."""
    settings = [
        f"{parameter.name} {_short(value)}" for parameter, value in recipe.in_use()
    ]
    return f"{recipe.learner}; " + ", ".join(settings)


def _short(value: Value) -> str:
    """Write a setting; of a start or an order of many numbers the first."""
    text = value_text(value)
    return text if len(text) <= MOST_SIGNS else f"{text[:MOST_SIGNS]}…"


def _formulas(model: Predictor) -> list[str]:
    names = model.class_names
    has_offset = (model.recipe or {}).get("offset", True)
    if model.outline:
        return [f"{model.outline} (--weights: all)"]
    rows = model.newest_weights()
    if rows is None:
        return []
    formulas = [
        _formula(weights, model.features.names, has_offset=has_offset)
        for weights in rows.tolist()
    ]
    if model.voters:
        formulas = [
            f"{VOTES} of {count:,} weight vectors (--weights: all); newest: {formula}"
            for count, formula in zip(model.voters, formulas, strict=True)
        ]
    if len(formulas) == 1:
        where = "0 or above" if model.tie == "positive" else "above 0"
        return [f"score: {formulas[0]}", f"{where}: {names[1]}, otherwise: {names[0]}"]
    scores = zip(names, formulas, strict=True)
    return [f"score of {name}: {formula}" for name, formula in scores] + [
        "the highest score wins"
    ]


def _formula(weights: list[float], terms: Iterable[str], *, has_offset: bool) -> str:
    """Write weights, the offset last, as a sum: ``2·x1 − 0.5·x2 + 1``."""
    named = [f"·“{term}”" if _is_numeral(term) else f"·{term}" for term in terms]
    more = len(named) - MOST_WRITTEN
    offset = weights[-1:] if has_offset or weights[-1] else []
    weights = [*weights[:-1][:MOST_WRITTEN], *offset]
    first, *others = [*named[:MOST_WRITTEN], ""][: len(weights)]
    text = f"{'−' if weights[0] < 0 else ''}{abs(weights[0]):.6g}{first}"
    for weight, term in zip(weights[1:], others, strict=True):
        text += f" {'−' if weight < 0 else '+'} {abs(weight):.6g}{term}"
    return text + (f" + … {more} more terms (--weights: all)" if more > 0 else "")


def _is_numeral(term: str) -> bool:
    """Whether a term's name, such as that of a year, would look like a factor."""
    return term.lstrip("+-−.")[:1].isdigit()


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay cells out in columns, each cell to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True))
        for row in rows
    ]


def share_text(share: float) -> str:
    """Write a share 0 … 1 so that none but zero looks like zero."""
    return f"{share:.4f}" if share >= 1e-3 or share == 0 else f"{share:.2g}"


def interval_text(interval: Interval) -> str:
    """Write an interval of shares."""
    return f"{interval.low:.4f} to {interval.high:.4f}"
