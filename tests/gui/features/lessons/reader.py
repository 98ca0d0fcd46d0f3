"""A person who reads lessons, and does by mouse and keys what “Show me” would do."""

import re
import unicodedata

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from engine.data.stream_sources import SOURCES
from engine.families.network.layers import unit_names
from engine.lessons.state import END
from engine.training.prepared_samples import features_of
from gui.canvas.boundary_lines import implicit_lines
from gui.recipe.features_section import FeaturesSection
from gui.widgets.cards import Section
from tests.gui.conftest import move_mouse

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
Key = Qt.Key
MANY = 5
"""Terms that one would not press one after the other."""
NO_LEARNER = "manual-neuron"
"""The learner that learns nothing."""


def typed(box, text):
    box.setFocus()
    (box.lineEdit() if isinstance(box, QComboBox) else box).selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Key.Key_Return)


def choose(box, value):
    """Choose an entry of a list; off screen, lists that fall open take the keys."""
    assert box.isVisible()
    assert box.isEnabled()
    box.setCurrentIndex(box.findData(value))


def state_of(lesson, place):
    """Give the state with which a page begins."""
    state = None
    for page in lesson.pages[: place + 1]:
        if page.state is not None:
            state = page.state.after(state)
    return state


def _settings(recipe):
    own = {"learner": recipe.learner, "features": recipe.features}
    return dict(recipe) | own


def _is_so(line):
    """Tell whether what is wanted is so, by what stands in a line."""
    state, wanted = line.rsplit(", wanted ", 1)
    value = state.rsplit(": ", 1)[1]
    if not re.search(r"\d", wanted):
        return value in wanted.split(" or ")
    if not re.search(r"\d", value):
        return False
    number, *ends = map(_number, re.findall(r"[-−]?\d[^ %]*", f"{value} {wanted}"))
    if wanted.startswith("at least"):
        return number >= ends[0]
    if wanted.startswith("at most"):
        return number <= ends[0]
    return ends[0] <= number <= ends[-1]


def _number(text):
    plain = unicodedata.normalize("NFKC", text.replace("·10", "e"))
    return float(plain.replace(",", "").replace("−", "-"))


def _source(task):
    """Give the source of a stream of which a task speaks."""
    named = [
        source for source in SOURCES if f"**{source.title}**" in task.do + task.hint
    ]
    return named[0] if named else None


def cut_off(window):
    """Name what is seen and has not the room that it needs, in the window's panels."""
    faults = []
    if (window.width(), window.height()) != (1280, 720):
        faults.append(f"the window is {window.width()} × {window.height()}")
    for area in window.findChildren(QScrollArea):
        if area.isVisible() and area.horizontalScrollBar().maximum():
            faults.append(f"{area.accessibleName()} is scrolled sideways")
    page = window.panel("Lessons").view.page
    for text in page.findChildren(QTextEdit):
        over = text.document().idealWidth() - text.viewport().width()
        if text.isVisible() and over > 0:
            faults.append(f"{text.accessibleName()} lacks {over:.0f} pixels")
    for part in (*page.findChildren(QLabel), *page.findChildren(QAbstractButton)):
        over = part.minimumSizeHint().width() - part.width()
        if part.isVisible() and over > 0:
            faults.append(f"{part.text()} lacks {over} pixels")
    return faults


class Reader:
    """Reads on the page that is open in a window.

    Parameters
    ----------
    window : MainWindow
    hand : User
    qtbot : QtBot
    """

    def __init__(self, window, hand, qtbot):
        self.window, self.hand, self.qtbot = window, hand, qtbot
        self.session = window.session
        self.view = window.panel("Lessons").view.page
        self.card, self.player = self.view.task, self.view.player

    # What is seen

    @property
    def said(self):
        """What is said of the task."""
        return self.card.state.text()

    @property
    def sees_done(self):
        return self.said.startswith(("✓", "Right"))

    def seen(self, kind, name):
        """Give the control of this name, which must be where it can be seen."""
        there = self.window.findChildren(kind, name)
        for section in self.window.panel("Set-up").findChildren(
            Section
        ):  # outer ones first
            button = section.fold_button
            if (
                button
                and not button.isChecked()
                and any(map(section.isAncestorOf, there))
            ):
                self.press(button)
        more = self.window.findChild(FeaturesSection).more
        if not any(part.isVisible() for part in there) and not more.isChecked():
            self.press(more)
        (visible,) = [part for part in there if part.isVisible()]
        return visible

    def wanted_in_vain(self):
        """Give the lines that say something is wanted which is so already."""
        lines = self.said.splitlines()
        return [line for line in lines if ", wanted " in line and _is_so(line)]

    # What is done

    def press(self, button):
        assert button.isVisible()
        assert button.isEnabled()
        QTest.mouseClick(button, LEFT)
        self.settled()

    def settled(self):
        """Wait until all is recorded, and the page says what is so."""
        s = self.session
        self.qtbot.waitUntil(lambda: s.recorded and s.idle)
        self.qtbot.wait(0)

    def fulfil(self, task):
        """Do what the task asks for."""
        if task.choices:
            self.press(self.card.choices.button(task.answer))
        elif task.predict:
            PREDICTING[task.predict](self, right=True)
        elif source := _source(task):
            self.stream(source)
        else:
            for change in self.changes(task):
                self.change(*change)

    def fail(self, task):
        """Do it wrongly, in all ways; the page must not take it for done."""
        if task.choices:
            for wrong in {*range(len(task.choices))} - {task.answer}:
                self.press(self.card.choices.button(wrong))
                yield
        elif task.predict:
            PREDICTING[task.predict](self, right=False)
            yield
        elif source := _source(task):
            self.take_source(source)
            self.settled()
            yield
        else:
            changes = [change for change in self.changes(task) if change[0] != "step"]
            for change in changes[:-1]:
                self.change(*change)
            if len(changes) == 1:
                self.change(*self.too_little(*changes[0]))
            if not changes:
                self.change("step", 0)
            yield

    def changes(self, task):
        """Give what differs between the page's state and that which fulfils the task.

        Yields
        ------
        str, object
            What is changed, and to what.
        """
        show = task.show
        before = state_of(self.player.lesson, self.player.place)
        shown = show.after(before).saved(self.player.files)
        wanted, now = map(_settings, (shown.recipe, self.session.recipe))
        if show.has_data:
            yield "points", shown.data.X
        for name, _ in show.settings:
            if name not in now or wanted[name] != now[name]:
                yield name, wanted[name]
        if show.step is not None:
            yield "step", show.step

    def too_little(self, name, value):
        """Give a change that goes in the right direction, and not far enough."""
        before = _settings(self.session.recipe).get(name)
        X = self.session.data.X
        if name == "learner":
            before = NO_LEARNER
        elif name == "features":
            now = features_of(self.session.data, self.session.recipe).names
            before = {*now} ^ {"x2^2"}
        elif name == "order":
            before = ",".join(f"{i + 1}" for i in range(len(X)))
        elif name == "points":
            near = X + 0.1 * (value[: len(X)] - X)
            before = np.vstack([near, value[len(X) :]])[: len(X) + 1]
        elif type(before) in (int, float):
            before = type(before)(before + 0.1 * (value - before))
        return name, before

    def change(self, name, value):
        DOING.get(name, Reader.set_control)(self, name, value)
        self.settled()

    def set_control(self, name, value):
        """Set a hyperparameter by its control in Set-up."""
        control = self.seen(QWidget, name)
        if isinstance(control, QCheckBox):
            if control.isChecked() != value:
                QTest.mouseClick(control, LEFT, pos=QPoint(8, control.height() // 2))
        elif isinstance(control, QComboBox) and not control.isEditable():
            choose(control, value)
        else:
            typed(control, f"{value}")

    def choose_learner(self, _, value):
        choose(self.window.panel("Set-up").learner.choice, value)

    def press_terms(self, _, value):
        """Press terms; where many are others, type their degree first."""

        def differ():
            now = features_of(self.session.data, self.session.recipe).names
            return sorted({*now} ^ {*value})

        if len(differ()) > MANY:
            powers = re.findall(r"\^(\d)", " ".join(value))
            typed(self.seen(QWidget, "degree"), max(powers))
        for term in differ():
            self.press(self.seen(QWidget, term))

    def set_start(self, name, value):
        """Choose a start, or type the weights set by hand in their boxes."""
        if isinstance(value, str):
            self.set_control(name, value)
            return
        boxes = {
            box.accessibleName(): box
            for box in self.window.panel("Weights").findChildren(QAbstractSpinBox)
            if box.isVisible()
        }
        hidden = self.session.recipe.get("hidden", 0)
        units = unit_names([hidden], ("output",)) if hidden else ()
        heads = [unit for layer in units for unit in layer] or [""]
        for k, (head, row) in enumerate(zip(heads, np.atleast_2d(value), strict=True)):
            inputs = ("w₁", "w₂") if k < max(hidden, 1) else units[0]
            for weight, number in zip((*inputs, "b"), row, strict=False):
                box = boxes.get(f"{weight} {head}".strip())
                if box is not None:
                    typed(box, f"{number}")

    def place_points(self, _, places):
        """Drag what lies elsewhere, and draw what is not there."""
        X = self.session.data.X
        moved = np.flatnonzero((places[: len(X)] != X).any(axis=1))
        if moved.size:
            self.press(self.seen(QWidget, "Move"))
        for row in moved:
            self.hand.drag(X[row], places[row])
            self.settled()
        if len(places) > len(X):
            if not self.player.state.game:
                self.press(self.window.panel("Set-up").data.add_button)
            self.press(self.seen(QWidget, "Pen"))
        for place, code in zip(places[len(X) :], self._codes(len(X)), strict=False):
            self.hand.click(*place, RIGHT if code == 1 else LEFT)
            self.settled()

    def _codes(self, start):
        """Give the classes of what is drawn: in a game those that are shown, else 0."""
        state, task = self.player.state, self.player.task
        if not state.game:
            return [0] * 100
        return task.show.saved(self.player.files).data.y[start:].tolist()

    def go_to(self, _, step):
        """Go to a step by a few keys, or by its number."""
        if step == END:
            self.hand.key(Key.Key_End)
        elif 0 < step - self.session.step < 10:
            for _ in range(step - self.session.step):
                self.hand.key(Key.Key_Right)
        else:
            typed(self.window.panel("Playback").step_box.box, f"{step}")

    def take_source(self, source):
        self.hand.key(Key.Key_S)
        choose(self.window.panel("Stream").choice, source.name)

    def stream(self, source):
        """Let samples come in until the page is content."""
        self.take_source(source)
        for _ in range(20):
            self.hand.key(Key.Key_Plus)
        self.hand.key(Key.Key_Space)
        self.qtbot.waitUntil(lambda: self.player.result.done)
        if self.session.playing:
            self.hand.key(Key.Key_Space)
        self.hand.key(Key.Key_S)
        self.settled()

    def click_next_mistake(self, *, right):
        step = self.session.tape.next_mistake(self.session.step)
        (row,) = self.session.tape.frame(step).rows
        X = self.session.data.X
        self.hand.click(*X[row if right else row - 1])

    def draw_next_boundary(self, *, right):
        step = self.session.tape.next_update(self.session.step)
        model = self.session.tape.model(step)
        (a, b, c), *_ = implicit_lines(model, self.window.canvas.plane).tolist()
        normal, along = np.array([a, b]), np.array([-b, a])
        foot, length = -c * normal / (normal @ normal), np.hypot(a, b)
        reach = np.ptp(self.session.data.X, axis=0).min() / 4
        way = (along if right else normal) / length * reach
        self.hand.drag(foot - way, foot + way)

    def draw_error_curve(self, *, right):
        plot = self.window.panel("Error per epoch").plot
        errors = 100 * self.session.tape.epochs.training_error
        view, port = plot.getViewBox(), plot.viewport()
        places = [
            plot.mapFromScene(
                view.mapViewToScene(
                    QPointF(i + 1.0, value if right else (value + 50) % 100)
                )
            )
            for i, value in enumerate(errors)
        ]
        QTest.mousePress(port, LEFT, pos=places[0])
        for place in places:
            move_mouse(port, place, LEFT)
        QTest.mouseRelease(port, LEFT, pos=places[-1])


DOING = {
    "learner": Reader.choose_learner,
    "features": Reader.press_terms,
    "start": Reader.set_start,
    "points": Reader.place_points,
    "step": Reader.go_to,
}
PREDICTING = {
    "next mistake": Reader.click_next_mistake,
    "next boundary": Reader.draw_next_boundary,
    "error curve": Reader.draw_error_curve,
}
