"""What can no longer be undone or redone is let go of."""

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QObject

from engine.data.edits import Add
from gui.session.session import Session


@pytest.fixture
def session(qapp):
    parent = QObject()
    session = Session(parent)
    yield session
    session.leave()


def edit(session, stroke=None):
    """Add a point; give a reference to its samples."""
    X = np.zeros((1, 2))
    session.edit(Add(X, np.zeros(1, int)), "add a point", stroke)
    return weakref.ref(X)


def is_gone(reference):
    gc.collect()
    return reference() is None


def test_edits_that_are_cleared_let_go_of_their_samples(session):
    samples = edit(session)
    assert not is_gone(samples)
    session.undo_stack.clear()
    assert is_gone(samples)


def test_edits_that_another_has_replaced_let_go_of_their_samples(session):
    first, second = edit(session), edit(session)
    session.undo_stack.undo()
    edit(session)
    assert is_gone(second)
    assert not is_gone(first)
