"""What a screen reader calls what draws itself, and what is read in it."""

import pytest
from PySide6.QtGui import QAccessible

Role, Text = QAccessible.Role, QAccessible.Text


@pytest.fixture
def told(window, hand, screen_reader):
    """Give role, name and value of a control, as they are told."""
    hand.draw_two_classes()
    hand.session.seek(8)

    def told(control):
        interface = QAccessible.queryAccessibleInterface(control)
        name, value = interface.text(Text.Name), interface.text(Text.Value)
        return interface.role(), name, value

    return told


def test_the_canvas_is_one_with_so_many_points(told, window):
    points = "8 points: 4 of class A, 4 of class B"
    assert told(window.canvas.plot) == (Role.Canvas, "Canvas", points)


def test_a_plot_is_a_chart_with_what_is_read_at_the_playhead(told, window):
    role, name, value = told(window.panel("Error per epoch").plot)
    assert (role, name) == (Role.Chart, "Error per epoch")
    assert value.startswith("Epoch 1, step 8;")


def test_what_does_not_draw_itself_is_as_qt_has_it(told, window):
    role, _, _ = told(window.canvas.axes)
    assert role == Role.Client
