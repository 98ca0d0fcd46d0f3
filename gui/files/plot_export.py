"""Export of a plot: the dialog, and the plot drawn again for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.data.view_choice import ViewChoice
from gui.canvas.margin_view import MarginProjection
from gui.canvas.picture import picture_of_step, rect_around
from gui.canvas.plane import Plane, even_stretch
from gui.canvas.plot import CanvasPlot
from gui.plotting.figure import lay_out
from gui.style.theme import LIGHT
from gui.views.cost_curves import CostChoice
from gui.views.error_curve import NO_COST, ErrorPlot
from gui.views.loss.loss_picture import loss_picture
from gui.views.loss.loss_plot import LossPlot

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF

    from engine import Tape
    from gui.canvas.canvas import Canvas
    from gui.canvas.layers.largest_margin import LargestMargin
    from gui.canvas.layers.layer_stack import LayerStack
    from gui.canvas.picture import Picture
    from gui.session.session import Session


def canvas_plot(
    shown: Picture,
    size: QSize,
    view: QRectF | None = None,
    *,
    class_lines: bool = True,
    margin: LargestMargin | None = None,
    support: int | None = None,
    mistakes: NDArray[np.int64] | None = None,
    like: LayerStack | None = None,
) -> CanvasPlot:
    """Make the canvas again, at another size, in the colours of paper.

    Parameters
    ----------
    shown : Picture
    size : QSize
        In logical pixels.
    view : QRectF, optional
        The part of the plane to show; default all samples.
    class_lines : bool
        Whether more than two classes have a boundary each.
    margin : LargestMargin, optional
        The line of largest margin, if it is to be drawn.
    support : int, optional
        The class whose margins and support vectors are to be drawn, of a linear SVM.
    mistakes : ndarray of int, optional
        How often each sample was a mistake, to colour them by.
    like : LayerStack, optional
        Layers whose bundles of orders, and other weights of the run, are drawn too.
    """
    plot = CanvasPlot(LIGHT)
    plot.layers.class_boundaries.set_shown(class_lines)
    plot.layers.largest_margin.show_margin(margin)
    plot.layers.svm_margins.set_shown(support is not None)
    plot.layers.svm_margins.set_class(support or 0)
    plot.layers.mistake_counts.show_counts(mistakes)
    plot.layers.mistake_counts.set_shown(mistakes is not None)
    if like is not None:
        plot.layers.order_bundles.show_bundles(like.order_bundles.bundles)
        plot.layers.counterpart.show_model(
            like.counterpart.model, like.counterpart.names
        )
    plot.view.setRange(view or rect_around(shown), padding=0)
    plot.show_picture(shown)
    lay_out(plot, size)
    plot.view.setRange(view or rect_around(shown), padding=0)
    return plot


def run_as_learned(tape: Tape, step: int, *, along_weights: bool = False) -> Picture:
    """Look at a step of a run, at the features that it learns from.

    Parameters
    ----------
    tape : Tape
    step : int
    along_weights : bool
        Where these are more than two, take the margin view, as the window does.
    """
    data = tape.data
    choice = ViewChoice.of(data, tape.problem.features.used_features)
    stretch = even_stretch(data, choice.across, choice.up)
    plane = Plane.of(data, choice.across, choice.up, stretch)
    shown = picture_of_step(tape, data, tape.frame(step), tape.model(step), plane)
    if not (along_weights and choice.margin and MarginProjection.is_possible(shown)):
        return shown
    return MarginProjection().project(shown, tape, choice.code)


def canvas_as_shown(canvas: Canvas, size: QSize) -> CanvasPlot:
    """Make the canvas again as it is now, at another size."""
    plot, svm = canvas.plot, canvas.support_action.isChecked()
    return canvas_plot(
        canvas.shown(),
        size,
        plot.view.viewRect(),
        class_lines=canvas.class_lines_action.isChecked(),
        margin=plot.layers.largest_margin.margin,
        support=canvas.current_class if svm else None,
        mistakes=plot.layers.mistake_counts.counts
        if canvas.mistakes_action.isChecked()
        else None,
        like=plot.layers,
    )


def error_plot(
    tape: Tape | None,
    step: int,
    size: QSize,
    other: Tape | None = None,
    left: int | None = None,
    choice: CostChoice = NO_COST,
) -> ErrorPlot:
    """Make the error curve again, at another size, in the colours of paper.

    Where the run branches, it left another at step `left`, which is `other` if that
    is to be shown. The cost is drawn as it is chosen.
    """
    plot = ErrorPlot(LIGHT, choice=choice)
    plot.show_run(tape, other, left)
    plot.show_playhead(tape, step)
    lay_out(plot, size)
    return plot


def error_as_shown(session: Session, size: QSize) -> ErrorPlot:
    """Make the error curve again as it is now, at another size."""
    branches = session.branches
    return error_plot(
        session.tape,
        session.step,
        size,
        branches.tape,
        branches.step,
        CostChoice.remembered(),
    )


def loss_as_shown(session: Session, output: int | None, size: QSize) -> LossPlot:
    """Make the losses again as they are now, at another size, in colours of paper."""
    plot = LossPlot(LIGHT)
    tape, frame = session.tape, session.frame
    lay_out(plot, size)
    if tape is not None and frame is not None:
        plot.show_picture(loss_picture(tape, frame, output))
    return plot


class PlotExportDialog(QDialog):
    """Asks for the plot and its size in pixels; vectors have the same proportions.

    Attributes
    ----------
    buttons : list of QRadioButton
        One a plot.
    """

    def __init__(self, plots: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a plot")
        self._plots = plots
        self.buttons = [QRadioButton(name) for name in plots]
        self.buttons[0].setChecked(True)
        choices = QVBoxLayout()
        choices.setSpacing(6)
        for button in self.buttons:
            choices.addWidget(button)
        self.wide, self.high = _size_box(900), _size_box(675)
        size = QHBoxLayout()
        size.addWidget(self.wide)
        size.addWidget(QLabel("×"))
        size.addWidget(self.high)
        size.addStretch()
        form = QFormLayout()
        form.setVerticalSpacing(12)
        form.addRow("Plot", choices)
        form.addRow("Size", size)
        note = QLabel("PNG at twice this size; SVG and PDF keep lines as lines.")
        note.setProperty("role", "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        go_on = buttons.addButton(
            "Choose file…", QDialogButtonBox.ButtonRole.AcceptRole
        )
        go_on.setProperty("primary", True)
        go_on.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(buttons)

    @property
    def chosen(self) -> str:
        """Title of the plot."""
        pairs = zip(self._plots, self.buttons, strict=True)
        return next(plot for plot, button in pairs if button.isChecked())

    @property
    def size_chosen(self) -> QSize:
        """Size in logical pixels."""
        return QSize(self.wide.value(), self.high.value())


def _size_box(value: int) -> QSpinBox:
    box = QSpinBox()
    box.setSuffix(" px")
    box.setRange(200, 4000)
    box.setSingleStep(50)
    box.setValue(value)
    return box
