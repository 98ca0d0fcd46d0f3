"""The race's window: runs side by side, their errors, one transport."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from gui.plotting.plot import close_plots
from gui.race.error_curves import RaceErrorCurves
from gui.race.race import FEWEST, MOST, Race
from gui.race.race_playback import RacePlaybackBar
from gui.race.run_card import RunCard
from gui.session.run_labels import differences
from gui.style.icons import icon
from gui.widgets.labels import ElidedLabel
from gui.widgets.layouts import in_column
from gui.widgets.side_window import SideWindow
from gui.widgets.tab_order import order_tabs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QWidget

    from engine import Recipe
    from gui.session.session import Session
    from gui.style.theme import Theme


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
        self.curves = RaceErrorCurves(self.race, theme)
        self.transport = RacePlaybackBar(self.race, theme)
        self.shared = ElidedLabel()
        self.shared.setProperty("role", "muted")
        self.add_button = QPushButton("Add a run")
        self.add_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add_button.clicked.connect(lambda: self.race.add())
        self._lay_out()
        self.race.runs_changed.connect(self._update_cards)
        session.data_changed.connect(self._update_shared_text)
        session.recipe_changed.connect(self._update_shared_text)
        self._update_cards()
        self.set_theme(theme)
        self._update_shared_text()
        self.resize(self.sizeHint())
        # Keys are the transport's until a control is chosen.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus()

    def _lay_out(self) -> None:
        head, self._row = QHBoxLayout(), QHBoxLayout()
        self._row.setSpacing(10)
        in_column(
            self,
            head,
            (self._row, 5),
            (self.curves, 4),
            self.transport,
            margins=(10, 10, 10, 10),
            spacing=10,
        )
        title = QLabel("Race")
        title.setProperty("role", "title")
        head.addWidget(title)
        head.addSpacing(8)
        head.addWidget(self.shared, 1)
        head.addWidget(self.add_button)

    def sizeHint(self) -> QSize:
        """Ask for less than the main window has, so that both are seen."""
        return QSize(1180, 760).boundedTo(self.screen().availableSize())

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
        """Say on each card in what its run differs from the others."""
        recipes = [card.run.recipe for card in self.cards]
        for card in self.cards:
            card.show_label(" · ".join(differences(card.run.recipe, recipes)))

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
        self.curves.set_theme(theme)
        self.transport.set_theme(theme)
        for card in self.cards:
            card.set_theme(theme)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through one run after another, then the curves and the transport."""
        order_tabs([self.add_button, *self.cards, self.curves, self.transport])
        return super().focusNextPrevChild(next)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the recorders; another race begins anew."""
        self.race.close()
        for card in self.cards:
            card.close()
        close_plots(self.curves)
        event.accept()
