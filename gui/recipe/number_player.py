"""Plays a number of a recipe: runs it through its range, and the run follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from gui.session.derived import Derived
from gui.widgets.number_boxes import IntegerBox
from gui.widgets.play_button import PlayButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.hyperparameter import Hyperparameter
    from gui.session.session import Session
    from gui.widgets.drag_label import DragLabel
    from gui.widgets.number_boxes import NumberBox

STOPS = 41
"""Numbers of a range that has more."""
FEW = 30
"""A range of so many whole numbers is played whole."""
WIDE = 50.0
"""How many times the lowest the highest number is of a range played by factors."""
WAY_MS, QUICKEST_MS, SLOWEST_MS = 8000, 100, 600
"""Of the way there and back; of one number at least, and at most."""
TOUCHES = (
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel,
    QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.TouchBegin,
    QEvent.Type.TabletPress, QEvent.Type.NativeGesture,
)  # fmt: skip
KEPT = (Qt.Key.Key_Space, Qt.Key.Key_Escape)
"""Keys that only end it, and do nothing else meanwhile."""


class NumberPlayer(Derived):
    """Sets a number to one value after another, the next when the run is there.

    It goes up from where it is, down through the whole range, and back. Any touch of
    mouse or keyboard ends it there, Escape where it began; all of it is one undo.

    Attributes
    ----------
    box : NumberBox or None
        What is played.

    Signals
    -------
    changed
        Another number is played, another value of it, or none any more.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.box: NumberBox | None = None
        self._button: PlayButton | None = None
        self._name, self._first = "", 0.0
        self._to_come: list[float] = []
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._go_on)
        session.begun.connect(self.stop)

    @property
    def said(self) -> str:
        """What is played, and its value; empty if nothing is."""
        return "" if self.box is None else f"playing {self._name}: {self.box.text()}"

    def play(
        self, box: NumberBox, button: PlayButton, name: str, low: float, high: float
    ) -> None:
        """Play a number through a range; if it plays already, stop it."""
        playing = self.box
        self.stop()
        if playing is box:
            return
        self.box, self._button, self._name = box, button, spoken_name(name)
        self._first = box.value()
        self._to_come = there_and_back(
            self._first, low, high, whole=isinstance(box, IntegerBox)
        )
        app = QCoreApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        button.hidden.connect(self.stop)
        self._session.begin_drag(f"{name} = {box.text()}")
        each = WAY_MS // max(1, len(self._to_come))
        self._clock.start(min(max(each, QUICKEST_MS), SLOWEST_MS))
        button.show_playing(True)
        self.changed.emit()

    def _go_on(self) -> None:
        """Set the next number, once the run of the last one is there."""
        session, box = self._session, self.box
        if box is None or not (session.recorded or session.obstacle or session.endless):
            return
        if not self._to_come:
            self.stop()
            return
        box.setValue(self._to_come.pop(0))
        self.changed.emit()

    def stop(self, *, kept: bool = True) -> None:
        """Let the number stay as it is, or be what it was at first."""
        box, button = self.box, self._button
        if box is None or button is None:
            return
        self._clock.stop()
        app = QCoreApplication.instance()
        assert app is not None
        app.removeEventFilter(self)
        button.hidden.disconnect(self.stop)
        self.box = self._button = None
        self._session.end_drag(kept=kept and box.value() != self._first)
        if not kept:
            box.setValue(self._first)
        button.show_playing(False)
        self.changed.emit()

    def close(self) -> None:
        self.stop()
        super().close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End it at a touch, which else does what it always does."""
        if event.type() not in TOUCHES or not isinstance(watched, QWidget):
            return False
        key = event.key() if isinstance(event, QKeyEvent) else None
        if watched is self._button and key in (None, Qt.Key.Key_Space):
            return False  # its click stops it
        if key not in KEPT:
            self.stop()
            return False
        if event.type() == QEvent.Type.KeyPress:
            self.stop(kept=key != Qt.Key.Key_Escape)
        event.accept()
        return True


def let_play(
    session: Session,
    label: DragLabel,
    box: NumberBox,
    give_range: Callable[[], tuple[float, float]],
) -> None:
    """Let a number be dragged along its name, or run through its range by itself.

    Parameters
    ----------
    session : Session
        Whose `drag` it is meanwhile.
    label : DragLabel
    box : NumberBox
    give_range : callable
    """
    name = label.text()
    label.began.connect(lambda: session.begin_drag(f"{name} = {box.text()}"))
    label.ended.connect(lambda kept: session.end_drag(kept=kept))
    button, player = PlayButton(label, box), NumberPlayer.of(session)
    button.clicked.connect(lambda: player.play(box, button, name, *give_range()))


def played_range(parameter: Hyperparameter) -> tuple[float, float]:
    """Give the range in which a hyperparameter is worth looking at."""
    if parameter.kind == "int" and parameter.high - parameter.low <= FEW:
        return parameter.low, parameter.high
    from engine.evaluation.search_space import usual_values

    numbers = [v for v in usual_values(parameter) if isinstance(v, int | float)]
    return min(numbers), max(numbers)


def there_and_back(
    first: float, low: float, high: float, *, whole: bool
) -> list[float]:
    """Give the numbers of a way up from the first, down to the lowest, and back.

    The range is widened to the first number where that is not in it.
    """
    if low > 0 and high / low >= WIDE:
        tidy = {float(f"{v:.2g}") for v in np.geomspace(low, high, STOPS).tolist()}
    else:
        tidy = {float(f"{v:.3g}") for v in np.linspace(low, high, STOPS).tolist()}
    numbers = sorted({float(round(v)) if whole else v for v in tidy} | {first})
    at = numbers.index(first)
    return [*numbers[at + 1 :], *numbers[-2::-1], *numbers[1 : at + 1]]


def spoken_name(name: str) -> str:
    """Give the symbol that a name ends in, or else the name: η, epochs."""
    last = name.split()[-1]
    return last if len(last) == 1 else name[0].lower() + name[1:]
