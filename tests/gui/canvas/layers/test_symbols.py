"""Mistakes are outlined as if each symbol were drawn by itself."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from engine.data.dataset import TRAINING, VALIDATION
from gui.canvas.layers.symbols import draw_outlined, draw_part, draw_symbols
from gui.style.theme import LIGHT

PLACES = np.array([[20.0, 20.0], [60.5, 20.0], [20.0, 60.0], [60.0, 61.0]])
CODES = np.array([0, 1, 2, 99])


def drawn(draw):
    image = QImage(90, 90, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        draw(painter)
    return image


@pytest.mark.parametrize("part", [TRAINING, VALIDATION])
@pytest.mark.usefixtures("qapp")
def test_symbols_of_many_classes_are_those_of_each(part):
    parts = np.full(4, part, np.uint8)

    def one_by_one(painter):
        for place, code in zip(PLACES[:, None], CODES.tolist(), strict=True):
            full = part == TRAINING
            fill = LIGHT.class_colour(code) if full else LIGHT.field
            for edge, width in ((LIGHT.field, 6.5), (LIGHT.mistake, 4.2)):
                wider = width if full else width + 1.75
                draw_symbols(painter, place, code, fill, edge, wider, around=True)
            if not full:
                draw_part(painter, place, code, part, LIGHT)

    together = drawn(lambda p: draw_outlined(p, PLACES, CODES, parts, LIGHT, 100))
    assert together == drawn(one_by_one)


@pytest.mark.parametrize("code", range(9))
@pytest.mark.usefixtures("qapp")
def test_a_mistake_still_has_the_colour_of_its_class(code):
    """Also a cross, of which a line along its edge would cover all."""
    point = np.array([[20.0, 20.0]])

    def of_class(draw):
        image, wanted = drawn(draw), QColor(LIGHT.class_colour(code)).rgb()
        side = range(40)
        return sum(image.pixel(x, y) == wanted for x in side for y in side)

    here, part = np.array([code]), np.zeros(1, np.uint8)
    right = of_class(lambda p: draw_part(p, point, code, TRAINING, LIGHT))
    wrong = of_class(lambda p: draw_outlined(p, point, here, part, LIGHT, code + 1))
    assert wrong >= right > 0


@pytest.mark.usefixtures("qapp")
def test_a_mistake_is_as_sharp_as_the_device():
    part, code = np.array([TRAINING], np.uint8), np.array([0])

    def image(ratio):
        drawn = QImage(64 * ratio, 64 * ratio, QImage.Format.Format_RGB32)
        drawn.setDevicePixelRatio(ratio)
        drawn.fill(QColor("white"))
        with QPainter(drawn) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place = np.array([[32.0, 32.0]])
            draw_outlined(painter, place, code, part, LIGHT, 1)
        return drawn

    sharp = image(2)
    sharp.setDevicePixelRatio(1)
    rows = [[sharp.pixel(x, y) for x in range(128)] for y in range(128)]
    pairs = sum(rows[y] != rows[y + 1] for y in range(0, 128, 2))
    assert pairs > 8  # not each row twice
