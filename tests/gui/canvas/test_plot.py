"""The view is painted alone as it is with what is around it."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QRegion

from gui.style.theme import DARK, LIGHT
from tests.gui.pixels import pixels


def view_of(plot, alone):
    """Paint the view, alone or with what is around it."""
    viewport = plot.viewport()
    inside = plot.view.sceneBoundingRect().toAlignedRect()
    part = inside if alone else viewport.rect()
    image = QImage(viewport.size(), QImage.Format.Format_RGB32)
    image.fill(0)
    viewport.render(image, part.topLeft(), QRegion(part))
    return pixels(image.copy(inside))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_step_is_painted_as_with_all_that_is_around_it(hand, theme):
    hand.draw_two_classes()
    plot = hand.window.canvas.plot
    plot.set_theme(theme)
    plot.grab()
    for step in (1, hand.session.last):
        hand.session.seek(step)
        whole = view_of(plot, alone=False)
        assert len(np.unique(whole)) > 100
        assert (view_of(plot, alone=True) == whole).all()
    plot.set_theme(LIGHT)
