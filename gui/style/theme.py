"""The look, and how the application puts it on: palette, style sheet, effects."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from operator import truediv
from pathlib import Path
from string import Template
from typing import Literal, Protocol, runtime_checkable

from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication
from PySide6.QtGui import QPalette as P
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gui.style.preferences import HIGH_CONTRAST, REDUCED_MOTION

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
BASE_FONT_PX = 13
LEGEND_PT = 8.5
AROUND = 20
"""Pixels around and between what is in a card."""
LECTURE_SCALE, LECTURE_SIZE = 1.45, (1024, 720)
"""By how much text is larger in a lecture in a window of this size, and in proportion
in others: a fortieth of the height is read from ten metres on a wall of 3 m."""
LEAST_LECTURE_SCALE = 1.25

STILL = "QWidget { widget-animation-duration: 0; }"
"""What a style sheet says where nothing is to move."""

SIZES = re.compile(r"\b(?:width|height|size|radius|margin): [^;]+")
"""What a style sheet says of the size of signs; lines and paddings are no signs."""

Choice = Literal["system", "light", "dark"]

# Okabe-Ito first, without vermilion: on screen it means "mistake".
_CLASSES = (  # on a light ground, and as light as a dark ground needs
    ("#0072b2", "#3d94d9"),
    ("#e69f00", "#f0ae2b"),
    ("#009e73", "#1fb88a"),
    ("#cc79a7", "#dd93bc"),
    ("#56b4e9", "#9ad8fa"),
    ("#882255", "#c0508a"),
    ("#4d4d00", "#f3ee8a"),
    ("#5b3fbf", "#7f62f2"),
    ("#7a9a00", "#b4d84a"),
)
COLOUR_NAMES = (
    "Blue", "Amber", "Green", "Pink", "Sky blue", "Wine", "Olive", "Violet", "Lime",
)  # fmt: skip
CLASS_COLOURS, CLASS_COLOURS_ON_DARK = zip(*_CLASSES, strict=True)
# The same hues, each 7:1 from the ground in any class's region.
_CLASSES_IN_HIGH_CONTRAST = (
    ("#0040a0", "#62b0ff"),
    ("#554500", "#ffc93d"),
    ("#004a28", "#2fe0a8"),
    ("#80105c", "#f59fd0"),
    ("#004c64", "#aee6ff"),
    ("#4a0010", "#ff8a9f"),
    ("#222200", "#f7f29a"),
    ("#4a1fc0", "#b9a8ff"),
    ("#464646", "#b8e04a"),
)
_ON_WHITE, _ON_BLACK = zip(*_CLASSES_IN_HIGH_CONTRAST, strict=True)
CLASS_SYMBOLS: tuple[str, ...] = ("o", "t1", "s", "d", "star", "p", "h", "+", "x")
SYMBOL_LETTERS = dict(zip(CLASS_SYMBOLS, "●▲■◆★⬟⬢✚✖", strict=True))
"""The symbols of the classes, as they are written."""


def class_symbol(code: int) -> str:
    """Return the symbol of a class.

    From the tenth on each colour comes with another symbol: of 81 classes no two are
    alike.
    """
    n = len(CLASS_SYMBOLS)
    return CLASS_SYMBOLS[(code + code // n) % n]


@runtime_checkable
class Themed(Protocol):
    """What takes other colours."""

    def set_theme(self, theme: Theme) -> None: ...


@dataclass(frozen=True, eq=False)  # the hash of so many colours takes its time
class Theme:
    """Named colours, each ``'#rrggbb'``; one token per meaning, not per widget."""

    name: str
    ground: str  # behind the cards
    card: str
    field: str  # inside inputs and plots
    border: str  # quiet outlines of cards and buttons
    border_strong: str  # outlines one must find: check boxes, slider handles
    ink: str  # text, icons, the boundary
    muted: str  # secondary text
    faint: str  # ticks, "before" lines; never text
    grid: str
    accent: str  # fills; carries on_accent
    accent_hover: str
    accent_pressed: str
    accent_soft: str  # ground of what is switched on; carries accent_text
    accent_text: str
    on_accent: str
    mistake: str  # marks
    mistake_soft: str
    mistake_text: str
    good: str
    hover: str
    pressed: str
    selection: str  # carries ink
    disabled: str
    focus: str
    runs: tuple[str, ...]  # curves of runs beside each other: the present one first
    classes: tuple[str, ...]  # one colour per class, beside CLASS_SYMBOLS
    region: float = 0.40  # how much of a class's colour its ground has at most
    high_contrast: bool = False
    scale: float = 1.0  # by how much text, points and lines are larger than usual

    def widened(self, width: int) -> int:
        """Give the width of a card whose text is larger; what is around it is not."""
        return round(AROUND + (width - AROUND) * self.scale)

    @property
    def legend_pt(self) -> float:
        """Size of a legend's text, in points."""
        return LEGEND_PT * self.scale

    def class_colour(self, code: int) -> str:
        """Return the colour of a class; after the ninth comes the first again."""
        return self.classes[code % len(self.classes)]

    def with_class_colours(self, colours: tuple[int, ...] | None) -> Theme:
        """Return the theme in which classes have these of its colours, in order."""
        return self if colours is None else _recoloured(self, colours)


LIGHT = Theme(
    name="light",
    ground="#f4f6f9",
    card="#ffffff",
    field="#ffffff",
    border="#dce2e9",
    border_strong="#8490a0",
    ink="#1b2530",
    muted="#5b6876",
    faint="#9aa5b1",
    grid="#e6eaef",
    accent="#0072b2",
    accent_hover="#00659e",
    accent_pressed="#005587",
    accent_soft="#e1f0f9",
    accent_text="#005f96",
    on_accent="#ffffff",
    mistake="#d55e00",
    mistake_soft="#fdeee3",
    mistake_text="#b34a00",
    good="#00795a",
    hover="#f1f4f7",
    pressed="#e4e9ef",
    selection="#cfe6f5",
    disabled="#a3adb8",
    focus="#0072b2",
    runs=("#1b2530", "#8250b8", "#00807a", "#8f5a1e"),
    classes=CLASS_COLOURS,
)

DARK = Theme(
    name="dark",
    ground="#171b21",
    card="#20262e",
    field="#1a1f26",
    border="#363f4a",
    border_strong="#758291",
    ink="#e6eaef",
    muted="#a3aebb",
    faint="#6b7684",
    grid="#2c333d",
    accent="#1f76b6",
    accent_hover="#2379ba",
    accent_pressed="#1a649c",
    accent_soft="#1d3a54",
    accent_text="#84c5f7",
    on_accent="#ffffff",
    mistake="#f0793a",
    mistake_soft="#46291a",
    mistake_text="#ff9a5c",
    good="#3fc29a",
    hover="#2a313b",
    pressed="#343d48",
    selection="#27496a",
    disabled="#667180",
    focus="#5cb0f0",
    runs=("#e6eaef", "#b794e6", "#45c4ba", "#d6a36a"),
    classes=CLASS_COLOURS_ON_DARK,
)


LIGHT_HIGH_CONTRAST = Theme(
    name="light, high contrast",
    ground="#ffffff",
    card="#ffffff",
    field="#ffffff",
    border="#4d4d4d",
    border_strong="#000000",
    ink="#000000",
    muted="#333333",
    faint="#4d4d4d",
    grid="#8c8c8c",
    accent="#004a80",
    accent_hover="#003d6b",
    accent_pressed="#002f54",
    accent_soft="#d9ebf9",
    accent_text="#003f75",
    on_accent="#ffffff",
    mistake="#940000",
    mistake_soft="#ffece5",
    mistake_text="#8f0000",
    good="#00492f",
    hover="#ededed",
    pressed="#d6d6d6",
    selection="#9ccbf0",
    disabled="#6a6a6a",
    focus="#0033cc",
    runs=("#000000", "#6b1f9e", "#005c54", "#7a3a00"),
    classes=_ON_WHITE,
    region=0.12,
    high_contrast=True,
)

DARK_HIGH_CONTRAST = Theme(
    name="dark, high contrast",
    ground="#000000",
    card="#000000",
    field="#000000",
    border="#b0b0b0",
    border_strong="#ffffff",
    ink="#ffffff",
    muted="#d6d6d6",
    faint="#b0b0b0",
    grid="#6b6b6b",
    accent="#7cc4ff",
    accent_hover="#9ad2ff",
    accent_pressed="#b8e0ff",
    accent_soft="#003057",
    accent_text="#a6d8ff",
    on_accent="#000000",
    mistake="#ff8466",
    mistake_soft="#3d1400",
    mistake_text="#ffa890",
    good="#5fe0b4",
    hover="#1f1f1f",
    pressed="#333333",
    selection="#004a85",
    disabled="#949494",
    focus="#ffe14d",
    runs=("#ffffff", "#d9b0ff", "#5fe0d6", "#ffc27a"),
    classes=_ON_BLACK,
    region=0.12,
    high_contrast=True,
)


def current_theme(choice: Choice | None = None) -> Theme:
    """Return the theme of a choice, default the person's; "system" asks the system."""
    choice = choice or chosen_theme()
    dark = choice == "dark"
    if choice == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        dark = scheme == Qt.ColorScheme.Dark
    if HIGH_CONTRAST.is_on:
        theme = DARK_HIGH_CONTRAST if dark else LIGHT_HIGH_CONTRAST
    else:
        theme = DARK if dark else LIGHT
    scale = max(_font_scale(), lecture_scale() or 1.0)
    return theme if scale == 1 else _enlarged(theme, scale)


def _font_scale() -> float:
    """By how much the system's text is larger than ours: all signs follow it."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    return max(1.0, QFontInfo(font).pixelSize() / BASE_FONT_PX)


@cache
def _enlarged(theme: Theme, scale: float) -> Theme:
    """Give the same theme with larger text: the same object each time."""
    return replace(theme, scale=scale)


@cache
def _recoloured(theme: Theme, colours: tuple[int, ...]) -> Theme:
    """Give the same theme with other classes' colours: the same object each time."""
    return replace(theme, classes=tuple(map(theme.class_colour, colours)))


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Give a widget that is seen another look, by a property of the style sheet."""
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def mark_invalid(widget: QWidget, invalid: bool) -> None:
    """Show that what is typed cannot be, or that it can."""
    if invalid != bool(widget.property("invalid")):
        set_look(widget, "invalid", invalid)


def rgb(colour: str) -> tuple[int, int, int]:
    """Give the red, the green and the blue of a colour, 0 … 255."""
    tone = QColor(colour)
    return tone.red(), tone.green(), tone.blue()


def faded(colour: str, opacity: float) -> QColor:
    """Give a colour through which the ground is seen, 0 … 1 opaque."""
    tone = QColor(colour)
    tone.setAlphaF(opacity)
    return tone


def mixed(colour: QColor, other: QColor, share: float) -> QColor:
    """Mix a share, 0 … 1, of another colour into one; opaque."""
    return QColor(
        round(colour.red() + (other.red() - colour.red()) * share),
        round(colour.green() + (other.green() - colour.green()) * share),
        round(colour.blue() + (other.blue() - colour.blue()) * share),
    )


def in_lecture() -> bool:
    """Tell whether all is to be read from afar."""
    return lecture_scale() is not None


def lecture_scale() -> float | None:
    """By how much all is larger, to be read from afar; None but in a lecture."""
    kept = QSettings().value("lecture")
    try:
        return float(kept) if kept else None
    except ValueError:
        return None


def set_lecture(size: QSize | None) -> None:
    """Remember that all is to be read from afar in a window of a size, or is not."""
    share = min(map(truediv, size.toTuple(), LECTURE_SIZE)) if size else 0.0
    scale = max(LEAST_LECTURE_SCALE, round(LECTURE_SCALE * share, 2))
    QSettings().setValue("lecture", scale if size else "")


def chosen_theme() -> Choice:
    """Return what the person chose last."""
    chosen = QSettings().value("theme", "system")
    return chosen if chosen in ("light", "dark") else "system"


def choose_theme(choice: Choice) -> None:
    """Remember a choice."""
    QSettings().setValue("theme", choice)


def style_sheet(theme: Theme) -> str:
    """Return ``resources/style.qss`` with every ``@token`` filled in.

    In high contrast other icons, and what ``high-contrast.qss`` adds. Signs are as
    large as the text; lines and what is around them stay.
    """
    icons, sheets = RESOURCES / "icons", ["style.qss"]
    if theme.high_contrast:
        icons /= "on-black" if theme.ink == "#ffffff" else "on-white"
        sheets.append("high-contrast.qss")
    tokens = asdict(theme) | {"icons": icons.as_posix()}
    source = "".join(
        (RESOURCES / sheet).read_text(encoding="utf-8") for sheet in sheets
    )
    if theme.scale != 1:
        source = SIZES.sub(partial(_enlarge_sizes, theme.scale), source)
    return _StyleTemplate(source).substitute(tokens)


def _enlarge_sizes(scale: float, said: re.Match[str]) -> str:
    """Write sizes anew; no radius is more than half of a side, or it were none."""
    line = 2 if said[0].startswith("radius") else 0

    def enlarged(px: re.Match[str]) -> str:
        size = (int(px[0]) - line) * scale
        return str(int(size) + line if line else round(size))

    return re.sub(r"\d+(?=px)", enlarged, said[0])


def palette(theme: Theme) -> P:
    """Return a palette in which the theme decides every colour role."""
    enabled = {
        P.ColorRole.Window: theme.ground,
        P.ColorRole.WindowText: theme.ink,
        P.ColorRole.Base: theme.field,
        P.ColorRole.AlternateBase: theme.hover,
        P.ColorRole.Text: theme.ink,
        P.ColorRole.PlaceholderText: theme.muted,
        P.ColorRole.Button: theme.card,
        P.ColorRole.ButtonText: theme.ink,
        P.ColorRole.BrightText: theme.mistake_text,
        P.ColorRole.ToolTipBase: theme.card,
        P.ColorRole.ToolTipText: theme.ink,
        P.ColorRole.Light: theme.card,
        P.ColorRole.Midlight: theme.hover,
        P.ColorRole.Mid: theme.border,
        P.ColorRole.Dark: theme.border_strong,
        P.ColorRole.Shadow: theme.border_strong,
        P.ColorRole.Highlight: theme.selection,
        P.ColorRole.HighlightedText: theme.ink,
        P.ColorRole.Accent: theme.accent,
        P.ColorRole.Link: theme.accent_text,
        P.ColorRole.LinkVisited: theme.muted,
    }
    texts = ("WindowText", "Text", "ButtonText", "HighlightedText", "PlaceholderText")
    disabled = {P.ColorRole[role]: theme.disabled for role in texts}
    disabled[P.ColorRole.Highlight] = theme.pressed
    disabled[P.ColorRole.Accent] = theme.disabled
    result = P()
    for role, colour in enabled.items():
        result.setColor(P.ColorGroup.All, role, QColor(colour))
    for role, colour in disabled.items():
        result.setColor(P.ColorGroup.Disabled, role, QColor(colour))
    return result


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole application palette, font and style sheet of a theme."""
    sheet = style_sheet(theme)
    if REDUCED_MOTION.is_on:
        sheet += STILL
    if app.styleSheet() == sheet and app.font() == _base_font(theme):
        return
    prepare(app, theme)
    app.setStyleSheet(sheet)


def prepare(app: QApplication, theme: Theme) -> None:
    """Set palette and font, without the style sheet.

    Widgets are made some two times faster before there is a sheet than under one.
    """
    # Under a style sheet a style has no name, and to set it anew takes long.
    if not app.styleSheet() and app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette(theme))
    QToolTip.setPalette(app.palette())
    app.setFont(_base_font(theme))
    _let_move(app, moving=not REDUCED_MOTION.is_on)


@cache
def _usual_effects() -> list[Qt.UIEffect]:
    """Give what the system animates, as it was when the program started."""
    return [effect for effect in Qt.UIEffect if QApplication.isEffectEnabled(effect)]


def _let_move(app: QApplication, *, moving: bool) -> None:
    """Let menus and lists slide and the caret blink as on this system, or not."""
    for effect in _usual_effects():
        app.setEffectEnabled(effect, moving)
    app.setCursorFlashTime(-1 if moving else 0)  # below 0 the system's own


def _base_font(theme: Theme) -> QFont:
    """Return the system's font, never smaller than ours, digits of one width."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(round(BASE_FONT_PX * theme.scale))
    # Numbers change at every step: proportional digits would make them tremble.
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


class _StyleTemplate(Template):
    """A template whose tokens are written ``@name``: ``$`` means nothing in QSS."""

    delimiter = "@"
