"""Lifted space with its controls, or the word why it cannot be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.style.text import no_run
from gui.views.lifted_space.gl import NO_DRIVER, gl_problem
from gui.views.lifted_space.scene import Height, heights, scene
from gui.widgets.combo_boxes import Choice

if TYPE_CHECKING:
    from engine.models.model import Model
    from gui.canvas.axes_bar import AxesBar
    from gui.session.session import Session
    from gui.style.theme import Theme

NO_RUN = "Draw points of two classes:<br>they will be lifted here"


class LiftedSpace(QWidget):
    """Two features across, a term of them upwards, and where the score is zero.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says what is drawn upwards, and whether the learner has it.
    axes : AxesBar
        Knows which two features are shown.

    Attributes
    ----------
    pane : Pane or None
        None where there is no OpenGL.
    problem : str
        Why there is none, or empty.
    """

    def __init__(
        self, session: Session, theme: Theme, caption: QLabel, axes: AxesBar
    ) -> None:
        super().__init__()
        self._session, self._caption, self._axes = session, caption, axes
        self._offered: tuple[object, ...] = ()
        self._heights: list[Height] = []
        self.problem = gl_problem()
        self.pane: Any = None if self.problem else _pane(theme)
        self.upwards, self.output = Choice(), Choice()
        for box, words in (
            (self.upwards, "What is drawn upwards"),
            (self.output, "The class whose surface is shown"),
        ):
            box.setToolTip(words)
            box.setAccessibleName(words)
            box.currentIndexChanged.connect(self.refresh)
        self.hint = QLabel(wordWrap=True)
        self.hint.setProperty("role", "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()

    def _lay_out(self) -> None:
        self._bar = QWidget()
        bar = QHBoxLayout(self._bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(QLabel("Upwards"))
        bar.addWidget(self.upwards, 2)
        bar.addWidget(self.output, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._bar)
        layout.addWidget(self.hint, 1)
        if self.pane is not None:
            layout.addWidget(self.pane, 1)
            queued = Qt.ConnectionType.QueuedConnection
            self.pane.failed.connect(self._give_up, queued)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        if self.pane is not None:
            self.pane.set_theme(theme)

    def refresh(self, *_: object) -> None:
        """Draw the playhead's moment."""
        tape, model = self._session.tape, self._session.model
        there = tape is not None and model is not None and self.pane is not None
        self._bar.setVisible(there)
        self.hint.setVisible(not there)
        self.hint.setText(self.problem or no_run(self._session.problem, NO_RUN))
        if self.pane is not None:
            self.pane.setVisible(there)
        self._caption.setText("")
        if not there or tape is None or model is None:
            return
        data, plane = tape.data, self._axes.features(tape.data)
        self._offer(heights(data, model, plane), model)
        height = self._heights[max(self.upwards.currentIndex(), 0)]
        output = max(self.output.currentIndex(), 0)
        self.pane.show_scene(scene(data, model, plane, height, output))
        if not set(height.terms) & set(model.features.terms):
            self._caption.setText("not among the features")

    def _give_up(self) -> None:
        """Say that there is no OpenGL after all."""
        if self.pane is not None:
            self.pane.hide()
            self.pane, self.problem = None, NO_DRIVER
            self.refresh()

    def _offer(self, offered: list[Height], model: Model) -> None:
        """Fill the lists, if they are others; the first of each is chosen."""
        outputs = model.class_names if len(model.weights) > 1 else ()
        names = tuple(height.name for height in offered)
        self._heights = offered
        if (names, outputs) == self._offered:
            return
        self._offered = names, outputs
        for box, texts in ((self.upwards, names), (self.output, outputs)):
            box.blockSignals(True)
            box.clear()
            box.addItems(texts)
            box.blockSignals(False)
        self.output.setVisible(bool(outputs))


def _pane(theme: Theme) -> QWidget:
    from gui.views.lifted_space.gl_cube import Pane

    return Pane(theme)
