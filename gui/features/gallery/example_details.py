"""The chosen example, larger, with what can be set about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.data.feature_map import pretty
from engine.data.view_choice import ViewChoice
from engine.learners import Hyperparameter, learner
from engine.numbers import counted
from engine.training.recipe import Recipe
from gui.canvas.picture import Picture
from gui.canvas.plane import Plane
from gui.canvas.still_canvas import StillCanvas
from gui.canvas.thumbnail import MOST, thumbnail
from gui.recipe.hyperparameters import HyperparameterControl
from gui.session.run_labels import recipe_differences
from gui.widgets.combo_boxes import CheckBox
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_column, row_of
from gui.widgets.number_slider import NumberSlider

if TYPE_CHECKING:
    from engine import Dataset
    from engine.data.gallery import Example
    from engine.models.predictor import Predictor
    from gui.style.theme import Theme

PICTURE = QSize(246, 177)
SEED = Hyperparameter(
    "seed",
    "Seed",
    "int",
    default=0,
    low=0,
    high=2**31 - 1,
    help="Same seed, same samples.",
)
BESIDE_SLIDER, ARROWS = "0.000", 40
"""What is read of a number that has a slider, too; pixels of its arrows and edges."""
MOST_NAMED = 9
"""Terms up to which the words on a set-up name each."""


@dataclass(frozen=True)
class ExampleVariant:
    """An example with a seed and settings; those not given are as declared."""

    example: Example
    seed: int = 0
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Fill in what is not given, so that equal variants are equal values."""
        declared = {
            parameter.name: parameter.default for parameter in self.example.parameters
        }
        object.__setattr__(self, "settings", declared | self.settings)

    @property
    def is_declared(self) -> bool:
        """Whether it is the example as its card shows it."""
        return self == ExampleVariant(self.example)

    def make(self) -> Dataset:
        """Make the data set.

        Raises
        ------
        UserError
            If a setting cannot have this value.
        """
        return self.example.make(self.seed, **self.settings)


class ExampleDetails(QFrame):
    """Shows an example and lets its settings be changed.

    Attributes
    ----------
    variant : ExampleVariant or None
        What is chosen.

    Signals
    -------
    variant_changed
        Another example or other settings: `show_data` or `show_failure` follows.
    recipe_changed
        It is wanted with its set-up, or without: `show_model` follows.
    """

    variant_changed = Signal()
    recipe_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._theme = theme
        self.variant: ExampleVariant | None = None
        self._data: Dataset | None = None
        self.controls: dict[str, HyperparameterControl] = {}
        self._model: Predictor | None = None
        self.picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.plane = StillCanvas(theme)
        self.plane.describe("Preview", "The samples, and what is learned of them")
        self.pictures = QStackedWidget()
        self.pictures.addWidget(self.picture)
        self.pictures.addWidget(self.plane)
        self.pictures.setFixedSize(PICTURE)
        self.title, self.about, self.facts = QLabel(), QLabel(), QLabel()
        self.title.setProperty("role", "title")
        self.facts.setProperty("role", "muted")
        self.another = QPushButton("Another")
        self.another.setToolTip("The next seed")
        self.another.setAutoDefault(False)
        self.another.clicked.connect(self._next_seed)
        tip = "Without: the present learner and settings go on"
        self.with_recipe = CheckBox("With its set-up", tip, checked=True)
        self.with_recipe.toggled.connect(self.recipe_changed)
        self.recipe_words = with_role(QLabel(), "muted")
        self._lay_out()

    def _lay_out(self) -> None:
        for label in (self.about, self.facts, self.recipe_words):
            label.setWordWrap(True)
        self._rows = QVBoxLayout()
        self._hyperparameters = QWidget()
        column = in_column(
            self,
            self.pictures,
            self.title,
            self.about,
            self.facts,
            margins=(12, 12, 12, 12),
            spacing=6,
        )
        column.addSpacing(6)
        column.addLayout(self._rows)
        column.addSpacing(6)
        column.addWidget(self.with_recipe)
        column.addWidget(self.recipe_words)
        column.addStretch(1)
        self.setFixedWidth(PICTURE.width() + 26)

    @property
    def recipe(self) -> Recipe | None:
        """The set-up that is wanted with it; None for the present one."""
        if self.variant is None or not self.with_recipe.isChecked():
            return None
        return recipe_for(self.variant.example)

    def show_example(self, example: Example) -> None:
        """Show another example, as it is to begin with."""
        self.title.setText(example.title)
        self.about.setText(example.about)
        self.facts.setText("being made…")
        self._show_parameters(example)
        words = recipe_words(recipe_for(example))
        seen = f": {example.outcome}" if example.outcome else ""
        self.recipe_words.setText(f"{words}{seen}")
        self._change(example)

    def _show_parameters(self, example: Example) -> None:
        self.another.setParent(self)  # else it went with what is made anew
        self._rows.removeWidget(self._hyperparameters)
        self._hyperparameters.hide()
        self._hyperparameters.deleteLater()
        self._hyperparameters = QWidget()
        form = QFormLayout(self._hyperparameters)
        form.setContentsMargins(0, 0, 0, 0)
        parameters = (*example.parameters, SEED) if example.parameters else ()
        self.controls = {
            parameter.name: HyperparameterControl(parameter) for parameter in parameters
        }
        for name, control in self.controls.items():
            control.changed.connect(lambda: self._change(example))
            if control.parameter.kind == "bool":
                form.addRow(control.widget)
            elif control.parameter.slider_to:
                slider = NumberSlider(control.widget, control.parameter.slider_to)
                digits = control.widget.fontMetrics().horizontalAdvance(BESIDE_SLIDER)
                control.widget.setFixedWidth(digits + ARROWS)
                row = row_of((slider, 1), control.widget)
                form.addRow(control.parameter.label, row)
            elif name != SEED.name:
                form.addRow(control.parameter.label, control.widget)
        if parameters:
            form.addRow(
                SEED.label, row_of((self.controls[SEED.name].widget, 1), self.another)
            )
        self.another.setVisible(bool(parameters))
        self._rows.addWidget(self._hyperparameters)

    def _change(self, example: Example) -> None:
        settings: dict[str, Any] = {
            name: control.value for name, control in self.controls.items()
        }
        seed = settings.pop(SEED.name, 0)
        if self.variant is None or self.variant.example is not example:
            self._data = self._model = None
        self.variant = ExampleVariant(example, seed, settings)
        self.variant_changed.emit()

    def _next_seed(self) -> None:
        box = self.controls[SEED.name].widget
        box.setValue(0 if box.value() == SEED.high else box.value() + 1)

    def show_data(self, data: Dataset) -> None:
        """Show samples; what was learned of the former stays until more is known."""
        former, self._data = self._data, data
        if former is None or _kind(former) != _kind(data):
            self._model = None
        self.facts.setText(facts(data))
        self._draw_plane()

    def show_model(self, model: Predictor | None) -> None:
        """Show what is learned of the samples with the set-up; None: nothing yet."""
        self._model = model
        self._draw_plane()

    def show_failure(self, why: str) -> None:
        self.facts.setText(why)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.plane.set_theme(theme)
        self._draw_plane()

    def _draw_plane(self) -> None:
        """Draw the plane as it will be, or, of more features, the samples alone."""
        data = self._data
        if data is None:
            return
        flat = data.n_features <= 2
        self.pictures.setCurrentIndex(int(flat))
        if flat:
            plane = Plane.of(data, stretch=ViewChoice.of(data).stretch(data))
            picture = Picture(data, plane, None, data, self._model, None)
            self.plane.show_all(picture)
        else:
            ratio = self.devicePixelRatioF()
            self.picture.setPixmap(thumbnail(data, PICTURE, self._theme, ratio))


def _kind(data: Dataset) -> tuple[object, ...]:
    """Give what a model must fit."""
    return data.feature_names, data.class_names


def facts(data: Dataset) -> str:
    """Count samples, features and classes, and say what the picture shows."""
    classes = int((data.counts > 0).sum())
    counts = [
        counted(data.n_samples, "point"),
        counted(data.n_features, "feature"),
        "1 class" if classes == 1 else f"{classes} classes",
    ]
    text = " · ".join(counts)
    if data.n_features > 2:
        text += "\nPicture: two principal components"
    if data.n_samples > MOST:
        text += f"\nPicture: the first {MOST:,} points"
    return text


def recipe_for(example: Example) -> Recipe:
    """Make the set-up with which to see an example."""
    return Recipe(**example.settings)


def recipe_words(recipe: Recipe) -> str:
    """Name a set-up's learner and what differs from its defaults."""
    rows = recipe_differences(recipe, Recipe(recipe.learner))
    words = [f"{row[0].lower()} {row[1]}" for row in rows if row[0] != "Offset b"]
    words = [w.removesuffix(" on") for w in words]
    if recipe.get("offset") is False:
        words.append("no offset")
    terms = recipe.features or ()
    if len(terms) > MOST_NAMED:
        words.append(f"{len(terms)} terms")
    elif terms:
        words.append(f"terms {', '.join(map(pretty, terms))}")
    return ", ".join([learner(recipe.learner).title, *words])
