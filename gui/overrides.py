"""Overrides that Qt calls: what they raise is reported there, and never enters Qt.

An error that left one would end the call of Qt's in which it came: a file would be half
opened because a panel cannot be painted. Under Python 3.11 it may be no object yet (an
index out of range is not), and PySide, which writes into it, ends the process.
"""

from __future__ import annotations

import sys
from functools import wraps
from types import FunctionType, NoneType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainterPath, QValidator
from shiboken6 import Shiboken

if TYPE_CHECKING:
    from collections.abc import Callable

ANSWERS: dict[str, dict[str, Callable[[], object]]] = {
    "QAbstractItemDelegate": {"paint": NoneType, "sizeHint": QSize},
    "QAbstractItemModel": {
        "columnCount": int,
        "data": NoneType,
        "flags": lambda: Qt.ItemFlag.NoItemFlags,
        "headerData": NoneType,
        "rowCount": int,
        "setData": bool,
        "sort": NoneType,
    },
    "QAbstractScrollArea": {"scrollContentsBy": NoneType, "viewportSizeHint": QSize},
    "QAbstractSlider": {"sliderChange": NoneType},
    "QAbstractSpinBox": {
        "fixup": NoneType,
        "stepBy": NoneType,
        "validate": lambda: QValidator.State.Intermediate,
    },
    "QComboBox": {"initStyleOption": NoneType, "showPopup": NoneType},
    "QDialog": dict.fromkeys(("accept", "done", "open", "reject"), NoneType),
    "QDoubleSpinBox": {"textFromValue": str, "valueFromText": float},
    "QGraphicsItem": {
        "boundingRect": QRectF,
        "itemChange": NoneType,
        "paint": NoneType,
        "shape": QPainterPath,
    },
    "QGraphicsLayoutItem": {"sizeHint": QSizeF},
    "QHeaderView": {"paintSection": NoneType, "sectionSizeFromContents": QSize},
    "QOpenGLWidget": dict.fromkeys(("initializeGL", "paintGL", "resizeGL"), NoneType),
    "QObject": {"event": bool, "eventFilter": bool},
    "QTextBrowser": {"loadResource": NoneType},
    "QTextEdit": {"createMimeDataFromSelection": NoneType},
    "QUndoCommand": {"redo": NoneType, "undo": NoneType},
    "QWidget": {
        "focusNextPrevChild": bool,
        "heightForWidth": int,
        "minimumSizeHint": QSize,
        "sizeHint": QSize,
    },
}
"""What Qt is told by an override that failed; by one for an event, nothing."""


def report_errors() -> None:
    """Let overrides report what they raise, in classes that are made from now on."""
    every_class: Any = Shiboken.Object
    every_class.__init_subclass__ = classmethod(_guard)


def _guard(kind: Any, /, **given: Any) -> None:
    super(Shiboken.Object, kind).__init_subclass__(**given)
    for name, method in list(vars(kind).items()):
        answer = _answer(kind, name)
        if answer and isinstance(method, FunctionType):
            setattr(kind, name, _reporting(method, answer))


def _answer(kind: type, name: str) -> Callable[[], object] | None:
    """Give what says the answer for a method that Qt calls; for others nothing."""
    for base in kind.__mro__:
        if base.__module__.startswith("PySide6") and name in vars(base):
            if name.endswith("Event"):
                return NoneType
            if answer := ANSWERS.get(base.__name__, {}).get(name):
                return answer
    return None


def _reporting(
    override: Callable[..., object], answer: Callable[[], object]
) -> Callable[..., object]:
    @wraps(override)
    def reporting(*args: Any, **named: Any) -> object:
        try:
            return override(*args, **named)
        except Exception:
            sys.excepthook(*sys.exc_info())
            return answer()

    return reporting
