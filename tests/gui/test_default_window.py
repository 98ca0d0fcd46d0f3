"""What is read, and what can be used, in the window at the very first start."""

import re
from html import unescape

import pyqtgraph as pg
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenuBar,
    QTabBar,
    QWidget,
)

from gui.canvas.readout import Readout
from gui.features.update.step_reader import StepReader
from gui.style.formula_rendering import math_font
from gui.widgets.formula_sheet import FormulaSheet
from gui.widgets.labels import ElidedLabel
from tests.gui.test_free_picture import shows_text
from tests.gui.windows import controls, is_seen, name_of

SIZE = 1440, 900
MOST_WORDS, MOST_CONTROLS = 75, 60
WORD = re.compile(r"[A-Za-z](?:['’-]?[A-Za-z])+")
"""At least two letters: what has but one is a formula's sign."""
STEP = 48
"""Of the first run: one without a mistake, as nearly all of them."""
READ = Readout, FormulaSheet, StepReader, ElidedLabel
"""What draws itself, or can be reached by Tab, to be read: no control."""


def words_of(widget):
    """Give what is read of a widget itself."""
    if isinstance(widget, QWidget) and isinstance(widget, (QTabBar, QMenuBar)):
        return " ".join(entries(widget))
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QLineEdit):
        return widget.text() or widget.placeholderText()
    if isinstance(widget, pg.PlotWidget):
        axes = (axis["item"] for axis in widget.getPlotItem().axes.values())
        return " ".join(axis.labelText for axis in axes if axis.isVisible())
    if isinstance(widget, FormulaSheet):
        formulas = math_font(widget.font(), 10).family()
        pieces = (placed.piece for placed in widget.placed_pieces)
        return " ".join(p.text for p in pieces if p.font.family() != formulas)
    if isinstance(widget, QLabel):
        return unescape(re.sub("<[^>]*>", " ", widget.text()))
    if isinstance(widget, QAbstractButton) and shows_text(widget):
        return widget.text().replace("&", "")
    return ""


def entries(bar):
    """Give the tabs of a bar, or its titles."""
    if isinstance(bar, QMenuBar):
        return [a.text().replace("&", "") for a in bar.actions() if a.isVisible()]
    return [bar.tabText(i) for i in range(bar.count()) if bar.isTabVisible(i)]


def seen(window):
    every = (w for w in window.findChildren(QWidget) if w.window() is window)
    return [widget for widget in every if is_seen(widget)]


def words(window):
    """Give the words in sight, widget by widget."""
    return [word for w in seen(window) for word in WORD.findall(words_of(w))]


def used(window):
    """Name what can be clicked, typed in or dragged; a number and its name are one."""
    bars = [w for w in seen(window) if isinstance(w, (QTabBar, QMenuBar))]
    single = (w for w in controls(window) if is_seen(w) and w not in bars)
    named = [
        f"{type(w).__name__}: {name_of(w)}" for w in single if not isinstance(w, READ)
    ]
    return named + [entry for bar in bars for entry in entries(bar)]


def test_it_has_few_words_and_few_controls(window, hand, qtbot):
    window.resize(*SIZE)
    window.begin()
    hand.session.set_playing(False)
    hand.recorded()
    hand.session.seek(STEP)
    qtbot.wait(300)
    window.docks.fit()
    qtbot.wait(300)
    read, found = words(window), used(window)
    assert len(found) <= MOST_CONTROLS
    assert len(read) <= MOST_WORDS
