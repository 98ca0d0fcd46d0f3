"""The gallery's dialog: cards at the left, the chosen example at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from engine.data.gallery import EXAMPLES
from engine.errors import UserError, excerpt
from gui.features.gallery.card_grid import CardGrid
from gui.features.gallery.example_details import ExampleDetails, ExampleVariant
from gui.tasks.task import Task
from gui.widgets.buttons import dialog_buttons
from gui.widgets.layouts import STRETCH, column_of, in_column, in_row

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from engine import Dataset, Recipe
    from engine.models.predictor import Predictor
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl, Work

MARGINS = 40
"""Pixels by which it is at least smaller than the window."""
LONGEST_SECONDS, SLICE_SECONDS = 2.0, 0.05
"""Seconds for which a run is recorded to show what comes of it, and between two looks
at whether that is still wanted."""


class GalleryDialog(QDialog):
    """Lets a person choose a data set; hidden and shown again, it is the same.

    Data sets are made in a thread: first what the cards show without scikit-learn,
    whose import takes seconds; then what is chosen, and the other cards.

    Attributes
    ----------
    data : Dataset or None
        What is chosen, once it is made.

    Signals
    -------
    open_requested(Example, Dataset, Recipe or None)
        With a set-up, or with the present one.
    """

    open_requested = Signal(object, object, object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Examples")
        self.setModal(True)
        self.data: Dataset | None = None
        self._window, self._theme = parent, theme
        self._made: dict[str, Dataset] = {}
        queue = sorted(EXAMPLES, key=lambda example: example.by_library)
        self._to_make = [ExampleVariant(example) for example in queue]
        self._making: ExampleVariant | None = None
        self._failed: ExampleVariant | None = None
        self._task, self._learning = Task("gallery", self), Task("preview", self)
        self.grid, self.details = CardGrid(theme), ExampleDetails(theme)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search examples")
        self.search.setAccessibleName("Search the examples")
        self.search.setClearButtonEnabled(True)
        self.nothing = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing.setProperty("role", "muted")
        self.all_button = QPushButton("Show all examples")
        self.all_button.setAutoDefault(False)
        self.matches = QStackedWidget()
        policy = self.details.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.details.setSizePolicy(policy)
        self.buttons, self.open_button = dialog_buttons(self, "Open", self.open_chosen)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        right = column_of((self.details, 1), self.buttons, spacing=12)
        row = in_row(self, margins=(14, 14, 14, 14), spacing=10)
        none = QWidget()
        column = in_column(none, STRETCH, self.nothing, spacing=12)
        column.addWidget(self.all_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self.matches.addWidget(self.grid)
        self.matches.addWidget(none)
        self.matches.setFixedWidth(self.grid.width())
        row.addLayout(column_of(self.search, self.matches, spacing=10))
        row.addLayout(right)

    def _connect(self) -> None:
        self.grid.chosen.connect(self.details.show_example)
        self.grid.opened.connect(self.open_chosen)
        self.details.variant_changed.connect(self._show_chosen)
        self.details.recipe_changed.connect(self._learn_chosen)
        self._learning.ended.connect(lambda model, _: self.details.show_model(model))
        self.all_button.clicked.connect(self._show_all)
        self.search.textChanged.connect(self._show_found)
        self.search.returnPressed.connect(self.open_chosen)
        self._task.ended.connect(self._take_data)

    def sizeHint(self) -> QSize:
        """Ask for three rows of cards, or what the window leaves."""
        room = self._window.size() - QSize(MARGINS, MARGINS)
        return QSize(super().sizeHint().width(), min(700, room.height()))

    def set_theme(self, theme: Theme) -> None:
        if theme != self._theme:
            self._theme = theme
            self.grid.set_theme(theme)
            self.details.set_theme(theme)

    def open(self) -> None:
        """Show it, with the example that was chosen last, or the first."""
        variant = self.details.variant
        example = EXAMPLES[0] if variant is None else variant.example
        self.search.clear()
        self.grid.choose(example)
        self.resize(self.sizeHint())
        super().open()
        self.grid.choose(example)  # it can only be brought into view now
        self.search.setFocus()
        self._learn_chosen()

    def done(self, result: int) -> None:
        """Learn nothing unseen."""
        self._learning.drop()
        super().done(result)

    def _show_found(self, text: str) -> None:
        matches = self.grid.show_found(text)
        self.nothing.setText(f"No example speaks of “{excerpt(text.strip())}”.")
        self.matches.setCurrentIndex(int(not matches))
        self.details.setVisible(bool(matches))
        self.open_button.setEnabled(bool(matches))

    def _show_all(self) -> None:
        self.search.clear()
        self.search.setFocus()

    def _show_chosen(self) -> None:
        """Show what is chosen if it has been made, or have it made."""
        variant = self.details.variant
        self.data = self._failed = None
        self._learning.drop()
        if variant is not None and variant.is_declared:
            made = self._made.get(variant.example.name)
            if made is not None:
                self._show_data(made)
        self._make_next()

    def _make_next(self) -> None:
        """Make what is chosen, or else what the next card shows."""
        if self._task.running:
            return
        while self._to_make and self._to_make[0].example.name in self._made:
            self._to_make.pop(0)
        chosen = self.details.variant
        wanted = chosen if self.data is None and chosen != self._failed else None
        quick = bool(self._to_make) and not self._to_make[0].example.by_library
        if wanted is not None and not (quick and wanted.example.by_library):
            variant = wanted
        elif self._to_make:
            variant = self._to_make.pop(0)
        else:
            return
        self._making = variant
        trouble = f"“{variant.example.title}” could not be made"
        self._task.start(lambda _: variant.make(), trouble=trouble)

    def _take_data(self, data: Dataset | None, failure: str) -> None:
        made, chosen = self._making, self.details.variant
        is_chosen = made == chosen
        if made is not None and data is not None and made.is_declared:
            self._made[made.example.name] = data
            self.grid.cards[made.example.name].show_data(data)
        if is_chosen and data is not None:
            self._show_data(data)
        elif data is not None and made is not None and chosen is not None:
            if self.data is None and made.example is chosen.example:
                self.details.show_data(data)  # while a slider is dragged on
        elif is_chosen:
            self._failed = made
            self.details.show_failure(failure)
        self._make_next()

    def _show_data(self, data: Dataset) -> None:
        self.data = data
        self.details.show_data(data)
        self._learn_chosen()

    def _learn_chosen(self) -> None:
        """Have learned what is chosen, to show what comes of it."""
        recipe, data = self.details.recipe, self.data
        if recipe is None or data is None or data.n_features > 2:
            self._learning.drop()
            self.details.show_model(None)
        elif self.isVisible():
            self._learning.start(_learned(data, recipe))

    def open_chosen(self) -> None:
        """Open what is chosen; make it first if that has not been done."""
        if not self.open_button.isEnabled():
            return
        variant = self.details.variant
        if self.data is None and variant is not None:
            try:
                self._show_data(variant.make())
            except (UserError, ValueError, MemoryError) as error:
                self.details.show_failure(str(error))
        if self.data is not None and variant is not None:
            self.open_requested.emit(variant.example, self.data, self.details.recipe)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus; ↓ leaves the search."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.grid.take_keyboard()
            return
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = self.focusWidget()
        if isinstance(focused, QPushButton):
            focused.click()

    def close_task(self) -> None:
        """Make no further examples."""
        self._task.drop()
        self._learning.drop()


def _learned(data: Dataset, recipe: Recipe) -> Work[Predictor]:
    def work(control: TaskControl) -> Predictor:
        from engine import Tape

        tape = Tape(data, recipe)
        for _ in range(round(LONGEST_SECONDS / SLICE_SECONDS)):
            if tape.finished or control.cancelled():
                break
            tape.extend(SLICE_SECONDS)
        return tape.model()

    return work
