"""What of the session is looked at, and the part of the plane that is in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.margin_view import FLAT, MarginLens, in_sight
from gui.canvas.picture import Picture, around, picture

if TYPE_CHECKING:
    from gui.canvas.axes_bar import AxesBar
    from gui.canvas.fold_view import FoldView
    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session


class ViewState:
    """Looks at the playhead's moment as is chosen: two features, or the margin.

    Attributes
    ----------
    folds : FoldView or None
        Shown instead of the moment.
    """

    def __init__(self, session: Session, axes: AxesBar, plot: CanvasPlot) -> None:
        self._session, self._axes, self._plot = session, axes, plot
        self._lens = MarginLens()
        self._flat = False
        self._follows = True  # until the view is zoomed or shifted by hand
        self.folds: FoldView | None = None
        plot.view.sigRangeChangedManually.connect(self._leave)

    def shown(self) -> Picture:
        """Give what is to be drawn."""
        session, axes = self._session, self._axes
        shown = picture(session, axes.plane(session.data))
        sees = self._lens.sees(shown)
        axes.follow(session.data, session.recipe, sees or shown.model is None)
        margin = axes.aspect.margin and sees and session.tape is not None
        if self.folds is not None:
            shown = self.folds.on(shown, margin)
        if not margin or session.tape is None:
            return shown
        return self._lens.look(shown, session.tape, axes.aspect.code)

    def fit(self) -> None:
        """Have all samples in view; without any, the first view."""
        self._follows = True
        self._plot.view.setRange(around(self.shown()), padding=0)

    def follow(self, shown: Picture) -> None:
        """In the margin view, where points move, let the view follow them."""
        came, self._flat = self._flat, shown.plane is FLAT
        if not self._follows:
            return
        if came != self._flat:
            self.fit()
        elif self._flat:
            view = self._plot.handles.view()
            self._plot.view.setRange(in_sight(shown, view), padding=0)

    def _leave(self, *_: object) -> None:
        self._follows = False
