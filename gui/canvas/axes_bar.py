"""Which two features the canvas shows, or the margin view in their place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from engine.data.features import pretty
from gui.canvas.plane import Plane
from gui.icons import icon
from gui.panels.elided import ElidedLabel
from gui.panels.lists import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import Dataset, Recipe
    from gui.theme import Theme

HINT = (
    "Every point by its signed distance to the boundary; up, what varies most of the "
    "rest: any linear classifier is one vertical line"
)
SPACE = {
    True: "distances between the standardised terms, as trained",
    False: "distances in the units of the data",
}
VOTES = "Votes have no weights to look along"
WIDEST = 190


@dataclass(frozen=True)
class Aspect:
    """How data are looked at.

    Attributes
    ----------
    across, up : int
        The features shown.
    margin : bool
        The margin view in their place.
    code : int
        In it, of more than two classes, the one that is seen against the rest.
    """

    across: int = 0
    up: int = 1
    margin: bool = False
    code: int = 0


class AxesBar(QWidget):
    """Two lists of features with a button to swap them, and the margin view.

    It remembers its choices for each data set, which it knows by the features' names.

    Signals
    -------
    changed
        Another `aspect` was chosen.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._aspects: dict[tuple[str, ...], Aspect] = {}
        self._names: tuple[str, ...] = ()
        self._classes: tuple[str, ...] = ()
        self.across, self.up, self.code = Choice(), Choice(), Choice()
        self.swap = QToolButton(toolTip="Swap the two features")
        self.swap.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.margin_action = QAction("Margin &view", self, checkable=True)
        self.margin_action.setToolTip(HINT)
        self.margin_action.setShortcut("Ctrl+M")
        self.note = ElidedLabel()
        self.note.setProperty("role", "muted")
        self._lay_out()
        for choice in (self.across, self.up, self.code):
            choice.activated.connect(self._choose)
        self.swap.clicked.connect(self._swap)
        self.margin_action.toggled.connect(self._choose)
        self.set_theme(theme)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self._words = [QLabel("across"), QLabel("up"), QLabel("against the rest")]
        for word in self._words:
            word.setProperty("role", "muted")
        named = {self.across: "across", self.up: "up", self.code: "class"}
        for choice, name in named.items():
            choice.setAccessibleName(f"shown {name}")
            choice.setMaximumWidth(WIDEST)
            choice.setMinimumContentsLength(9)
        button = QToolButton()
        button.setDefaultAction(self.margin_action)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for one in (self.swap, button):
            one.setIconSize(QSize(18, 18))
        across, up, rest = self._words
        for part in (across, self.across, self.swap, up, self.up, self.code, rest):
            row.addWidget(part)
        row.addWidget(button)
        row.addWidget(self.note, 1)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.swap.setIcon(icon("swap", theme))
        self.margin_action.setIcon(icon("margin-view", theme))

    @property
    def aspect(self) -> Aspect:
        """What is chosen for the present data."""
        return self._aspects.get(self._names, Aspect())

    def plane(self, data: Dataset) -> Plane:
        """Give the plane of the two features chosen for the data."""
        chosen = self._aspects.get(data.feature_names, Aspect())
        return Plane.of(data, chosen.across, chosen.up)

    def follow(self, data: Dataset, recipe: Recipe, sees: bool) -> None:
        """Offer the features and classes of the data, and what was chosen for them.

        Parameters
        ----------
        data : Dataset
        recipe : Recipe
        sees : bool
            Whether there are weights to look along.
        """
        if (data.feature_names, data.class_names) != (self._names, self._classes):
            self._names, self._classes = data.feature_names, data.class_names
            for choice in (self.across, self.up):
                _fill(choice, map(pretty, self._names))
            _fill(self.code, self._classes)
        self.margin_action.setEnabled(data.n_features > 1)
        self._show(bool(recipe.get("standardise")), sees)

    def _show(self, standardised: bool, sees: bool) -> None:
        aspect, held = self.aspect, len(self._names) - 2
        self.across.setCurrentIndex(aspect.across)
        self.up.setCurrentIndex(aspect.up)
        self.code.setCurrentIndex(aspect.code)
        self.margin_action.blockSignals(True)
        self.margin_action.setChecked(aspect.margin)
        self.margin_action.blockSignals(False)
        several = aspect.margin and len(self._classes) > 2
        for part in (*self._words[:2], self.across, self.up, self.swap):
            part.setVisible(held > 0 and not aspect.margin)
        for part in (self.code, self._words[2]):
            part.setVisible(several)
        self.setVisible(held > 0 or aspect.margin)
        slice_at = f"slice at the mean of the {held} other feature{'s'[: held > 1]}"
        seen = SPACE[standardised] if sees else VOTES
        self.note.setText(seen if aspect.margin else slice_at)
        self.note.setToolTip(self.note.text())

    def _choose(self) -> None:
        across, up = self.across.currentIndex(), self.up.currentIndex()
        former = self.aspect
        if across == up and up != former.up:  # the other goes where this one was
            across = former.up
        elif across == up:
            up = former.across
        code = max(0, self.code.currentIndex())
        self._take(Aspect(across, up, self.margin_action.isChecked(), code))

    def _swap(self) -> None:
        former = self.aspect
        self._take(replace(former, across=former.up, up=former.across))

    def _take(self, aspect: Aspect) -> None:
        self._aspects[self._names] = aspect
        self.changed.emit()


def _fill(choice: Choice, names: Iterable[str]) -> None:
    choice.clear()
    choice.addItems(list(names))
