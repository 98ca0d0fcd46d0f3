"""A game on the canvas: its moves are counted, what is against its rules is undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal

from engine.export.session_file import SavedSession
from engine.lessons.games.game import Moment, Standing, moves_between
from engine.lessons.games.registry import game
from engine.lessons.state import END
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.lessons.games.game import Game
    from engine.lessons.stream import LessonStream
    from gui.canvas.canvas import Canvas
    from gui.session.session import Session

NOTHING = Standing(None, "")


class GamePlayer(QObject):
    """Plays one game at a time; the person's own work is kept aside.

    Parameters
    ----------
    session : Session
    canvas : Canvas
    set_aside : callable
        Begins with other data; what is open goes aside, if it is not there.
    take_back : callable
        Brings back what is aside.
    parent : QObject

    Attributes
    ----------
    game : Game, optional
        The one that is played.
    on_page : bool
        It belongs to the page of a lesson that is open, and is left with it.
    moves : int
        Made until now.
    standing : Standing

    Signals
    -------
    begun
        Another game, or the same anew; or none.
    changed
        Another game, or another standing.
    """

    begun = Signal()
    changed = Signal()

    def __init__(
        self,
        session: Session,
        canvas: Canvas,
        set_aside: Callable[[SavedSession, LessonStream | None], None],
        take_back: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._canvas = session, canvas
        self._set_aside, self._take_back = set_aside, take_back
        self.game: Game | None = None
        self.on_page = False
        self.moves, self.standing = 0, NOTHING
        self._before = self._moment
        self._tool = canvas.toolbar.tool
        # Once a change is over: what is against the rules is undone.
        self._soon = DelayedCall(self, self._look_at_moves)
        self._signals = session.changed, session.tape_grown, session.stroke_ended

    @property
    def best(self) -> int | None:
        """The best score on this machine."""
        kept = "" if self.game is None else str(QSettings().value(_key(self.game), ""))
        return int(kept) if kept.isdecimal() else None

    @property
    def moves_now(self) -> int:
        """The moves made, also one that was not looked at yet."""
        return self.moves + moves_between(self._before, self._moment)

    @property
    def _moment(self) -> Moment:
        s = self._session
        return Moment(s.data, s.recipe, s.tape, self.moves)

    def begin(self, name: str) -> None:
        """Begin a game of its own; what is open goes aside."""
        self.leave()
        self._take_back()  # of a lesson that was open
        self._tool = self._canvas.toolbar.tool
        self._start_game(game(name))
        self.attach(name, on_page=False)

    def _start_game(self, played: Game) -> None:
        data, recipe = played.begin()
        self._set_aside(SavedSession(data, recipe, END), None)
        self._session.undo_stack.hold()

    def attach(self, name: str, *, on_page: bool) -> None:
        """Count from now on what is done in a game that has been brought on."""
        if (self.game is not None) != bool(name):
            for signal in self._signals:
                if name:
                    signal.connect(self._soon.start)
                else:
                    signal.disconnect(self._soon.start)
        self.game, self.on_page = (game(name) if name else None), on_page
        self._canvas.hint.set_wanted(not name)
        self.moves, self.standing = 0, NOTHING
        self._before = self._moment
        if self.game is not None:
            for action in self._canvas.tool_actions:
                if action.data() == self.game.tool:
                    action.trigger()
        self._look_at_moves()
        self.changed.emit()
        self.begun.emit()

    def show_page(self, name: str) -> None:
        """Play what the page of a lesson brings on; empty: nothing."""
        if not self.on_page:
            self.leave()
        if name or self.on_page:
            self.attach(name, on_page=bool(name))

    def again(self) -> None:
        """Begin the same game anew."""
        if self.game is not None:
            self._start_game(self.game)
            self.attach(self.game.name, on_page=self.on_page)

    def leave(self) -> None:
        """End a game of its own; the person's own work comes back."""
        if self.game is not None and not self.on_page:
            self.forget()
            self._take_back()

    def forget(self) -> None:
        """End the game; what is there stays."""
        if self.game is not None:
            if not self.on_page:
                self._canvas.toolbar.choose(self._tool)
            self.attach("", on_page=False)

    def _look_at_moves(self) -> None:
        """Count what was done, and tell how it stands."""
        s, played = self._session, self.game
        if played is None or s.stroking or not s.recorded or self.standing.over:
            return
        moves = moves_between(self._before, self._moment)
        standing = played.judge(self._moment._replace(moves=self.moves + moves))
        if standing.refused:
            self.standing = self.standing._replace(said=standing.said)
            if moves:
                s.undo_stack.undo()
        else:
            self.moves += moves
            if moves and s.step < s.last:
                s.to_end()
            said = self.standing.said if not moves and not standing.said else ""
            self.standing = standing._replace(said=standing.said or said)
        self._before = self._moment
        if self.standing.over:
            best = played.best(self.best, self.standing.score)
            if best is not None:
                QSettings().setValue(_key(played), best)
        self.changed.emit()


def _key(played: Game) -> str:
    return f"games/{played.name}"
