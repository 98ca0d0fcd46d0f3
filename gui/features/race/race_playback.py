"""The transport of the race: one place for all runs, in samples seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider

from gui.style.icons import icon
from gui.widgets.buttons import ActionButton
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.features.race.race import Race
    from gui.style.theme import Theme

FINEST = 2_000_000_000
"""Places of a slider: Qt counts them in 32 bits."""
DECADES, NOTCHES = 7, 20


class RacePlaybackBar(QFrame):
    """Plays, pauses and scrubs all runs at once."""

    def __init__(self, race: Race, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._race = race
        self.place = _slider("Samples seen", "Drag to any place of the race")
        self.place.valueChanged.connect(self._scrub)
        self.words = with_role(QLabel(), "muted")
        self.words.setMinimumWidth(210)
        self.speed = _slider("Speed", "Speed: samples per second")
        self.speed.setRange(0, DECADES * NOTCHES)
        self.speed.setMaximumWidth(110)
        self.speed.setValue(2 * NOTCHES)
        self.speed.valueChanged.connect(self._set_speed)
        layout = in_row(self, margins=(12, 8, 12, 8), spacing=6)
        self.actions_by_name: dict[str, QAction] = {}
        self._add_button(layout, "to-start", "To start", "Home", lambda: race.seek(0))
        self._add_button(
            layout, "step-back", "A sample back", "Left",
            lambda: race.seek(race.samples - 1),
        )  # fmt: skip
        self._add_button(layout, "play", "Play", "Space", race.toggle_playing)
        self._add_button(
            layout, "step-forward", "A sample on", "Right",
            lambda: race.seek(race.samples + 1),
        )  # fmt: skip
        self._add_button(
            layout, "to-end", "To end", "End", lambda: race.seek(race.last)
        )
        layout.addSpacing(6)
        layout.addWidget(self.place, 1)
        layout.addWidget(self.words)
        layout.addWidget(QLabel("Speed"))
        layout.addWidget(self.speed)
        for signal in (race.moved, race.changed):
            signal.connect(self.refresh)
        race.playing_changed.connect(self._show_playing)
        self.set_theme(theme)

    def _add_button(
        self, layout: QHBoxLayout, name: str, title: str, key: str,
        act: Callable[[], None],
    ) -> None:  # fmt: skip
        action = QAction(title, self, toolTip=f"{title} ({key})")
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda: act())
        self.actions_by_name[name] = action
        button = ActionButton(action)
        button.setIconSize(QSize(18, 18))
        if name == "play":
            button.setProperty("primary", True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setMinimumWidth(86)
        layout.addWidget(button)

    def set_theme(self, theme: Theme) -> None:
        for name, action in self.actions_by_name.items():
            if name != "play":
                action.setIcon(icon(name, theme))
        self._play_icons = tuple(
            icon(name, theme, theme.on_accent) for name in ("play", "pause")
        )
        self._show_playing()
        self.refresh()

    @property
    def _unit(self) -> int:
        return 1 + self._race.last // FINEST

    def refresh(self) -> None:
        race, actions = self._race, self.actions_by_name
        with QSignalBlocker(self.place):
            self.place.setRange(0, race.last // self._unit)
            self.place.setValue(race.samples // self._unit)
        epoch = -(-race.samples // race.per_epoch)
        self.words.setText(f"{race.samples:,} samples seen · epoch {epoch:,}")
        for name in ("to-start", "step-back"):
            actions[name].setEnabled(race.samples > 0)
        for name in ("to-end", "step-forward"):
            actions[name].setEnabled(race.samples < race.last)
        actions["play"].setEnabled(race.last > 0)

    def _show_playing(self) -> None:
        play, playing = self.actions_by_name["play"], self._race.playing
        play.setText("Pause" if playing else "Play")
        play.setIcon(self._play_icons[playing])

    def _scrub(self, value: int) -> None:
        self._race.seek(value * self._unit)

    def _set_speed(self, notch: int) -> None:
        self._race.speed = 10 ** (notch / NOTCHES)
        self.speed.setToolTip(f"Speed: {round(self._race.speed):,} samples per second")


def _slider(name: str, tip: str) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setToolTip(tip)
    slider.setAccessibleName(name)
    slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return slider
