"""A search of the sheet on a Dask cluster, and what is said where there is none."""

import socket

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.errors import pip_install
from engine.evaluation import dask_cluster
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_space import ParameterGrid
from engine.evaluation.search_workers import Threads
from gui.features.evaluation.search.search_page import FORMER
from gui.tasks.task import TaskControl
from tests.gui.conftest import LEFT

distributed = pytest.importorskip("distributed", reason="the extra “cluster”")

# Closing connections is the cluster's own affair; its warnings are not ours.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture
def page(small):
    page = small("Search")
    QTest.keyClicks(page.setup.hyperparameters.rows["epochs"].field, "1,2,8")
    page.setup.hyperparameters.rows["tolerance"].box.click()
    return page


@pytest.fixture
def scheduler(tmp_path):
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp",
        dashboard_address=":0",
        local_directory=str(tmp_path),
    ) as local:
        yield local.scheduler_address


@pytest.fixture
def silent():
    """The address of somebody who listens and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


class Told(TaskControl, list):
    """All that a search reports."""

    def report(self, progress):
        self.append(progress)
        return True


def ask(page, address):
    field = page.setup.workers.cluster
    field.selectAll()
    QTest.keyClicks(field, address)
    QTest.mouseClick(page.setup.button, LEFT)


def refused(page, qtbot):
    qtbot.waitUntil(lambda: not page.task.running)
    where = page.setup.workers
    assert where.error.isVisible()
    assert where.cluster.property("invalid")
    assert page.setup.button.isEnabled()
    assert not page.setup.error.isVisible()
    return where.error.text()


def test_a_search_on_a_cluster_finds_what_it_finds_here(page, scheduler, bench, qtbot):
    ask(page, scheduler)
    assert page.state.text() == f"Connecting to {scheduler}…"
    assert not page.setup.workers.processes.isEnabled()
    qtbot.waitUntil(lambda: not page.task.running)
    session, outcome = bench.session, page.results.results
    recipes = ParameterGrid({"epochs": (1, 2, 8)}).recipes(session.recipe)
    with Threads(1) as workers:
        right = search(session.data, recipes, Folds(5), workers=workers)
    assert outcome.recipes == right.recipes
    np.testing.assert_array_equal(outcome.errors, right.errors)
    reports = Told()
    page.plan.search(reports)
    assert reports[0].count == 2


def test_what_is_no_address_is_said_under_it_until_it_is_changed(page, qtbot):
    ask(page, "nowhere")
    assert "no Dask cluster answers at nowhere" in refused(page, qtbot)
    where = page.setup.workers
    QTest.keyClick(where.cluster, Qt.Key.Key_Backspace)
    assert not where.error.isVisible()
    assert not where.cluster.property("invalid")


def test_what_was_found_before_stays_if_nobody_answers(page, bench, qtbot):
    QTest.mouseClick(page.setup.button, LEFT)
    results = page.results
    qtbot.waitUntil(lambda: not page.task.running)
    outcome = results.results
    assert outcome.best is not None
    caption = results.caption.text()
    for address in ("nowhere", "nobody"):
        ask(page, address)
        assert "no Dask cluster answers at" in refused(page, qtbot)
        assert results.results is outcome
        assert results.caption.text() == caption
        assert results.stack.currentWidget() is results.line
        assert page.state.text() == FORMER
        assert page.export.isVisible()
    page.load(1)
    assert bench.session.recipe == outcome.recipes[1]


def test_who_does_not_answer_is_given_up(page, silent, qtbot, monkeypatch):
    monkeypatch.setattr(dask_cluster, "TIMEOUT_SECONDS", 0.2)
    ask(page, silent)
    assert silent in refused(page, qtbot)


def test_awaiting_a_cluster_can_be_cancelled(page, silent, qtbot):
    ask(page, silent)
    QTest.mouseClick(page.setup.stop, LEFT)
    assert page.state.text() == "Cancelled."
    qtbot.waitUntil(lambda: not page.task.alive)
    where = page.setup.workers
    assert not where.error.isVisible()


def test_without_dask_it_is_said_what_to_install(page, qtbot, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    ask(page, "tcp://localhost:8786")
    assert pip_install("cluster") in refused(page, qtbot)
