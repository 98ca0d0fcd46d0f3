"""What all tests share: no screen, folders of their own."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pytest


@pytest.fixture(scope="session")
def qapp_args():
    return ["perceptron-lab"]
