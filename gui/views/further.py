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
    makers = {"Weight space": _weight_space, "Lifted space": _lifted_space}
    return {title: Lazy(session, theme, make) for title, make in makers.items()}


def _weight_space(session: Session, theme: Theme, caption: QLabel) -> QWidget:
    from gui.views.weight_space.view import WeightSpace

    return WeightSpace(session, theme, caption)


def _lifted_space(session: Session, theme: Theme, caption: QLabel) -> QWidget:
    from gui.views.lifted_space.view import LiftedSpace

    return LiftedSpace(session, theme, caption)
