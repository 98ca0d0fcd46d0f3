"""What all tests share: no screen, folders of their own."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import hypothesis
import pytest

# No test is timed: a busy machine is no fault of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture(scope="session")
def qapp_args():
    return ["perceptron-lab"]
