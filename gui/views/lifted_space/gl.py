"""Whether there is OpenGL to draw with, and what to do if there is none."""

from __future__ import annotations

from importlib.util import find_spec

from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

NO_PACKAGE = "3-D needs the package PyOpenGL:<br><b>pip install PyOpenGL</b>"
NO_SCREEN = "3-D needs a screen:<br>there is none here to draw on"
NO_DRIVER = (
    "3-D needs OpenGL 2.1 or newer:<br>this machine has none. "
    "Install a graphics driver,<br>or Mesa (Debian: <b>libgl1-mesa-dri</b>)"
)
LEAST = (2, 1)
WITHOUT = ("offscreen", "minimal", "vnc", "linuxfb")
"""Qt's platforms without OpenGL widgets."""


def gl_problem() -> str:
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
