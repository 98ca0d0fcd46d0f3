"""The diagnosis without a window: what the card that shows it can rely on."""

import numpy as np
import pytest

from engine import Dataset
from engine.data import gallery
from gui.session.diagnosis import DiagnosisRunner, OutcomeRunner
from gui.session.session import Session


@pytest.fixture
def runner(qapp):
    session = Session()
    runner = DiagnosisRunner.of(session)
    runner.session = session
    yield runner
    runner.close()
    session.leave()


def test_unasked_it_tells_the_rates_alone(runner, qtbot):
    learns = runner.session.recipe.replace(learner="adaline")
    runner.session.begin(gallery.two_clusters(), learns)
    qtbot.waitUntil(lambda: runner.rates is not None)
    assert runner.rates.safe.formula == "2/λmax"
    assert runner.diagnosis is None
    assert not runner.looking
    runner.ask()
    assert runner.looking
    qtbot.waitUntil(lambda: runner.diagnosis is not None)
    assert runner.rates.safe.formula == "2/λmax"


def test_asked_in_the_middle_it_begins_anew(runner, qtbot):
    runner.session.set_data(gallery.xor())
    qtbot.waitUntil(lambda: not runner.looking)
    learns = runner.session.recipe.replace(learner="adaline")
    runner.session.set_recipe(learns)
    assert runner.looking
    runner.ask()
    qtbot.waitUntil(lambda: not runner.looking)
    assert runner.diagnosis is not None
    assert runner.rates is not None


def test_that_it_cannot_converge_is_told_before_a_cycle_is_found(
    runner, uncompiled, qtbot
):
    """The search for a cycle waits for the compiler, which may take ten seconds."""
    gate, _ = uncompiled
    rng = np.random.default_rng(1)
    data = Dataset(rng.normal(size=(200, 2)).round(3), rng.integers(2, size=200))
    teller = OutcomeRunner.of(runner.session)
    runner.session.begin(data, runner.session.recipe.replace(epochs=3))
    qtbot.waitUntil(lambda: teller.outcome is not None)
    qtbot.waitUntil(lambda: teller.outcome.text.startswith("Cannot converge"))
    assert runner.looking
    assert not gate.is_set()
    teller.close()
