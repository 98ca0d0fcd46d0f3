"""Every window and dialog, as a person opens it, to be walked through by tests."""

from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from engine.data import gallery
from engine.lessons.facts import Situation
from gui.features.evaluation.evaluation_sheet import PAGES
from gui.features.lessons.page_dialog import PageDialog
from gui.plotting.figure_dialog import FigureDialog
from gui.window.keys_window import KeysWindow

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
F1, G = Qt.Key.Key_F1, Qt.Key.Key_G
CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox,
    QGraphicsView, QLineEdit, QTabBar, QTextEdit,
)  # fmt: skip
TABLE_NAME, TABLE = "points.csv", "a;b;c\n1;2;x\n2;3;y\n4;?;y\n"
PASTED = "1\t2\tA\n2\t3\tB\n"
QTS_OWN = (QScrollBar, QHeaderView)
"""What belongs to a control, and Qt tells of with it."""


def is_part(widget):
    """Tell whether a widget is but a part of another control: Qt tells of that."""
    parent = widget.parentWidget()
    return (
        isinstance(widget, QTS_OWN)
        or widget.objectName().startswith("qt_")
        or type(widget).__name__ in ("QComboBoxListView", "QTableCornerButton")
        or isinstance(parent, (QAbstractSpinBox, QComboBox, QTabBar, QMenu))
        or (type(widget) is QAbstractButton and isinstance(parent, QAbstractItemView))
    )


def paints_itself(widget):
    """Tell whether a widget of ours without any in it draws what it shows."""
    ours = type(widget).__module__.startswith("gui.") and "paintEvent" in vars(
        type(widget)
    )
    return ours and not widget.findChildren(QWidget)


def can_be_tabbed_to(widget):
    tab = Qt.FocusPolicy.TabFocus
    return widget.focusPolicy() & tab == tab and widget.focusProxy() is None


def is_seen(widget):
    """Tell whether any of a control is on the screen, and not scrolled away."""
    shown = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    return widget.isVisible() and not shown.visibleRegion().isEmpty()


def controls(window):
    """Give all that is used or read in a window or sheet, whether seen or not."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.window() is window.window()
        and not is_part(widget)
        and not isinstance(widget, (QScrollArea, QMenu))
        and (
            isinstance(widget, CONTROLS)
            or paints_itself(widget)
            or can_be_tabbed_to(widget)
        )
    ]


def name_of(widget):
    """Give what a screen reader says first of a control."""
    if isinstance(widget, QComboBox):  # Qt gives the text chosen for its name
        buddies = (label for label in widget.window().findChildren(QLabel))
        label = next((label for label in buddies if label.buddy() is widget), None)
        return widget.accessibleName() or (label.text() if label else "")
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def description_of(widget):
    """Give what it says then: the description, else the tool tip."""
    text = QAccessible.Text.Description
    return QAccessible.queryAccessibleInterface(widget).text(text)


def role_of(widget):
    """Give what it says that a control is."""
    return QAccessible.queryAccessibleInterface(widget).role()


def play_something(window, hand, example="two-clusters", **recipe):
    window.files.begin_with(gallery.example(example).make())
    window.session.set_recipe(window.session.recipe.replace(epochs=5, **recipe))
    hand.recorded()


@contextmanager
def main(window, hand, tmp_path):
    hand.draw_two_classes()
    window.session.seek(2)
    yield window


@contextmanager
def three_classes(window, hand, tmp_path):
    play_something(window, hand, "iris")
    window.session.seek(2)
    yield window


@contextmanager
def lecture(window, hand, tmp_path):
    hand.draw_two_classes()
    window.lecture.trigger()
    yield window


@contextmanager
def race(window, hand, tmp_path):
    play_something(window, hand)
    window.run("race")
    yield window.part("Race").window
    window.part("Race").window.close()


def page(title):
    @contextmanager
    def opened(window, hand, tmp_path):
        play_something(window, hand, "noisy-clusters")
        window.run("evaluation", title)
        yield window.centre.sheet
        window.centre.sheet.close()

    return opened


@contextmanager
def gallery_dialog(window, hand, tmp_path):
    hand.key(G, CTRL)
    yield window.part("Gallery").dialog
    window.part("Gallery").dialog.reject()


@contextmanager
def import_dialog(window, hand, tmp_path):
    path = tmp_path / TABLE_NAME
    path.write_text(TABLE)
    window.files.opening.open_path(path)
    hand.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    dialog = QApplication.activeModalWidget()
    yield dialog
    dialog.reject()


@contextmanager
def paste_dialog(window, hand, tmp_path):
    hand.draw_two_classes()
    QApplication.clipboard().setText(PASTED)
    hand.key(Qt.Key.Key_V, CTRL)
    hand.qtbot.waitUntil(lambda: window.clipboard.dialog is not None)
    hand.qtbot.waitUntil(lambda: window.clipboard.dialog.data is not None)
    yield window.clipboard.dialog
    window.clipboard.dialog.reject()


@contextmanager
def keys(window, hand, tmp_path):
    hand.key(F1, SHIFT)
    shown = next(
        keys_window
        for keys_window in window.findChildren(KeysWindow)
        if keys_window.isVisible()
    )
    yield shown
    shown.close()


@contextmanager
def handbook(window, hand, tmp_path):
    hand.draw_two_classes()
    hand.key(F1)
    yield window.part("Handbook").window
    window.part("Handbook").window.close()


@contextmanager
def tour(window, hand, tmp_path):
    hand.draw_two_classes()
    window.run("tour")
    yield window


def shown(make):
    """Show a dialog of a played run, without waiting for its answer."""

    @contextmanager
    def opened(window, hand, tmp_path):
        hand.draw_two_classes()
        dialog = make(window)
        dialog.show()
        yield dialog
        dialog.reject()

    return opened


def lesson_page(window):
    s = window.session
    now = Situation(s.data, s.recipe, s.tape, s.step)
    dialog = PageDialog(now, lambda *_: None, "Mine", window)
    dialog.kind.setCurrentText("Choose an answer")
    return dialog


WINDOWS = {
    "main": main,
    "three classes": three_classes,
    "lecture": lecture,
    "race": race,
    **{title: page(title) for title in PAGES},
    "gallery": gallery_dialog,
    "import": import_dialog,
    "paste": paste_dialog,
    "figure": shown(lambda window: FigureDialog(window.exports.plots, str, window)),
    "film": shown(lambda window: window.exports.film_dialog(window.session.tape)),
    "lesson page": shown(lesson_page),
    "keys": keys,
    "handbook": handbook,
    "tour": tour,
}
