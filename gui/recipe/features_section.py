"""The features in the set-up panel: which terms the learner sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QWidget

from engine.data.feature_map import HIGHEST_POWER, Factor, parse_term, pretty
from engine.data.polynomial_terms import (
    MOST_TERMS,
    choice_of,
    count_terms,
    highest_degree,
    known_terms,
    offered_terms,
    polynomial,
)
from engine.errors import UserError
from engine.numbers import counted
from gui.recipe.hyperparameters import HyperparametersSection
from gui.recipe.number_player import let_play
from gui.recipe.term_inputs import FeatureList, TermField, TermGrid, is_usual
from gui.recipe.term_map import rounded_ranges
from gui.tasks.throttle import Throttle
from gui.widgets.cards import FoldButton
from gui.widgets.drag_label import DragLabel
from gui.widgets.labels import show_words, with_role
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.data.feature_map import Term
    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_BUTTONS = 2
"""Features whose powers and products stand as buttons; of more there is a list."""

FOLDED = ("standardise",)
"""Hyperparameters that stand where the cubes and sines are."""

DEGREE = 60
"""Width of its box, in pixels."""
MOST_BESIDES = 12
"""Chosen terms besides those offered up to which each has its button."""


class FeaturesSection(HyperparametersSection):
    """Buttons for the terms of one or two features, a list and a degree for more.

    What is used less is folded until a person wants it, or any of it is in use: what
    was unfolded for that is folded where other data are begun with.

    Nothing is kept here: what is pressed is what the recipe says.
    """

    elsewhere = ("squares",)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__("Features", session, "features")
        self.list = FeatureList()
        self.degree = IntegerBox("Degree")
        self.degree.setObjectName("degree")
        self.message = with_role(QLabel(wordWrap=True), "muted")
        name = DragLabel("Degree", self.degree)
        let_play(session, name, self.degree, lambda: (1, self.degree.maximum()))
        self.line = TermField(name, self.degree)
        self.more = FoldButton("More", self.line, "Terms")
        self.grid = TermGrid(theme, self.more)
        self.more.toggled.connect(self._show_more)
        for row in (self.grid, self.list):
            self.rows.addWidget(row)
            row.toggled.connect(self._toggle_term)
        self.add_rows(self.line, self.message)
        self.degree.valueChanged.connect(self._set_degree)
        self.list.all_wanted.connect(self._take_all)
        self.list.none_wanted.connect(self._take_none)
        self.line.entered.connect(self._add_term)
        session.begun.connect(self._fold_anew)
        session.data_changed.connect(self._look_at_data)
        Throttle(session, self._show_ranges, session.data_changed)
        self._names: tuple[str, ...] = ()
        self._in_use = False
        self.refresh()
        self._show_ranges()

    def set_theme(self, theme: Theme) -> None:
        self.grid.set_theme(theme)
        self.degree.setFixedWidth(round(DEGREE * theme.scale))

    # What is shown

    def _fold_anew(self) -> None:
        """Be as a person left it, until it is seen what other data have in use."""
        self._names, self._in_use = (), False
        self.more.restore()

    def _look_at_data(self) -> None:
        if self._session.data.feature_names != self._names:
            self._show_ranges()
            self.refresh()

    def _show_ranges(self) -> None:
        if self._session.data.n_features <= MOST_BUTTONS:
            self.grid.show_ranges(rounded_ranges(self._session.data))

    def refresh(self) -> None:
        super().refresh()
        names = self._session.data.feature_names
        if names != self._names:
            self._names = names
            self.line.show_error("")
        chosen = self._chosen()
        plain, degree = self._polynomial(chosen)
        in_degree = set(polynomial(plain, degree))
        further = [t for t in chosen if t not in in_degree]
        self._show_terms(chosen, further)
        n = len(chosen)
        usual = degree == 1 and not further
        self.caption.setText("" if usual else counted(n, "term"))
        show_words(self.message, self._show_degree(len(plain), degree))
        many = len(names) > MOST_BUTTONS
        self._in_use = many or self._uses_more(chosen)
        self._show_more(self.more.isChecked())

    def _uses_more(self, chosen: list[Term]) -> bool:
        value_of = self._session.recipe.get
        return any(map(value_of, FOLDED)) or not all(map(is_usual, chosen))

    def _show_more(self, on: bool) -> None:
        """Unfold or fold, but nothing that is in use."""
        if self._in_use and not on:
            self.more.setChecked(True)
            return
        self.grid.unfold(on)
        for name in FOLDED:
            control = self.control(name)
            if control is not None and self._form is not None:
                self._form.setRowVisible(control, on)

    def unfold_for(self, part: QWidget) -> None:
        """Unfold where a part is that is not seen."""
        super().unfold_for(part)
        if part.isHidden() or self.line.isAncestorOf(part):
            self.more.setChecked(True)

    def _show_terms(self, chosen: list[Term], further: list[Term]) -> None:
        """Show buttons or a list; `further` are the terms that the degree has not."""
        n = len(self._names)
        few = n <= MOST_BUTTONS
        self.list.setVisible(not few)
        self.grid.setVisible(few)
        if few:
            fixed = offered_terms(n)
            besides = [t for t in chosen if t not in fixed]
            if len(besides) > MOST_BESIDES:  # the degree stands for its products
                besides = [t for t in further if t not in fixed]
            self.grid.show_terms(self._names, fixed, besides, chosen)
        else:
            features: list[Term] = [(Factor(j),) for j in range(n)]
            self.list.show_terms(self._names, features + further, chosen)

    def _show_degree(self, n_plain: int, degree: int) -> str:
        """Show the degree; say why there is no higher one where it is the highest."""
        most = highest_degree(max(1, n_plain))
        with QSignalBlocker(self.degree):
            self.degree.setRange(1, most)
            self.degree.setValue(degree)
        self.degree.setEnabled(n_plain > 0)
        self.degree.setToolTip(
            f"All powers and products of the chosen features up to this\n1 to {most}"
        )
        if degree < most or most == HIGHEST_POWER:
            return ""
        more = count_terms(n_plain, most + 1)
        return f"Degree {most + 1} has {more:,} terms: {MOST_TERMS} are the most."

    def _chosen(self) -> list[Term]:
        recipe = self._session.recipe
        return known_terms(
            self._session.data.feature_names, recipe.features, squares=recipe.squares
        )

    @staticmethod
    def _polynomial(chosen: list[Term]) -> tuple[list[int], int]:
        """Find the plain features, and up to which degree all their products are."""
        terms = set(chosen)
        plain = [t[0].feature for t in chosen if t == (Factor(t[0].feature),)]
        degree = 1
        while plain and degree < highest_degree(len(plain)):
            if not terms.issuperset(polynomial(plain, degree + 1)):
                break
            degree += 1
        return plain, degree

    # What a person does

    def _take_terms(self, terms: Iterable[Term]) -> None:
        """Put other terms into the recipe, squares among them, if there are any."""
        terms = list(terms)
        if terms:
            features = choice_of(terms, self._session.data.feature_names)
            recipe = self._session.recipe
            chosen = recipe.replace(features=features, squares=False)
            drag = self._session.drag
            self._session.change(chosen, "choose features", drag)
        self.refresh()
        if not terms:
            why = "One term must stay: the learner would see nothing."
            show_words(self.message, why)

    def _take_polynomial(self, plain: Iterable[int], degree: int) -> None:
        """Put a polynomial in the place of the present one, keep further terms."""
        chosen = self._chosen()
        former = polynomial(*self._polynomial(chosen))
        further = [term for term in chosen if term not in former]
        plain = list(plain)
        degree = min(degree, highest_degree(max(1, len(plain))))
        self._take_terms([*polynomial(plain, degree), *further])

    def _toggle_term(self, term: Term, on: bool) -> None:
        chosen = self._chosen()
        plain, degree = self._polynomial(chosen)
        many = len(self._session.data.feature_names) > MOST_BUTTONS
        if many and term == (Factor(term[0].feature),):
            others = [j for j in plain if j != term[0].feature]
            self._take_polynomial(others + [term[0].feature] * on, degree)
        elif on:
            self._take_terms([*chosen, term])
        else:
            self._take_terms([other for other in chosen if other != term])

    def _set_degree(self) -> None:
        plain, _ = self._polynomial(self._chosen())
        self._take_polynomial(plain, self.degree.value())

    def _take_all(self) -> None:
        degree = self._polynomial(self._chosen())[1]
        self._take_polynomial(range(self._session.data.n_features), degree)

    def _take_none(self) -> None:
        self._take_terms([(Factor(0),)])
        show_words(self.message, "The first stays: the learner must see something.")

    def _add_term(self, text: str) -> None:
        chosen = self._chosen()
        try:
            term = parse_term(text, self._session.data.feature_names)
        except UserError as error:
            self.line.show_error(str(error))
            return
        if term in chosen:
            self.line.show_error(f"{pretty(text)} is chosen already: add another")
            return
        self.line.accept()
        self._take_terms([*chosen, term])
