"""Lifted space with its controls, or the word why it cannot be drawn."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QColor, QGuiApplication, QOffscreenSurface, QOpenGLContext
from PySide6.QtWidgets import QLabel, QWidget

from gui.features.lifted_space.scene import Height, heights, scene
from gui.tasks.throttle import DelayedCall
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import hint_label
from gui.widgets.layouts import in_column, in_row

if TYPE_CHECKING:
    from engine.models.predictor import Predictor
    from gui.canvas.axes_bar import AxesBar
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme

NO_PACKAGE = "3-D needs the package PyOpenGL:<br><b>pip install PyOpenGL</b>"
NO_SCREEN = "3-D needs a screen:<br>there is none here to draw on"
NO_DRIVER = (
    "3-D needs OpenGL 2.1 or newer:<br>this machine has none. "
    "Install a graphics driver,<br>or Mesa (Debian: <b>libgl1-mesa-dri</b>)"
)
LEAST = (2, 1)
WITHOUT = ("offscreen", "minimal", "vnc", "linuxfb")
"""Qt's platforms without OpenGL widgets."""
LOADING = "Loading what draws in three dimensions…"
LOADING_MS = 30
"""Milliseconds until it is loaded: the word for it is painted first."""
LISTS = "What is drawn upwards", "The class whose surface is shown"
NO_RUN = "Draw points of two classes:<br>they will be lifted here"


def gl_obstacle() -> str:
    """Say why nothing can be drawn in three dimensions; empty if it can."""
    if find_spec("OpenGL") is None:
        return NO_PACKAGE
    if QGuiApplication.platformName() in WITHOUT:
        return NO_SCREEN
    context, surface = QOpenGLContext(), QOffscreenSurface()
    surface.create()
    if not (context.create() and context.makeCurrent(surface)):
        return NO_DRIVER
    new_enough = context.format().version() >= LEAST
    context.doneCurrent()
    return "" if new_enough and _loads() else NO_DRIVER


def _loads() -> bool:
    """Tell whether PyOpenGL finds the libraries that Qt has found."""
    try:
        import pyqtgraph.opengl  # noqa: F401
    except (ImportError, AttributeError):
        return False
    return True


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
    cube : CubeView or None
        None where there is no OpenGL, and at first: it is loaded once it is seen
        that it is.
    obstacle : str
        Why there is none, or empty.
    """

    def __init__(
        self, session: Session, theme: Theme, caption: QLabel, axes: AxesBar
    ) -> None:
        super().__init__()
        self._session, self._caption, self._axes = session, caption, axes
        self._offered: tuple[object, ...] = ()
        self._heights: list[Height] = []
        self._theme, self._loading = theme, True
        self.obstacle = ""
        self.cube: Any = None
        self.upwards, self.output = (ComboBox(words, words) for words in LISTS)
        for box in (self.upwards, self.output):
            box.currentIndexChanged.connect(self.refresh)
        self.hint = hint_label()
        self._lay_out()
        DelayedCall(self, self._load_gl, LOADING_MS).start()

    def _load_gl(self) -> None:
        """Load what draws in three dimensions, once it is seen that it is loaded."""
        self._loading, self.obstacle = False, gl_obstacle()
        if not self.obstacle:
            self.cube = _cube(self._theme)
            self._column.addWidget(self.cube, 1)
            queued = Qt.ConnectionType.QueuedConnection
            self.cube.failed.connect(self._show_failure, queued)
        self.refresh()

    def _lay_out(self) -> None:
        self._bar = QWidget()
        in_row(self._bar, QLabel("Upwards"), (self.upwards, 2), (self.output, 1))
        self._column = in_column(self, self._bar, (self.hint, 1), spacing=6)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.cube is not None:
            self.cube.set_theme(theme)

    def refresh(self, *_: object) -> None:
        tape, model = self._session.tape, self._session.model
        there = tape is not None and model is not None and self.cube is not None
        self._bar.setVisible(there)
        self.hint.setVisible(not there)
        words = self.obstacle or self._session.why_no_run or NO_RUN
        self.hint.setText(LOADING if self._loading else words)
        if self.cube is not None:
            self.cube.setVisible(there)
        self._caption.setText("")
        if not there or tape is None or model is None:
            return
        data, plane = tape.data, self._axes.features(tape.data)
        self._fill_lists(heights(data, model, plane), model)
        height = self._heights[max(self.upwards.currentIndex(), 0)]
        output = max(self.output.currentIndex(), 0)
        self.cube.show_scene(scene(data, model, plane, height, output))
        if not set(height.terms) & set(model.features.terms):
            self._caption.setText("not among the features")

    def figure(self, sheet: Sheet) -> Figure | None:
        """Give its image on a sheet, from where it is looked at; None without one."""
        if self.cube is None or self.cube.isHidden():
            return None
        from gui.plotting.figure import Figure

        image = self.cube.image_on(sheet.theme, sheet.size)
        ground = QColor(sheet.theme.field)
        return Figure(
            sheet.size, ground, lambda painter: painter.drawImage(0, 0, image)
        )

    def _show_failure(self) -> None:
        """Say that there is no OpenGL after all."""
        if self.cube is not None:
            self.cube.hide()
            self.cube, self.obstacle = None, NO_DRIVER
            self.refresh()

    def _fill_lists(self, offered: list[Height], model: Predictor) -> None:
        """Fill the lists, if they are others; the first of each is chosen."""
        outputs = model.class_names if model.n_outputs > 1 else ()
        names = tuple(height.name for height in offered)
        self._heights = offered
        if (names, outputs) == self._offered:
            return
        self._offered = names, outputs
        for box, texts in ((self.upwards, names), (self.output, outputs)):
            with QSignalBlocker(box):
                box.clear()
                box.addItems(texts)
        self.output.setVisible(bool(outputs))


def _cube(theme: Theme) -> QWidget:
    from gui.features.lifted_space.gl_cube import CubeView

    return CubeView(theme)
