"""The set-up panel: data, split, features, learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gui.panels.data_section import DataSection
from gui.panels.features_section import FeaturesSection
from gui.panels.learner_section import LearnerSection
from gui.panels.split_section import SplitSection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QAction

    from gui.session.session import Session
    from gui.style.theme import Theme


class SetupPanel(QWidget):
    """Data, their split, features and learner, one section each."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        *,
        current_class: Callable[[], int],
        part_action: QAction,
        margin_action: QAction,
    ) -> None:
        super().__init__()
        self.data = DataSection(session, theme, current_class)
        self.split = SplitSection(session, part_action, margin_action)
        self.features = FeaturesSection(session, theme)
        self.learner = LearnerSection(session)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        sections = (self.data, self.split, self.features, self.learner)
        for i, section in enumerate(sections):
            if i:
                line = QFrame()
                line.setProperty("separator", True)
                line.setFixedHeight(1)
                layout.addWidget(line)
            layout.addWidget(section)
        layout.addStretch()

    def disable_controls(self, names: Iterable[str]) -> None:
        """Disable the controls of what the stream sets, and enable all others."""
        names = frozenset(names)
        self.features.disable_controls(names)
        self.learner.disable_controls(names)

    def set_theme(self, theme: Theme) -> None:
        self.data.set_theme(theme)
        self.features.set_theme(theme)
