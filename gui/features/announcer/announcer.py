"""Says what happens in a run to those who hear the window rather than see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from engine.data.classes import spoken_class
from gui.plotting.plot import Plot
from gui.session.diagnosis import OutcomeRunner
from gui.widgets.spoken import announce

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.canvas.canvas import Canvas
    from gui.session.session import Session

START = "step 0 of {last:,}, nothing is learned yet"


class Announcer(QObject):
    """Has said where the playhead is, how the run ends, what is done and undone.

    While a run plays its steps are not said; its start, its end and a pause are. A plot
    that has the focus says itself what a step is in it.

    Parameters
    ----------
    session : Session
    canvas : Canvas
    window : QWidget
        Who says it.
    """

    def __init__(self, session: Session, canvas: Canvas, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._canvas, self._window = session, canvas, window
        self._outcome = OutcomeRunner.of(session)
        self._step, self._playing, self._told_ahead = session.step, session.playing, ""
        self._follow_session()
        self._follow_commands()

    def _follow_session(self) -> None:
        session = self._session
        session.begun.connect(self._forget_told)
        session.tape_changed.connect(self._keep_step)
        session.moved.connect(self._follow_playhead)
        session.playing_changed.connect(self._follow_playing)
        session.preparing_began.connect(lambda: self._say_text(session.why_no_run))
        session.message.connect(self._say_text)
        self._outcome.changed.connect(self._follow_outcome)

    def _follow_commands(self) -> None:
        canvas, stack = self._canvas, self._session.undo_stack
        undo, redo = canvas.commands.undo, canvas.commands.redo
        canvas.class_changed.connect(self._follow_class)
        stack.indexChanged.connect(self._follow_edit)
        # Qt's own slots come first.
        undo.triggered.connect(lambda: self._say_text(f"undone: {stack.redoText()}"))
        redo.triggered.connect(lambda: self._say_text(f"redone: {stack.undoText()}"))

    def _say_text(self, text: str) -> None:
        announce(self._window, lambda: text)

    def _forget_told(self) -> None:
        self._told_ahead = ""

    def _keep_step(self) -> None:
        """Let the playhead be moved by another recording under it: that is no step."""
        self._step = self._session.step

    def _follow_playhead(self) -> None:
        session = self._session
        if session.step == self._step:
            return
        self._step = session.step
        focused = QApplication.focusWidget()
        tells_itself = isinstance(focused, Plot) and focused.tells_steps
        if not (session.playing or tells_itself):
            announce(self._window, self._sentence)

    def _follow_playing(self) -> None:
        """Say that it plays, or where it has stopped; another speed is no news."""
        session, tape = self._session, self._session.tape
        if session.playing == self._playing:
            return
        self._playing = session.playing
        if session.playing:
            self._say_text("playing")
        elif tape is not None and tape.finished and session.step >= tape.steps:
            announce(self._window, lambda: f"the end: {self._sentence()}")
            self._follow_outcome()
        else:
            announce(self._window, lambda: f"paused: {self._sentence()}")

    def _sentence(self) -> str:
        """Tell the step under the playhead."""
        session, tape, frame = self._session, self._session.tape, self._session.frame
        if tape is None or frame is None:
            return session.why_no_run
        if not frame.step:
            return START.format(last=session.last)
        from engine.steps.explanation import explain
        from engine.steps.step_sentence import step_sentence

        return step_sentence(explain(tape, frame), session.last)

    def _follow_outcome(self) -> None:
        """Say how the run ends; what is to come, only once."""
        outcome = self._outcome.outcome
        if outcome is None or (outcome.ahead and outcome.text == self._told_ahead):
            return
        if outcome.ahead:
            self._told_ahead = outcome.text
        # The canvas says it: it must not take the place of what the window says.
        announce(self._canvas, lambda: outcome.text)

    def _follow_class(self) -> None:
        name = self._session.data.class_names[self._canvas.current_class]
        self._say_text(f"{spoken_class(name)} is drawn")

    def _follow_edit(self, index: int) -> None:
        """Say what was done at once; what goes on is said where one does it."""
        if not isValid(stack := self._session.undo_stack):
            return  # the window is gone
        command = stack.command(index - 1)
        done = command is not None and index == stack.count()
        if done and getattr(command, "stroke", None) is None:
            self._say_text(f"done: {stack.undoText()}")
