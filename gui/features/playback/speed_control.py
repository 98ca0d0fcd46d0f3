"""How fast the run is played: a slider, and the unit in which it is said."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSettings, QSignalBlocker, Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QSlider, QToolButton, QWidget

from gui.session.playhead import FASTEST, Speed
from gui.session.stream import Stream
from gui.widgets.buttons import tool_button
from gui.widgets.layouts import in_row
from gui.widgets.spoken import say

if TYPE_CHECKING:
    from gui.session.playhead import SpeedUnit
    from gui.session.session import Session
    from gui.style.theme import Theme

NOTCHES = 20
"""Slider positions per factor of ten of the speed."""
KEY_STEP = 4
"""Positions by which a key goes: a factor of 1.6."""
LEAST, MOST = 24, 150
"""Width of the slider, in pixels."""
KEY = "speed_unit"
WIDEST, WIDEST_IN_SHORT = "9.9k epochs/s", "990k/s"
AROUND, GAP = 10, 4
"""Pixels beside the text of the button, and between the parts."""


class _Scale(NamedTuple):
    """What the slider means in a unit: `low` at the left, `first` to begin with."""

    title: str
    low: float
    decades: int
    first: float

    def notch(self, rate: float) -> int:
        return round(NOTCHES * math.log10(rate / self.low))


SCALES: dict[SpeedUnit, _Scale] = {
    "run": _Scale("Seconds for the whole run", 1 / 2000, 4, 1 / 20),
    "step": _Scale("Steps per second", 1.0, 6, 10.0),
    "epoch": _Scale("Epochs per second", 0.1, 5, 1.0),
}

SAID: dict[SpeedUnit, tuple[str, str]] = {
    "run": ("{} s a run", "{} s"),
    "step": ("{} steps/s", "{}/s"),
    "epoch": ("{} epochs/s", "{} ep/s"),
}
"""A speed in full and in short."""


class SpeedControl(QWidget):
    """Sets the session's speed.

    Attributes
    ----------
    slider : QSlider
    button : QToolButton
        Says the speed; its menu has the units.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        Stream.of(session).toggled.connect(lambda _: self._say_speed())
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.setAccessibleName("Speed")
        self.button = tool_button(
            tip="Speed, and the unit in which it is set", look="quiet"
        )
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._roomy = True
        self._add_units()
        row = in_row(self, (self.slider, 1), self.button, spacing=GAP)
        row.addStretch()
        self.slider.valueChanged.connect(self._set_speed)
        chosen = QSettings().value(KEY, "run")
        self.set_unit(chosen if chosen in SCALES else "run")

    def set_theme(self, theme: Theme) -> None:
        """Have room for the handle, which is as large as text is."""
        self.slider.setMinimumWidth(round(LEAST * theme.scale))
        self.slider.setMaximumWidth(round(MOST * theme.scale))

    def set_roomy(self, roomy: bool) -> None:
        """Say the speed in full, or in short where there is little room."""
        self._roomy = roomy
        self.button.setFixedWidth(self._width(WIDEST if roomy else WIDEST_IN_SHORT))
        self._say_speed()

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text) + AROUND

    @property
    def spare_width(self) -> int:
        """Pixels that it can do without."""
        short = self._width(WIDEST_IN_SHORT)
        return self._width(WIDEST) - short if self._roomy else 0

    def _add_units(self) -> None:
        menu, group = QMenu(self.button), QActionGroup(self)
        self.unit_actions = {}
        for unit, scale in SCALES.items():
            action = menu.addAction(scale.title)
            action.setCheckable(True)
            action.triggered.connect(partial(self._choose_unit, unit))
            group.addAction(action)
            self.unit_actions[unit] = action
        self.button.setMenu(menu)

    def _choose_unit(self, unit: SpeedUnit, *_: object) -> None:
        QSettings().setValue(KEY, unit)
        self.set_unit(unit)

    def set_unit(self, unit: SpeedUnit) -> None:
        """Take another unit, at its usual speed."""
        self._unit, scale = unit, SCALES[unit]
        self.unit_actions[unit].setChecked(True)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, scale.decades * NOTCHES + 1)
            self.slider.setValue(scale.notch(scale.first))
        self.slider.setToolTip(f"{scale.title}; at the right end as fast as it goes")
        self._set_speed(self.slider.value())

    def reset(self) -> None:
        """Play as at first, whatever was chosen."""
        self.set_unit("run")

    def faster(self) -> None:
        """Move the slider up, as a key does."""
        self.slider.setValue(self.slider.value() + KEY_STEP)

    def slower(self) -> None:
        """Move the slider down, as a key does."""
        self.slider.setValue(self.slider.value() - KEY_STEP)

    def _set_speed(self, notch: int) -> None:
        scale = SCALES[self._unit]
        fastest = notch > scale.decades * NOTCHES
        self._rate = FASTEST if fastest else scale.low * 10 ** (notch / NOTCHES)
        self._session.set_speed(Speed(self._rate, self._unit))
        self._say_speed()
        if self.isVisible():  # not while the window is made
            say(self.slider, self.button.text())

    def _say_speed(self) -> None:
        full, short = SAID[self._unit]
        per_unit = 1 / self._rate if self._unit == "run" else self._rate
        if self._session.endless and self._unit == "run":
            (full, short), per_unit = SAID["step"], self._session.speed
        said = full if self._roomy else short
        fastest = self._rate == FASTEST
        self.button.setText("fastest" if fastest else said.format(_short(per_unit)))


def _short(number: float) -> str:
    """Write a number with two leading digits so that it fits: 0.25, 10k, 1M."""
    size = 10 ** (math.floor(math.log10(number)) - 1)
    rounded = round(number / size) * size
    for whole, letter in ((1_000_000, "M"), (1000, "k")):
        if rounded >= whole:
            return f"{rounded / whole:.3g}{letter}"
    return f"{rounded:.3g}"
