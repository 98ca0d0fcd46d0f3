"""Preferences: how all windows look and move, and how files are written."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout

from gui.style.preferences import HIGH_CONTRAST, REDUCED_MOTION, SAFE_CSV
from gui.style.theme import chosen_theme
from gui.widgets.side_window import close_by_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QWidget

    from gui.style.preferences import Preference, Wish
    from gui.style.theme import Choice

Key = TypeVar("Key", bound=str)
THEMES: Mapping[Choice, str] = {
    "system": "As the system", "light": "Light", "dark": "Dark"
}  # fmt: skip
WISHES: Mapping[Wish, str] = {"system": "As the system", "on": "On", "off": "Off"}
SAFE = (
    "Weights, trace and errors of a search: names that a spreadsheet would take for "
    "formulas get an apostrophe before them. Data are saved as they are."
)


class PreferencesDialog(QDialog):
    """What is chosen is seen at once, and remembered.

    Parameters
    ----------
    parent : QWidget
    set_theme, prefer : callable
        Follow a choice.
    """

    def __init__(
        self,
        parent: QWidget,
        set_theme: Callable[[Choice], object],
        prefer: Callable[[Preference, Wish], object],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        close_by_key(self)
        self.colours = _choice(THEMES, chosen_theme(), set_theme)
        self.contrast = _choice(
            WISHES, HIGH_CONTRAST.wish, partial(prefer, HIGH_CONTRAST)
        )
        self.still = _choice(
            WISHES, REDUCED_MOTION.wish, partial(prefer, REDUCED_MOTION)
        )
        self.safe = QCheckBox("Exported CSV safe for &spreadsheets")
        self.safe.setToolTip(SAFE)
        self.safe.setChecked(SAFE_CSV.is_on)
        self.safe.toggled.connect(lambda on: SAFE_CSV.choose("on" if on else "off"))
        form = QFormLayout(self)
        form.setContentsMargins(16, 14, 16, 16)
        form.setSpacing(10)
        form.addRow("&Colours", self.colours)
        form.addRow("&High contrast", self.contrast)
        form.addRow("Reduce &motion", self.still)
        form.addRow(self.safe)


def _choice(
    texts: Mapping[Key, str], chosen: Key, choose: Callable[[Key], object]
) -> QComboBox:
    box = QComboBox()
    keys = list(texts)
    box.addItems(list(texts.values()))
    box.setCurrentIndex(keys.index(chosen))
    box.currentIndexChanged.connect(lambda at: choose(keys[at]))
    return box
