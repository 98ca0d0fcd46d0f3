"""The set-up panel: data, features, learner; built from what the learner declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.data.gallery import DRAWN_CLASSES, EXAMPLES, Example
from engine.learners import learner, learners
from gui.icons import icon, symbol_icon
from gui.panels.controls import Control
from gui.theme import CLASS_SYMBOLS

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.session import Session
    from gui.theme import Theme

MOST_DRAWN = len(DRAWN_CLASSES)
LONGEST_IN_TWO_COLUMNS = 6


class Section(QFrame):
    """A titled group in the panel, with room for a word at the right."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(8)
        head = QHBoxLayout()
        name = QLabel(title)
        name.setProperty("role", "title")
        self.caption = QLabel()
        self.caption.setProperty("role", "muted")
        head.addWidget(name)
        head.addStretch()
        head.addWidget(self.caption)
        self.rows.addLayout(head)


class DataSection(Section):
    """Which data, how many of each class, and which class is drawn.

    Signals
    -------
    example_chosen(Example)
    class_added
    """

    example_chosen = Signal(object)
    class_added = Signal()

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__("Data")
        self._session, self._canvas, self._theme = session, canvas, theme
        self._examples = QPushButton("Start from an example")
        self._examples.setProperty("hasMenu", True)
        menu = QMenu(self._examples)
        menu.setToolTipsVisible(True)
        for example in EXAMPLES:
            action = menu.addAction(example.title)
            action.setToolTip(example.about)
            action.triggered.connect(self._chooser(example))
        self._examples.setMenu(menu)
        self.rows.addWidget(self._examples)
        self._classes = QWidget()
        self._buttons = QGridLayout(self._classes)
        self._buttons.setContentsMargins(0, 0, 0, 0)
        self._buttons.setSpacing(6)
        self._class_buttons: list[QToolButton] = []
        self.rows.addWidget(self._classes)
        session.data_changed.connect(self.refresh)
        canvas.class_changed.connect(self.refresh)
        self.refresh()

    def _chooser(self, example: Example) -> object:
        return lambda: self.example_chosen.emit(example)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Show the classes with their numbers of samples."""
        data = self._session.data
        n = data.n_samples
        self.caption.setText(f"{n:,} point{'s'[: n != 1]}")
        names = data.class_names
        wanted = len(names) + (len(names) < MOST_DRAWN)
        columns = 1 if max(map(len, names)) > LONGEST_IN_TWO_COLUMNS else 2
        while len(self._class_buttons) < wanted:
            self._class_buttons.append(self._class_button())
        for i, button in enumerate(self._class_buttons):
            self._buttons.addWidget(button, i // columns, i % columns)
            button.setVisible(i < wanted)
            if i < len(names):
                self._show_class(button, i, f"{names[i]}   {data.counts[i]:,}")
            elif i < wanted:
                self._show_adder(button)

    def _class_button(self) -> QToolButton:
        button = QToolButton()
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(16, 16))
        button.setSizePolicy(
            button.sizePolicy().Policy.Ignored, button.sizePolicy().Policy.Fixed
        )
        code = len(self._class_buttons)
        button.clicked.connect(lambda: self._clicked(code))
        return button

    def _show_class(self, button: QToolButton, code: int, text: str) -> None:
        colours = self._theme.classes
        symbol = CLASS_SYMBOLS[code % len(CLASS_SYMBOLS)]
        button.setCheckable(True)
        button.setChecked(code == self._canvas.current_class)
        button.setProperty("quiet", False)
        button.setIcon(symbol_icon(symbol, colours[code % len(colours)]))
        button.setText(text)
        button.setToolTip(f"Draw this class (key {code + 1})" if code < 9 else "")

    def _show_adder(self, button: QToolButton) -> None:
        button.setCheckable(False)
        button.setIcon(icon("add", self._theme, self._theme.muted))
        button.setText("Add class")
        button.setToolTip("A further class to draw")

    def _clicked(self, code: int) -> None:
        if code < len(self._session.data.class_names):
            self._canvas.set_class(code)
            self.refresh()
        else:
            self.class_added.emit()


class KnobsSection(Section):
    """The learner's hyperparameters of one group, each with its control."""

    def __init__(self, title: str, session: Session, group: str) -> None:
        super().__init__(title)
        self._session = session
        self._group = group
        self._controls: dict[str, Control] = {}
        self._form_holder: QWidget | None = None
        self._shown: tuple[object, ...] = ()
        session.recipe_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the recipe; other controls if the learner declares others."""
        recipe = self._session.recipe
        knobs = tuple(
            k for k in learner(recipe.learner).knobs if k.group == self._group
        )
        if knobs != self._shown:
            self._shown = knobs
            self._controls = {knob.name: Control(knob) for knob in knobs}
            self._rebuild()
        for name, control in self._controls.items():
            control.show_value(recipe.get(name))

    def _rebuild(self) -> None:
        if self._form_holder is not None:
            self.rows.removeWidget(self._form_holder)
            self._form_holder.deleteLater()
        self._form_holder = QWidget()
        form = QFormLayout(self._form_holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for control in self._controls.values():
            if control.knob.kind == "bool":
                form.addRow(control.widget)
            else:
                form.addRow(control.knob.label, control.widget)
            control.changed.connect(self._setter(control))
        self.rows.addWidget(self._form_holder)

    def _setter(self, control: Control) -> object:
        def apply() -> None:
            recipe = self._session.recipe
            self._session.set_recipe(
                recipe.replace(**{control.knob.name: control.value})
            )

        return apply


class LearnerSection(KnobsSection):
    """Which learner, its rule, and its hyperparameters."""

    def __init__(self, session: Session) -> None:
        super().__init__("Learner", session, "learner")
        self.choice = QComboBox(accessibleName="Learner")
        for one in learners().values():
            self.choice.addItem(one.title, one.name)
            self.choice.setItemData(
                self.choice.count() - 1, one.line, Qt.ItemDataRole.ToolTipRole
            )
        self._rule = QLabel(wordWrap=True)
        self._rule.setProperty("role", "muted")
        self.rows.addWidget(self.choice)
        self.rows.addWidget(self._rule)
        self.choice.currentIndexChanged.connect(self._choose)
        self.refresh()

    def refresh(self) -> None:
        """Show the recipe's learner."""
        super().refresh()
        own = learner(self._session.recipe.learner)
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(own.name))
        self.choice.blockSignals(False)
        self._rule.setText(own.rule.replace(":  ", ":<br>").replace(",  ", "<br>"))
        self._rule.setToolTip(f"{own.line}\n{own.source}")

    def _choose(self) -> None:
        name = self.choice.currentData()
        self._session.set_recipe(self._session.recipe.replace(learner=name))


class SetupPanel(QWidget):
    """Data, features and learner, one section each."""

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__()
        self.data = DataSection(session, canvas, theme)
        features = KnobsSection("Features", session, "features")
        features.refresh()
        self.learner = LearnerSection(session)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        for i, section in enumerate((self.data, features, self.learner)):
            if i:
                line = QFrame()
                line.setProperty("separator", True)
                line.setFixedHeight(1)
                layout.addWidget(line)
            layout.addWidget(section)
        layout.addStretch()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.data.set_theme(theme)
