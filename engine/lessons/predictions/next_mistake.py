"""Which sample will be the next mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lessons.predictions.prediction import Answer, PredictionKind, Verdict

if TYPE_CHECKING:
    from engine.lessons.facts import Situation
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

SHUFFLED = (
    "The order is shuffled: the next mistake can only be guessed. Choose the order "
    "“given” first."
)


def judge_mistake(tape: Tape, step: int, sample: int) -> Verdict | None:
    """Judge which sample is said to be the next mistake.

    Parameters
    ----------
    tape : Tape
    step : int
        The one after which it is asked.
    sample : int
        Its number, from 1.

    Returns
    -------
    Verdict or None
        None where there is no further mistake.
    """
    following = tape.next_mistake(step)
    if following is None:
        return None
    rows = tape.frame(following).rows.tolist()
    if sample - 1 in rows:
        return Verdict(True, f"Right: point {rows[0] + 1} in step {following:,}.")
    if _is_looked_at(tape, sample - 1, step, following - 1):
        said = f"the rule comes to point {sample} before that, and finds it right"
        return Verdict(False, f"Not quite: {said}.")
    return Verdict(False, f"Not quite: a mistake comes before point {sample}.")


def _is_looked_at(tape: Tape, row: int, after: int, last: int) -> bool:
    """Tell whether a sample is looked at in steps `after` + 1 … `last`."""
    rows = tape.problem.rows
    return any(row in rows[places] for _, places, _ in tape.passes(after, last))


def _judge(asked: Situation, answer: Answer) -> Verdict | None:
    if asked.tape is None or not isinstance(answer, int):
        return None
    return judge_mistake(asked.tape, asked.step, answer)


def _comes(asked: Situation) -> bool:
    return asked.tape is not None and asked.tape.next_mistake(asked.step) is not None


def _doubt(recipe: Recipe) -> str:
    return SHUFFLED if recipe.get("order") == "shuffled" else ""


PREDICTION = PredictionKind(
    "next mistake",
    "Click the sample that will be the next mistake.",
    _judge,
    _comes,
    10,
    _doubt,
)
