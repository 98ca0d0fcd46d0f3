"""What a search is asked to do, as one frozen value."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.data.dataset import VALIDATION
from engine.evaluation.folds import HoldOut
from engine.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from engine import Dataset
    from engine.evaluation.folds import Folds
    from engine.evaluation.report import Score
    from engine.evaluation.search import SearchOutcome
    from engine.evaluation.search_space import SearchSpace
    from engine.evaluation.search_workers import Workers
    from gui.tasks.task import TaskControl


@dataclass(frozen=True)
class WorkersReady:
    """Those who work on the search are there: so many at a time."""

    count: int


@dataclass(frozen=True, eq=False)
class SearchPlan:
    """What is tried on the data, and by what it is judged.

    Attributes
    ----------
    data : Dataset
    space : SearchSpace
    judge : Folds or HoldOut
    score : {"accuracy", "balanced", "f1"}
        What the recipes are compared by.
    processes : int
        0: threads where the work is short, else a process on each core.
    cluster : str
        Address of a Dask cluster that works in their place; empty: none.
    """

    data: Dataset
    space: SearchSpace
    judge: Folds | HoldOut
    score: Score = field(default="accuracy", kw_only=True)
    processes: int = 0
    cluster: str = ""

    @property
    def words(self) -> str:
        """Say how much work it is."""
        n = self.space.count
        most = "at most " if self.space.drawn else ""
        recipes = counted(n, "recipe")
        if isinstance(self.judge, HoldOut):
            held_out = len(self.data.counted_rows_of(VALIDATION))
            return f"{most}{recipes}, judged by {held_out:,} validation samples"
        k = self.judge.k
        return f"{k} folds × {recipes} = {most}{k * n:,} runs"

    def check(self) -> None:
        """Make sure, quickly, that parts and recipes are possible.

        Raises
        ------
        UserError
            If they are not.
        """
        self.judge.check(self.data)
        self.space.check()

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

        recipes = self.space.recipes()
        with self._workers(control.cancelled) as workers:
            if workers is not None:
                control.report(WorkersReady(workers.count))
            return search(
                self.data, recipes, self.judge, score=self.score, workers=workers,
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
