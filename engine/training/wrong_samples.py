"""How much of the training samples is wrong: their number, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.numbers import percent

if TYPE_CHECKING:
    from engine.training.problem import Problem


def count_of(error: float, problem: Problem) -> int:
    """Count the training samples of which an error is the share."""
    return round(error * problem.n_samples)


def figure(error: float, problem: Problem) -> str:
    """Write an error as a number of samples, or in percent where these have weights."""
    if problem.training.sample_weights is not None:
        return percent(error)
    return f"{count_of(error, problem):,}"


def wrong(error: float, problem: Problem) -> str:
    """Say how much of the training samples is wrong."""
    weighted = problem.training.sample_weights is not None
    of_all = "" if weighted else f" of {problem.n_samples:,}"
    return f"{figure(error, problem)}{of_all} wrong"
