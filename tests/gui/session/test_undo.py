"""Undo and redo are exact; what can no longer be undone or redone is let go of."""

import gc
import weakref

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand

from engine import Dataset, Recipe
from engine.data.edits import Add, Relabel, Remove, Replace
from engine.training.manual_weights import with_weights
from gui.session.session import Session

TABLES = (
    Dataset([[0, 1], [1, 0], [2, 2]], [0, 1, 1], class_names=("A", "B")),
    Dataset([[3, 1], [1, 4]], [0, 1], feature_names=("a", "b"), class_names=("A", "C")),
    Dataset([[1, 2, 3], [3, 2, 1], [0, 0, 1]], [0, 1, 2]),
)


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


def test_a_stroke_leaves_one_command(session):
    def commands():
        kinds = map(type, gc.get_objects())  # of a proxy, its own
        return sum(issubclass(kind, QUndoCommand) for kind in kinds)

    before = commands()
    for _ in range(3):
        edit(session, stroke=1)
        session.change(session.recipe.replace(seed=session.recipe.seed + 1), "s", 2)
        session.change(session.recipe.replace(seed=session.recipe.seed + 1), "s", 2)
        edit(session, stroke=3)
        edit(session, stroke=3)
    assert session.undo_stack.count() == 9
    assert commands() - before == 9
    session.undo_stack.clear()
    assert commands() == before


def change_something(session, action, which, stroke):
    """Do one of three things of a kind, if it can be done now."""
    data, recipe, row = session.data, session.recipe, np.array([0])
    edit = None
    if action == "paste":
        edit = Replace(TABLES[which])
    elif action == "points" and data.n_samples:
        corner = Add(np.ones((1, data.n_features)), row)
        edit = (corner, Remove(row), Relabel(row, row + 1))[which]
    elif action == "class":
        session.add_class()
    elif action == "terms":
        names = data.feature_names
        terms = (None, names[:1], (*names, f"{names[0]}^2"))[which]
        recipe = recipe.replace(features=terms)
    elif action == "learner":
        name = ("perceptron", "adaline", "manual-neuron")[which]
        recipe = recipe.replace(learner=name)
    elif action == "weights" and recipe.learner == "manual-neuron":
        recipe = with_weights(recipe, np.asarray(recipe.start) + 1 + which)
    elif action == "counts" and recipe.learner != "manual-neuron":
        counts = (None, "balanced", ((data.class_names[0], 2.0),))[which]
        recipe = recipe.replace(class_weight=counts)
    if edit is not None:
        session.edit(edit, action, stroke)
    else:
        session.change(recipe, action, stroke)


KINDS = ("paste", "points", "class", "terms", "learner", "weights", "counts")
CHANGES = st.tuples(
    st.sampled_from((*KINDS, "undo", "undo", "redo")),
    st.integers(0, 2),
    st.sampled_from((None, 1)),
)


@pytest.fixture(scope="module")
def one_session(qapp):
    parent = QObject()
    session = Session(parent)
    yield session
    session.leave()


@settings(max_examples=40)
@given(st.lists(CHANGES, max_size=25))
@example([("terms", 2, None), ("paste", 1, None)])
@example([("terms", 2, None), ("paste", 2, 1), ("paste", 0, 1)])
@example([("learner", 2, None), ("weights", 0, None), ("terms", 1, 1), ("terms", 0, 1)])
def test_undo_and_redo_come_to_what_was_there_to_the_bit(one_session, changes):
    session = one_session
    stack = session.undo_stack

    def state():
        data = session.data
        named = data.feature_names, data.class_names, session.recipe
        return data.X.tobytes(), data.y.tobytes(), *named

    session.begin(TABLES[0], Recipe(epochs=1))
    known = [state()]
    go = {"undo": stack.undo, "redo": stack.redo}
    for action, which, stroke in changes:
        if action not in go:
            change_something(session, action, which, stroke)
            index = stack.index()
            known[index : index + 1] = [state()]
            del known[stack.count() + 1 :]
        elif (stack.canUndo if action == "undo" else stack.canRedo)():
            go[action]()
            assert state() == known[stack.index()]
    left = stack.index()
    for index in (*range(left - 1, -1, -1), *range(left + 1)):
        stack.setIndex(index)
        assert state() == known[index]


def test_what_was_cleared_comes_back_with_the_place_in_the_run(window, hand):
    hand.draw_two_classes()
    s, said = hand.session, []
    s.message.connect(said.append)
    s.seek(5)
    window.canvas.commands.clear.trigger()
    assert not s.data.n_samples
    assert said == ["8 points removed · Ctrl+Z brings them back"]
    window.canvas.commands.undo.trigger()
    hand.recorded()
    assert s.step == 5
