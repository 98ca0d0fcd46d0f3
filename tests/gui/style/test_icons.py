"""The icons: every file draws, takes its colour from the theme, stays crisp."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap

from gui.style.icons import icon, icon_size, symbol_icon, symbol_pixmap
from gui.style.theme import CLASS_SYMBOLS, DARK, LIGHT, RESOURCES

NAMES = sorted(file.stem for file in (RESOURCES / "icons").glob("*.svg"))
TINTED = [
    name
    for name in NAMES
    if "currentColor" in (RESOURCES / "icons" / f"{name}.svg").read_text("utf-8")
]
PROMISED = {
    "to-start",
    "to-end",
    "step-back",
    "step-forward",
    "play",
    "pause",
    "previous-mistake",
    "next-mistake",
    "draw",
    "spray",
    "erase",
    "move",
    "select",
    "zoom-fit",
    "save",
    "clear",
    "add",
    "close",
    "copy",
    "learner",
    "features",
    "curve",
    "weights",
    "update",
    "help",
    "app",
    "chevron-up",
    "chevron-down",
    "check",
}

pytestmark = pytest.mark.usefixtures("qapp")


def inked(pixmap: QPixmap, alpha: int = 255) -> list[QColor]:
    """Return the colours of the pixels that are at least so opaque."""
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    pixels = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
    ]
    return [pixel for pixel in pixels if pixel.alpha() >= alpha]


def shades(
    of: QIcon, mode: QIcon.Mode, state: QIcon.State = QIcon.State.Off
) -> set[str]:
    """Return the colours an icon is drawn in."""
    pixmap = of.pixmap(QSize(32, 32), 2, mode, state)
    return {pixel.name() for pixel in inked(pixmap)}


def shade(of: QIcon, mode: QIcon.Mode, state: QIcon.State = QIcon.State.Off) -> str:
    """Return the one colour an icon is drawn in."""
    (colour,) = shades(of, mode, state)
    return colour


def test_every_promised_icon_is_there() -> None:
    assert set(NAMES) >= PROMISED


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_draws_within_its_box(name: str) -> None:
    pixmap = icon(name, LIGHT).pixmap(QSize(18, 18), 2)
    image = pixmap.toImage()
    assert len(inked(pixmap, alpha=100)) > 20
    corners = [(0, 0), (35, 0), (0, 35), (35, 35)]
    assert all(image.pixelColor(x, y).alpha() == 0 for x, y in corners)


@pytest.mark.parametrize("name", TINTED)
def test_an_icon_takes_its_colours_from_the_theme(name: str) -> None:
    """And its cross, where it has one, from what mistakes are drawn in."""
    for theme in (LIGHT, DARK):
        drawn, normal = icon(name, theme), QIcon.Mode.Normal
        cross = {theme.mistake} if "mistake" in name else set()
        assert shades(drawn, normal) == {theme.ink} | cross
        assert shade(drawn, QIcon.Mode.Disabled) == theme.disabled
        assert shades(drawn, normal, QIcon.State.On) >= {theme.accent_text} | cross


def test_a_colour_may_be_given() -> None:
    drawn = icon("play", LIGHT, colour=LIGHT.on_accent)
    assert shade(drawn, QIcon.Mode.Normal) == LIGHT.on_accent
    assert shade(drawn, QIcon.Mode.Normal, QIcon.State.On) == LIGHT.on_accent
    assert shade(drawn, QIcon.Mode.Disabled) == LIGHT.disabled


def test_the_application_icon_keeps_its_colours() -> None:
    colours = {pixel.name() for pixel in inked(icon("app", DARK).pixmap(128, 128))}
    assert {"#0072b2", "#e69f00"} <= colours


@pytest.mark.parametrize("larger", [1.0, 1.6])
@pytest.mark.parametrize("scale", [1, 2])
def test_no_size_is_stretched(larger: float, scale: int) -> None:
    theme = replace(LIGHT, scale=larger)
    size = icon_size(theme).width()
    assert size == round(18 * larger)
    pixmap = icon("save", theme).pixmap(QSize(size, size), scale)
    assert pixmap.size() == QSize(size * scale, size * scale)
    assert pixmap.devicePixelRatio() == scale


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon", LIGHT)


@pytest.mark.parametrize("symbol", CLASS_SYMBOLS)
def test_a_symbol_is_drawn_whole_in_its_colour(symbol: str) -> None:
    pixmap = symbol_pixmap(symbol, "#0072b2", size=18, scale=2)
    image = pixmap.toImage()
    assert {pixel.name() for pixel in inked(pixmap)} == {"#0072b2"}
    edge = [(i, j) for i in range(36) for j in (0, 35)]
    assert all(image.pixelColor(i, j).alpha() == 0 for i, j in edge)
    assert all(image.pixelColor(j, i).alpha() == 0 for i, j in edge)


def test_symbols_differ_in_shape() -> None:
    images = [symbol_pixmap(name, "#000000").toImage() for name in CLASS_SYMBOLS]
    for i, image in enumerate(images):
        assert all(image != other for other in images[:i])
    assert not symbol_icon("o", "#000000").isNull()
