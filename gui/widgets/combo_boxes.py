"""Check boxes and lists that leave keys and wheel to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
)

from engine.errors import UserError
from engine.hyperparameter import value_text
from gui.style.theme import mark_invalid
from gui.widgets.number_boxes import is_letter, is_space, leaves_undo, taken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QWheelEvent

    from engine.learners import Hyperparameter, Value

BY_HAND = "by hand…"
CLICK = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease)
OUTWARDS = (-2, 0, -2, 0)
"""Qt sets the text of a line that much in, which that of other lists is not."""


class CheckBox(QCheckBox):
    """A check box; Space plays unless it was reached by keyboard."""

    def __init__(self, text: str, tip: str = "", *, checked: bool = False) -> None:
        super().__init__(text)
        self.setToolTip(tip)
        self.setChecked(checked)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def event(self, event: QEvent) -> bool:
        """Take Space before the shortcut does; asked only with the focus."""
        return taken(event, wanted=is_space(event)) or super().event(event)


class ComboBox(QComboBox):
    """A list to choose from, which neither a click nor the wheel holds on to.

    Parameters
    ----------
    name, tip : str
        What it is called for those who do not see it, and what is chosen by it.
    """

    def __init__(self, name: str = "", tip: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        shrinks = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(shrinks)
        self.setMinimumContentsLength(5)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Let an entry for which there is no room end in …: Qt cuts a letter in two."""
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        control = QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(control, option, part, self).width()
        right = Qt.TextElideMode.ElideRight
        metrics = self.fontMetrics()
        option.currentText = metrics.elidedText(option.currentText, right, room)

    def event(self, event: QEvent) -> bool:
        """Take letters before the shortcuts do: they find an entry of the list."""
        return taken(event, wanted=is_letter(event)) or super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel, unless this is the control in use."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def offer(box: QComboBox, texts: Iterable[str]) -> None:
    """Offer other entries, the first chosen, and tell nobody; leave the same ones."""
    wanted = list(texts)
    if wanted != [box.itemText(i) for i in range(box.count())]:
        with QSignalBlocker(box):
            box.clear()
            box.addItems(wanted)


class EditableComboBox(ComboBox):
    """A list to choose from, in which values can also be written by hand.

    A click anywhere opens the list; what is being written is clicked into as usual.

    Signals
    -------
    changed
        Another value was chosen or written.
    """

    changed = Signal()

    def __init__(self, parameter: Hyperparameter) -> None:
        super().__init__()
        self._parameter = parameter
        self._value = parameter.default
        self._line = line = QLineEdit()
        line.setTextMargins(*OUTWARDS)
        self.setLineEdit(line)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.addItems((*parameter.choices, BY_HAND))
        self.currentIndexChanged.connect(self._take_value)
        self.activated.connect(self._begin_writing)
        line.installEventFilter(self)
        line.editingFinished.connect(self._take_value)
        line.returnPressed.connect(self.clearFocus)

    def value(self) -> Value:
        return self._value

    def setValue(self, value: Value) -> None:
        self._value = value
        text = value_text(value)
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findText(text))
        self.setEditText(text)

    def event(self, event: QEvent) -> bool:
        """Leave undo to the window, if nothing is typed."""
        line = self.lineEdit()
        if line is not None and leaves_undo(line, event):
            event.ignore()
            return False
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the list at a click on the text, unless one writes there.

        Opened at the press, it would take the release for a choice.
        """
        if watched is self._line and not self._line.hasFocus():
            if event.type() == QEvent.Type.MouseButtonRelease:
                self.showPopup()
            if event.type() in CLICK:
                return True
        return super().eventFilter(watched, event)

    def _begin_writing(self, index: int) -> None:
        if self.itemText(index) == BY_HAND:
            self.setEditText(value_text(self._value))
            self._line.setFocus()
            self._line.selectAll()

    def _take_value(self, *_: object) -> None:
        if self.currentText() == BY_HAND:
            return
        try:
            value = self._parameter.check(
                self._parameter.parse(self.currentText().strip())
            )
        except UserError as error:
            self.setToolTip(error.fault)
            mark_invalid(self, True)
            return
        self.setToolTip(self._parameter.help)
        mark_invalid(self, False)
        if value != self._value:
            self._value = value
            self.changed.emit()
