"""Points by a rule: what is drawn has its class by a condition that is typed."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from engine import Dataset
from tests.gui.conftest import LEFT, RIGHT

Key = Qt.Key


@pytest.fixture
def section(window):
    return window.panel("Set-up").data


@pytest.fixture
def draw_by_rule(window):
    """Choose it in the Edit menu: the button is there only to leave it again."""
    actions = window.findChildren(QAction)
    return next(a for a in actions if a.text() == "Points b&y a rule").trigger


def typed(section, text):
    edit = section.rule.edit
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, text)
    QTest.keyClick(edit, Key.Key_Return)
    assert not edit.hasFocus(), "the keys play again"


def test_what_one_brushes_has_its_class_by_the_rule(draw_by_rule, hand, section):
    assert not section.rule_button.isVisible()
    draw_by_rule()
    assert section.rule_button.isVisible(), "to leave it again"
    assert section.rule.edit.text() == "x2 > sin(x1)"
    typed(section, "x2 > 0.5·x1")
    hand.drag((-2, -2), (2, 2))
    X, y = hand.session.data.X, hand.session.data.y
    assert set(y) == {0, 1}
    np.testing.assert_array_equal(y == 0, X[:, 1] > 0.5 * X[:, 0])
    n = len(y)
    hand.click(0, 2, RIGHT)  # the right button, the other way round: noise
    assert hand.session.data.y[n:].tolist() == [1]
    hand.key(Key.Key_2)  # the rule is that of the class chosen
    hand.click(0, 2.2)
    assert hand.session.data.y[n + 1 :].tolist() == [1]
    QTest.mouseClick(section.rule_button, LEFT)
    hand.click(0, -2.2)
    assert hand.session.data.y[n + 2 :].tolist() == [1], "as before"
    hand.recorded()


def test_what_is_no_rule_is_said_and_draws_the_class_chosen(
    draw_by_rule, hand, section, qtbot
):
    draw_by_rule()
    typed(section, "x3 > 0")
    assert section.rule.error.text() == "“x3” is not known: the features are x1, x2"
    hand.click(1, 1)
    assert hand.session.data.y.tolist() == [0]
    section.rule.edit.setFocus()
    QTest.keyClicks(section.rule.edit, " or")
    assert section.rule.error.isHidden(), "not while one types"
    qtbot.waitUntil(section.rule.error.isVisible)
    typed(section, "x1 < 0")
    assert section.rule.error.isHidden()
    hand.click(1, 1)
    assert hand.session.data.y.tolist() == [0, 1]
    hand.session.begin(Dataset([[1.0, 2.0]], ["a"], feature_names=["u", "v"]))
    typed(section, "v > 1")
    hand.session.begin(Dataset([[1.0]], ["a"], feature_names=["u"]))
    assert hand.window.canvas.rule is None, "there is no v any more"
    hand.recorded()


def test_while_a_rule_is_half_typed_the_last_one_draws(draw_by_rule, hand, section):
    draw_by_rule()
    typed(section, "x1 < 0")
    section.rule.edit.setFocus()
    section.rule.edit.end(False)
    QTest.keyClicks(section.rule.edit, " and x2")
    hand.click(1, 1)
    hand.click(-1, 1)
    assert hand.session.data.y.tolist() == [1, 0]
    hand.recorded()
