"""The bar of a stream: where its samples come from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QLabel

from engine.data.stream_sources import SOURCES
from gui.recipe.hyperparameters import HyperparameterControl
from gui.session.stream import Stream
from gui.style.icons import icon
from gui.widgets.buttons import tool_button
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import ElidedLabel, with_role
from gui.widgets.layouts import STRETCH, in_column, row_of

if TYPE_CHECKING:
    from gui.session.session import Session
    from gui.style.theme import Theme

KEY = "S"
BOX = 76
"""Width of a number's box."""


class StreamBar(QFrame):
    """Chooses a source and its settings; there while the stream is on."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._stream = stream = Stream.of(session)
        self.action = QAction("&Stream", self, checkable=True)
        self.action.setShortcut(QKeySequence(KEY))
        self.action.setToolTip(f"Let points come in one after another ({KEY})")
        self.action.toggled.connect(stream.set_on)
        self.choice = ComboBox(
            "Source of the stream", "Where the points of the stream come from"
        )
        for source in SOURCES:
            self.choice.addItem(source.title, source.name)
            tip = Qt.ItemDataRole.ToolTipRole
            self.choice.setItemData(self.choice.count() - 1, source.about, tip)
        self.choice.setMinimumContentsLength(16)
        self.choice.currentIndexChanged.connect(self._choose_source)
        self.controls: dict[str, HyperparameterControl] = {}
        self._lay_out()
        self.set_theme(theme)
        stream.toggled.connect(self._show_on)
        stream.changed.connect(self._follow_stream)
        self._follow_stream()
        self.setVisible(stream.on)

    def _lay_out(self) -> None:
        name = with_role(QLabel("Stream"), "title")
        self._close = tool_button(
            tip=f"Stop streaming, keep the points ({KEY})",
            name="Stop streaming",
            look="quiet",
            side=14,
        )
        self._close.clicked.connect(self.action.toggle)
        top = row_of(name, self.choice, STRETCH, self._close, spacing=8)
        self.words = with_role(ElidedLabel(), "muted")
        self._row = row_of(spacing=6)
        below = row_of(self._row, (self.words, 1), spacing=12)
        in_column(self, top, below, margins=(12, 8, 8, 8), spacing=6)

    def set_theme(self, theme: Theme) -> None:
        self.action.setIcon(icon("stream", theme))
        self._close.setIcon(icon("close", theme, theme.muted))

    def _choose_source(self) -> None:
        self._stream.choose(self.choice.currentData())

    def _follow_stream(self) -> None:
        """Show the source, whoever has chosen it, with its settings."""
        source, settings = self._stream.source, self._stream.settings
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(self.choice.findData(source.name))
        if [control.parameter for control in self.controls.values()] != [
            *source.parameters
        ]:
            self._show_parameters()
        for name, control in self.controls.items():
            control.show_value(settings[name])
        self.words.setText(self._stream.ended or source.about)

    def _show_parameters(self) -> None:
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.controls = {
            k.name: HyperparameterControl(k) for k in self._stream.source.parameters
        }
        for control in self.controls.values():
            label = QLabel(control.parameter.label)
            label.setBuddy(control.widget)
            control.widget.setFixedWidth(BOX)
            self._row.addWidget(label)
            self._row.addWidget(control.widget)
            control.changed.connect(partial(self._set_parameter, control))

    def _set_parameter(self, control: HyperparameterControl) -> None:
        self._stream.set_parameter(control.parameter.name, control.value)

    def _show_on(self, on: bool) -> None:
        self.action.setChecked(on)
        self.setVisible(on)
