"""The tools that have no button of their own."""

from tests.gui.conftest import tool_action


def test_the_button_shows_the_one_that_is_chosen(window):
    canvas = window.canvas
    more, magnet = canvas.toolbar.more, tool_action(canvas, "magnet")
    assert not more.isChecked()
    assert more.toolTip() == "More tools"
    magnet.trigger()
    assert more.isChecked()
    assert more.toolTip().startswith("Magnet (G)")
    canvas.toolbar.choose_first()
    assert not more.isChecked()


def test_they_stand_in_the_order_of_their_ranks(window):
    canvas = window.canvas
    further = canvas.toolbar.more.menu().actions()
    assert further == canvas.toolbar.tool_actions[-len(further) :]
    assert [action.text() for action in further[:2]] == ["Jitter", "Magnet"]
