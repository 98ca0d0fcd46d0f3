"""What a search is asked to do, as one frozen value."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.evaluation.search_space import ParameterGrid, ParameterSampler, ValueRange

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from engine import Dataset
    from engine.evaluation.folds import Folds
    from engine.evaluation.search import SearchOutcome
    from engine.evaluation.search_workers import Workers
    from engine.training.recipe import Recipe
    from gui.tasks.task import TaskControl


@dataclass(frozen=True)
class WorkersReady:
    """Those who work on the search are there: so many at a time."""

    count: int


@dataclass(frozen=True, eq=False)
class SearchPlan:
    """Candidates on folds of the data.

    Attributes
    ----------
    data : Dataset
    base : Recipe
    candidates : ParameterGrid or ParameterSampler
    folds : Folds
    processes : int
        0: threads where the work is short, else a process on each core.
    cluster : str
        Address of a Dask cluster that works in their place; empty: none.
    """

    data: Dataset
    base: Recipe
    candidates: ParameterGrid | ParameterSampler
    folds: Folds
    processes: int = 0
    cluster: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What differs between the recipes."""
        return self.candidates.names

    @property
    def varied(self) -> tuple[str, ...]:
        """What has more than one value; at least one name."""
        if isinstance(self.candidates, ParameterSampler):
            ranges = self.candidates.ranges.items()
            several = [n for n, v in ranges if isinstance(v, ValueRange) or len(v) > 1]
        else:
            several = [n for n, v in self.candidates.values.items() if len(v) > 1]
        return tuple(several) or self.names[:1]

    @property
    def count(self) -> int:
        """How many recipes there are, at most."""
        if isinstance(self.candidates, ParameterSampler):
            return self.candidates.n
        count = 1
        for values in self.candidates.values.values():
            count *= len(values)
        return count

    @property
    def words(self) -> str:
        """Say how much work it is."""
        k, n = self.folds.k, self.count
        most = "at most " if isinstance(self.candidates, ParameterSampler) else ""
        recipes = f"{n:,} recipe{'s'[: n != 1]}"
        return f"{k} folds × {recipes} = {most}{k * n:,} runs"

    def check(self) -> None:
        """Make sure, quickly, that folds and recipes are possible.

        Raises
        ------
        UserError
            If they are not.
        """
        self.folds.check(self.data)
        if isinstance(self.candidates, ParameterGrid):
            some = {name: v[:1] for name, v in self.candidates.values.items()}
            ParameterGrid(some).recipes(self.base)
        else:
            ParameterSampler(self.candidates.ranges, 1, 0).recipes(self.base)

    def search(self, control: TaskControl) -> SearchOutcome:
        """Do it, in this thread with its helpers.

        Raises
        ------
        UserError
            If the samples cannot be dealt out, a recipe does not fit them, or the
            cluster is not there.
        Cancelled
            If it is no longer wanted before it begins.
        """
        from engine.evaluation.search import search

        recipes = self.candidates.recipes(self.base)
        with self._workers(control.cancelled) as workers:
            if workers is not None:
                control.report(WorkersReady(workers.count))
            return search(
                self.data, recipes, self.folds, workers=workers,
                progress=control.report, stop=control.cancelled,
            )  # fmt: skip

    def _workers(
        self, stopped: Callable[[], bool]
    ) -> AbstractContextManager[Workers | None]:
        if self.cluster:
            from engine.evaluation.dask_cluster import DaskCluster

            return DaskCluster(self.cluster, stopped)
        if not self.processes:
            return nullcontext()
        from engine.evaluation.search_workers import Processes

        return Processes(self.processes)
