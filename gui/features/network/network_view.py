"""The view of a network with its legend and its words, following the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QWidget

from engine.families.capabilities import can
from engine.learners import learner
from gui.features.network.network_diagram import (
    NEGATIVE,
    POSITIVE,
    NetworkDiagram,
    draw_network,
    name_of,
    words_of,
)
from gui.features.network.network_picture import (
    NetworkPart,
    NetworkPicture,
    network_picture,
)
from gui.style.text import number, plain
from gui.widgets.labels import FittingLabel, hint_label
from gui.widgets.layouts import in_column
from gui.widgets.legend_label import LegendLabel, legend_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPainter

    from gui.canvas.axes_bar import AxesBar
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme

    ShowUnit = Callable[[tuple[int, int] | None], None]
    ChooseUnit = Callable[[int], None]

NO_RUN = "Draw points of two classes:<br>the units that learn them will stand here"
NO_UNITS = (
    "This model has no hidden units:<br>choose the learner Multi-layer perceptron"
)
HINT = "Double click a connection to type its weight"
SHORT_HINT = "Double click: type a weight"


class NetworkView(QWidget):
    """Units as a graph, and the step's sample running through them.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says which sample runs through.
    axes : AxesBar
        Knows which two features the maps are over.
    show_unit : callable
        ``show_unit((layer, unit))`` shows a unit's map on the canvas, None none.
    choose_unit : callable
        ``choose_unit(unit)`` lets the line of a unit be dragged there.
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
        caption: QLabel,
        axes: AxesBar,
        show_unit: ShowUnit,
        choose_unit: ChooseUnit,
    ) -> None:
        super().__init__()
        self._session, self._caption, self._axes = session, caption, axes
        self._show_unit, self._choose_unit = show_unit, choose_unit
        self._theme = theme
        self.picture: NetworkPicture | None = None
        self.diagram = NetworkDiagram(theme)
        self.legend, self.reading = LegendLabel(), FittingLabel()
        self.hint = hint_label()
        in_column(
            self, self.legend, (self.hint, 1), (self.diagram, 1), self.reading,
            spacing=4,
        )  # fmt: skip
        self.diagram.pointed.connect(self._point)
        self.diagram.chosen.connect(self._choose_part)
        self.diagram.typed.connect(self._set_weight)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.diagram.set_theme(theme)
        self._update_legend()

    def refresh(self) -> None:
        """Draw the playhead's moment."""
        tape, frame = self._session.tape, self._session.frame
        model = self._session.model
        if tape is None or frame is None or not can(model, "network"):
            self.picture = None
            why = self._session.why_no_run or NO_RUN
            self.hint.setText(why if tape is None else NO_UNITS)
            self._caption.setText("")
        else:
            plane = self._axes.plane(tape.data)
            self.picture = network_picture(tape, frame, model, plane)
            self._update_caption(self.picture)
        there = self.picture is not None
        for part in (self.diagram, self.legend, self.reading):
            part.setVisible(there)
        self.hint.setVisible(not there)
        self.diagram.show_picture(self.picture)
        self._update_legend()
        self._read_part()

    def _update_caption(self, picture: NetworkPicture) -> None:
        frame, words = self._session.frame, []
        if frame is not None and frame.step:
            first, many = frame.rows[0] + 1, len(frame.rows)
            words.append(f"point {first:,}" if many == 1 else f"{many:,} points")
        inputs = len(picture.names[0])
        if len(picture.drawn[0]) < inputs:
            words.append(f"{len(picture.drawn[0])} of {inputs} inputs")
        if picture.model.scaling is not None:
            words.append("standardised")
        self._caption.setText(" · ".join(words))

    def _update_legend(self) -> None:
        theme, picture = self._theme, self.picture
        marks = [
            (theme.runs[POSITIVE], "━", "w &gt; 0", "As thick as the weight is large"),
            (theme.runs[NEGATIVE], "╍", "w &lt; 0", "As thick as the weight is large"),
        ]
        if picture is not None and picture.shares is not None:
            share = "What the step’s samples add to the weight: η · δ · a"
            marks.append((theme.mistake, "●", "update", share))
        if picture is not None and picture.deltas is not None:
            passed = "What is passed back to a unit: its share of the error"
            marks.append((theme.mistake_text, "δ", "passed back", passed))
        self.legend.setText(legend_text(theme, marks))

    def _point(self, part: NetworkPart | None) -> None:
        """Say what is pointed at; a unit's map comes onto the canvas."""
        is_unit = part is not None and part.column > 0 and part.source < 0
        self._show_unit((part.column - 1, part.unit) if part and is_unit else None)
        self._read_part()

    def _choose_part(self, part: NetworkPart) -> None:
        if part.column == 1:
            self._choose_unit(part.unit)

    def _read_part(self) -> None:
        part = self.diagram.part
        if self.picture is None or part is None:
            self.reading.set_alternatives(HINT, SHORT_HINT)
            return
        words = words_of(self.picture, part)
        self.reading.set_alternatives(words, words.replace("share of the ", ""))
        self.reading.setToolTip(plain(words))
        self.diagram.tell(words)

    def _set_weight(self, part: NetworkPart, weight: float) -> None:
        """Let the run go on from the present weights, one of them another.

        As a branch from here; at its start and where nothing is learned it starts so,
        which can be undone.
        """
        session, picture = self._session, self.picture
        if picture is None:
            return
        name = name_of(picture, part)
        start = picture.with_weight(part, weight)
        by_hand = learner(session.recipe.learner).by_hand
        if not by_hand and (session.step or session.branches.active):
            self._branch(name, weight, start)
            return
        session.change(session.recipe.replace(start=start), f"set {name}")
        session.seek(0)
        session.message.emit(
            f"The run starts anew from the weights of this step, {name} at "
            f"{number(weight, 4)} · Ctrl+Z takes it back"
        )

    def _branch(
        self, name: str, weight: float, start: tuple[tuple[float, ...], ...]
    ) -> None:
        session = self._session
        at_end = session.recorded and session.step == session.last
        weights = tuple(number for row in start for number in row)
        obstacle = session.branches.set_weights(weights)
        if obstacle:
            session.message.emit(f"No weight is set here: {obstacle}")
            return
        more = " · With more epochs it goes on" if at_end else ""
        session.message.emit(
            f"Run 2 leaves run 1 here, {name} at {number(weight, 4)}{more}"
        )

    def figure(self, sheet: Sheet) -> Figure | None:
        """Give the graph on a sheet; None where there is none."""
        picture = self.picture
        if picture is None:
            return None
        from gui.plotting.figure import Figure

        def draw(painter: QPainter) -> None:
            size = sheet.size
            draw_network(painter, picture, sheet.theme, size.width(), size.height())

        return Figure(sheet.size, QColor(sheet.theme.card), draw)
