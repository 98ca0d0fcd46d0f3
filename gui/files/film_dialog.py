"""Asks which steps of the run a film shows, how fast, and how it looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLabel,
    QSpinBox,
    QWidget,
)

from engine.errors import UserError
from engine.export.film import NEEDS_AV, FilmPlan, can_write_mp4, usual_speed
from engine.numbers import counted
from gui.plotting.figure_dialog import FigureForm
from gui.plotting.figure_preview import FigurePreview
from gui.plotting.figure_source import FigureChoice
from gui.widgets.buttons import dialog_buttons
from gui.widgets.layouts import STRETCH, column_of, in_column, row_of
from gui.widgets.number_boxes import NumberLine
from gui.widgets.tab_order import order_tabs

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage

    from engine import Tape
    from gui.files.film_painter import FilmPainter
    from gui.plotting.figure import Figure

    Painting = Callable[["FilmDialog"], FilmPainter]

KINDS = {".gif": "GIF", ".mp4": "MP4", "": "PNG pictures in a new folder"}
"""What can be written, by the suffix."""
KEY = "film"
LARGEST = 2**31 - 1
"""Of a box of whole numbers."""


class FilmDialog(QDialog):
    """Asks for a film of a run, and tells how long it will be.

    Parameters
    ----------
    tape : Tape
    title : str
        Of the run.
    painting : callable
        ``painting(dialog)`` gives what paints the film that is chosen.
    parent : QWidget, optional

    Attributes
    ----------
    first, last : QSpinBox
        Steps.
    speed : QDoubleSpinBox
        Steps per second.
    kind : QComboBox
        One of `KINDS`.
    form : FigureForm
    preview : FigurePreview
        The step that was chosen last, at first the last one.
    length : QLabel
        How many seconds and pictures it has, or why there is no such film.
    """

    def __init__(
        self,
        tape: Tape,
        title: str,
        painting: Painting,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._painting = painting
        self.setWindowTitle("Film of the run")
        self._steps = min(tape.steps, LARGEST)
        self.plan: FilmPlan | None = None
        self.form = FigureForm(FigureChoice.remembered(KEY))
        self.form.own_title.setPlaceholderText(title)
        self.first, self.last = self._step_box(0), self._step_box(self._steps)
        self.first.setToolTip("The step with which the film begins")
        self.last.setToolTip("The step with which it ends")
        self.first.setAccessibleName("First step")
        self.last.setAccessibleName("Last step")
        self.speed = QDoubleSpinBox()
        self.speed.setLineEdit(NumberLine(self.speed))
        self.speed.setAccessibleName("Speed")
        self.speed.setToolTip("How many steps a second of the film shows")
        self.speed.setRange(0.1, 1e9)
        self.speed.setDecimals(1)
        self.speed.setSuffix(" steps per second")
        self.speed.setGroupSeparatorShown(True)
        self.speed.setValue(usual_speed(self._steps))
        self.kind = QComboBox()
        self.kind.setAccessibleName("Written as")
        self.kind.setToolTip("The kind of file, or of files")
        for suffix, name in KINDS.items():
            self.kind.addItem(name, suffix)
        kept = self.kind.findData(QSettings().value(f"{KEY}/kind", ".gif"))
        self.kind.setCurrentIndex(max(kept, 0))
        self.length = QLabel(wordWrap=True)
        self.length.setMinimumHeight(2 * self.length.fontMetrics().lineSpacing())
        self.preview = FigurePreview(self._preview)
        self._seen = self.last
        self._lay_out()
        for end in (self.first, self.last):
            end.valueChanged.connect(lambda _, end=end: self._see(end))
        self.form.changed.connect(self.preview.show_soon)
        for box in (self.first, self.last, self.speed):
            box.valueChanged.connect(self._show_length)
        self.kind.currentIndexChanged.connect(self._show_length)
        self._show_length()
        self.first.setFocus()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through it as one reads it."""
        order_tabs([self])
        return super().focusNextPrevChild(next)

    def _step_box(self, value: int) -> QSpinBox:
        box = QSpinBox()
        box.setLineEdit(NumberLine(box))
        box.setRange(0, self._steps)
        box.setGroupSeparatorShown(True)
        box.setValue(value)
        return box

    def _lay_out(self) -> None:
        steps = row_of(
            self.first,
            QLabel("to"),
            self.last,
            QLabel(f"of {self._steps:,}"),
            spacing=8,
        )
        steps.addStretch()
        self.form.insertRow(0, "Steps", steps)
        self.form.insertRow(1, "Speed", self.speed)
        self.form.insertRow(2, "Written as", self.kind)
        buttons, self.go_on = dialog_buttons(self, "Choose file…")
        both = row_of(
            (column_of(self.form, self.length, STRETCH, spacing=14), 1),
            self.preview,
            spacing=20,
        )
        in_column(self, both, buttons, margins=(16, 16, 16, 16), spacing=14)

    def _see(self, end: QSpinBox) -> None:
        self._seen = end
        self.preview.show_soon()

    def _preview(self, image_of: Callable[[Figure], QImage]) -> QImage | None:
        painter = self._painting(self)
        image = image_of(painter.figure(self._seen.value()))
        painter.close()
        return image

    def _show_length(self) -> None:
        """Say how long the film will be, or why there is none."""
        try:
            self.plan = FilmPlan(
                self.first.value(), self.last.value(), self.speed.value()
            )
            said = length_of(self.plan)
        except UserError as error:
            self.plan, said = None, str(error)
        if self.suffix == ".mp4" and not can_write_mp4():
            self.plan, said = None, NEEDS_AV
        self.length.setText(said)
        self.go_on.setEnabled(self.plan is not None)

    @property
    def suffix(self) -> str:
        """Of the file to write; empty for a folder."""
        return str(self.kind.currentData())

    @property
    def title(self) -> str | None:
        """None for none, empty for that of the run."""
        chosen = self.form.choice.title
        return self.form.own_title.text().strip() if chosen else None

    def accept(self) -> None:
        """Remember what is chosen, but for the steps, which are this run's."""
        self.form.choice.remember(KEY)
        QSettings().setValue(f"{KEY}/kind", self.suffix)
        super().accept()


def length_of(plan: FilmPlan) -> str:
    """Say how long a film is: seconds, from a minute on minutes, and pictures."""
    minutes, seconds = divmod(plan.seconds, 60)
    long = f"{plan.seconds:.1f} seconds"
    if minutes:
        long = f"{minutes:,.0f} min {seconds:.0f} s"
    return f"{long}, {counted(plan.count, 'picture')}"
