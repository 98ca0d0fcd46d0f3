"""A part: what a feature gives the window, which iterates over parts and names none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from gui.widgets.lazy_view import LazyView

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel, QWidget

    from gui.canvas.canvas import Canvas
    from gui.files.file_actions import FileActions
    from gui.files.file_dialogs import FileDialogs
    from gui.plotting.figure import Figure
    from gui.plotting.figure import Sheet as FigureSheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView


GALLERY_KEY, ORDERS_KEY = "Ctrl+G", "Ctrl+J"
"""Keys of parts that others tell of."""
STRIP = "strip"
"""Offered with playback: ``run(STRIP, line, rank)`` lets a line be said there."""
COMPARE = "compare"
"""Offered with the set-up: ``run(COMPARE, action, rank)`` adds a way to do so."""


class Place(Enum):
    """Where a panel is at first: in its stack, the one of the lowest rank in front."""

    FAR_LEFT = auto()
    LEFT = auto()
    TOP_RIGHT = auto()
    RIGHT = auto()
    BOTTOM_RIGHT = auto()
    BELOW = auto()
    """Under the canvas, one over the other."""


class Panels(Protocol):
    """What a part may do with the panels; one that is not there is passed over."""

    @property
    def in_front(self) -> list[str]:
        """The parts of the panels that are seen, but for those at the far left."""

    def bring_forward(self, name: str) -> None:
        """Show a panel with the height in which it is read whole."""

    def bring_to_front(self, name: str) -> None:
        """Show a panel before the others of its stack."""

    def exchange(self, shown: str, hidden: str) -> None:
        """Show a panel in the place of another."""

    def alternate(self, shown: str, hidden: str) -> None:
        """Have the one of two panels that suits the learner, if either is shown."""

    def visit(self, name: str, *, on: bool) -> None:
        """Show a panel for a while; then what was before it in its stack."""

    def fit_anew(self) -> None:
        """Give panels other heights: other things will be told in them."""

    def fit_for(self, kind: object) -> None:
        """Do the same, if something of another kind is told."""

    def open_far_left(self) -> None:
        """Show what is at the far left; without room for all, the left yields."""

    def when_closed(self, name: str, act: Callable[[], object]) -> None:
        """Act whenever a panel is closed, not only behind another."""

    def show_page(self, panels: Sequence[str] | None, pointed: Sequence[str]) -> None:
        """Show beside a lesson the panels of its page."""

    def leave_pages(self) -> None:
        """Bring back the panels that there were before a lesson."""

    def settle(self) -> None:
        """Share the room at once, so that nothing is seen before it is laid out."""

    def scroll_to(self, name: str, control: str) -> None:
        """Bring a control of a panel to the middle, by its object name."""


class SideSheet(Protocol):
    """What has the place of the right column beside the canvas, until it is closed."""

    WANTED: int
    """Pixels of width."""
    HELP: str
    """What the handbook calls it."""
    closed: SignalInstance

    @property
    def parts(self) -> list[QWidget]:
        """What Tab goes through, one after another."""


class WindowSignals(QObject):
    """What a window tells its parts.

    Signals
    -------
    themed(Theme)
        All is to be drawn in other colours.
    restored
        The layout of the last time is there, before the window is shown.
    reset
        All is to be as at first: what was opened or chosen is forgotten.
    closing
        The window is going to be closed for good.
    """

    themed = Signal(object)
    restored = Signal()
    reset = Signal()
    closing = Signal()


@dataclass(frozen=True)
class PartContext:
    """What a part may use of the window.

    Attributes
    ----------
    session : Session
    canvas : Canvas
    files : FileActions
    dialogs : FileDialogs
    panels : Panels
    parent : QWidget
        On which windows and dialogs stand.
    signals : WindowSignals
    theme : callable
        Gives the present theme, with the colours that the classes have.
    panel : callable
        ``panel(id)`` gives the content of a part's panel; None where there is none.
    part : callable
        ``part(id)`` gives what the part's `connect` made.
    topic : callable
        Gives the title under which the handbook tells of what is in use.
    open_sheet : callable
        ``open_sheet(sheet)`` shows a sheet beside the canvas.
    offer, run : callable
        ``offer(id, act)`` lets others do what a part can, by ``run(id, …)``; where
        nobody offers it, that does nothing.
    """

    session: Session
    canvas: Canvas
    files: FileActions
    dialogs: FileDialogs
    panels: Panels
    parent: QWidget
    signals: WindowSignals
    theme: Callable[[], Theme]
    panel: Callable[[str], QWidget | None]
    part: Callable[[str], object]
    topic: Callable[[], str]
    open_sheet: Callable[[Any], object]
    offer: Callable[[str, Callable[..., object]], object]
    run: Callable[..., Any]


@dataclass(frozen=True)
class MenuAction:
    """A line of a menu.

    Attributes
    ----------
    menu : str
        Its title, with the key.
    rank : int
        Its place; between hundreds there is a line.
    action : QAction
    words : str
        Other words by which one looks for it.
    more : str
        What its own words leave open, for the page of keys.
    """

    menu: str
    rank: int
    action: QAction
    words: str = ""
    more: str = ""


def menu_action(
    context: PartContext,
    menu: str,
    rank: int,
    text: str,
    act: Callable[[], object],
    key: str = "",
    *,
    words: str = "",
    more: str = "",
) -> MenuAction:
    """Make a line of a menu that does something."""
    action = QAction(text, context.parent)
    if key:
        action.setShortcut(key)
    action.triggered.connect(lambda: act())
    return MenuAction(menu, rank, action, words, more)


WORDS, MORE = "words", "more"
"""Properties of actions: what is looked for, and what the page of keys adds."""


@dataclass(frozen=True)
class Panel:
    """A panel beside the canvas.

    Attributes
    ----------
    make : callable
        Makes its content when the window is made: `lazy`, if it can wait.
    place : Place
    rank : int
        Its place in the menu of panels and among the tabs of its stack.
    tab : str
        A shorter title for its tab, with which all are read whole in a narrow window.
    width : int
        The least, in pixels.
    scrolls : bool
    shown : bool
        Whether it is there at first.
    listed : bool
        Whether it is in the menu of panels at first.
    beside : str
        The panel behind whose tab its own is, where that is not told by rank.
    """

    make: Callable[[PartContext], QWidget]
    place: Place
    rank: int
    tab: str = ""
    width: int = 248
    scrolls: bool = True
    shown: bool = True
    listed: bool = True
    beside: str = ""


@dataclass(frozen=True)
class Part:
    """What a feature is made of, as far as the window must know.

    Attributes
    ----------
    id : str
        Stable: what layouts, settings, lessons and the palette call it.
    title : str
        What a person reads; default as the id.
    attach : callable, optional
        Puts on the canvas what is drawn and done there, before there are panels.
    panel : Panel, optional
    connect : callable, optional
        Ties what it has to the rest, once all panels are there; what it gives is kept.
    menu : callable, optional
        Gives its lines of menus.
    figure : callable, optional
        ``figure(context, sheet)`` draws what it shows now on a sheet; None where there
        is nothing. What takes pictures of plots lists it.
    has_own_words : bool
        Whether its figure has a title and captions of its own.
    rank : int
        Its place among the parts, where no panel tells it.
    """

    id: str
    title: str = ""
    attach: Callable[[PartContext], object] | None = None
    panel: Panel | None = None
    connect: Callable[[PartContext], object] | None = None
    menu: Callable[[PartContext], Sequence[MenuAction]] | None = None
    figure: Callable[[PartContext, FigureSheet], Figure | None] | None = None
    has_own_words: bool = False
    rank: int = 0


def lazy(
    make: Callable[[PartContext, Theme, QLabel], ShownView],
    follows: Callable[[PartContext], Sequence[SignalInstance]],
    *,
    remade: bool = False,
) -> Callable[[PartContext], LazyView]:
    """Have the content of a panel made when it is first seen.

    Parameters
    ----------
    make : callable
        ``make(context, theme, caption)`` imports the view and makes it.
    follows : callable
        Gives the signals at which it is drawn anew, while it is seen.
    remade : bool
        Whether a window that is as at first again makes it anew.
    """

    def panel(context: PartContext) -> LazyView:
        view = LazyView(
            context.session, context.theme(), partial(make, context), *follows(context)
        )
        if remade:
            context.signals.reset.connect(view.reset)
        return view

    return panel


def shown_view(context: PartContext, name: str) -> ShownView | None:
    """Give the view of a lazy panel; None if it was never seen."""
    panel = context.panel(name)
    if not isinstance(panel, LazyView) or panel.view is None:
        return None
    view: ShownView = panel.open()
    return view


def view_figure(name: str) -> Callable[[PartContext, FigureSheet], Figure | None]:
    """Have a lazy panel's view, if it was seen, draw itself on a sheet."""

    def figure(context: PartContext, sheet: FigureSheet) -> Figure | None:
        view: Any = shown_view(context, name)
        drawn: Figure | None = None if view is None else view.figure(sheet)
        return drawn

    return figure
