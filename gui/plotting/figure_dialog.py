"""Asks how a plot is to be taken away: where to, how large, with which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from gui.plotting.figure import FIGURE_FILTER, PIXELS_PER_INCH
from gui.plotting.figure_preview import FigurePreview
from gui.plotting.figure_source import COLOURS, FigureChoice
from gui.widgets.buttons import dialog_buttons
from gui.widgets.dialog_folder import FIGURES
from gui.widgets.file_field import FileField
from gui.widgets.labels import with_role
from gui.widgets.layouts import STRETCH, column_of, in_column, row_of
from gui.widgets.number_boxes import NumberLine
from gui.widgets.tab_order import order_tabs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QImage, QShowEvent

    from gui.plotting.figure import Figure
    from gui.plotting.figure_source import FigureSource


class FigureForm(QFormLayout):
    """Controls for what a `FigureChoice` holds, as it was chosen last.

    Signals
    -------
    changed
        Something else was chosen.
    """

    changed = Signal()

    def __init__(self, choice: FigureChoice) -> None:
        super().__init__()
        self.setVerticalSpacing(12)
        self.wide = _size_box(choice.size.width(), "Width")
        self.high = _size_box(choice.size.height(), "Height")
        size = row_of(self.wide, QLabel("×"), self.high, spacing=8)
        size.addStretch()
        self.wide.setToolTip("Width of the figure")
        self.high.setToolTip("Height of the figure")
        self.colours = QComboBox()
        self.colours.setAccessibleName("Colours")
        self.colours.setToolTip("Colours of the figure: for paper, or for a dark slide")
        for key, text in COLOURS.items():
            self.colours.addItem(text, key)
        self.colours.setCurrentIndex(list(COLOURS).index(choice.colours))
        self.legend, self.caption = QCheckBox("Legend"), QCheckBox("Caption")
        self.title, self.own_title = QCheckBox("Title"), QLineEdit()
        self.own_title.setAccessibleName("Title")
        self.legend.setToolTip("What the marks are")
        self.caption.setToolTip("Step, epoch, updates and error, below the plot")
        for box, on in (
            (self.legend, choice.legend),
            (self.title, choice.title),
            (self.caption, choice.caption),
        ):
            box.setChecked(on)
            box.toggled.connect(lambda _: self.changed.emit())
        self.colours.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.own_title.textChanged.connect(lambda _: self.changed.emit())
        self.own_title.setEnabled(choice.title)
        self.title.toggled.connect(self.own_title.setEnabled)
        words = column_of(
            self.legend,
            row_of(self.title, (self.own_title, 1), spacing=8),
            self.caption,
            spacing=6,
        )
        self.addRow("Size", size)
        self.addRow("Colours", self.colours)
        self.addRow("With", words)
        for spin in (self.wide, self.high):
            spin.valueChanged.connect(lambda _: self.changed.emit())

    @property
    def choice(self) -> FigureChoice:
        """What is chosen now."""
        return FigureChoice(
            QSize(self.wide.value(), self.high.value()),
            self.colours.currentData(),
            self.legend.isChecked(),
            self.title.isChecked(),
            self.caption.isChecked(),
        )


class FigureDialog(QDialog):
    """Asks which plot, how, and whether it is to be copied or written to which file.

    Parameters
    ----------
    sources : sequence of FigureSource
    name_of : callable
        Gives the name of a file for one of them.
    parent : QWidget, optional
    chosen : int
        The one that is chosen at first.

    Attributes
    ----------
    buttons : list of QRadioButton
        One a plot.
    form : FigureForm
    file : FileField
    preview : FigurePreview
    copied : bool
        Whether a copy is wanted, not a file.
    """

    def __init__(
        self,
        sources: Sequence[FigureSource],
        name_of: Callable[[FigureSource], str],
        parent: QWidget | None = None,
        *,
        chosen: int = 0,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export a plot")
        self._sources, self._name_of = sources, name_of
        self.copied = False
        self.file = FileField("Export a plot", FIGURE_FILTER, FIGURES)
        self._group = QButtonGroup(self)
        self.buttons = [QRadioButton(source.name) for source in sources]
        self.form = FigureForm(FigureChoice.remembered())
        choices = column_of(spacing=6)
        for i, button in enumerate(self.buttons):
            choices.addWidget(button)
            self._group.addButton(button, i)
        self.buttons[chosen].setChecked(True)
        if len(sources) > 1:
            self.form.insertRow(0, "Plot", choices)
        self._note = with_role(QLabel(), "muted")
        self.preview = FigurePreview(self._preview)
        self.form.changed.connect(self._show_size)
        self.form.changed.connect(self.preview.show_soon)
        self._group.idToggled.connect(lambda *_: self._show_source())
        self._group.idToggled.connect(lambda *_: self.preview.show_soon())
        self._show_size()
        self._note.setWordWrap(True)
        both = row_of(
            (column_of(self.form, self._note, STRETCH, spacing=14), 1),
            self.preview,
            spacing=20,
        )
        target = QFormLayout()
        target.addRow("File", self.file)
        in_column(
            self,
            both,
            target,
            self._make_buttons(),
            margins=(16, 16, 16, 16),
            spacing=14,
        )
        self.file.changed.connect(self._show_file)
        self._show_source()
        self._show_file()

    def _make_buttons(self) -> QDialogButtonBox:
        buttons, self.export_button = dialog_buttons(self, "Export")
        role = QDialogButtonBox.ButtonRole
        self.copy_button = buttons.addButton("Copy", role.ActionRole)
        self.copy_button.setToolTip("Copy the picture to the clipboard")
        self.copy_button.clicked.connect(self._accept_copied)
        return buttons

    def _accept_copied(self) -> None:
        self.copied = True
        self.accept()

    def _show_size(self) -> None:
        """Say how large it is on paper, where letters are as large as on the screen."""
        size = self.form.choice.size
        wide, high = (2.54 * n / PIXELS_PER_INCH for n in size.toTuple())
        self._note.setText(
            f"On paper {wide:.1f} × {high:.1f} cm; PNG at twice this size in pixels.\n"
            "SVG and PDF keep lines as lines."
        )

    def _show_source(self) -> None:
        self.form.own_title.setPlaceholderText(self.source.words()[0])
        self.file.propose(f"{self._name_of(self.source)}.png")

    def _show_file(self) -> None:
        words = "Replace" if self.file.replaces else "Export"
        self.export_button.setText(self.file.fault or words)
        self.export_button.setEnabled(self.file.path is not None)

    def showEvent(self, event: QShowEvent) -> None:
        """Have the height that all needs: Qt gives two thirds of the screen at most."""
        super().showEvent(event)
        self.resize(self.sizeHint().boundedTo(self.screen().availableSize()))

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through it as one reads it."""
        order_tabs([self])
        return super().focusNextPrevChild(next)

    @property
    def source(self) -> FigureSource:
        """The plot chosen."""
        return self._sources[self._group.checkedId()]

    @property
    def figure(self) -> Figure | None:
        """The plot, drawn as is chosen."""
        form = self.form
        return self.source.figure(form.choice, form.own_title.text().strip())

    def _preview(self, image_of: Callable[[Figure], QImage]) -> QImage | None:
        figure = self.figure
        return None if figure is None else image_of(figure)

    def accept(self) -> None:
        """Remember what is chosen."""
        self.form.choice.remember()
        super().accept()


def _size_box(value: int, name: str) -> QSpinBox:
    box = QSpinBox()
    box.setLineEdit(NumberLine(box))
    box.setSuffix(" px")
    box.setRange(200, 4000)
    box.setSingleStep(50)
    box.setValue(value)
    box.setAccessibleName(name)
    return box
