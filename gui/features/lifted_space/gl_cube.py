"""Where the cube is seen and turned: an image of it, and the mouse."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from OpenGL import GL
from pyqtgraph.opengl import (
    GLLinePlotItem,
    GLMeshItem,
    GLTextItem,
    GLViewWidget,
    MeshData,
)
from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QResizeEvent, QVector3D
from PySide6.QtWidgets import QWidget

from gui.features.lifted_space.gl_symbols import GLSymbolItem
from gui.style.text import number
from gui.widgets.focus_ring import show_focus

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import (
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QWheelEvent,
    )

    from gui.features.lifted_space.scene import Scene
    from gui.style.theme import Theme

EDGED = 5.0
"""Pixels by which the symbol of a mistake is larger."""
FAR = 2.4
SPHERE = 0.93
"""Radius around the cube that must be in view."""
CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
EDGES = [
    (i, j) for i in range(8) for j in range(i) if np.abs(CUBE[i] - CUBE[j]).sum() == 1
]
NAMES = ((0.0, -0.68, -0.55), (0.68, 0.0, -0.55), (-0.5, -0.5, 0.61))
ENDS = (
    ((-0.40, -0.60, -0.55), (0.42, -0.60, -0.55)),
    ((0.60, -0.42, -0.55), (0.60, 0.42, -0.55)),
    ((-0.56, -0.56, -0.40), (-0.56, -0.56, 0.48)),
)
MIX = {
    GL.GL_BLEND: True,
    GL.GL_CULL_FACE: False,
    "glBlendFunc": (GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA),
}
SOLID = MIX | {GL.GL_DEPTH_TEST: True, "glDepthMask": (True,)}
GLASS = MIX | {GL.GL_DEPTH_TEST: True, "glDepthMask": (False,)}
"""Glass hides nothing, not even the glass behind it."""
UNDER = MIX | {GL.GL_DEPTH_TEST: False, "glDepthMask": (True,)}
"""The sheet lies under the samples, whichever is nearer: it must not cut them."""
NEAREST, FURTHEST = 1.2, 8.0


class CubeRenderer(GLViewWidget):
    """Draws a scene: symbols for samples, lines for the sheet, glass to cut.

    It is never shown. A widget of OpenGL in the window would make all of the window
    be composed by OpenGL, ten times slower where that is done in software; and each
    time its dock floats it would have another context, without its shaders.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._frame = GLLinePlotItem(pos=CUBE[np.ravel(EDGES)], mode="lines")
        self._sheet = GLLinePlotItem(mode="lines", antialias=True)
        self._symbols: dict[int, tuple[GLSymbolItem, GLSymbolItem]] = {}
        self._surface = GLMeshItem(smooth=False, computeNormals=False)
        self._texts = [GLTextItem() for _ in range(9)]
        glass = self._surface
        special = {self._sheet: UNDER, glass: GLASS}
        # Samples are between the frame and the glass.
        for depth, item in (
            (0, self._sheet), (1, self._frame), (4, glass),
            *((5, text) for text in self._texts),
        ):  # fmt: skip
            item.setGLOptions(special.get(item, SOLID))
            item.setDepthValue(depth)
            self.addItem(item)
        self.look_from_start()
        self.set_theme(theme)

    def look_from_start(self) -> None:
        """Stand where the first two features go right and back, the third up."""
        self.opts["center"] = QVector3D(0, 0, -0.09)
        self.setCameraPosition(distance=FAR, elevation=18, azimuth=-62)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.setBackgroundColor(QColor(theme.field))
        self._frame.setData(color=_rgba(theme.faint, 0.7))
        self._sheet.setData(color=_rgba(theme.muted, 0.35))
        self._surface.setColor(_rgba(theme.ink, 0.22))
        for text in self._texts:
            text.setData(color=QColor(theme.muted), font=self.font())
        if self._scene is not None:
            self.show_scene(self._scene)

    def show_scene(self, scene: Scene) -> None:
        self._scene = scene
        for items in self._symbols.values():
            for symbol in items:
                symbol.setVisible(False)
        for code in np.unique(scene.codes).tolist():
            own = scene.codes == code
            colour = _rgba(self.theme.class_colour(code))
            points, edges = self._symbols_of(code)
            points.setData(pos=scene.points[own], color=colour, size=points.width)
            points.setVisible(True)
            wrong, size = scene.points[own & scene.wrong], edges.width + EDGED
            edges.setData(pos=wrong, color=_rgba(self.theme.mistake), size=size)
            edges.setVisible(bool(len(wrong)))
        self._sheet.setData(pos=scene.sheet)
        self._sheet.setVisible(bool(len(scene.sheet)))
        self._show_surface(scene.corners, scene.faces)
        self._write_names(scene)

    def _symbols_of(self, code: int) -> tuple[GLSymbolItem, GLSymbolItem]:
        """Give what draws a class: its samples, and after them their larger edges."""
        if code not in self._symbols:
            self._symbols[code] = GLSymbolItem(code), GLSymbolItem(code)
            for depth, item in enumerate(self._symbols[code], 2):
                item.setGLOptions(SOLID)
                item.setDepthValue(depth)
                self.addItem(item)
        return self._symbols[code]

    def _show_surface(
        self, corners: NDArray[np.float64], faces: NDArray[np.int64]
    ) -> None:
        self._surface.setVisible(bool(len(faces)))
        if len(faces):
            self._surface.setMeshData(meshdata=MeshData(corners, faces))

    def _write_names(self, scene: Scene) -> None:
        middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        for text, place, name in zip(self._texts, NAMES, scene.names, strict=False):
            text.setData(pos=place, text=name, alignment=middle)
        ends = zip(
            self._texts[3:], chain.from_iterable(ENDS), _numbers(scene), strict=True
        )
        for text, place, name in ends:
            text.setData(pos=place, text=name, alignment=middle)

    def image(self, size: QSize) -> QImage:
        """Draw an image of a size in logical pixels; null where that fails."""
        if size != self.size():
            former = self.size()
            self.resize(size)
            # Qt tells it only when it is shown, which it never is.
            QCoreApplication.sendEvent(self, QResizeEvent(size, former))
        # The whole cube is in view: pyqtgraph's angle is that of the width.
        share = max(size.width() / max(size.height(), 1), 1.0)
        side = max(min(size.toTuple()), 4 * BESIDE)
        share *= side / (side - 2 * BESIDE)
        self.opts["fov"] = 2 * np.degrees(np.arctan(SPHERE / FAR * share))
        image: QImage = self.grabFramebuffer()
        return image


BESIDE = 14
"""Pixels at each side for the numbers, which stand out of the cube."""


def _numbers(scene: Scene) -> list[str]:
    both = zip(scene.low, scene.high, scene.names, strict=True)
    return [
        number(float(value), 2) if name else ""
        for low, high, name in both
        for value in (low, high)
    ]


def _rgba(colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    tone = QColor(colour)
    return tone.redF(), tone.greenF(), tone.blueF(), alpha


TURN, FAR_TURN = 5, 6
"""Degrees by which an arrow turns, and how many times as much with Shift."""
TURNS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1),
}  # fmt: skip
NEARER = {Qt.Key.Key_PageUp: 120, Qt.Key.Key_PageDown: -120}


class CubeView(QWidget):
    """Shows the room's image; drag turns it, the wheel comes nearer.

    Signals
    -------
    failed
        Nothing could be drawn.
    """

    accessible_role = QAccessible.Role.Chart

    failed = Signal()
    own_keys = frozenset((*TURNS, *NEARER, Qt.Key.Key_Home))

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.renderer = CubeRenderer(theme)
        self.setMinimumSize(200, 110)
        self.setToolTip("Drag to turn, wheel to come nearer, double click to come back")
        self.setAccessibleName("Lifted space")
        self.setAccessibleDescription(
            "Arrows turn it, Page Up and Page Down come nearer, Home comes back"
        )
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._image = QImage()
        self._drawn = QSize()

    def sizeHint(self) -> QSize:
        return QSize(320, 260)

    def set_theme(self, theme: Theme) -> None:
        self.renderer.set_theme(theme)
        self._draw_anew()

    def show_scene(self, scene: Scene) -> None:
        self.renderer.show_scene(scene)
        self._draw_anew()

    def image_on(self, theme: Theme, size: QSize) -> QImage:
        """Give an image in other colours and of another size."""
        own = self.renderer.theme
        self.renderer.set_theme(theme)
        image = self.renderer.image(size)
        self.renderer.set_theme(own)
        self._draw_anew()
        return image

    def _draw_anew(self) -> None:
        self._drawn = QSize()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cube anew if it, its place or its size changed."""
        if self._drawn != self.size():
            self._drawn = self.size()
            self._image = self.renderer.image(self.size())
        if self._image.isNull():
            self.failed.emit()
            return
        with QPainter(self) as painter:
            painter.drawImage(self.rect(), self._image)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn by the arrows, come nearer, and back to where one looked first."""
        key = Qt.Key(event.key())
        if key in TURNS:
            way = (
                FAR_TURN if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            )
            across, up = TURNS[key]
            self.renderer.orbit(way * TURN * across, way * TURN * up)
        elif key in NEARER:
            self._come_nearer(NEARER[key])
        elif key == Qt.Key.Key_Home:
            self.renderer.look_from_start()
        else:
            super().keyPressEvent(event)
            return
        self._draw_anew()

    def _come_nearer(self, angle: float) -> None:
        """Come so much nearer as the wheel would, turned by an angle."""
        distance = self.renderer.opts["distance"] * 0.999**angle
        self.renderer.opts["distance"] = min(max(distance, NEAREST), FURTHEST)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.renderer.mousePressEvent(event)
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.renderer.mouseMoveEvent(event)
        self._draw_anew()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Look from where one looked first."""
        self.renderer.look_from_start()
        self._draw_anew()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._come_nearer(event.angleDelta().y())
        self._draw_anew()
        event.accept()
