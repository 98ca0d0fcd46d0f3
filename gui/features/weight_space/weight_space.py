"""Weight space with its controls and its words, following the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.feature_map import Factor
from engine.families.capabilities import can
from engine.spaces.weight_space import MOST_LOSSES, MOST_SAMPLES
from gui.features.weight_space.path_view import PathView, start_and_now
from gui.features.weight_space.weight_controls import WeightOptions
from gui.features.weight_space.weight_picture import WeightPicture, weight_picture
from gui.features.weight_space.weight_plot import MOST_LINES, WeightPlot
from gui.session.diagnosis import DiagnosisRunner
from gui.style.text import number
from gui.widgets.labels import hint_label
from gui.widgets.layouts import in_column
from gui.widgets.legend_label import legend_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QLabel

    from engine import Frame, Tape
    from gui.canvas.axes_bar import AxesBar
    from gui.features.weight_space.network_slice_view import NetworkSliceView
    from gui.session.session import Session
    from gui.style.theme import Theme

NO_RUN = "Draw points of two classes:<br>their half-planes will stand here"
ONE_WEIGHT = "There is only one weight:<br>choose another feature, or the offset"
TOOLTIP = (
    "Each line is a sample: the weights that have it exactly on the boundary,\n"
    "right on one side, wrong on the other. Where no sample is wrong, the ground\n"
    "is clear. The update goes at a right angle to its sample's line. Weights are\n"
    "those trained with; the others are held at their values before the step.\n"
    "The star is the direction of largest margin, drawn as long as the weights now."
)


class WeightSpace(PathView):
    """Two weights across and up, what every sample says to them, and their path.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says at what the other weights are held.
    axes : AxesBar
        Knows which features are shown: their weights are shown first.
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
        caption: QLabel,
        axes: AxesBar,
    ) -> None:
        super().__init__(session, theme, caption, WeightPlot(theme), TOOLTIP)
        self._diagnoser, self._axes = DiagnosisRunner.of(session), axes
        self._features = (0, 1)
        self.picture: WeightPicture | None = None
        self.hint = hint_label()
        self.network: NetworkSliceView | None = None
        self._layout = in_column(
            self, self.controls, self.legend, (self.hint, 1), (self.plot, 1), spacing=4
        )
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.network is not None:
            self.network.set_theme(theme)

    def refresh(self, *, anew: bool = False) -> None:
        tape, frame = self._session.tape, self._session.frame
        if self._show_network():
            return
        if tape is not None:
            refilled = self.controls.show_options(WeightOptions.of(tape))
            anew |= self._take_features(tape, refilled) or refilled
        reason = "" if tape is None else tape.problem.why_no_row
        several = len(self.controls.options.weights) > 1
        there = tape is not None and several and not reason
        for part in (self.plot, self.legend):
            part.setVisible(there)
        self.hint.setVisible(not there)
        why = self._session.why_no_run or NO_RUN
        missing = reason.capitalize() or ONE_WEIGHT
        self.hint.setText(why if tape is None else missing)
        self.controls.setEnabled(there)
        if there and tape is not None and frame is not None:
            self._show_picture(tape, frame, anew=anew)
        else:
            self.picture = None
            self._caption.setText("")

    def _show_network(self) -> bool:
        """Show a slice through a network in place of all else, if there is one."""
        is_network = can(self._session.model, "network")
        if is_network and self.network is None:
            from gui.features.weight_space.network_slice_view import NetworkSliceView

            self.network = NetworkSliceView(self._session, self._theme, self._caption)
            self._layout.addWidget(self.network, 1)
        if self.network is None:
            return False
        self.network.setVisible(is_network)
        self.controls.setVisible(not is_network)
        if not is_network:
            self.network.leave()
            return False
        for part in (self.plot, self.legend, self.hint):
            part.hide()
        self.picture = None
        self.network.refresh()
        return True

    def _take_features(self, tape: Tape, refilled: bool) -> bool:
        """Show the weights of the two features that are shown, if these are others."""
        plane, terms = self._axes.plane(tape.data), tape.problem.features.terms
        features = plane.across, plane.up
        if features == self._features and not refilled:
            return False
        self._features = features
        wanted = [(Factor(j),) for j in features]
        if not set(wanted) <= set(terms):
            return False
        across, up = map(terms.index, wanted)
        return self.controls.show_weights(across, up)

    def _show_picture(self, tape: Tape, frame: Frame, *, anew: bool) -> None:
        shown = self.controls.shown
        path, whole = self.path_until(tape, frame.step, shown.output)
        self.picture = weight_picture(
            tape,
            frame,
            shown,
            path,
            whole=whole,
            former=self.picture,
            widest=self._widest(tape, shown.output),
        )
        self.name_axes(self.plot, tape)
        end = tape.weights([tape.steps])[:, shown.output, shown.columns]
        self.plot.show_picture(self.picture, end, anew=anew)
        self.update_legend()
        self._update_caption(self.picture)
        self.plot.tell()

    def _widest(self, tape: Tape, output: int) -> NDArray[np.float64] | None:
        """Give the weights of largest margin, once they are known."""
        self._diagnoser.ask()
        diagnosis = self._diagnoser.diagnosis
        if diagnosis is None or self._diagnoser.tape is not tape:
            return None
        line = diagnosis.separations[output].line
        return None if line is None else line.weights

    def update_legend(self) -> None:
        if self.picture is not None:
            self.legend.setText(weight_legend(self.picture, self._theme))

    def _update_caption(self, picture: WeightPicture) -> None:
        shown, names = self.controls.shown, self.controls.options.weights
        others = [j for j in range(len(names)) if j not in shown.columns]
        words = []
        if len(others) == 1:
            held = picture.plane.held[others[0]]
            words.append(f"{names[others[0]]} = {number(held, 3)}")
        elif others:
            words.append(f"{len(others)} others held")
        most = MOST_LOSSES if shown.by_loss else MOST_LINES
        if picture.problem.n_samples > most:
            words.append(f"{most} of {picture.problem.n_samples:,} points")
        self._caption.setText(" · ".join(words))
        every = picture.problem.n_samples <= MOST_SAMPLES
        counted = "" if every else f"; mistakes counted on {MOST_SAMPLES:,} of them"
        self._caption.setToolTip(self._caption.text() + counted)


def weight_legend(
    picture: WeightPicture, theme: Theme, *, any_step: bool = False
) -> str:
    """Say what the marks are, of the picture's step or of any step of its run."""
    marks = start_and_now(theme)
    if picture.by_votes:
        marks.append((theme.accent, "●", "votes", "The weight vectors that vote"))
    if picture.used is not None:
        marks.append((theme.good, "◆", picture.used[0], "The weights that are used"))
    if picture.widest is not None:
        widest = "The direction of the weights whose boundary has the largest margin"
        marks.append((theme.good, "★", "largest margin", widest))
    looked_at = "Where the score of the sample looked at is 0"
    if any_step:
        marks.append((theme.mistake, "━", "mistake", looked_at))
    elif len(picture.mistaken) == 1:
        code = int(picture.looked_at.codes[0]) % len(theme.classes)
        mistake = bool(picture.mistaken[0])
        tone = theme.mistake if mistake else theme.classes[code]
        marks.append((tone, "━", "mistake" if mistake else "right", looked_at))
    return legend_text(theme, marks)
