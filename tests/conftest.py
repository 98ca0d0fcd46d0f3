"""What all tests share: no screen, folders of their own."""

import gc
import itertools
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import hypothesis
import pytest

# Collected in another thread, Qt's objects would be destroyed there, and it crashes.
gc.disable()
EVERY = 20

# No test is timed: a busy machine is no fault of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture(scope="session")
def qapp_args():
    return ["perceptron-lab"]


@pytest.fixture(scope="session")
def turns():
    return itertools.count(1)


@pytest.fixture(autouse=True)
def rubbish(turns):
    """Collect garbage here, now and then."""
    yield
    if next(turns) % EVERY == 0:
        gc.collect()
