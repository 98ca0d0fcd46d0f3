"""Which two features the canvas shows, or the margin view in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget

from engine.data.feature_map import pretty
from engine.data.view_choice import ViewChoice
from gui.canvas.plane import Plane
from gui.style.icons import icon, icon_size
from gui.style.text import number, plain
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
BEST = (
    "Of all pairs of features the classes lie furthest apart in these two: their "
    "means, against the spread within them (Fisher’s criterion). The lists have the "
    "others."
)
SAME_SCALE = (
    "One scale on both axes, so that right angles are right; else features of unlike "
    "units each fill the view"
)
STRETCHED = (
    "The units are unlike, so that each feature fills the view. No angle or length is "
    "that of the data then; w stands at right angles to the boundary as drawn"
)
LIKE_UNITS = "Both features vary about equally much: their axes have one scale"

CHOICES = {
    "across": "The feature that is drawn across",
    "up": "The feature that is drawn up",
    "class": "The class whose score the margin view shows",
}


class AxesBar(QWidget):
    """Two lists of features with a button to swap them, and the margin view.

    It remembers its choices for each data set, which it knows by the features' names,
    if there are more than two, and the scales of its axes, so that the view does not
    jump while a point is moved.

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
        self._firsts: dict[tuple[str, ...], ViewChoice] = {}
        self._margin_possible = True
        self._followed: tuple[object, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._stretched = ""
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
        self.scale_action = QAction("Same &scale on both axes", self, checkable=True)
        self.scale_action.setIconText("Same scale")
        self.note = FittingLabel()
        self.note.setMinimumWidth(NOTE)
        self.note.setProperty("role", "muted")
        self._lay_out()
        for choice in (self.across, self.up, self.code):
            choice.activated.connect(self._choose_axes)
        self.swap.clicked.connect(self._swap)
        self.margin_action.toggled.connect(self._choose_axes)
        self.scale_action.toggled.connect(self._choose_axes)
        self.set_theme(theme)

    def _lay_out(self) -> None:
        self._labels = [QLabel("across"), QLabel("up"), QLabel("against the rest")]
        for label in self._labels:
            label.setProperty("role", "muted")
        for choice in (self.across, self.up, self.code):
            choice.setMinimumContentsLength(9)
        self.button = ActionButton(self.margin_action)
        self.scale_button = ActionButton(self.scale_action)
        across, up, rest = self._labels
        in_row(
            self, self.button, across, self.across, self.swap, up, self.up, self.code,
            rest, self.scale_button, (self.note, 1),
            spacing=6,
        )  # fmt: skip

    def set_theme(self, theme: Theme) -> None:
        self._scale = theme.scale
        for choice in (self.across, self.up, self.code):
            choice.setMaximumWidth(round(WIDEST * theme.scale))
        for button in (self.swap, self.button, self.scale_button):
            button.setIconSize(icon_size(theme))
        self.swap.setIcon(icon("swap", theme))
        self.margin_action.setIcon(icon("margin-view", theme))
        self.scale_action.setIcon(icon("same-scale", theme))

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

    @property
    def _first(self) -> ViewChoice:
        return self._firsts.get(self._names, ViewChoice())

    def forget(self) -> None:
        """See data that come again as is best, whatever was chosen for them."""
        self._view_choices.clear()

    def begin(self, data: Dataset, choice: ViewChoice | None) -> None:
        """Look at other data that are coming: as was chosen for them, or as is best."""
        names = data.feature_names
        if choice is not None:
            self._view_choices[names] = choice
        elif data.n_features < 3:  # others may be called the same
            self._view_choices.pop(names, None)
        self._stretches.clear()
        self._firsts = {names: ViewChoice.of(data)}

    def _choice_for(self, data: Dataset) -> ViewChoice:
        names = data.feature_names
        if names not in self._firsts:
            self._firsts[names] = ViewChoice.of(data)
        return self._view_choices.get(names, self._firsts[names])

    def plane(self, data: Dataset) -> Plane:
        """Give the plane of the two features chosen for the data."""
        chosen = self._choice_for(data)
        return Plane.of(data, chosen.across, chosen.up, self._stretch(data, chosen))

    def features(self, data: Dataset) -> Plane:
        """Give the same plane with both features in their own units."""
        return replace(self.plane(data), stretch=1.0)

    def _stretch(self, data: Dataset, choice: ViewChoice) -> float:
        key = data.feature_names, choice.across, choice.up, choice.stretched
        even = choice.stretch(data)
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
        followed = (data, recipe, margin, self._choice_for(data))
        if followed == self._followed:
            return
        self._followed = followed
        if (data.feature_names, data.class_names) != (self._names, self._classes):
            self._names, self._classes = data.feature_names, data.class_names
            for choice in (self.across, self.up):
                offer(choice, map(pretty, self._names))
            offer(self.code, self._classes)
        self._margin_possible = margin
        self.margin_action.setEnabled(data.n_features > 1 and margin)
        self.margin_action.setToolTip(HINT if margin else VOTES)
        standardised = bool(recipe.get("standardise"))
        stretch = self._stretch(data, self._chosen)
        unlike = replace(self._chosen, stretched=True).stretch(data) != 1
        shown = (
            self._names, self._classes, self._chosen, self.view_choice, standardised,
            stretch, unlike,
        )  # fmt: skip
        if shown != self._shown:  # most edits change none of it
            self._shown = shown
            self._show_scale(stretch, unlike=unlike)
            self._show_choice(standardised=standardised)

    def _show_scale(self, stretch: float, *, unlike: bool) -> None:
        """Offer one scale, or two; say how two units compare."""
        with QSignalBlocker(self.scale_action):
            self.scale_action.setChecked(stretch == 1)
        switched = (unlike or stretch != 1) and not self.view_choice.margin
        self.scale_action.setEnabled(switched)
        self.scale_action.setToolTip(SAME_SCALE if switched else LIKE_UNITS)
        self.scale_button.setVisible(switched)
        self._stretched = ""
        if stretch != 1 and switched:
            pair = [self._names[self._chosen.across], self._names[self._chosen.up]]
            long, short = map(pretty, pair[:: 1 if stretch < 1 else -1])
            times = number(max(stretch, 1 / stretch))
            self._stretched = f"1 of {long} is as long as {times} of {short}"

    def _show_choice(self, *, standardised: bool) -> None:
        chosen, held = self.view_choice, len(self._names) - 2
        self.across.setCurrentIndex(chosen.across)
        self.up.setCurrentIndex(chosen.up)
        self.code.setCurrentIndex(chosen.code)
        with QSignalBlocker(self.margin_action):
            self.margin_action.setChecked(chosen.margin)
        first = self._first
        best = held > 0 and {chosen.across, chosen.up} == {first.across, first.up}
        why = ": one of the two that separate best" if best else ""
        for choice in (self.across, self.up):
            choice.setToolTip(plain(choice.currentText()) + why)
        several = chosen.margin and len(self._classes) > 2
        for part in (*self._labels[:2], self.across, self.up, self.swap):
            part.setVisible(held > 0 and not chosen.margin)
        for part in (self.code, self._labels[2]):
            part.setVisible(several)
        self.button.setVisible(held > 0 or chosen.margin)
        two_scales = first.stretched or chosen.stretched
        self.setVisible(held > 0 or chosen.margin or (held == 0 and two_scales))
        other = "the other at its" if held == 1 else f"the other {held} at their"
        whole, tip = f"a slice: {other} mean", SLICE
        if chosen.margin:
            self.note.set_alternatives(UNITS_OF_DISTANCE[standardised])
            tip = HINT
        elif self._chosen.margin:
            self.note.set_alternatives(VOTES)
        elif held <= 0:
            self.note.set_alternatives(self._stretched, "")
            tip = STRETCHED
        elif best:
            said = "they separate best · "
            self.note.set_alternatives(said + whole, f"{said}a slice", "a slice", "")
            tip = f"{BEST}\n\n{SLICE}"
        else:
            self.note.set_alternatives(whole, "a slice", "")
        self.note.setToolTip(tip)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave words out where there is no room."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        room = self.width() / self._scale
        in_words = room >= ROOMY or self.view_choice.margin or len(self._names) < 3
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        icons = Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in (self.button, self.scale_button):
            button.setToolButtonStyle(style if in_words else icons)
        self.note.setVisible(in_words)

    def _choose_axes(self) -> None:
        across, up = self.across.currentIndex(), self.up.currentIndex()
        former = self.view_choice
        if across == up and up != former.up:  # the other goes where this one was
            across = former.up
        elif across == up:
            up = former.across
        code = max(0, self.code.currentIndex())
        margin = self.margin_action.isChecked()
        chosen = replace(former, across=across, up=up, margin=margin, code=code)
        if self.scale_action.isEnabled():
            chosen = replace(chosen, stretched=not self.scale_action.isChecked())
        self._take_choice(chosen)

    def _swap(self) -> None:
        former = self.view_choice
        self._take_choice(replace(former, across=former.up, up=former.across))

    def _take_choice(self, choice: ViewChoice) -> None:
        self._view_choices[self._names] = choice
        self.changed.emit()
