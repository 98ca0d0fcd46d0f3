"""The pages in the order of their tabs: each line imports one when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.canvas import Canvas
    from gui.evaluation.page import Page
    from gui.session.session import Session
    from gui.style.theme import Theme


def _confusion(session: Session, canvas: Canvas, theme: Theme) -> Page:
    from gui.evaluation.confusion_page import ConfusionPage

    return ConfusionPage(session, canvas, theme)


def _cross_validation(session: Session, canvas: Canvas, theme: Theme) -> Page:
    from gui.evaluation.cross_validation_page import CrossValidationPage

    return CrossValidationPage(session, canvas, theme)


def _search(session: Session, canvas: Canvas, theme: Theme) -> Page:
    from gui.evaluation.search.search_page import SearchPage

    return SearchPage(session, canvas, theme)


def _learning(session: Session, canvas: Canvas, theme: Theme) -> Page:
    from gui.evaluation.learning_curve_page import LearningPage

    return LearningPage(session, canvas, theme)


def _path(session: Session, canvas: Canvas, theme: Theme) -> Page:
    from gui.evaluation.lambda_path.lambda_path_page import PathPage

    return PathPage(session, canvas, theme)


PAGES: dict[str, Callable[[Session, Canvas, Theme], Page]] = {
    "Cross-validation": _cross_validation,
    "Search": _search,
    "Confusion matrix": _confusion,
    "Learning curve": _learning,
    "λ path": _path,
}
