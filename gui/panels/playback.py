"""The playback bar: timeline, transport buttons, speed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
)

from gui.icons import icon
from gui.panels.timeline import Timeline
from gui.playhead import FASTEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.session import Session
    from gui.theme import Theme

DECADES = 6
NOTCHES = 20
"""Slider positions per factor of ten of the speed."""


class PlaybackBar(QFrame):
    """Moves the playhead: by button, by key, by itself."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._session = session
        self.timeline = Timeline(session, theme)
        self.actions_by_name: dict[str, QAction] = {}
        self._make_actions()
        self._lay_out()
        self.set_theme(theme)
        for signal in (
            session.moved, session.tape_changed, session.tape_grown,
            session.playing_changed, session.data_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        self.refresh()

    def _make_actions(self) -> None:
        s = self._session
        self._add("to-start", "To start", "Home", lambda: s.seek(0))
        self._add(
            "previous-mistake", "Previous mistake", "Ctrl+Left", s.previous_mistake
        )
        self._add("step-back", "Step back", "Left", lambda: s.seek(s.step - 1))
        self._add("play", "Play", "Space", s.toggle_playing)
        self._add("step-forward", "Step", "Right", lambda: s.seek(s.step + 1))
        self._add("next-mistake", "Next mistake", "Ctrl+Right", s.next_mistake)
        self._add("to-end", "To end", "End", s.to_end)

    def _add(self, name: str, title: str, key: str, act: Callable[[], None]) -> None:
        action = QAction(title, self)
        action.setShortcut(QKeySequence(key))
        action.setToolTip(f"{title} ({key})")
        action.setObjectName(name)
        action.triggered.connect(lambda: act())
        self.actions_by_name[name] = action
        self.addAction(action)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(8)
        layout.addWidget(self.timeline)
        bar = QHBoxLayout()
        bar.setSpacing(4)
        for name, action in self.actions_by_name.items():
            button = QToolButton()
            button.setDefaultAction(action)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setIconSize(QSize(18, 18))
            if name == "play":
                button.setProperty("primary", True)
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                button.setMinimumWidth(86)
            bar.addWidget(button)
        bar.addStretch()
        self._add_speed(bar)
        layout.addLayout(bar)

    def _add_speed(self, bar: QHBoxLayout) -> None:
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, DECADES * NOTCHES + 1)
        self.speed.setValue(NOTCHES)
        self.speed.setMinimumWidth(48)
        self.speed.setMaximumWidth(150)
        self.speed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.speed.setAccessibleName("Speed")
        self.speed.setToolTip("Speed: steps per second, 1 to as fast as it goes")
        self.speed.valueChanged.connect(self._set_speed)
        self._speed_text = QLabel()
        self._speed_text.setProperty("role", "muted")
        width = self.fontMetrics().horizontalAdvance("990k steps/s")
        self._speed_text.setFixedWidth(width + 4)
        self._speed_text.setToolTip(self.speed.toolTip())
        self._speed_text.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        bar.addWidget(self.speed, 1)
        bar.addWidget(self._speed_text)
        self._set_speed(self.speed.value())

    def _set_speed(self, notch: int) -> None:
        fastest = notch > DECADES * NOTCHES
        speed = FASTEST if fastest else 10 ** (notch / NOTCHES)
        self._session.set_speed(speed)
        self._speed_text.setText(
            "fastest" if fastest else f"{_short(_two_digits(speed))} steps/s"
        )

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        for name, action in self.actions_by_name.items():
            if name != "play":
                action.setIcon(icon(name, theme))
        self._play_icons = tuple(
            icon(name, theme, theme.on_accent) for name in ("play", "pause")
        )
        self.timeline.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Show where the playhead is and which buttons lead somewhere."""
        s = self._session
        actions = self.actions_by_name
        there = s.tape is not None
        for name in ("to-start", "step-back", "previous-mistake"):
            actions[name].setEnabled(there and s.step > 0)
        for name in ("to-end", "step-forward", "next-mistake"):
            actions[name].setEnabled(there and s.step < s.last)
        actions["play"].setEnabled(there or s.data.n_samples > 0)
        actions["play"].setText("Pause" if s.playing else "Play")
        actions["play"].setIcon(self._play_icons[s.playing])


def _two_digits(number: float) -> int:
    """Round to two leading digits, as a person would say it."""
    size = 10 ** max(0, int(math.log10(number)) - 1)
    return round(number / size) * size


def _short(number: int) -> str:
    """Write a round number so that it fits: 10k, 1M."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number}"
