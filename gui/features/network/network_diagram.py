"""The graph of a network: painted, pointed at, gone through by keys, typed into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from engine.errors import UserError
from gui.canvas.layers.hidden_units import unit_colour
from gui.canvas.layers.layer import draw_smooth
from gui.canvas.layers.symbols import draw_symbols
from gui.canvas.layers.unit_maps import pixels_of_levels, unit_shades
from gui.canvas.new_point_form import read_coordinate
from gui.features.network.network_layout import NetworkLayout
from gui.features.network.network_picture import NetworkPart
from gui.style.icons import clear_pixmap
from gui.style.text import number
from gui.style.theme import faded, mark_invalid
from gui.widgets.focus_ring import show_focus
from gui.widgets.number_boxes import NumberLine
from gui.widgets.spoken import say
from gui.widgets.tool_tip import show_above

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import (
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
    )

    from gui.features.network.network_picture import NetworkPicture
    from gui.style.theme import Theme

STRENGTH = 0.85
"""Of a unit's colour where it is most active."""
THINNEST, THICKEST = 0.6, 5.0
"""Of connections, in pixels as all lengths are."""
DASHES = (3.0, 2.0)
POSITIVE, NEGATIVE = 1, 3
"""Of the colours of runs, those of positive and negative weights."""
MOST_DASHED = 120
"""Connections up to which negative ones are dashed: of more, dashes are a blur."""
PALEST = 0.2
"""Opacity of the smallest of so many."""
DOT = 5.0
"""Radius of the largest share of the update."""
DOT_AT = 0.62
"""Of the way along a connection."""
BESIDE = 11.0
"""From an output to the symbol of its class."""
BEHIND = 0.8
"""Opacity of the ground behind a text."""
EDITOR = QSize(84, 26)
WAYS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
SOURCES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ABOUT = (
    "Arrows go from unit to unit, Page Up and Page Down through the connections into "
    "it, Enter types the weight"
)


class NetworkDiagram(QWidget):
    """Draws a network from left to right.

    Attributes
    ----------
    layout_now : NetworkLayout or None
        What is drawn where.
    part : NetworkPart or None
        What is pointed at, by mouse or by keys.
    editor : NumberLine or None
        In which a weight is typed.

    Signals
    -------
    pointed(NetworkPart or None)
        Another part is pointed at.
    chosen(NetworkPart)
        A unit was pressed, or the space bar on it.
    typed(NetworkPart, float)
        A weight was typed.
    """

    accessible_role = QAccessible.Role.Chart

    pointed = Signal(object)
    chosen = Signal(object)
    typed = Signal(object, float)
    own_keys = frozenset((*WAYS, *SOURCES, *ENTER, Qt.Key.Key_Space, Qt.Key.Key_Escape))

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._picture: NetworkPicture | None = None
        self.layout_now: NetworkLayout | None = None
        self._drawn: QPixmap | None = None
        self.part: NetworkPart | None = None
        self.editor: NumberLine | None = None
        self._typing: NetworkPart | None = None
        self.setMouseTracking(True)
        self.setMinimumSize(200, 90)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Network")
        self.setAccessibleDescription(ABOUT)

    def sizeHint(self) -> QSize:
        return QSize(320, 110)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._draw_anew()

    def show_picture(self, picture: NetworkPicture | None) -> None:
        """Draw another moment; a part that is no longer there is not pointed at."""
        former = self._picture
        self._picture = picture
        if (
            former is None or picture is None or former.names != picture.names
        ) and self.part is not None:
            self._close_editor()
            self._point_at(None)
        self._draw_anew()

    def _draw_anew(self) -> None:
        self._drawn = None
        self.update()

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw_anew()
        if self.editor is not None and self._picture is not None:
            # What is being typed moves with its connection: panels share heights anew.
            self.layout_now = NetworkLayout.of(
                self._picture,
                self.width(),
                self.height(),
                QFontMetricsF(self.font()).height(),
            )
            self._place_editor()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the network once, and over it what is pointed at."""
        if self._picture is None:
            return
        ratio = self.devicePixelRatioF()
        if self._drawn is None:
            self._drawn = clear_pixmap(self.size() * ratio, ratio)
            with QPainter(self._drawn) as painter:
                painter.setFont(self.font())
                self.layout_now = draw_network(
                    painter, self._picture, self._theme, self.width(), self.height()
                )
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._drawn)
            if self.part is not None and self.layout_now is not None:
                painter.setRenderHint(painter.RenderHint.Antialiasing)
                self._mark_part(painter, self.layout_now, self.part)

    def _mark_part(
        self, painter: QPainter, layout: NetworkLayout, part: NetworkPart
    ) -> None:
        """Draw a part again, in the colour of the focus."""
        if not layout.draws(part):
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.focus), 2))
        if part.source < 0:
            painter.drawRoundedRect(layout.boxes[part].adjusted(-2, -2, 2, 2), 5, 5)
        else:
            painter.drawLine(layout.line_of(part))

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.editor is None and self.layout_now is not None:
            self._point_at(self.layout_now.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.editor is None:
            self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.mouseMoveEvent(event)
        self._choose_part()

    def _choose_part(self) -> None:
        if self.editor is None and self.part is not None and self.part.source < 0:
            self.chosen.emit(self.part)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Let the weight of a connection be typed, or the offset of a unit."""
        if self.layout_now is not None:
            self._point_at(self.layout_now.part_at(event.position()))
            self._open_editor()

    def _point_at(self, part: NetworkPart | None) -> None:
        if part != self.part:
            self.part = part
            self.update()
            self.pointed.emit(part)

    # Keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        show_focus(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from unit to unit and through their connections; type a weight."""
        key = Qt.Key(event.key())
        if self._picture is None or key not in self.own_keys:
            super().keyPressEvent(event)
        elif key in WAYS:
            self._go_to_unit(self._picture, *WAYS[key])
        elif key in SOURCES:
            self._go_through_sources(self._picture, SOURCES[key])
        elif key == Qt.Key.Key_Space:
            self._choose_part()
        elif key in ENTER:
            if self.editor is None:
                self._open_editor()
        elif self.editor is not None:
            self.setFocus(Qt.FocusReason.PopupFocusReason)
            self._close_editor()
        else:
            self._point_at(None)

    def _go_to_unit(self, picture: NetworkPicture, across: int, down: int) -> None:
        if self.part is None:
            self._point_at(NetworkPart(1, 0))
            return
        last = len(picture.drawn) - 1
        column = min(max(self.part.column + across, 0), last)
        here, there = (picture.drawn[c].tolist() for c in (self.part.column, column))
        place = here.index(self.part.unit) + down
        if across and len(here) > 1:  # about as high in the next column
            place = round(place / (len(here) - 1) * (len(there) - 1))
        place = min(max(place, 0), len(there) - 1)
        self._point_at(NetworkPart(column, there[place]))

    def _go_through_sources(self, picture: NetworkPicture, way: int) -> None:
        if self.part is None or not self.part.column:
            return
        sources = [-1, *picture.drawn[self.part.column - 1].tolist()]
        place = (sources.index(self.part.source) + way) % len(sources)
        self._point_at(self.part._replace(source=sources[place]))

    def tell(self, words: str) -> None:
        """Say what is pointed at, if one is here by keyboard."""
        if self.hasFocus():
            say(self, words)

    # Typing

    def _open_editor(self) -> None:
        """Let a weight be typed where its connection is, or the offset at its unit."""
        picture, part = self._picture, self.part
        if picture is None or part is None or not part.column:
            return
        self._close_editor()
        self._typing, self.editor = part, NumberLine()
        self.editor.setParent(self)
        self.editor.setText(f"{picture.weight(part):.6g}")
        self.editor.setAccessibleName(name_of(picture, part))
        self._place_editor()
        # The same key comes here afterwards: it finds the editor still open.
        queued = Qt.ConnectionType.QueuedConnection
        self.editor.returnPressed.connect(self._take_weight, queued)
        self.editor.editingFinished.connect(self._leave_editor, queued)
        self.editor.textEdited.connect(self._accept_again)
        self.editor.show()
        self.editor.setFocus(Qt.FocusReason.PopupFocusReason)
        self.editor.selectAll()

    def _place_editor(self) -> None:
        editor, layout, part = self.editor, self.layout_now, self._typing
        if editor is None or layout is None or part is None or not layout.draws(part):
            return
        if part.source < 0:
            place = layout.boxes[part].center()
        else:
            place = layout.line_of(part).pointAt(0.5)
        box = QRectF(QPointF(), EDITOR)
        box.moveCenter(place)
        box.moveLeft(min(max(box.left(), 0.0), self.width() - box.width()))
        box.moveTop(min(max(box.top(), 0.0), self.height() - box.height()))
        editor.setGeometry(box.toRect())

    def _take_weight(self) -> None:
        if self.editor is None or self._typing is None:
            return
        part, changed = self._typing, self.editor.isModified()
        try:
            weight = read_coordinate(self.editor.text())
        except UserError as error:
            self._refuse(self.editor, str(error))
            return
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._close_editor()
        if changed:
            self.typed.emit(part, weight)

    def _refuse(self, editor: NumberLine, error: str) -> None:
        """Say beside what was typed what is wrong with it; it can be mended."""
        mark_invalid(editor, True)
        editor.setToolTip(error)
        show_above(editor)
        say(editor, error)

    def _accept_again(self) -> None:
        if self.editor is not None:
            mark_invalid(self.editor, False)
            self.editor.setToolTip("")

    def _leave_editor(self) -> None:
        if self.editor is not None and not self.editor.hasFocus():
            self._close_editor()

    def _close_editor(self) -> None:
        editor, self.editor, self._typing = self.editor, None, None
        if editor is not None:
            editor.hide()
            editor.deleteLater()


def name_of(picture: NetworkPicture, part: NetworkPart) -> str:
    """Name a unit's offset, or a connection by its two ends."""
    there = picture.names[part.column][part.unit]
    if part.source < 0:
        return f"offset b of {there}"
    return f"{picture.names[part.column - 1][part.source]} → {there}"


def words_of(picture: NetworkPicture, part: NetworkPart) -> str:
    """Say all numbers of a unit or of a connection."""
    name, values = picture.names[part.column][part.unit], picture.values
    said = []
    if part.source < 0:
        if values is not None:
            last = part.column == len(picture.names) - 1
            gives = "p = " if last else "" if part.column == 0 else "a = "
            said.append(f"{gives}{number(float(values[part.column][part.unit]), 4)}")
        if not part.column:
            return " · ".join([name, *said])
        if picture.deltas is not None:
            delta = float(picture.deltas[part.column - 1][part.unit])
            said.append(f"δ = {number(delta, 4)}")
        symbol = "b"
    else:
        name, symbol = name_of(picture, part), "w"
    before = float(picture.before[part.column - 1][part.unit, part.source])
    weight = picture.weight(part)
    if picture.is_by_hand(part):
        made = float(picture.made[part.column - 1][part.unit, part.source])
        said.append(f"{symbol} = {number(made, 4)}, by hand {number(weight, 4)}")
    elif picture.shares is None or before == weight:
        said.append(f"{symbol} = {number(weight, 4)}")
    else:
        share = number(picture.share(part), 4)
        said.append(f"{symbol} = {number(before, 4)} → {number(weight, 4)}")
        said.append(f"share of the update {share}")
    return " · ".join([name, *said])


def draw_network(
    painter: QPainter,
    picture: NetworkPicture,
    theme: Theme,
    width: float,
    height: float,
) -> NetworkLayout:
    """Draw a network into a rectangle at the origin; give what is where."""
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    metrics = QFontMetricsF(painter.font())
    layout = NetworkLayout.of(picture, width, height, metrics.height())
    _draw_connections(painter, layout, theme)
    for unit in layout.boxes:
        _draw_unit(painter, layout, unit, theme)
    return layout


def _draw_connections(painter: QPainter, layout: NetworkLayout, theme: Theme) -> None:
    """Draw them as thick as their weights, and on each its share of the update."""
    picture, parts = layout.picture, [*layout.connections()]
    largest = max((abs(picture.weight(part)) for part in parts), default=0.0) or 1.0
    dashed = len(parts) <= MOST_DASHED
    for part in parts:
        weight = picture.weight(part)
        width = THINNEST + (THICKEST - THINNEST) * abs(weight) / largest
        tone = theme.runs[POSITIVE if weight >= 0 else NEGATIVE]
        opacity = 1.0 if dashed else PALEST + (1 - PALEST) * abs(weight) / largest
        line = QPen(faded(tone, opacity), width, c=Qt.PenCapStyle.FlatCap)
        if dashed and weight < 0:
            line.setDashPattern([max(2.0, length / width) for length in (6.0, 4.0)])
        painter.setPen(line)
        painter.drawLine(layout.line_of(part))
    shares = np.array([abs(picture.share(part)) for part in parts])
    if not shares.any():
        return
    painter.setPen(QPen(QColor(theme.field), 1))
    painter.setBrush(QColor(theme.mistake))
    for part, share in zip(parts, np.sqrt(shares / shares.max()), strict=True):
        radius = DOT * float(share) * (1.0 if dashed else 0.6)
        if radius > 0.75:
            painter.drawEllipse(layout.line_of(part).pointAt(DOT_AT), radius, radius)


def _draw_unit(
    painter: QPainter, layout: NetworkLayout, unit: NetworkPart, theme: Theme
) -> None:
    picture, box, column = layout.picture, layout.boxes[unit], unit.column
    last = len(picture.names) - 1
    colour = theme.border_strong
    if not column:
        painter.setBrush(QColor(theme.field))
    else:
        if column < last:
            colour = unit_colour(theme, unit.unit, len(picture.model.class_names))
        shades = unit_shades(theme, picture.model, column - 1, unit.unit, STRENGTH)
        pixels = pixels_of_levels(picture.levels[column - 1][unit.unit], shades)
        rows, columns = pixels.shape
        buffer = pixels.tobytes()
        kind = QImage.Format.Format_RGB32
        image = QImage(buffer, columns, rows, 4 * columns, kind)
        draw_smooth(painter, box, image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1.5))
    if column:
        painter.drawRect(box)
    else:
        painter.drawEllipse(box)
    if column == last and len(picture.names[last]) > 1:
        place = np.array([[box.right() + BESIDE, box.center().y()]])
        tone = theme.class_colour(unit.unit)
        draw_symbols(painter, place, unit.unit, tone, theme.card, 1.0)
    if layout.numbered[column]:
        _write_numbers(painter, layout, unit, theme)
    elif 0 < column < last and box.height() >= layout.line:
        name = picture.names[column][unit.unit]
        _write(painter, name, box.center(), layout.line, theme.ink, theme)


def _write_numbers(
    painter: QPainter, layout: NetworkLayout, unit: NetworkPart, theme: Theme
) -> None:
    """Write under a unit its name with what it gave, and its δ."""
    picture, column, line = layout.picture, unit.column, layout.line
    name = picture.names[column][unit.unit]
    last = column == len(picture.names) - 1
    below = layout.boxes[unit]
    said = name
    if picture.values is not None:
        value = number(float(picture.values[column][unit.unit]), 3)
        said = f"{'p' if last and len(picture.names[-1]) == 1 else name} {value}"
    lines = [(said, theme.ink)]
    if column and picture.deltas is not None:
        delta = float(picture.deltas[column - 1][unit.unit])
        lines.append((f"δ {number(delta, 2)}", theme.mistake_text))
    for k, (text, colour) in enumerate(lines):
        fitting = painter.fontMetrics().elidedText(
            text, Qt.TextElideMode.ElideRight, int(layout.pitch)
        )
        middle = QPointF(below.center().x(), below.bottom() + 2 + (k + 0.5) * line)
        _write(painter, fitting, middle, line, colour, theme)


def _write(
    painter: QPainter,
    text: str,
    middle: QPointF,
    line: float,
    colour: str,
    theme: Theme,
) -> None:
    """Write a text around a place, legible over connections and maps."""
    box = QRectF(0, 0, painter.fontMetrics().horizontalAdvance(text) + 4, line)
    box.moveCenter(middle)
    painter.fillRect(box, faded(theme.card, BEHIND))
    painter.setPen(QColor(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
