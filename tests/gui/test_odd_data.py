"""Every learner on every odd data set: all of the window shows it, or says why not.

Panels, views, pages, layers, tools and exports: nothing raises, whether in the window
or in a thread, nothing warns of a fault inside, nothing is blank. `-m long` looks at
all; else each data set has one learner, each learner one or two data sets, and each
place of the window every few of these.
"""

import sys
import traceback
from functools import partial
from itertools import cycle, pairwise

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from engine import Dataset, Recipe
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.errors import Cancelled, UserError
from engine.export.weights import SUFFIXES
from engine.learners import learners
from gui.features.evaluation.evaluation_sheet import PAGES
from gui.features.lifted_space.scene import heights, scene
from gui.files.exports import CODE, CODE_WITH_SKLEARN, NOTEBOOK
from gui.files.film_dialog import FilmDialog
from gui.plotting.figure_source import FigureChoice
from gui.tasks.task import Task, TaskControl
from tests.engine.learners.test_contract import fitting
from tests.gui.conftest import LEFT, move_mouse, settle

EVERY = 12
"""Of the places of the window, those that are looked at with a pair; all in turn."""


def drawn(**changed):
    """Give six samples of two classes, with some of them changed."""
    X = [[-2, -1], [-1, -2], [-2, 1], [2, 1], [1, 2], [2, -1]]
    return Dataset(**{"X": X, "y": [0, 0, 0, 1, 1, 1], **changed})


def scaled(factor, shift=0.0):
    return drawn(X=drawn().X * factor + shift)


def crowd():
    """Give a hundred classes of one sample each, in a spiral."""
    turn = np.arange(100) / 4
    return Dataset(np.column_stack([np.cos(turn), np.sin(turn)]) * turn[:, None], turn)


ODD = {
    "no point": lambda: Dataset(np.empty((0, 2)), [], class_names=["a", "b"]),
    "one point": lambda: Dataset([[1, 2]], [1]),
    "one class": lambda: drawn(y=[0] * 6, class_names=["a", "b"]),
    "one of three classes": lambda: drawn(y=[1] * 6, class_names=["a", "b", "c"]),
    "an empty third class": lambda: drawn(class_names=["a", "b", "c"]),
    "all equal": lambda: drawn(X=np.ones((6, 2))),
    "all equal at 1e90": lambda: drawn(X=np.full((6, 2), 1e90)),
    "two equal of two classes": lambda: Dataset([[1, 1], [1, 1]], [0, 1]),
    "on a line": lambda: drawn(X=np.outer(np.arange(6), [1, 2])),
    "one feature": lambda: drawn(X=[[-3], [-2], [-1], [1], [2], [3]]),
    "negative zero": lambda: drawn(X=drawn().X * [1, -0.0]),
    "1e90": lambda: scaled(1e90),
    "1e149": lambda: scaled(1e149),
    "far from the origin": lambda: scaled(1.0, 1e9),
    "tiny": lambda: scaled(1e-90),
    "an outlier": lambda: drawn(X=[*drawn().X[:5], [1e12, -1e12]]),
    "wide": lambda: drawn(X=np.resize(drawn().X, (6, 60))),
    "a hundred classes": crowd,
    "weights of zero": lambda: drawn(sample_weights=[0] * 6),
    "one weight above zero": lambda: drawn(sample_weights=[0, 0, 0, 0, 7, 0]),
    "odd names": lambda: drawn(
        feature_names=["", " "], class_names=["", "<b>%s\u202e$x_1$</b>"]
    ),
    "nothing to train on": lambda: drawn(parts=[VALIDATION, TEST] * 3),
    "a class held out": lambda: drawn(parts=[TRAINING] * 3 + [VALIDATION] * 2 + [TEST]),
}


RECIPES = {
    "usual": {},
    "wild": {
        "learning_rate": 1e6, "activation": "relu", "kernel": "polynomial",
        "kernel_degree": 9,
    },
    "curved": {"squares": True, "standardise": True, "batch_size": 0},
}  # fmt: skip
"""With which learners are tried, as far as they have these settings."""


class Onlooker:
    """Looks at all that a window has, and notes what goes wrong, and where.

    Attributes
    ----------
    faults : list of str
    pairs : int
        Of a learner and data that were looked at.
    """

    def __init__(self, window, hand, qtbot, folder):
        self.window, self.hand, self.qtbot, self.folder = window, hand, qtbot, folder
        self.session, self.canvas = window.session, window.canvas
        self.port = hand.plot.viewport()
        self.where, self.suffix, self.kind = "", "", ""
        self.faults, self.pairs, self.files = [], 0, 0

    def fault(self, words):
        self.faults.append(f"{self.where}: {words}")

    def raised(self, kind, error, trace):
        self.fault("".join(traceback.format_exception(kind, error, trace)))

    def warned(self, _parent, _title, text, *_):
        if "Error(" in text:
            self.fault(text)

    def file(self, *_, **__):
        """Answer a dialog with a file that is not there yet."""
        self.files += 1
        return str(self.folder / f"{self.files}{self.suffix}"), self.kind

    def done(self, when):
        self.qtbot.waitUntil(when)
        settle()

    def look(self, name, odd, *, every=1, first=0, **settings):
        """Look at what a learner makes of odd data, from all places or every few."""
        self.pairs += 1
        recipe = Recipe(name, **fitting(name, epochs=3, **settings))
        self.at(f"{name}, {odd}", partial(self.begin, ODD[odd](), recipe))
        acts = [*self.acts()][first::every]
        for place, act in acts:
            self.at(f"{name}, {odd}, {place}", act)
        self.at(f"{name}, {odd}, closed", self.window.centre.close_sheet)

    def at(self, where, act):
        self.where = where
        try:
            act()
        except Exception:
            self.raised(*sys.exc_info())

    def acts(self):
        """Give each place, and what is done there; pages come last: they stay open."""
        window, exports = self.window, self.window.exports
        for share in (0, 0.1, 0.5, 1):
            yield f"at {share}", partial(self.seek, share)
        for dock in window.docks.all:
            if dock is not window.docks["Lessons"]:
                yield dock.objectName(), partial(self.bring, dock)
        (layers,) = (a.menu() for a in self.canvas.menus.of_place if a.menu())
        for action in layers.actions():
            yield action.text(), partial(self.switch, action)
        for action in self.canvas.tool_actions:
            yield action.text(), partial(self.use, action)
        yield "lifted", self.lift
        yield "race", self.race
        for action in exports.copy_actions.values():
            yield f"copy {action.text()}", action.trigger
        for action in window.panel("This update").copy_actions:
            yield action.text(), action.trigger
        yield "copy weights", exports.copy_weights
        for suffix in SUFFIXES:
            yield suffix, partial(self.write, exports.export_weights, suffix)
        for kind, suffix in (
            (CODE, ".py"), (CODE_WITH_SKLEARN, ".py"), (NOTEBOOK, ".ipynb")
        ):  # fmt: skip
            yield kind, partial(self.write, exports.export_code, suffix, kind)
        yield "trace", partial(self.write, exports.export_trace, ".csv")
        yield "film", partial(self.write, exports.export_film, ".gif")
        yield "page", partial(self.write, exports.export_page, ".html")
        for suffix in (".plab", ".csv"):
            path = self.folder / f"saved{suffix}"
            yield f"save {suffix}", partial(window.files.save_to, path)
        for title in PAGES:
            yield title, partial(self.open, title)

    def begin(self, data, recipe):
        self.window.files.begin_with(data, recipe)
        s = self.session
        self.done(lambda: s.idle and (s.up_to_date or s.obstacle != ""))
        if s.tape is not None and s.tape.reason.startswith("recording failed"):
            self.fault(s.tape.reason)
        s.to_end()
        settle()

    def seek(self, share):
        self.session.seek(round(share * self.session.last))
        settle()

    def bring(self, dock):
        dock.show()
        dock.raise_()
        settle()
        self.see(dock.widget())

    def see(self, widget):
        image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        if len(np.unique(np.frombuffer(image.constBits(), np.uint32))) < 2:
            self.fault("nothing is drawn or said")

    def switch(self, action):
        """Switch a layer, or how it is drawn, the other way and back."""
        for _ in range(2):
            if action.isCheckable() and action.isEnabled():
                action.trigger()
                self.point()

    def spots(self):
        """Give pixels in the plane: the middle, a quarter off it, a sample."""
        port, X = self.port.rect(), self.session.data.X
        spots = [port.center(), port.center() / 2]
        if len(X):
            spot = self.canvas.axes.plane(self.session.data).project(X[:1])[0]
            spots.append(self.hand.at(*spot))
        return spots

    def point(self):
        for spot in self.spots():
            move_mouse(self.port, spot, Qt.MouseButton.NoButton)
            settle()

    def use(self, action):
        """Drag with a tool, and undo that."""
        if not action.isEnabled():
            return
        action.trigger()
        self.point()
        stack = self.session.undo_stack
        before = stack.index()
        for a, b in pairwise(self.spots()):
            QTest.mousePress(self.port, LEFT, pos=a)
            move_mouse(self.port, b, LEFT)
            QTest.mouseRelease(self.port, LEFT, pos=b)
            settle()
        while stack.index() > before:
            stack.undo()
        self.done(lambda: self.session.idle)
        self.canvas.tool_actions[0].trigger()

    def lift(self):
        """Compute what is shown in 3-D, for which there is no screen here."""
        data, model = self.session.data, self.session.model
        if model is not None:
            plane = self.canvas.axes.features(data)
            for height in heights(data, model, plane):
                scene(data, model, plane, height, 0)

    def race(self):
        self.window.run("race")
        settle()
        self.see(self.window.part("Race").window)
        self.window.part("Race").window.close()

    def write(self, export, suffix, kind=""):
        self.suffix, self.kind = suffix, kind
        export()
        self.done(lambda: not self.window.exports.writing)

    def open(self, title):
        self.window.run("evaluation", title)
        page = self.window.centre.sheet.pages[title]
        if title == "Search" and page.setup.button.isEnabled():
            QTest.mouseClick(page.setup.button, LEFT)
        if title == "Orders":
            page.orders.setValue(3)
        tasks = page.findChildren(Task)
        self.done(lambda: not any(task.running or task.pending for task in tasks))
        self.see(page)


@pytest.fixture
def onlooker(window, hand, qtbot, tmp_path, monkeypatch):
    looks = Onlooker(window, hand, qtbot, tmp_path)
    performed = TaskControl.perform

    def perform(control, work, trouble):
        def watched(control):
            try:
                return work(control)
            except (Cancelled, UserError):
                raise
            except Exception:
                looks.raised(*sys.exc_info())
                raise

        performed(control, watched, trouble)

    def accept(dialog):
        dialog.form.wide.setValue(240)
        dialog.form.high.setValue(200)
        dialog.accept()
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(sys, "excepthook", looks.raised)
    monkeypatch.setattr(TaskControl, "perform", perform)
    monkeypatch.setattr(QMessageBox, "warning", looks.warned)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", looks.file)
    monkeypatch.setattr(FilmDialog, "exec", accept)
    FigureChoice(QSize(300, 220)).remember()
    return looks


def test_a_part_of_all_is_shown_or_said(onlooker):
    for first, (name, odd) in enumerate(zip(cycle(learners()), ODD)):
        onlooker.look(name, odd, every=EVERY, first=first % EVERY)
    assert not onlooker.faults, "\n\n".join(onlooker.faults)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("settings", RECIPES)
@pytest.mark.parametrize("name", learners())
def test_all_is_shown_or_said(onlooker, name, settings):
    for odd in ODD:
        onlooker.look(name, odd, **RECIPES[settings])
    assert not onlooker.faults, "\n\n".join(onlooker.faults)
