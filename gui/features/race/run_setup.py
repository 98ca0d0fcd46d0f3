"""The set-up of one run of the race: its learner and its features, in a popup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.recipe.features_section import FeaturesSection
from gui.recipe.hyperparameters import FURTHER_GROUPS, HyperparametersSection
from gui.recipe.learner_section import LearnerSection
from gui.session.run_labels import SHARED
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gui.session.session import Session
    from gui.style.theme import Theme

WIDTH, MOST_HEIGHT = 292, 620


class RunLearnerSection(LearnerSection):
    """The learner, without what all runs share."""

    elsewhere = SHARED


class RunSection(HyperparametersSection):
    """Further hyperparameters, likewise."""

    elsewhere = SHARED


class RunSetup(QFrame):
    """The sections of the set-up panel, for this run alone; a press beside it ends it.

    It is a popup, since under Wayland no other window can stand at a button.

    Attributes
    ----------
    learner, features : Section
    """

    def __init__(self, run: Session, theme: Theme, mark: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setWindowTitle(f"Set-up of run {mark}")
        self.learner = RunLearnerSection(run)
        self.features = FeaturesSection(run, theme)
        further = [
            RunSection(title, run, group, folds=True)
            for title, group in FURTHER_GROUPS
            if group != "start"
        ]
        self._inside = QWidget()
        column = in_column(self._inside, margins=(12, 10, 12, 10), spacing=10)
        for section in (self.learner, self.features, *further):
            column.addWidget(section)
        for folded in further:
            folded.refresh()
        column.addStretch()
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._inside)
        in_column(self, self._area)

    def set_theme(self, theme: Theme) -> None:
        self.features.set_theme(theme)

    def open_below(self, button: QWidget) -> None:
        """Show it beneath a button, as a whole on its screen."""
        screen = button.screen().availableGeometry()
        wanted = self._inside.sizeHint().height() + 2
        size = QSize(WIDTH, min(wanted, MOST_HEIGHT, screen.height()))
        place = button.mapToGlobal(QPoint(0, button.height()))
        left = min(place.x(), screen.right() + 1 - size.width())
        top = min(place.y(), screen.bottom() + 1 - size.height())
        self.setGeometry(
            max(left, screen.left()), max(top, screen.top()), *size.toTuple()
        )
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close at Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
