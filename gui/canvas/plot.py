"""The plot: axes of one scale, the layers, and the mouse handed to a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QPainter, QTouchEvent
from PySide6.QtWidgets import QApplication

from engine.data.classes import spoken_class
from engine.data.dataset import LARGEST
from engine.data.feature_map import pretty
from gui.canvas.layers.layer_stack import LayerStack
from gui.canvas.picture import START_RECT
from gui.plotting.axes import WholeAxis
from gui.plotting.plot import Plot
from gui.plotting.plot_style import name_axis
from gui.style.text import number_of_points
from gui.widgets.finger_press import FingerPress
from gui.widgets.focus_ring import is_by_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from gui.canvas.picture import Picture
    from gui.canvas.plane import Place, Rect
    from gui.style.theme import Theme

A_NAME = 4
"""Samples that one would rather have hidden than the name of a hidden unit."""
FIRST = 1000
"""Samples by which most features are found to be no whole numbers."""
NARROWEST = 1e-140
"""The least width of what is in view: of a smaller one Qt could not go back from pixels
to places, as the product of the scales would be infinite."""
BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)

NEAR_TAP = 24
"""Pixels within which two quick taps are a double click."""


class PlotKeys(Protocol):
    """What does by keys what the mouse does."""

    @property
    def own_keys(self) -> frozenset[Qt.Key]:
        """Keys that are no shortcuts at present."""

    def show(self) -> None:
        """Begin: one came here by keyboard."""

    def hide(self) -> None:
        """End, for the mouse or for another control."""

    def remove(self) -> None:
        """Be taken off the plot for good."""

    def press_key(self, event: QKeyEvent) -> bool:
        """Do what a key asks for; tell whether it was one of these."""


class CanvasPlot(Plot):
    """The picture on axes that have the same scale, so that right angles are right.

    Attributes
    ----------
    layers : LayerStack
        What draws the picture.
    picture : Picture or None
        What is shown.
    make_keys : callable or None
        Makes by what it is used by keyboard, where it is used at all.

    Signals
    -------
    pressed, pressed_again, dragged : (place, other)
        The left button, or with `other` the right, at a place of the plane; again is
        the second of two quick presses.
    released
        The button is up again.
    hovered(place or None)
        The mouse is over a place of the plane, or elsewhere.
    legend_moved
        The legend was painted elsewhere than before, or is no more.
    theme_changed(Theme)
        Cards on it take other colours, too.
    """

    pressed = Signal(tuple, bool)
    pressed_again = Signal(tuple, bool)
    dragged = Signal(tuple, bool)
    released = Signal()
    hovered = Signal(object)
    legend_moved = Signal()
    theme_changed = Signal(object)

    accessible_role = QAccessible.Role.Canvas

    def __init__(self, theme: Theme) -> None:
        axes = {"bottom": WholeAxis("bottom"), "left": WholeAxis("left")}
        super().__init__(axisItems=axes, moves=True)
        self._sides = axes["left"], axes["bottom"]
        self.make_keys: Callable[[], PlotKeys] | None = None
        self._keys: PlotKeys | None = None
        self._axes_of: tuple[object, ...] = ()
        self._button: Qt.MouseButton | None = None
        self._finger: FingerPress | None = None
        self._last_touch = 0, QPointF()
        self.modifiers = Qt.KeyboardModifier.NoModifier
        self.view.setAspectLocked(True)
        self.view.setLimits(
            xMin=-LARGEST, xMax=LARGEST, yMin=-LARGEST, yMax=LARGEST,
            minXRange=NARROWEST, minYRange=NARROWEST,
        )  # fmt: skip
        self.view.setMouseEnabled(True, True)
        self.layers = LayerStack(self.view)
        self._legend_box = self.layers.legend.box
        self.picture: Picture | None = None
        ground, _ = self.layers.items
        ground.stackBefore(self.grid)
        self.setMouseTracking(True)
        # Its ground covers all: else Qt would first paint one of its own.
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.set_theme(theme)
        self.view.setRange(START_RECT, padding=0)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.picture is not None:
            self.show_picture(self.picture)
        self.theme_changed.emit(theme)

    def show_picture(self, picture: Picture) -> None:
        """Draw another moment."""
        self.picture = picture
        if self.view.state["aspectLocked"] is False and picture.plane.alike:
            self.view.setAspectLocked(True)
        elif not picture.plane.alike:
            self.view.setAspectLocked(False)
        self._set_axes(picture)
        for item in self.layers.items:
            item.show_picture(picture, self.theme)

    def accessible_value(self) -> str:
        """Say how many samples there are of each class."""
        if self.picture is None or not self.picture.data.n_samples:
            return "no points yet"
        data = self.picture.data
        counts = np.bincount(data.y, minlength=len(data.class_names)).tolist()
        parts = zip(counts, data.class_names, strict=True)
        of_each = ", ".join(f"{n:,} of {spoken_class(name)}" for n, name in parts)
        return f"{number_of_points(data.n_samples)}: {of_each}"

    def symbols(self) -> NDArray[np.float64]:
        """Give where samples are drawn, and names, (n, 2) pixels of the view.

        A name is there more than once: to hide it is worse than to hide a sample.
        """
        if self.picture is None:
            return np.empty((0, 2))
        samples = self.layers.legend.symbols(self.picture)
        names = [marker.place for marker in self.layers.hidden_units.markers]
        return np.concatenate([samples, names * A_NAME]) if names else samples

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the view without the scene, if nothing around it is to be painted.

        A scene asks each of its items many things at every paint.
        """
        self.scene().prepareForPaint()
        left, bottom = self._sides
        there = left.picture is not None and bottom.picture is not None
        if self._keys is not None and self._keys.own_keys:
            there = False  # the scene paints what they show
        if there and self.layers.items[0].exposed.contains(event.rect()):
            self._paint_view()
        else:
            super().paintEvent(event)
        if self.layers.legend.box != self._legend_box:
            self._legend_box = self.layers.legend.box
            self.legend_moved.emit()

    def _paint_view(self) -> None:
        """Paint what the scene has in the view, in its order."""
        viewport, inside = self.viewport(), self.view.rect()
        ground, above = self.layers.items
        view = ground.scene_rect
        with QPainter(viewport) as painter:
            painter.setClipRect(view)
            painter.translate(view.topLeft())
            # Of the pixels next to it, at the right and below, the scene paints half.
            card, right, low = self.theme.card, inside.right(), inside.bottom()
            painter.fillRect(QRectF(right, 0, 1, low + 1), card)
            painter.fillRect(QRectF(0, low, right, 1), card)
            if self.layers.class_regions.is_empty():
                painter.fillRect(inside, self.theme.field)
            ground.paint(painter, None, viewport)
            self.grid.paint(painter)
            above.paint(painter, None, viewport)
            for axis in self._sides:
                painter.save()
                painter.translate(axis.scenePos() - view.topLeft())
                axis.paint_ticks(painter)
                painter.restore()

    def _set_axes(self, picture: Picture) -> None:
        """Put names and numbers of the features on the axes: yes and no are 1 and 0."""
        plane, data = picture.plane, picture.recorded
        features = (data.feature_names, plane.across, plane.up, plane.stretch)
        if features == self._axes_of:
            return
        self._axes_of = features
        across, up = plane.names(data)
        name_axis(self, "bottom", pretty(across))
        name_axis(self, "left", pretty(up))
        self.grid.set_on_a_line(on_a_line=plane.up < 0)
        counted = data.n_features > 2 and plane.alike
        for side, feature in (("bottom", plane.across), ("left", plane.up)):
            axis, values = self.getAxis(side), data.X[:, feature]
            axis.whole = counted and _are_whole(values)
            axis.setScale(1 / plane.stretch if side == "left" else 1.0)
            axis.picture = None
            axis.update()
        self.grid.refresh()

    def close(self) -> bool:
        if self._keys is not None:
            self._keys.remove()
        return super().close()

    @property
    def pixel(self) -> float:
        """Length of a screen pixel in the plane."""
        return float(self.view.viewPixelSize()[0])

    @property
    def view_rect(self) -> Rect:
        """The part of the plane in view."""
        (left, right), (bottom, top) = self.view.viewRange()
        return left, bottom, right, top

    @property
    def stroking(self) -> bool:
        """Whether a button that belongs to the tool is down."""
        return self._button is not None

    def place(self, event: QMouseEvent) -> Place:
        """Give the place of the plane under the mouse."""
        return self._place_at(event.position())

    def _place_at(self, pixel: QPointF) -> Place:
        point: QPointF = self.view.mapSceneToView(self.mapToScene(pixel.toPoint()))
        return point.x(), point.y()

    def inside(self, event: QMouseEvent) -> bool:
        """Tell whether the mouse is over the plane, not over an axis."""
        return self._is_inside(event.position())

    def _is_inside(self, pixel: QPointF) -> bool:
        scene = self.mapToScene(pixel.toPoint())
        return bool(self.view.sceneBoundingRect().contains(scene))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._begin_stroke(event, self.pressed) and self._button is None:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell the tool of the second press of two quick ones."""
        if not self._begin_stroke(event, self.pressed_again) and self._button is None:
            super().mousePressEvent(event)

    def _begin_stroke(self, event: QMouseEvent, signal: SignalInstance) -> bool:
        """Begin a stroke, if a button of a tool is pressed over the plane."""
        begins = event.button() in BUTTONS and self.inside(event) and not self._button
        if begins:
            if self._keys is not None:
                self._keys.hide()
            self._button, self.modifiers = event.button(), event.modifiers()
            signal.emit(self.place(event), self._other)
            event.accept()
        return begins

    def press(
        self, place: Place, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier
    ) -> None:
        """Begin a stroke, as the mouse does."""
        self._button, self.modifiers = button, modifiers
        self.pressed.emit(place, self._other)

    def drag_to(self, place: Place) -> None:
        """Go on with the stroke."""
        self.dragged.emit(place, self._other)

    def let_go(self) -> None:
        """End the stroke."""
        self._button = None
        self.released.emit()

    def event(self, event: QEvent) -> bool:
        """Let one finger do what the mouse does, and two nothing but zoom."""
        if isinstance(event, QTouchEvent) and self._touch(event):
            event.accept()
            return True
        return super().event(event)

    def _touch(self, event: QTouchEvent) -> bool:
        """Follow a finger; tell whether it is on the plane."""
        kind, fingers = event.type(), event.points()
        if kind == QEvent.Type.TouchCancel or not fingers:
            self.begin_pinch()  # what was begun is no stroke
            return True
        at = self.viewport().mapFromGlobal(fingers[0].globalPosition())
        if kind == QEvent.Type.TouchBegin:
            on_button = self.childAt(at.toPoint()) is not self.viewport()
            if on_button or not self._is_inside(at):
                return False
            self._begin_touch(at, event.timestamp())
        if len(fingers) > 1:
            self.begin_pinch()
            return True
        if self._finger is not None:
            self._finger.follow(at, lifted=kind == QEvent.Type.TouchEnd)
        if self.stroking and kind == QEvent.Type.TouchUpdate:
            self.drag_to(self._place_at(at))
        elif self.stroking and kind == QEvent.Type.TouchEnd:
            self.let_go()
        return True

    def _begin_touch(self, at: QPointF, now: int) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self._keys is not None:
            self._keys.hide()
        self.begin_pinch()  # an earlier one that never was lifted
        time, place = self._last_touch
        quick = now - time < QApplication.doubleClickInterval()
        near = (at - place).manhattanLength() < NEAR_TAP
        self._last_touch = now, at
        signal = self.pressed_again if quick and near else self.pressed

        def begin(button: Qt.MouseButton) -> None:
            self._finger = None
            self._button, self.modifiers = button, Qt.KeyboardModifier.NoModifier
            signal.emit(self._place_at(at), self._other)

        self._finger = FingerPress(self, at, begin)

    def begin_pinch(self) -> None:
        """End what the first of two fingers has begun."""
        if self._finger is not None:
            self._finger.drop()
            self._finger = None
        elif self.stroking:
            self.let_go()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say where the mouse is, and go on with the stroke; the crosshair is gone."""
        if self._keys is not None:
            self._keys.hide()
        self.hovered.emit(self.place(event) if self.inside(event) else None)
        scene = self.mapToScene(event.position().toPoint())
        self.layers.show_tip(self.view.mapFromScene(scene))
        if self._button is not None and not event.buttons() & self._button:
            self.let_go()  # it went up where a dialog had the mouse
        if self._button is not None:
            self.dragged.emit(self.place(event), self._other)
            event.accept()
        else:
            super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == self._button:
            self.let_go()
            event.accept()
        elif self._button is None:
            super().mouseReleaseEvent(event)

    @property
    def keys(self) -> PlotKeys | None:
        """What it is used by keyboard by, made when that is first done."""
        if self._keys is None and self.make_keys is not None:
            self._keys = self.make_keys()
        return self._keys

    @property
    def own_keys(self) -> frozenset[Qt.Key]:
        """Those of its keys that are in use."""
        return frozenset() if self._keys is None else self._keys.own_keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if is_by_keys(event) and self.keys is not None:
            self.keys.show()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._keys is not None:
            self._keys.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let keys do what the mouse does, but not those of a button on it."""
        keys = self.keys if self.hasFocus() else None
        if keys is None or not keys.press_key(event):
            super().keyPressEvent(event)

    @property
    def _other(self) -> bool:
        return self._button == Qt.MouseButton.RightButton


def _are_whole(values: NDArray[np.float64]) -> bool:
    """Tell whether values are whole numbers: mostly, the first ones tell."""
    parts = (values[:FIRST], values[FIRST:])
    return all(bool((part == part.round()).all()) for part in parts)
