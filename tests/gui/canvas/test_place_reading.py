"""What is read at a place of the canvas."""


def test_a_plane_without_height_has_no_sample_under_the_mouse(
    window, hand, monkeypatch
):
    """In a tiny window a warning of a division by zero would be an error here."""
    hand.draw_two_classes()
    place = hand.session.data.X[0]
    assert window.canvas.reading.row_at(place) == 0
    monkeypatch.setattr(window.canvas.plot.view, "viewPixelSize", lambda: (0.01, 0.0))
    assert window.canvas.reading.row_at(place) is None
