"""The theme: readable colours, a complete style sheet, a palette that follows."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.canvas.layers.class_regions import shade_table
from gui.features.evaluation.search.error_colours import ramp, text_colours
from gui.style.theme import (
    BASE_FONT_PX,
    CLASS_SYMBOLS,
    DARK,
    DARK_HIGH_CONTRAST,
    LIGHT,
    LIGHT_HIGH_CONTRAST,
    RESOURCES,
    Theme,
    apply_theme,
    class_symbol,
    current_theme,
    palette,
    style_sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

HIGH = [LIGHT_HIGH_CONTRAST, DARK_HIGH_CONTRAST]
EACH = pytest.mark.parametrize(
    "theme", [LIGHT, DARK, *HIGH], ids=lambda theme: theme.name
)
IN_HIGH_CONTRAST = pytest.mark.parametrize("theme", HIGH, ids=lambda theme: theme.name)
TEXTS = ["ink", "muted", "accent_text", "mistake_text", "good"]
GROUNDS = ["card", "ground", "field", "hover"]
ON_FILLS = [
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("on_accent", "accent_pressed"),
    ("accent_text", "accent_soft"),
    ("mistake_text", "mistake_soft"),
    ("ink", "selection"),
    ("ink", "pressed"),
]


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """Lend the application, and undress it afterwards."""
    before = QPalette(qapp.palette())
    yield qapp
    qapp.setStyleSheet("")
    qapp.setPalette(before)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.1."""
    rgb = QColor(colour).getRgbF()[:3]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.1, from 1 to 21."""
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_agrees_with_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("points", [14, 16, 18])
def test_signs_follow_the_font_of_the_system(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, points: int
) -> None:
    usual = style_sheet(current_theme("light"))
    large = QFont("Sans Serif", points)
    monkeypatch.setattr(QFontDatabase, "systemFont", lambda _: large)
    theme = current_theme("light")
    assert theme.scale == QFontInfo(large).pixelSize() / BASE_FONT_PX > 1.3
    sheets = usual, style_sheet(theme)
    usual_side, side = (
        int(re.findall(r"icon-size: (\d+)px", sheet)[0]) for sheet in sheets
    )
    assert side == round(usual_side * theme.scale)
    handle = re.search(r"QSlider::handle {[^}]*}", sheets[1])
    assert handle is not None
    radius, width, line = (
        int(re.findall(rf"{name}: (\d+)px", handle[0])[0])
        for name in ("radius", "width", "border")
    )
    assert radius <= width / 2 + line  # else Qt draws a square


@EACH
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_is_readable(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


@EACH
@pytest.mark.parametrize(("text", "ground"), ON_FILLS)
def test_text_on_fills_is_readable(theme: Theme, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


@EACH
@pytest.mark.parametrize("mark", ["accent", "mistake", "focus", "border_strong"])
def test_marks_stand_out_from_the_card(theme: Theme, mark: str) -> None:
    assert contrast(getattr(theme, mark), theme.card) >= 3


@IN_HIGH_CONTRAST
def test_in_high_contrast_text_is_seven_to_one(theme: Theme) -> None:
    pairs = [*product(TEXTS, GROUNDS), *ON_FILLS]
    weak = [
        (text, ground)
        for text, ground in pairs
        if contrast(getattr(theme, text), getattr(theme, ground)) < 7
    ]
    assert not weak


@IN_HIGH_CONTRAST
def test_in_high_contrast_marks_and_focus_are_seven_to_one(theme: Theme) -> None:
    marks = ("accent", "mistake", "focus", "border", "border_strong", "faint")
    colours = [*(getattr(theme, mark) for mark in marks), *theme.runs]
    for ground in (theme.card, theme.ground, theme.field):
        assert min(contrast(colour, ground) for colour in colours) >= 7


@IN_HIGH_CONTRAST
def test_in_high_contrast_symbols_are_seven_to_one_on_any_region(theme: Theme) -> None:
    regions = shade_table(theme, theme.classes)
    grounds = [theme.field, *(QColor(int(rgb)).name() for rgb in regions.ravel())]
    for colour in (*theme.classes, theme.mistake, theme.ink):
        assert min(contrast(colour, ground) for ground in grounds) >= 7, colour


@IN_HIGH_CONTRAST
def test_in_high_contrast_numbers_on_a_heatmap_are_seven_to_one(theme: Theme) -> None:
    cells = zip(ramp(theme).tolist(), text_colours(theme), strict=True)
    assert min(contrast(QColor(*cell).name(), text.name()) for cell, text in cells) >= 7


@EACH
def test_every_token_is_a_colour(theme: Theme) -> None:
    tokens = asdict(theme)
    for other in ("name", "region", "high_contrast", "scale"):
        del tokens[other]
    colours = [*tokens.pop("classes"), *tokens.pop("runs"), *tokens.values()]
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)


def test_beyond_nine_classes_each_colour_comes_with_another_symbol() -> None:
    looks = [(class_symbol(code), LIGHT.class_colour(code)) for code in range(81)]
    assert len(set(looks)) == 81
    assert tuple(symbol for symbol, _ in looks[:9]) == CLASS_SYMBOLS


@EACH
def test_every_class_has_its_own_colour_and_symbol(theme: Theme) -> None:
    assert len(set(theme.classes)) == len(theme.classes) == len(set(CLASS_SYMBOLS)) == 9
    for colour, other in combinations(theme.classes, 2):
        apart = zip(QColor(colour).getRgb(), QColor(other).getRgb(), strict=True)
        assert sum(abs(a - b) for a, b in apart) > 60, (colour, other)


@EACH
def test_runs_beside_each_other_are_told_apart(theme: Theme) -> None:
    assert len(theme.runs) == 4
    assert theme.runs[0] == theme.ink
    assert min(contrast(colour, theme.field) for colour in theme.runs) >= 4.5
    for colour, other in combinations(theme.runs, 2):
        apart = zip(QColor(colour).getRgb(), QColor(other).getRgb(), strict=True)
        assert sum(abs(a - b) for a, b in apart) > 100, (colour, other)


def test_classes_on_dark_are_visible() -> None:
    assert min(contrast(colour, DARK.card) for colour in DARK.classes) >= 3


@EACH
def test_the_style_sheet_is_complete(theme: Theme) -> None:
    text = style_sheet(theme)
    assert "@" not in text
    assert theme.accent in text
    files = re.findall(r'url\("([^"]+)"\)', text)
    assert files
    assert all(Path(file).is_file() for file in files)
    assert not any("\\" in file for file in files)


def test_the_style_sheet_names_only_known_tokens() -> None:
    names = ("style.qss", "high-contrast.qss")
    source = "".join((RESOURCES / name).read_text(encoding="utf-8") for name in names)
    tokens = set(re.findall(r"@\{?([a-z_]+)", source))
    assert tokens <= {*asdict(LIGHT), "icons"}


def test_qt_understands_the_style_sheet(app: QApplication, qtbot: QtBot) -> None:
    """A sheet with a syntax error is dropped whole, and the button stays grey."""
    apply_theme(app, LIGHT)
    button = QPushButton("Play")
    button.setProperty("primary", True)
    qtbot.addWidget(button)
    button.resize(80, 30)
    assert button.grab().toImage().pixelColor(8, 15).name() == LIGHT.accent


@EACH
def test_every_role_follows_the_theme(theme: Theme) -> None:
    known = set(vars(theme).values())
    colours = palette(theme)
    for role in QPalette.ColorRole:
        if role in (QPalette.ColorRole.NoRole, QPalette.ColorRole.NColorRoles):
            continue
        for group in (QPalette.Active, QPalette.Inactive, QPalette.Disabled):
            assert colours.color(group, role).name() in known, (group, role)


def test_the_palette_changes_with_the_theme(app: QApplication) -> None:
    apply_theme(app, LIGHT)
    light = QPalette(app.palette())
    apply_theme(app, DARK)
    dark = app.palette()
    for role in (QPalette.Window, QPalette.Base, QPalette.Text, QPalette.ButtonText):
        assert light.color(role) != dark.color(role)
    disabled = dark.color(QPalette.Disabled, QPalette.Text)
    assert disabled.name() == DARK.disabled


def test_a_card_is_repainted_in_the_new_theme(app: QApplication, qtbot: QtBot) -> None:
    card = QFrame()
    card.setProperty("card", True)
    card.resize(60, 60)
    qtbot.addWidget(card)
    for theme in (LIGHT, DARK):
        apply_theme(app, theme)
        assert card.grab().toImage().pixelColor(30, 30).name() == theme.card


def test_controls_in_a_row_have_one_height(app: QApplication, qtbot: QtBot) -> None:
    apply_theme(app, LIGHT)
    kinds = (QPushButton, QToolButton, QComboBox, QSpinBox, QDoubleSpinBox, QLineEdit)
    controls = [kind() for kind in kinds]
    for control in controls:
        qtbot.addWidget(control)
    assert {control.sizeHint().height() for control in controls[2:]} == {
        controls[0].sizeHint().height()
    }


def test_spin_box_corners_are_whole(app: QApplication, qtbot: QtBot) -> None:
    apply_theme(app, LIGHT)
    box = QSpinBox()
    qtbot.addWidget(box)
    box.resize(120, box.sizeHint().height())
    image = box.grab().toImage()
    right, middle = image.width() - 1, image.height() // 2
    heights = (8, middle, image.height() - 9)
    border = [image.pixelColor(right, y).name() for y in heights]
    assert border == [LIGHT.border] * 3


def test_list_rows_do_not_overlap(app: QApplication, qtbot: QtBot) -> None:
    apply_theme(app, LIGHT)
    page = QWidget()
    qtbot.addWidget(page)
    rows = QListWidget()
    rows.addItems(["one", "two"])
    QVBoxLayout(page).addWidget(rows)
    page.grab()
    first, second = (rows.visualItemRect(rows.item(i)) for i in range(2))
    assert not first.intersects(second)


def test_applying_twice_changes_nothing(app: QApplication) -> None:
    apply_theme(app, DARK)
    font, sheet = app.font(), app.styleSheet()
    apply_theme(app, DARK)
    assert (app.font(), app.styleSheet()) == (font, sheet)
    assert font.pixelSize() >= 13


def test_the_choice_decides(app: QApplication) -> None:
    assert current_theme("light") is LIGHT
    assert current_theme("dark") is DARK
    assert current_theme("system") in (LIGHT, DARK)


def test_high_contrast_looks_another_way(app: QApplication, qtbot: QtBot) -> None:
    """Qt understands what high contrast adds: a focus ring inside a filled button."""
    for theme in HIGH:
        apply_theme(app, theme)
        button = QPushButton("Play")
        button.setProperty("primary", True)
        qtbot.addWidget(button)
        button.resize(80, 30)
        button.show()
        button.setFocus()
        qtbot.waitUntil(button.hasFocus)
        image = button.grab().toImage()
        row = [image.pixelColor(x, 15).name() for x in range(6)]
        assert row[:4] == [theme.on_accent, theme.accent, theme.on_accent, theme.accent]
