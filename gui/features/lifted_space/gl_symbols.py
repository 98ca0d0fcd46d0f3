"""Samples in three dimensions, each in the shape of its class's symbol."""

from __future__ import annotations

from itertools import pairwise

from OpenGL import GL
from OpenGL.GL import shaders
from pyqtgraph.opengl import GLScatterPlotItem
from pyqtgraph.opengl.items.GLScatterPlotItem import SHADER_CORE, SHADER_LEGACY
from PySide6.QtGui import QOpenGLContext

from gui.canvas.layers.symbols import symbol_path

ROUND = "if (dot(xy, xy) <= 1.0)"
"""The test by which pyqtgraph makes points round."""
ATTRIBUTES = ("a_position", "a_color", "a_size")
VERSIONS = {
    (True, True): "300 es", (True, False): "100",
    (False, True): "140", (False, False): "120",
}  # fmt: skip
"""Of the shading language: on OpenGL ES or not, modern or not."""


class GLSymbolItem(GLScatterPlotItem):
    """Draws points as the symbol of a class.

    Attributes
    ----------
    width : float
        The symbol's, in pixels, as the canvas draws it.
    """

    def __init__(self, code: int) -> None:
        super().__init__(pxMode=True)
        polygon = symbol_path(code).toFillPolygon()
        corners = [corner.toTuple() for corner in polygon.toList()]
        half = max(abs(part) for corner in corners for part in corner)
        self.width = 2 * half
        self._corners = [(x / half, y / half) for x, y in corners]
        self._program: int | None = None

    def getShaderProgram(self) -> int:
        """Compile pyqtgraph's own program with another test of what is inside."""
        if self._program is None:
            context = QOpenGLContext.currentContext()
            on_es, version = context.isOpenGLES(), context.format().version()
            modern = version >= ((3, 0) if on_es else (3, 1))
            sources = SHADER_CORE if modern else SHADER_LEGACY
            first = f"#version {VERSIONS[on_es, modern]}\n"
            program = shaders.compileProgram(
                *(
                    shaders.compileShader([first, self._shaped(source)], kind)
                    for kind, source in sources.items()
                )
            )
            for place, name in enumerate(ATTRIBUTES):
                GL.glBindAttribLocation(program, place, name)
            GL.glLinkProgram(program)
            self._program = program
        return self._program

    def _shaped(self, source: str) -> str:
        """Ask, edge by edge, whether a pixel is inside the symbol's outline."""
        lines = ["bool inside = false;"]
        for (x, y), (to_x, to_y) in pairwise(self._corners):
            if y != to_y:
                slope = (to_x - x) / (to_y - y)
                lines.append(
                    f"if ((xy.y < {y:.5f}) != (xy.y < {to_y:.5f}) && "
                    f"xy.x < {x:.5f} + ({slope:.5f}) * (xy.y - ({y:.5f}))) "
                    "inside = !inside;"
                )
        return source.replace(ROUND, "\n".join([*lines, "if (inside)"]))
