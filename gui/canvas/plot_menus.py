"""The menus of the plot: of an empty place, and of the selected samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from gui.canvas.plane import Place
    from gui.canvas.plot import CanvasPlot
    from gui.canvas.selection import Selection, SelectionActions
    from gui.session.session import Session


class PlotMenus:
    """Opens them where the mouse is.

    Attributes
    ----------
    of_place, of_points : list of QAction
        What is offered at an empty place, and of the selected samples.
    """

    def __init__(
        self,
        session: Session,
        plot: CanvasPlot,
        selection: Selection,
        changes: SelectionActions,
    ) -> None:
        self._session, self._plot = session, plot
        self._selection, self._changes = selection, changes
        self.of_place: list[QAction] = []
        self.of_points: list[QAction] = [changes.double, changes.delete]

    def open(self, place: Place) -> None:
        """Offer what can be done with the selected samples; without any, there."""
        plot = self._plot
        if len(self._selection):
            menu = self.points_menu(plot)
        else:
            menu = QMenu(plot)
            menu.addActions(self.of_place)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        scene = plot.view.mapViewToScene(QPointF(*place))
        menu.popup(plot.viewport().mapToGlobal(plot.mapFromScene(scene)))

    def points_menu(self, parent: QWidget) -> QMenu:
        """Make the menu of the selected samples."""
        from gui.canvas.points_menu import PointsMenu

        return PointsMenu(
            self._session, self._selection, self._changes,
            self.of_points, self._plot.theme, parent,
        )  # fmt: skip
