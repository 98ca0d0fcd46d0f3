"""Names of features, classes, samples and files are shown as they are, not as HTML."""

import re
from html import unescape

from pyqtgraph import PlotWidget, TextItem
from PySide6.QtCore import QAbstractListModel, QCoreApplication
from PySide6.QtGui import QAction, Qt, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QTabBar,
    QWidget,
)

from engine import Dataset, Recipe
from engine.data import gallery
from gui.features.evaluation.evaluation_sheet import PAGES
from gui.features.weights.weight_boxes import WeightBox
from gui.plotting.figure_source import FigureChoice
from gui.tasks.progress_dialog import TaskWithDialog
from tests.gui import windows

NAMES = {
    "F0": "<u>F0</u>",
    "F1": "a<b>F1 & c",
    "F2": "<img src=F2>",
    "F3": "x &amp; F3 &lt;",
    "C0": "<img src=C0>",
    "C1": "<b>C1</b> & d",
    "C2": "&lt;C2&gt;",
    "S0": "<u>S0</u> & &lt;z",
    "D0": "&lt;D0 & d.csv",
}
"""What is looked for, and as what it must be seen."""
Role, Across = Qt.ItemDataRole, Qt.Orientation.Horizontal


def seen(text, rich):
    """Give what is seen of a text."""
    return QTextDocumentFragment.fromHtml(text).toPlainText() if rich else text


def without_mnemonics(text):
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def auto(text):
    return seen(text, Qt.mightBeRichText(text))


def texts_of(widget):
    """Give the kind, the source and what is seen of each text of a widget."""
    tip, title = widget.toolTip(), widget.windowTitle()
    yield "tool tip", tip, auto(tip)
    yield "title", title, title
    if isinstance(widget, QLabel):
        text, how = widget.text(), widget.textFormat()
        rich = how == Qt.TextFormat.RichText or (
            how == Qt.TextFormat.AutoText and Qt.mightBeRichText(text)
        )
        plain = without_mnemonics(text) if widget.buddy() and not rich else text
        yield "label", text, seen(text, rich) if rich else plain
    if isinstance(widget, QAbstractButton):
        yield "button", widget.text(), without_mnemonics(widget.text())
    if isinstance(widget, QGroupBox):
        yield "box", widget.title(), without_mnemonics(widget.title())
    if isinstance(widget, QTabBar):
        for i in range(widget.count()):
            yield "tab", widget.tabText(i), without_mnemonics(widget.tabText(i))
            yield "tip of tab", widget.tabToolTip(i), auto(widget.tabToolTip(i))
    if (
        isinstance(widget, (QComboBox, QAbstractItemView))
        and widget.model() is not None
    ):
        yield from texts_of_model(widget.model())
    if isinstance(widget, PlotWidget) and widget.plotItem is not None:  # closed, else
        for item in widget.plotItem.items:
            yield "tip of item", item.toolTip(), auto(item.toolTip())
        texts = [
            item.textItem
            for item in widget.plotItem.items
            if isinstance(item, TextItem)
        ]
        texts += [axis["item"].label for axis in widget.plotItem.axes.values()]
        for text in texts:
            yield "text item", text.toHtml(), text.toPlainText()


def texts_of_model(model):
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    indexes = [(r, c) for r in range(min(model.rowCount(), 9)) for c in range(columns)]
    tips = [model.data(model.index(*index), Role.ToolTipRole) for index in indexes]
    tips += [model.headerData(i, Across, Role.ToolTipRole) for i in range(columns)]
    for tip in tips:
        yield "tip of cell", tip or "", auto(tip or "")


def seen_widgets():
    """Give the windows that are seen and all in them; none that is being destroyed."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            yield window
            yield from window.findChildren(QWidget)


def faults(where, widgets):
    """Give what is not seen as it is, of widgets and their actions."""
    problems = set()
    for widget in widgets:
        for kind, text, shown in texts_of(widget):
            about = (
                f"{where}: {kind} of {type(widget).__name__} {widget.accessibleName()}"
            )
            problems |= wrong(about, text, shown)
        for action in widget.findChildren(QAction):
            text, tip = action.text(), action.toolTip()
            problems |= wrong(f"{where}: action", text, without_mnemonics(text))
            problems |= wrong(f"{where}: tip of action", tip, auto(tip))
    return problems


def wrong(where, text, shown):
    shown = shown.replace("\N{WORD JOINER}", "")
    begun = shown.rpartition("…")[0] or shown
    marks = [
        mark
        for mark, name in NAMES.items()
        if mark in text and name not in shown and not name.startswith(begun)
    ]
    return {f"{where}: {text!r} is seen as {shown!r}"} if marks else set()


def renamed(data):
    """Give the data the names."""
    features = [NAMES.get(f"F{j}", f"f{j}") for j in range(data.n_features)]
    classes = [NAMES[f"C{i}"] for i in range(len(data.class_names))]
    return Dataset(
        data.X, data.y, feature_names=features, class_names=classes,
        sample_names=[NAMES["S0"]] * data.n_samples,
    )  # fmt: skip


def figures_faults(window):
    """Give what is not seen as it is in the plots that are exported."""
    problems = set()
    for plot in window.exports.plots:
        if (figure := plot.figure(FigureChoice())) is not None:
            svg = bytes(figure.mime().data("image/svg+xml").data()).decode()
            text = unescape("".join(re.sub("<[^>]*>", "", svg).split()))
            names = {mark: "".join(name.split()) for mark, name in NAMES.items()}
            problems |= {
                f"{plot.name}: {text}"
                for mark, name in names.items()
                if mark in text.replace(name, "")
            }
    return problems


def test_names_are_plain_everywhere(window, hand, tmp_path, monkeypatch, qtbot):
    make = gallery.Example.make
    monkeypatch.setattr(gallery.Example, "make", lambda *a, **k: renamed(make(*a, **k)))

    def draw():
        windows.play_something(window, hand, "iris")
        hand.session.seek(3)

    monkeypatch.setattr(hand, "draw_two_classes", draw)
    problems = set()
    for name in ("main", "race", "figure", *PAGES):
        with windows.WINDOWS[name](window, hand, tmp_path):
            for dock in window.docks.all if name == "main" else ():
                dock.raise_()
                QCoreApplication.processEvents()
            qtbot.wait(100)
            problems |= faults(name, seen_widgets())
        QCoreApplication.processEvents()
    assert not problems, "\n".join(sorted(problems))


def test_so_are_those_of_files_and_in_them(
    window, hand, tmp_path, warnings_shown, monkeypatch, qtbot
):
    table = [[NAMES[f"F{j}"] for j in range(4)] + ["class"]]
    table += [[*"1234", NAMES["C0"]], [*"5678", NAMES["C1"]]]
    text = "".join("\t".join(row) + "\n" for row in table)
    monkeypatch.setattr(windows, "PASTED", text)
    monkeypatch.setattr(windows, "TABLE", f"{text}1\t?\t3\t4\t{NAMES['C0']}\n")
    monkeypatch.setattr(windows, "TABLE_NAME", NAMES["D0"])
    monkeypatch.setattr(hand, "draw_two_classes", lambda: None)
    window.files.begin_with(renamed(gallery.iris()))
    hand.recorded()
    hand.session.seek(3)
    problems = figures_faults(window)
    for name in ("paste", "import"):
        with windows.WINDOWS[name](window, hand, tmp_path) as dialog:
            problems |= faults(name, [dialog, *dialog.findChildren(QLabel)])
    path = tmp_path / NAMES["D0"]
    assert window.files.save_to(path)
    window.session.change(Recipe("manual-neuron"), "choose")
    window.panel("Weights").findChildren(WeightBox)[1].setValue(3)
    window.session.undo_stack.setClean()
    window.part("Start").offer(first=False, file=path.name)
    reading = TaskWithDialog("Open", f"Reading {path.name}…", window)
    reading.start(lambda control: control.report(0.5))
    labels = reading.dialog.findChildren(QLabel)
    problems |= faults("file", [window, window.part("Start").file_button, *labels])
    reading.close()
    window.open_file(tmp_path / "missing" / path.name)
    qtbot.waitUntil(lambda: bool(warnings_shown))
    for text in warnings_shown:
        problems |= wrong("message", text, auto(text))
    assert not problems, "\n".join(sorted(problems))
