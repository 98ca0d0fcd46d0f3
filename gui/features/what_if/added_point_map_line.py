"""The map of one more point is asked for here, and its colours are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QToolButton

from engine.numbers import number
from gui.features.what_if.added_point_map_layer import map_image
from gui.style.text import one_line
from gui.widgets.buttons import tool_button
from gui.widgets.layouts import in_row
from gui.widgets.strip import StripLine

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot
    from gui.features.what_if.added_point_map import AddedPointMap, AddedPointMapper
    from gui.features.what_if.added_point_map_layer import AddedPointMapLayer
    from gui.style.theme import Theme

BAR, STEPS = (64, 11), 32
"""Size of the bar of colours, in pixels, and how many it has."""
ASK = "Map: where would a point change most?"
MEANING = (
    "What one more point would change at the end of the run: by how many more of the "
    "present points are wrong, or by how much the boundary turns"
)
ASK_TIP = "Make the run once more for each of some places of the plane (Shift+W)"


class AddedPointMapLine(StripLine):
    """A button as long as there is no map; then what its colours mean.

    Signals
    -------
    map_wanted
        It is to be made.
    """

    map_wanted = Signal()

    def __init__(
        self,
        mapper: AddedPointMapper,
        layer: AddedPointMapLayer,
        plane: CanvasPlot,
        theme: Theme,
    ) -> None:
        super().__init__()
        self._mapper, self._layer, self._theme = mapper, layer, theme
        self._offered = False
        self.low, self.bar, self.high = QLabel(), QLabel(), QLabel()
        self.ask, self.other, self.close_button = (_link() for _ in range(3))
        self.ask.setText(ASK)
        self.ask.setToolTip(ASK_TIP)
        self.ask.clicked.connect(self.map_wanted)
        self.other.clicked.connect(self._show_other)
        self.close_button.clicked.connect(mapper.clear)
        in_row(
            self, self.ask, self.words, self.low, self.bar, self.high, self.other,
            self.close_button, spacing=6,
        )  # fmt: skip
        mapper.changed.connect(self.show_newest)
        plane.theme_changed.connect(self.set_theme)

    def offer(self, offered: bool) -> None:
        """Stand in the strip from now on, or not."""
        self._offered = offered
        self.show_newest()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.show_newest()

    def show_newest(self) -> None:
        """Offer the map, tell how far it is, or what it shows."""
        shown, words = self._mapper.map, self._mapper.words
        self._layer.update()
        self.ask.setVisible(shown is None and not self._mapper.running)
        self.close_button.setVisible(shown is not None or self._mapper.running)
        self.close_button.setText("Stop" if shown is None else "Hide")
        for part in (self.low, self.bar, self.high, self.other):
            part.setVisible(shown is not None)
        if shown is not None:
            words = self._words_of(shown)
        self.words.set_alternatives(*_shorter(words))
        self.words.setVisible(bool(words))
        if shown is not None:
            self.words.setToolTip(MEANING)
        self.want(self._offered)

    def _words_of(self, shown: AddedPointMap) -> str:
        turns = self._layer.turns
        values = np.nan_to_num(shown.values(turns=turns))
        least, most = min(0.0, float(values.min())), max(0.0, float(values.max()))
        bar = map_image(np.linspace(least, most, STEPS)[None], self._theme)
        pixmap = QPixmap(*BAR)
        pixmap.convertFromImage(bar.scaled(*BAR))
        self.bar.setPixmap(pixmap)
        sign, unit = ("", "°") if turns else ("+", "")
        self.low.setText(f"{number(round(least, 1))}{unit}")
        self.high.setText(f"{sign}{number(round(most, 1))}{unit}")
        self.other.setText("Wrong" if turns else "Turn")
        self.other.setToolTip(
            "Show by how many more points are wrong at the end"
            if turns
            else "Show by how much the boundary turns"
        )
        point = f"one more {one_line(shown.class_name)}"
        if turns:
            return f"Turn at the end with {point}:"
        if not values.any():
            return f"As many wrong at the end with {point} anywhere:"
        return f"Wrong at the end with {point}:"

    def _show_other(self) -> None:
        self._layer.turns = not self._layer.turns
        self.show_newest()


def _shorter(words: str) -> tuple[str, ...]:
    """Give the words, and without the point of which they are said."""
    return words, words.partition(" with one more")[0]


def _link() -> QToolButton:
    button = tool_button(look="link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
