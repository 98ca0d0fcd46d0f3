"""Which two features the canvas shows, or the margin view in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget

from engine.data.feature_map import pretty
from engine.data.view_choice import ViewChoice
from engine.learners import learner
from gui.canvas.plane import Plane, even_stretch
from gui.style.icons import icon
from gui.style.text import plain
from gui.widgets.buttons import ActionButton, tool_button
from gui.widgets.combo_boxes import ComboBox, offer
from gui.widgets.labels import FittingLabel
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from engine import Dataset, Recipe
    from gui.style.theme import Theme

HINT = (
    "Every point by its signed distance to the boundary; up, what varies most of the "
    "rest: any linear classifier is one vertical line"
)
UNITS_OF_DISTANCE = {
    True: "distances between the standardised terms, as trained",
    False: "distances in the units of the data",
}
NOTE = 48
"""Least width of the note in pixels: “a slice”."""
VOTES = "Votes have no weights to look along"
SLICE = (
    "A slice: the features not shown are held at their mean. Points that have other "
    "values of them may lie on the wrong side of the boundary drawn, and be right; "
    "the margin view (Ctrl+M) shows each on its side"
)
WIDEST = 190
ROOMY = 520
"""Width of the bar from which everything is said in words."""
UNEVEN = 6.0
"""Times by which the axes' scales may be uneven before they are chosen anew."""


CHOICES = {
    "across": "The feature that is drawn across",
    "up": "The feature that is drawn up",
    "class": "The class whose score the margin view shows",
}


class AxesBar(QWidget):
    """Two lists of features with a button to swap them, and the margin view.

    It remembers its choices for each data set, which it knows by the features' names,
    and the scales of its axes, so that the view does not jump while a point is moved.

    Signals
    -------
    changed
        Another `view_choice` was chosen.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._view_choices: dict[tuple[str, ...], ViewChoice] = {}
        self._stretches: dict[tuple[object, ...], float] = {}
        self._first = ViewChoice()
        self._margin_possible = True
        self._followed: tuple[object, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._names: tuple[str, ...] = ()
        self._classes: tuple[str, ...] = ()
        self.across, self.up, self.code = (
            ComboBox(f"shown {name}", tip) for name, tip in CHOICES.items()
        )
        self.swap = tool_button(
            tip="Swap the two features", name="Swap the two features"
        )
        self.margin_action = QAction("Margin &view", self, checkable=True)
        self.margin_action.setToolTip(HINT)
        self.margin_action.setShortcut("Ctrl+M")
        self.note = FittingLabel()
        self.note.setMinimumWidth(NOTE)
        self.note.setProperty("role", "muted")
        self._lay_out()
        for choice in (self.across, self.up, self.code):
            choice.activated.connect(self._choose)
        self.swap.clicked.connect(self._swap)
        self.margin_action.toggled.connect(self._choose)
        self.set_theme(theme)

    def _lay_out(self) -> None:
        self._labels = [QLabel("across"), QLabel("up"), QLabel("against the rest")]
        for label in self._labels:
            label.setProperty("role", "muted")
        for choice in (self.across, self.up, self.code):
            choice.setMaximumWidth(WIDEST)
            choice.setMinimumContentsLength(9)
        self.button = ActionButton(self.margin_action)
        for button in (self.swap, self.button):
            button.setIconSize(QSize(18, 18))
        across, up, rest = self._labels
        in_row(
            self, self.button, across, self.across, self.swap, up, self.up, self.code,
            rest, (self.note, 1),
            spacing=6,
        )  # fmt: skip

    def set_theme(self, theme: Theme) -> None:
        self._scale = theme.scale
        self.swap.setIcon(icon("swap", theme))
        self.margin_action.setIcon(icon("margin-view", theme))

    @property
    def view_choice(self) -> ViewChoice:
        """How the present data are seen: as was chosen, as far as that can be."""
        choice = self._chosen
        code = choice.code if choice.code < len(self._classes) else 0
        margin = choice.margin and self._margin_possible
        if (code, margin) == (choice.code, choice.margin):
            return choice
        return replace(choice, code=code, margin=margin)

    @property
    def _chosen(self) -> ViewChoice:
        return self._view_choices.get(self._names, self._first)

    def remember(self, data: Dataset, choice: ViewChoice | None) -> None:
        """Look at data in a way that was chosen for them before they come."""
        if choice is not None:
            self._view_choices[data.feature_names] = choice

    def plane(self, data: Dataset) -> Plane:
        """Give the plane of the two features chosen for the data."""
        chosen = self._view_choices.get(data.feature_names, ViewChoice())
        return Plane.of(data, chosen.across, chosen.up, self._stretch(data, chosen))

    def features(self, data: Dataset) -> Plane:
        """Give the same plane with both features in their own units."""
        return replace(self.plane(data), stretch=1.0)

    def _stretch(self, data: Dataset, choice: ViewChoice) -> float:
        across, up, stretched = choice.across, choice.up, choice.stretched
        key = data.feature_names, across, up, stretched
        even = even_stretch(data, across, up, stretched=stretched)
        stretch = self._stretches.get(key, even)
        if data.n_samples < 2 or not 1 / UNEVEN < even / stretch < UNEVEN:
            stretch = even
        self._stretches[key] = stretch
        return stretch

    def follow(self, data: Dataset, recipe: Recipe, *, margin: bool) -> None:
        """Offer the features and classes of the data, and what was chosen for them.

        Parameters
        ----------
        data : Dataset
        recipe : Recipe
        margin : bool
            Whether there are weights to look along.
        """
        followed = (data, recipe, margin, self._view_choices.get(data.feature_names))
        if followed == self._followed:
            return
        self._followed = followed
        if (data.feature_names, data.class_names) != (self._names, self._classes):
            self._names, self._classes = data.feature_names, data.class_names
            for choice in (self.across, self.up):
                offer(choice, map(pretty, self._names))
            offer(self.code, self._classes)
        # Weights are set by hand on a plane of two features.
        by_hand = learner(recipe.learner).by_hand
        self._first = ViewChoice() if by_hand else ViewChoice.of(data)
        self._margin_possible = margin
        self.margin_action.setEnabled(data.n_features > 1 and margin)
        self.margin_action.setToolTip(HINT if margin else VOTES)
        standardised = bool(recipe.get("standardise"))
        shown = (
            self._names, self._classes, self._chosen, self.view_choice, standardised
        )  # fmt: skip
        if shown != self._shown:  # most edits change none of it
            self._shown = shown
            self._show(standardised=standardised)

    def _show(self, *, standardised: bool) -> None:
        chosen, held = self.view_choice, len(self._names) - 2
        self.across.setCurrentIndex(chosen.across)
        self.up.setCurrentIndex(chosen.up)
        self.code.setCurrentIndex(chosen.code)
        with QSignalBlocker(self.margin_action):
            self.margin_action.setChecked(chosen.margin)
        for choice in (self.across, self.up):
            choice.setToolTip(plain(choice.currentText()))
        several = chosen.margin and len(self._classes) > 2
        for part in (*self._labels[:2], self.across, self.up, self.swap):
            part.setVisible(held > 0 and not chosen.margin)
        for part in (self.code, self._labels[2]):
            part.setVisible(several)
        self.setVisible(held > 0 or chosen.margin)
        other = "the other at its" if held == 1 else f"the other {held} at their"
        if chosen.margin:
            self.note.set_alternatives(UNITS_OF_DISTANCE[standardised])
        elif self._chosen.margin:
            self.note.set_alternatives(VOTES)
        else:
            self.note.set_alternatives(f"a slice: {other} mean", "a slice", "")
        self.note.setToolTip(HINT if chosen.margin else SLICE)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave words out where there is no room."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        room = self.width() / self._scale
        in_words = room >= ROOMY or self.view_choice.margin
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        icons = Qt.ToolButtonStyle.ToolButtonIconOnly
        self.button.setToolButtonStyle(style if in_words else icons)
        self.note.setVisible(in_words)

    def _choose(self) -> None:
        across, up = self.across.currentIndex(), self.up.currentIndex()
        former = self.view_choice
        if across == up and up != former.up:  # the other goes where this one was
            across = former.up
        elif across == up:
            up = former.across
        code = max(0, self.code.currentIndex())
        margin = self.margin_action.isChecked()
        self._take(replace(former, across=across, up=up, margin=margin, code=code))

    def _swap(self) -> None:
        former = self.view_choice
        self._take(replace(former, across=former.up, up=former.across))

    def _take(self, choice: ViewChoice) -> None:
        self._view_choices[self._names] = choice
        self.changed.emit()
