"""What an override raises is reported there: Qt goes on, and the process lives.

Each is raised in within a call from Python, where Python 3.11 and PySide ended the
process if the error was the interpreter's own.
"""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QObject,
    QRectF,
    Qt,
)
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsView,
    QListWidget,
    QStyledItemDelegate,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

import gui

NOT_VIRTUAL = {
    *("canUndo", "clear", "close", "createUndoAction", "push", "setMaximumHeight"),
    *("setMaximumWidth", "setMinimumHeight", "setMinimumWidth", "setScale", "setText"),
    *("text", "undo", "value"),
}
"""Methods of Qt's that it does not call where a class of ours has its own."""


class Item(QGraphicsItem):
    def boundingRect(self):
        return QRectF(0, 0, 10, 10)

    def paint(self, *_):
        pass


class Table(QAbstractTableModel):
    def rowCount(self, *_):
        return 2

    columnCount = rowCount

    def data(self, *_):
        return None


def show(widget):
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.addWidget(widget)
    holder.resize(300, 200)
    holder.show()
    holder.grab()
    widget.setFocus()
    for kind in QEvent.Type.User, QEvent.Type.Enter, QEvent.Type.LanguageChange:
        QCoreApplication.sendEvent(widget, QEvent(kind))
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QTest.keyClick(widget, Qt.Key.Key_A)
    holder.close()


def filter_events(item):
    watched = QObject()
    watched.installEventFilter(item)
    QCoreApplication.sendEvent(watched, QEvent(QEvent.Type.User))


def show_item(item):
    scene = QGraphicsScene()
    view = QGraphicsView(scene)
    scene.addItem(item)
    item.setFlag(item.GraphicsItemFlag.ItemSendsGeometryChanges)
    item.setPos(1, 2)
    view.grab()
    view.show()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton)


def show_model(model):
    table = QTableView()
    table.setModel(model)
    table.grab()


def show_delegate(delegate):
    words = QListWidget()
    words.addItem("a")
    words.setItemDelegate(delegate)
    words.grab()


def push(command):
    stack = QUndoStack()
    stack.push(command)
    stack.undo()


def step(box):
    box.show()
    box.setValue(3)
    QTest.keyClicks(box.lineEdit(), "2")
    QTest.keyClick(box, Qt.Key.Key_Up)


def leave(dialog):
    dialog.open()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    dialog.hide()


CASES = [
    *((QWidget, name, show) for name in ("paintEvent", "resizeEvent", "showEvent")),
    *((QWidget, name, show) for name in ("sizeHint", "minimumSizeHint", "event")),
    *((QWidget, name, show) for name in ("changeEvent", "enterEvent", "hideEvent")),
    *((QWidget, name, show) for name in ("mousePressEvent", "keyPressEvent")),
    (QObject, "eventFilter", filter_events),
    *((Item, name, show_item) for name in ("boundingRect", "paint", "itemChange")),
    (Item, "mousePressEvent", show_item),
    *((Table, name, show_model) for name in ("rowCount", "columnCount", "data")),
    *((Table, name, show_model) for name in ("headerData", "flags")),
    *((QStyledItemDelegate, name, show_delegate) for name in ("paint", "sizeHint")),
    *((QUndoCommand, name, push) for name in ("redo", "undo")),
    *((QDoubleSpinBox, name, step) for name in ("textFromValue", "valueFromText")),
    *((QDoubleSpinBox, name, step) for name in ("validate", "stepBy")),
    *((QDialog, name, leave) for name in ("open", "done", "reject")),
    (QComboBox, "initStyleOption", show),
]


def test_a_fault_is_reported_and_ends_no_process():
    run = subprocess.run(
        (sys.executable, "-m", "tests.gui.test_overrides"),
        cwd=Path(__file__).parents[2],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    expected = [f"{name} {error}" for error in FAULTS for _, name, _ in CASES]
    assert run.stdout.splitlines() == expected


def test_the_call_in_which_it_came_goes_on(qtbot, monkeypatch):
    class Faulty(QWidget):
        def resizeEvent(self, _):
            raise ValueError("harmless")

    reported = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: reported.append(error[1]))
    widget = Faulty()
    qtbot.addWidget(widget)
    widget.show()
    widget.resize(70, 50)
    assert (widget.width(), widget.height()) == (70, 50)
    assert {str(error) for error in reported} == {"harmless"}


def test_all_overrides_of_the_window_are_guarded():
    for module in pkgutil.walk_packages(gui.__path__, "gui."):
        importlib.import_module(module.name)
    ours = [kind for kind in subclasses(Shiboken.Object) if is_ours(kind)]
    assert len(ours) > 100
    assert not [
        f"{kind.__module__}.{kind.__name__}.{name}"
        for kind in ours
        for name, method in vars(kind).items()
        if inspect.isfunction(method) and not name.startswith("__")
        if is_of_qt(kind, name) and not hasattr(method, "__wrapped__")
        if name not in NOT_VIRTUAL
    ]


def subclasses(kind):
    for subclass in type.__subclasses__(kind):
        yield subclass
        yield from subclasses(subclass)


def is_ours(kind):
    return kind.__module__.startswith("gui.")


def is_of_qt(kind, name):
    qt = [base for base in kind.__mro__ if base.__module__.startswith("PySide6")]
    return any(name in vars(base) for base in qt)


def no_value():
    raise ValueError("harmless")


FAULTS = {"IndexError": [].pop, "ValueError": no_value}


def main():
    """Name the overrides of which Qt told, and the errors that they reported."""
    app = QApplication([])
    for fault in FAULTS.values():
        for kind, name, act in CASES:
            reported = set()
            sys.excepthook = lambda error, *_, to=reported: to.add(error.__name__)
            act(type("Faulty", (kind,), {name: lambda *_, fail=fault: fail()})())
            app.processEvents()
            print(name, *reported, flush=True)


if __name__ == "__main__":
    main()
