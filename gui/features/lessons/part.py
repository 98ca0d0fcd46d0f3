"""Lessons and games, as a part of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QMenu

from gui.features.lessons.games import Games
from gui.features.lessons.lesson_actions import LessonActions
from gui.features.lessons.spotlight import Spotlights
from gui.part import (
    WORDS,
    MenuAction,
    Panel,
    Part,
    PartContext,
    Place,
    lazy,
    menu_action,
)
from gui.session.open_task import OpenTask
from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QLabel

    from engine.lessons.facts import Situation
    from engine.lessons.lesson_files import LessonFiles
    from gui.features.lessons.contents import Known
    from gui.features.lessons.lesson_player import LessonPlayer
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID, GAME = "Lessons", "Game"
MENU = "&Lesson"
GAMES = {
    "&Separate by hand": ("separate", "play score boundary"),
    "&Fool it with three points": ("three-points", "play score noise"),
    "&Be the adversary": ("adversary", "play score stream bound"),
}
"""By their titles: what they are called, and other words for them."""


class Lessons:
    """Opens lessons in their panel, and shows beside it what a page speaks of."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        games = context.panel(GAME)
        assert isinstance(games, Games)
        self.games = games
        self._spotlights = Spotlights(context.parent)
        self.actions = LessonActions(
            context.files.present,
            self._situation,
            lambda: context.panels.in_front,
            lambda: self._view and self._view.folder,
            lambda: self._view.place if self._view else 0,
            lambda: self._view and self._view.results,
            context.dialogs,
            context.parent,
        )
        self.actions.read.connect(self._show_lesson)
        context.files.opening.lesson_opened.connect(self.open)
        context.signals.closing.connect(self._close_tasks)
        context.signals.reset.connect(self._leave_lesson)
        context.offer("lessons", self.open_contents)
        context.offer("tour", self.take_tour)
        context.offer("open lesson", self.open)
        context.offer("show lesson", self._show_lesson)
        context.offer("our lessons", _our_lessons)

    @property
    def _view(self) -> Any:
        panel = self._context.panel(ID)
        assert isinstance(panel, LazyView)
        return panel.view

    def _situation(self) -> Situation:
        from engine.lessons.facts import Situation

        s = self._context.session
        return Situation(s.data, s.recipe, s.tape, s.step)

    def open_contents(self) -> None:
        """Show the lessons; one that is open is left, and goes on where it was."""
        if self._view is not None:
            self._view.leave()
        self._open_panel()

    def _open_panel(self) -> None:
        panel = self._context.panel(ID)
        assert isinstance(panel, LazyView)
        self._context.panels.open_far_left()
        panel.open()

    def take_tour(self) -> None:
        """Show part after part of the window, and what it is for: a lesson, too."""
        from gui.features.lessons.contents import OURS

        self.open(OURS / "tour", 0)

    def open(self, path: Path, place: int | None) -> None:
        """Open a lesson from its files at a page, beside the canvas."""
        self.actions.open_path(path, place)

    def _show_lesson(self, files: LessonFiles, place: int | None) -> None:
        self._open_panel()
        self._context.files.attempt(lambda: self._view.open(files, place))

    def make_view(self, theme: Theme) -> ShownView:
        """Make what is in the panel."""
        from gui.features.lessons.lesson_player import LessonPlayer
        from gui.features.lessons.lessons_panel import LessonsPanel
        from gui.features.lessons.predictions.prediction_task import prediction_tasks

        context, files = self._context, self._context.files
        player = LessonPlayer(
            context.session,
            files.set_aside,
            files.take_back,
            files.present,
            context.canvas,
            prediction_tasks(context),
            self.games.play_on_page,
            lambda: self.games.moves,
            parent=context.parent,
        )
        files.taken_back.connect(player.forget)
        player.failed.connect(files.say)
        player.page_changed.connect(lambda: self._show_page(player))
        open_task = OpenTask.of(context.session)
        for changed in (player.page_changed, player.task_changed):
            changed.connect(
                lambda: open_task.set_on(player.task is not None and not player.done)
            )
        view = LessonsPanel(player, theme)
        player.page_changed.connect(context.panels.settle)  # once the page is written
        view.page.text.handbook_wanted.connect(partial(context.run, "handbook"))
        view.contents.own_chosen.connect(lambda place: self.open(place, None))
        context.panels.when_closed(ID, player.leave)
        return view

    def _show_page(self, player: LessonPlayer) -> None:
        """Show what a page speaks of."""
        context, page = self._context, player.page
        if page is None:
            context.panels.leave_pages()
            self._spotlights.point_at(())
        else:
            context.run("leave start")
            context.panels.show_page(player.panels, page.spotlights)
            self._spotlights.point_at(page.spotlights)
        state = player.state
        context.run("length of update", "" if state is None else state.update)
        context.run("ground of weights", "" if state is None else state.ground)

    def _close_tasks(self) -> None:
        self.actions.close()
        if self._view is not None:
            self._view.close_task()

    def _leave_lesson(self) -> None:
        """Leave the lesson, without another language offered for the next."""
        if self._view is not None:
            page = self._view.page
            page.player.leave()
            page.language_button.offer((), "")


def _our_lessons() -> Sequence[Known]:
    from gui.features.lessons.contents import our_lessons

    return our_lessons()


def _lessons(context: PartContext) -> Lessons:
    lessons = context.part(ID)
    assert isinstance(lessons, Lessons)
    return lessons


def _make(context: PartContext, theme: Theme, _caption: QLabel) -> ShownView:
    return _lessons(context).make_view(theme)


def _menu(context: PartContext) -> Sequence[MenuAction]:
    """Give what is done with lessons: to learn by, to play, and to write one."""
    lessons, entry = _lessons(context), partial(menu_action, context, MENU)
    actions = lessons.actions
    games, page = QMenu("&Games", context.parent), QMenu("&Page", context.parent)
    for title, (name, words) in GAMES.items():
        game = menu_action(context, MENU, 0, title, partial(context.run, "game", name))
        game.action.setProperty(WORDS, words)
        games.addAction(game.action)
    for title, act in (
        ("&Edit…", actions.edit_page),
        ("Move &up", partial(actions.move_page, -1)),
        ("Move &down", partial(actions.move_page, 1)),
        ("&Delete…", actions.delete_page),
    ):
        page.addAction(entry(0, title, act).action)
    return [
        entry(
            0, "&Contents", lessons.open_contents, "F2", words="lessons learn course"
        ),
        MenuAction(MENU, 10, games.menuAction()),
        entry(20, "&Open a lesson…", actions.open),
        entry(30, "&Export results…", actions.export_results),
        entry(100, "&New from what is on the screen…", actions.new),
        entry(110, "&Add what is on the screen as a page…", actions.add_page),
        MenuAction(MENU, 120, page.menuAction()),
        entry(130, "&Save as one file…", actions.pack),
        menu_action(context, "&Help", 30, "Take the &tour", lessons.take_tour),
    ]


PARTS = (
    Part(
        ID,
        panel=Panel(
            lazy(_make, lambda _: ()),
            Place.FAR_LEFT,
            100,
            width=230,
            scrolls=False,
            shown=False,
        ),
        connect=Lessons,
        menu=_menu,
    ),
    Part(GAME, panel=Panel(Games, Place.BELOW, 90)),
)
