"""Copy picture and Export: the two actions with which a plot is taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from engine.errors import UserError
from gui.plotting.figure_source import FigureChoice
from gui.style.text import plain

if TYPE_CHECKING:
    from gui.plotting.figure import Figure
    from gui.plotting.figure_source import FigureSource


class FigureActions(QObject):
    """Copies and exports a plot; its widget has both in its context menu.

    What draws it for paper is imported when it is wanted.

    Parameters
    ----------
    source : FigureSource
    of : QWidget
    name : str
        Of the file, without a suffix.

    Attributes
    ----------
    copy, export : QAction
        Enabled together.
    """

    def __init__(self, source: FigureSource, of: QWidget, name: str) -> None:
        super().__init__(of)
        self._source, self._of, self._name = source, of, name
        self.copy, self.export = QAction("Copy picture", of), QAction("Export…", of)
        self.copy.triggered.connect(self._copy_figure)
        self.export.triggered.connect(self._export)
        self.export.setToolTip("Export this figure (PNG, SVG, PDF)")
        self.export.enabledChanged.connect(self.copy.setEnabled)
        of.addActions([self.copy, self.export])
        of.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _copy_figure(self) -> None:
        self._put_figure(self._source.figure(FigureChoice.remembered()))

    def _put_figure(self, figure: Figure | None) -> None:
        if figure is not None:
            QApplication.clipboard().setMimeData(figure.mime())

    def _export(self) -> None:
        from gui.plotting.figure_dialog import FigureDialog

        dialog = FigureDialog([self._source], lambda _: self._name, self._of.window())
        accepted = dialog.exec()
        dialog.deleteLater()
        if not accepted:
            return
        figure = dialog.figure
        if dialog.copied:
            self._put_figure(figure)
            return
        path = dialog.file.path
        if figure is None or path is None:
            return
        try:
            figure.save(path)
            dialog.file.remember()
        except UserError as error:
            QMessageBox.warning(self._of, "Perceptron Lab", plain(str(error)))
