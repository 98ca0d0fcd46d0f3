"""A card with a figure that can be copied and exported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMessageBox,
    QToolButton,
    QWidget,
)

from engine.errors import UserError
from gui.plotting.figure import FIGURE_FILTER
from gui.plotting.figure_dialog import FigureDialog
from gui.plotting.figure_source import FigureChoice, FigureSource
from gui.style.icons import icon
from gui.widgets.cards import Card
from gui.widgets.dialog_folder import FIGURES, dialog_folder, remember_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme


class FigureCard(Card):
    """A card with quiet buttons at the right of its head.

    Attributes
    ----------
    export_action, copy_picture_action : QAction
        Hidden until `set_figure`; enabled together.
    """

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._title = title
        self.copy_picture_action = QAction("Copy picture", self, visible=False)
        self.copy_picture_action.triggered.connect(self._copy)
        self.export_action = QAction("Export…", self, visible=False)
        self.export_action.setToolTip("Export this figure (PNG, SVG, PDF)")
        self.export_action.triggered.connect(self._export)
        self.export_action.enabledChanged.connect(self.copy_picture_action.setEnabled)
        self._icons = {self.export_action: "save"}

    def add_button(self, action: QAction, picture: str, theme: Theme) -> None:
        """Have a quiet button at the right for an action."""
        self._icons[action] = picture
        button = QToolButton()
        button.setProperty("quiet", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.head.addWidget(button)
        self.set_theme(theme)

    def set_figure(
        self,
        name: str,
        figure: Callable[[Sheet], Figure | None],
        of: QWidget,
        theme: Theme,
    ) -> None:
        """Let the figure be exported, by a button and a menu on the widget.

        Parameters
        ----------
        name : str
            Of the file, without a suffix.
        figure : callable
            ``figure(sheet)`` is what is to be written; None if there is nothing.
        of : QWidget
        theme : Theme
        """
        self._name = name
        self._source = FigureSource(
            self._title, figure, lambda: (self._title, self.caption.text())
        )
        for action in (self.copy_picture_action, self.export_action):
            action.setVisible(True)
            of.addAction(action)
        self.add_button(self.export_action, "save", theme)
        of.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def set_theme(self, theme: Theme) -> None:
        for action, picture in self._icons.items():
            action.setIcon(icon(picture, theme, theme.muted))

    def _copy(self) -> None:
        self._put(self._source.figure(FigureChoice.remembered()))

    def _put(self, figure: Figure | None) -> None:
        if figure is not None:
            QApplication.clipboard().setMimeData(figure.mime())

    def _export(self) -> None:
        dialog = FigureDialog([self._source], self)
        if not dialog.exec():
            return
        figure = dialog.figure
        if dialog.copied:
            self._put(figure)
            return
        path = None if figure is None else ask_figure_path(self, self._name)
        if figure is None or path is None:
            return
        try:
            figure.save(path)
        except UserError as error:
            QMessageBox.warning(self, "Perceptron Lab", str(error))


def ask_figure_path(parent: QWidget, name: str) -> Path | None:
    """Ask for a file to write a picture to; its suffix is that of the kind chosen."""
    start = str(dialog_folder(FIGURES) / f"{name}.png")
    dialog = QFileDialog(parent, "Export", start, FIGURE_FILTER)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("png")
    dialog.filterSelected.connect(
        lambda kind: dialog.setDefaultSuffix(kind.split(" ")[0].lower())
    )
    if not dialog.exec():
        return None
    path = Path(dialog.selectedFiles()[0])
    remember_folder(path, FIGURES)
    return path
