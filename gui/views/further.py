"""The views that wait behind a tab until somebody wants to see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.views.lazy import Lazy

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel, QWidget

    from gui.session import Session
    from gui.theme import Theme


def further_views(session: Session, theme: Theme) -> dict[str, Lazy]:
    """Give them by the titles of their docks."""
    return {"Weight space": Lazy(session, theme, _weight_space)}


def _weight_space(session: Session, theme: Theme, caption: QLabel) -> QWidget:
    from gui.views.weight_space.view import WeightSpace

    return WeightSpace(session, theme, caption)
