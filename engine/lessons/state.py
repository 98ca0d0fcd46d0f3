"""The state with which a page begins: data, recipe, step, and the panels in front."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.data.classes import labelled
from engine.data.view_choice import ViewChoice
from engine.errors import UserError, excerpt
from engine.learners import learner, unknown_hyperparameter
from engine.lessons.entries import FaultInText, value_of
from engine.lessons.limits import MOST_NAMES, MOST_SESSION_BYTES
from engine.lessons.split import Split
from engine.lessons.stream import LessonStream
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.data.dataset import Dataset
    from engine.export.session_file import SavedSession
    from engine.lessons.entries import Entries
    from engine.lessons.lesson_files import LessonFiles

AXES = ("equal", "stretched")
UPDATES, GROUNDS = ("full", "short"), ("mistakes", "loss")
FARTHEST = 1e100
"""Of a point from 0, in each direction: what is farther cannot be drawn."""
END = 2**53
"""As a step: beyond every run, so the last one."""
USUAL_BYTES = 1000
"""As many as a session file of an example's samples, or of those typed, may have."""
QUICK_BYTES = 50_000
"""Bytes of a session, for each run that a stream makes of it, that take no time."""


@dataclass(frozen=True)
class LessonState:
    """Where the program is brought.

    Attributes
    ----------
    session : str
        A session file of the lesson; empty where the data come from elsewhere.
    example : str
        An example of the gallery. Or empty.
    game : str
        Name of a game, whose data and recipe these are. Or empty.
    points : tuple of (float, float, str)
        Samples with two features, and their classes. Or empty.
    settings : tuple of (str, str)
        Hyperparameters, as a person writes them; ``features`` for the terms, and
        ``learner`` for another. Set one after another, as in the window.
    split : Split, optional
        Which samples are held out; None: as the data are.
    stream : LessonStream, optional
        The stream that is switched on.
    step : int, optional
        From 0, or `END`; None for the session's own.
    panels : tuple of str
        Brought to the front.
    stretched : bool
        The axes are stretched so that two features of unlike units are seen alike.
    update : {"", "full", "short"}
        Whether *This update* ends with the new weights. Empty: as the page before.
    ground : {"", "mistakes", "loss"}
        What *Weight space* has on its ground. Empty: as the page before.
    line : int
        Where it stands in the file.
    lines : mapping of str to int
        Where each of its entries stands.
    """

    session: str = ""
    example: str = ""
    game: str = ""
    points: tuple[tuple[float, float, str], ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    split: Split | None = None
    stream: LessonStream | None = None
    step: int | None = None
    panels: tuple[str, ...] = ()
    stretched: bool = False
    update: str = ""
    ground: str = ""
    line: int = field(default=0, compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, entries: Entries) -> LessonState:
        """Read the entries of a state.

        Raises
        ------
        FaultInText
            If one is not as it should be.
        """
        step = entries.text("step", "")
        number = step.isdecimal() and len(step) < 20
        if step and step != "end" and not number:
            entries.fault(
                "step",
                f"“{excerpt(step)}” is neither a number nor “end”: write either",
            )
        chosen = entries.text("learner", "")
        axes = entries.choice("axes", AXES, "equal")
        update = entries.choice("update", UPDATES)
        ground = entries.choice("ground", GROUNDS)
        if len(entries.texts("panels")) > MOST_NAMES:
            entries.fault("panels", f"has too many names: write at most {MOST_NAMES}")
        split, stream = entries.entries("split"), entries.entries("stream")
        return cls(
            session=entries.text("session", ""),
            example=entries.text("example", ""),
            game=_game(entries),
            points=_points(entries),
            split=None if split is None else Split.of(split),
            stream=None if stream is None else LessonStream.of(stream),
            panels=tuple(entries.texts("panels")),
            stretched=axes == "stretched",
            update=update,
            ground=ground,
            step=None if not step else END if step == "end" else int(step),
            settings=(("learner", chosen),) * bool(chosen)
            + tuple(entries.rest().items()),
            line=entries.line,
            lines=entries.lines,
        )

    @property
    def has_data(self) -> bool:
        """Whether it says which data; else those that are there go on."""
        return bool(self.session or self.example or self.game or self.points)

    @property
    def changes(self) -> tuple[str, ...]:
        """What is brought on by it: settings, and what of the data."""
        of_data = {
            "samples": self.has_data,
            "stream": self.stream is not None,
            "parts": self.split is not None,
        }
        settings = dict.fromkeys(name for name, _ in self.settings)
        return (*settings, *(name for name, on in of_data.items() if on))

    def after(self, before: LessonState | None) -> LessonState:
        """Give it with what it leaves open as it was before."""
        if before is None or self.has_data:
            return self
        return replace(
            before,
            settings=before.settings + self.settings,
            split=self.split or before.split,
            stream=self.stream or before.stream,
            step=before.step if self.step is None else self.step,
            panels=self.panels or before.panels,
            stretched=self.stretched or before.stretched,
            update=self.update or before.update,
            ground=self.ground or before.ground,
            line=self.line,
            lines={**before.lines, **self.lines},
        )

    def takes_long(self, files: LessonFiles) -> bool:
        """Tell whether to make its session may take longer than a frame."""
        size = len(files.contents.get(self.session, b"")) or USUAL_BYTES
        stream = self.stream
        runs = stream.samples if stream is not None and stream.is_judged else 0
        return size * max(1, runs) > QUICK_BYTES

    def saved(self, files: LessonFiles) -> SavedSession:
        """Make the session that it describes; its step may lie beyond the run's end.

        Raises
        ------
        FaultInText
            If there is no such file or example, or a setting cannot be.
        """
        from engine.export.session_file import SavedSession, session_in

        step, view = 0, None
        with self._faults_of("session"):
            if self.session:
                content = self._content(files)
                try:
                    saved = session_in(content)
                except UserError as error:
                    raise UserError(f"“{excerpt(self.session)}” {error}") from None
                data, recipe, step = saved.data, saved.recipe, saved.step
                view = saved.view_choice
        with self._faults_of("example"):
            if not self.session:
                data, recipe = self._data()
        recipe = self._recipe(recipe)
        with self._faults_of("split"):
            if self.split is not None:
                data = self.split.apply(data)
        with self._faults_of("stream"):
            if self.stream is not None:
                data, recipe = self.stream.apply(data, recipe)
        if self.step is not None:
            step = self.step
        if data.n_features == 2:
            view = view or ViewChoice()
            view = replace(view, stretched=self.stretched or view.stretched)
        return SavedSession(data, recipe, step, view_choice=view)

    @contextmanager
    def _faults_of(self, name: str) -> Iterator[None]:
        """Name the line of an entry with what is wrong with it."""
        try:
            yield
        except UserError as error:
            line = self.lines.get(name, self.line)
            raise FaultInText(line, error) from None

    def _content(self, files: LessonFiles) -> bytes:
        content = files.contents.get(self.session)
        if content is None:
            raise UserError(
                f"the lesson has no file “{excerpt(self.session)}”: put it into its "
                "folder"
            )
        if len(content) > MOST_SESSION_BYTES:
            most = f"{MOST_SESSION_BYTES >> 20} MB: take fewer samples"
            raise UserError(f"“{excerpt(self.session)}” is larger than {most}")
        return content

    def _data(self) -> tuple[Dataset, Recipe]:
        from engine.data.gallery import empty, example

        if self.game:
            from engine.lessons.games.registry import game

            return game(self.game).begin()
        if self.example:
            chosen = example(self.example)
            return chosen.make(), Recipe(**chosen.settings)
        if not self.points:
            return empty(), Recipe()
        X = np.array([point[:2] for point in self.points])
        labels = list(dict.fromkeys(point[2] for point in self.points))
        codes = np.array([labels.index(point[2]) for point in self.points])
        return labelled(X, labels, codes), Recipe()

    def _recipe(self, recipe: Recipe) -> Recipe:
        for name, text in self.settings:
            with self._faults_of(name):
                recipe = recipe.replace(**{name: setting_value(name, text, recipe)})
        return recipe


def setting_value(name: str, text: str, recipe: Recipe) -> object:
    """Read a setting of a recipe, as a person writes it.

    Raises
    ------
    UserError
        If the recipe has no such setting, or not in this value.
    """
    if name in ("learner", "features"):
        return text
    known = learner(recipe.learner).by_name
    if name not in known:
        raise unknown_hyperparameter(name, of=recipe.learner, more=["features"])
    try:
        return known[name].check(value_of(known[name], text))
    except UserError as error:
        raise UserError(f"{name}: {error.fault}") from None


def _game(entries: Entries) -> str:
    if name := entries.text("game", ""):
        from engine.lessons.games.registry import game

        try:
            game(name)
        except UserError as error:
            entries.fault("game", error)
    return name


def _points(entries: Entries) -> tuple[tuple[float, float, str], ...]:
    points = []
    entries.text("points", "")
    for first, text in entries.scalars("points"):
        for i, row in enumerate(text.splitlines()):
            words = row.split()
            try:
                x, y, name = words
                points.append((float(x), float(y), name))
            except ValueError:
                if words:
                    said = (
                        f"points: “{excerpt(row)}” is not two numbers and a class: "
                        "write it as 1.5 -2 A"
                    )
                    raise FaultInText(first + i, said) from None
                continue
            if not all(abs(value) <= FARTHEST for value in points[-1][:2]):
                said = (
                    f"points: “{excerpt(row)}” is farther than {FARTHEST:g} from 0: "
                    "write smaller numbers"
                )
                raise FaultInText(first + i, said)
    return tuple(points)
