"""The race's window: runs side by side, their errors, one transport."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStyle

from engine.learners import learner
from gui.features.race.error_curves import RaceErrorCurves
from gui.features.race.photo_finish import finish_of, winner_words
from gui.features.race.race import FEWEST, MOST, Race
from gui.features.race.race_plane import RacePlane
from gui.features.race.race_playback import RacePlaybackBar
from gui.features.race.run_card import RunCard
from gui.plotting.plot import close_plots
from gui.session.run_labels import differences
from gui.style.icons import icon
from gui.widgets.buttons import push_button
from gui.widgets.labels import ElidedLabel, note_label, with_role
from gui.widgets.layouts import fill, in_column, row_of
from gui.widgets.side_window import SideWindow
from gui.widgets.tab_order import order_tabs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QWidget

    from engine import Recipe
    from gui.session.session import Session
    from gui.style.theme import Theme


RATE = "η "
"""How the words on the learning rate begin; it stands in a box of its own."""
RULE = "The first at whose epoch’s end no sample is wrong wins; else the lowest error."


class RaceWindow(SideWindow):
    """Shows the race beside the main window, whose data it follows."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        parent: QWidget,
        rivals: Sequence[Recipe] = (),
    ) -> None:
        super().__init__("Race", parent)
        self._session, self._theme = session, theme
        self.race = Race(session, self, rivals)
        self.cards: list[RunCard] = []
        self.plane = RacePlane(self.race, theme)
        self.curves = RaceErrorCurves(self.race, theme)
        self.finish = note_label()
        self.transport = RacePlaybackBar(self.race, theme)
        self.shared = with_role(ElidedLabel(), "muted")
        self.add_button = push_button("Add a run")
        self.add_button.clicked.connect(lambda: self.race.add())
        self._lay_out()
        self.race.runs_changed.connect(self._update_cards)
        session.data_changed.connect(self._update_shared_text)
        session.recipe_changed.connect(self._update_shared_text)
        self._update_cards()
        self.set_theme(theme)
        self._update_shared_text()
        for signal in (self.race.moved, self.race.changed):
            signal.connect(self._tell_finish)
        self._tell_finish()
        self.resize(self.sizeHint())
        # Keys are the transport's until a control is chosen.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus()

    def _lay_out(self) -> None:
        head, self._row = QHBoxLayout(), row_of(spacing=10)
        body = row_of(spacing=10)
        line = QFrame()
        line.setProperty("card", True)
        in_column(line, self.finish, margins=(12, 9, 12, 9))
        in_column(
            self,
            head,
            self._row,
            (body, 1),
            line,
            self.transport,
            margins=(10, 10, 10, 10),
            spacing=10,
        )
        # Filled when added, as the curves' rows are.
        fill(body, (self.plane, 4), (self.curves, 5))
        head.addWidget(with_role(QLabel("Race"), "title"))
        head.addSpacing(8)
        fill(head, (self.shared, 1), self.add_button)

    def sizeHint(self) -> QSize:
        """Ask for less than the main window has, so that both are seen."""
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        room = self.screen().availableSize() - QSize(0, title)
        return QSize(1180, 760).boundedTo(room)

    def _update_cards(self) -> None:
        """Have a card for each run."""
        for card in [card for card in self.cards if card.run not in self.race.runs]:
            self.cards.remove(card)
            self._row.removeWidget(card)
            card.close()
            card.deleteLater()
        shown = [card.run for card in self.cards]
        self.cards += [self._card(run) for run in self.race.runs if run not in shown]
        self.add_button.setEnabled(len(self.cards) < MOST)
        for card in self.cards:
            card.remove_button.setEnabled(len(self.cards) > FEWEST)
        self._label_cards()

    def _label_cards(self) -> None:
        """Say on each card in what its run differs from the others, besides η."""
        recipes = [card.run.recipe for card in self.cards]
        each = [list(differences(recipe, recipes)) for recipe in recipes]
        words = [[word for word in own if not word.startswith(RATE)] for own in each]
        for card, own in zip(self.cards, words, strict=True):
            card.show_label(" · ".join(own))
            card.label.setVisible(any(words))

    def _card(self, run: Session) -> RunCard:
        race, card = self.race, RunCard(run, self.race.place_of(run), self._theme)
        card.recipe_wanted.connect(lambda recipe: race.set_recipe(run, recipe))
        card.set_up_wanted.connect(lambda: race.set_recipe(run, self._session.recipe))
        card.removal_wanted.connect(
            lambda: race.remove(run), Qt.ConnectionType.QueuedConnection
        )
        run.recipe_changed.connect(self._label_cards)
        self._row.addWidget(card, 1)
        return card

    def _tell_finish(self) -> None:
        """Say who won and why, once all are at their end."""
        race = self.race
        known = [(run.label, run.tape) for run in race.compared if run.tape]
        runs = [(label, tape) for label, tape in known if len(tape.epochs)]
        if len(runs) < FEWEST:
            self.finish.setText("")
        elif race.samples < race.last or not race.finished:
            self.finish.setText(RULE)
        else:
            titles = [learner(tape.recipe.learner).title for _, tape in runs]
            if len(set(titles)) < len(titles):  # of one learner: in what they differ
                titles = [label for label, _ in runs]
            finishes = [
                finish_of(title, tape)
                for title, (_, tape) in zip(titles, runs, strict=True)
            ]
            who, why = map(escape, winner_words(finishes))
            colour = self._theme.ink
            self.finish.setText(f'<b style="color:{colour}">{who}</b>: {why}.')

    def _update_shared_text(self) -> None:
        """Say what all runs share."""
        data, recipe = self._session.data, self._session.recipe
        order, start = recipe.get("order", "given"), recipe.get("start", "zero")
        order = order if isinstance(order, str) else "by hand"
        start = start if isinstance(start, str) else "by hand"
        self.shared.setText(
            f"the same for all: {data.n_samples:,} points · order {order} · "
            f"start {start} · seed {recipe.get('seed', 0)}"
        )

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.add_button.setIcon(icon("add", theme))
        self.plane.set_theme(theme)
        self.curves.set_theme(theme)
        self._tell_finish()
        self.transport.set_theme(theme)
        for card in self.cards:
            card.set_theme(theme)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through one run after another, then the curves and the transport."""
        parts = [*self.cards, self.plane, self.curves, self.transport]
        order_tabs([self.add_button, *parts])
        return super().focusNextPrevChild(next)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the recorders; another race begins anew."""
        self.race.close()
        for card in self.cards:
            card.close()
        close_plots(self.plane)
        close_plots(self.curves)
        event.accept()
