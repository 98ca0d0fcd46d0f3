"""What all tests share: no screen, folders of their own."""

import gc
import itertools
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as main.py has it

import hypothesis
import pytest

# Collected in another thread, Qt's objects would be destroyed there, and it crashes.
gc.disable()
EVERY = 20
ALL_EVERY = 400

# No test is timed: a busy machine is no fault of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_sessionstart():
    """Side by side, let each process compile its share of the loops, for all."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        return
    from engine.learners import learners
    from engine.training.tiered_loops import run_loop

    count = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for name in sorted(learners())[int(worker.removeprefix("gw")) :: count]:
        run_loop(name).compiled()


@pytest.fixture(scope="session")
def qapp_args():
    return ["perceptron-lab"]


@pytest.fixture(scope="session")
def turns():
    return itertools.count(1)


@pytest.fixture(autouse=True)
def collect_garbage(turns):
    """Collect garbage here, now and then; what is old is seldom looked through."""
    yield
    turn = next(turns)
    if turn % EVERY == 0:
        gc.collect(2 if turn % ALL_EVERY == 0 else 1)
