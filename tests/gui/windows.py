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
from gui.evaluation.evaluation_window import PAGES
from gui.files.film_dialog import FilmDialog
from gui.help.keys_window import KeysWindow
from gui.lessons.page_dialog import PageDialog
from gui.plotting.figure_dialog import FigureDialog

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


def is_part(one):
    """Tell whether a widget is but a part of another control: Qt tells of that."""
    parent = one.parentWidget()
    return (
        isinstance(one, QTS_OWN)
        or one.objectName().startswith("qt_")
        or type(one).__name__ in ("QComboBoxListView", "QTableCornerButton")
        or isinstance(parent, (QAbstractSpinBox, QComboBox, QTabBar, QMenu))
        or (type(one) is QAbstractButton and isinstance(parent, QAbstractItemView))
    )


def paints_itself(one):
    """Tell whether a widget of ours without any in it draws what it shows."""
    ours = type(one).__module__.startswith("gui.") and "paintEvent" in vars(type(one))
    return ours and not one.findChildren(QWidget)


def can_be_tabbed_to(one):
    tab = Qt.FocusPolicy.TabFocus
    return one.focusPolicy() & tab == tab and one.focusProxy() is None


def is_seen(one):
    """Tell whether any of a control is on the screen, and not scrolled away."""
    shown = one.viewport() if isinstance(one, QAbstractScrollArea) else one
    return one.isVisible() and not shown.visibleRegion().isEmpty()


def controls(window):
    """Give all that is used or read in a window, whether it is seen or not."""
    return [
        one
        for one in window.findChildren(QWidget)
        if one.window() is window
        and not is_part(one)
        and not isinstance(one, (QScrollArea, QMenu))
        and (isinstance(one, CONTROLS) or paints_itself(one) or can_be_tabbed_to(one))
    ]


def name_of(one):
    """Give what a screen reader says first of a control."""
    if isinstance(one, QComboBox):  # Qt gives the text chosen for its name
        buddies = (label for label in one.window().findChildren(QLabel))
        label = next((label for label in buddies if label.buddy() is one), None)
        return one.accessibleName() or (label.text() if label else "")
    return QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)


def description_of(one):
    """Give what it says then: the description, else the tool tip."""
    text = QAccessible.Text.Description
    return QAccessible.queryAccessibleInterface(one).text(text)


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
    window.lecture_action.trigger()
    yield window


@contextmanager
def race(window, hand, tmp_path):
    play_something(window, hand)
    window.open_race()
    yield window.race
    window.race.close()


def page(title):
    @contextmanager
    def opened(window, hand, tmp_path):
        play_something(window, hand, "noisy-clusters")
        window.open_evaluation()
        window.evaluation.open(title)
        yield window.evaluation
        window.evaluation.close()

    return opened


@contextmanager
def gallery_dialog(window, hand, tmp_path):
    hand.key(G, CTRL)
    yield window.files.gallery
    window.files.gallery.reject()


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
    shown = next(one for one in window.findChildren(KeysWindow) if one.isVisible())
    yield shown
    shown.close()


@contextmanager
def handbook(window, hand, tmp_path):
    hand.draw_two_classes()
    hand.key(F1)
    yield window.handbook
    window.handbook.close()


@contextmanager
def tour(window, hand, tmp_path):
    hand.draw_two_classes()
    window.take_tour()
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
    "figure": shown(lambda window: FigureDialog(window.exports.plots, window)),
    "film": shown(lambda window: FilmDialog(window.session.tape, "run", window)),
    "lesson page": shown(lesson_page),
    "keys": keys,
    "handbook": handbook,
    "tour": tour,
}
