"""The lab as a page: one HTML file in which points are drawn and learned from.

Its whole state is a value: the points with their classes, the learner with its
settings, the terms. The page writes it into the fragment of its own address.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.data.dataset import Dataset
from engine.data.feature_map import pretty
from engine.data.gallery import DRAWN_CLASSES, EXAMPLES
from engine.errors import UserError
from engine.export.page import html_of, plays
from engine.export.session_file import SavedSession, as_bytes
from engine.export.set_up import TERMS, learner_entries, term_entries
from engine.files import write_whole
from engine.learners import learner, learners
from engine.training.prepared_samples import features_of
from engine.training.problem import problem
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    import os

    from engine.learners import Learner

FEATURES = "x1", "x2"
SETTINGS = (
    "hidden", "second", "activation", "learning_rate", "schedule", "c1", "c2",
    "momentum", "strength", "aggressiveness", "tolerance", "batch_size", "epochs",
    "target_error", "class_weight", "order", "seed",
)  # fmt: skip
"""What can be set, of learners that have it."""
MOST_POINTS, MOST_CLASSES = 2000, 9
LONGEST_NAME = 40
"""Signs of the name of a class."""
FARTHEST = 1e6
"""The largest coordinate of a point, either way."""
START = "perceptron"
"""The learner that it opens with."""
SAMPLE = Dataset([[0.0, 1.0], [1.0, 0.0]], [0, 1], FEATURES, DRAWN_CLASSES[:2])
"""What stands for the points where a learner's part of the lab is made."""


def write_lab(path: str | os.PathLike[str], saved: SavedSession | None) -> None:
    """Write the lab as a page.

    Parameters
    ----------
    path : str or path-like
    saved : SavedSession, optional
        With what it opens; without one it opens empty.

    Raises
    ------
    UserError
        If the lab cannot hold the session, or the file cannot be written.
    """
    write_whole(path, lab_of(saved).encode())


def lab_of(saved: SavedSession | None = None) -> str:
    """Make the page of the lab.

    Raises
    ------
    UserError
        If it cannot hold the session; says what it can.
    """
    made = _entries()
    start = made["empty"] if saved is None else lab_state(saved)
    entries = {"title": "Lab", "runs": [], **made, "start": start}
    return html_of(
        entries, as_bytes(SavedSession(SAMPLE, Recipe(START), 0)), kind="lab"
    )


def check_lab(saved: SavedSession) -> None:
    """Make sure that the lab can hold a session.

    Raises
    ------
    UserError
        If it cannot; says what it can.
    """
    lab_state(saved)


def lab_state(saved: SavedSession) -> dict[str, Any]:
    """Give a session as a state of the lab.

    Raises
    ------
    UserError
        If the lab cannot hold it; says what it can.
    """
    data, recipe = saved.data, saved.recipe
    if not _is_held(learner(recipe.learner)):
        known = ", ".join(rule.title for rule in learners().values() if _is_held(rule))
        raise UserError(f"a lab holds one of {known}: choose another learner")
    for fits, said in (
        (saved.branched_from is None, "one run from its start, not a branch"),
        (data.n_features == len(FEATURES), "samples of two features"),
        (data.n_samples <= MOST_POINTS, f"at most {MOST_POINTS:,} points"),
        (len(data.class_names) <= MOST_CLASSES, f"at most {MOST_CLASSES} classes"),
        (max(map(len, data.class_names)) <= LONGEST_NAME,
         f"names of classes of at most {LONGEST_NAME} signs"),
        (isinstance(recipe.get("order", "given"), str), "no order made by hand"),
        (recipe.get("class_weight") in (None, "balanced"),
         "class weights that are balanced, none by name"),
        (not data.is_split, "no points that are held out"),
        (data.sample_weights is None, "no weights of points"),
        (not data.n_samples or abs(data.X).max() <= FARTHEST,
         f"coordinates of at most {FARTHEST:,.0f}"),
    ):  # fmt: skip
        if not fits:
            raise UserError(f"a lab holds {said}: export the run as a page instead")
    terms = _terms_of(data, recipe)
    values = {name: value for name, value in recipe if name in SETTINGS}
    plainly = Recipe(
        recipe.learner,
        **values,
        features=recipe.features,
        squares=recipe.squares,
        offset=recipe.offset,
        standardise=recipe.get("standardise", False),
    )
    others = [
        parameter.label
        for parameter, value in recipe.in_use()
        if value != plainly.get(parameter.name)
    ]
    if others:
        raise UserError(
            f"a lab has no {others[0]}: set it back, or export the run as a page"
        )
    declared = Recipe(recipe.learner)
    return {
        "learner": recipe.learner,
        "settings": {k: v for k, v in values.items() if v != declared.get(k)},
        "terms": terms,
        "offset": recipe.offset,
        "standardise": recipe.get("standardise", False),
        "classes": list(data.class_names),
        "X": data.X.tolist(),
        "y": data.y.tolist(),
    }


def _is_held(rule: Learner) -> bool:
    return plays(rule) and not rule.by_hand


def _terms_of(data: Dataset, recipe: Recipe) -> list[str]:
    """Give the terms by the lab's names for the two features."""
    places = [
        [(factor.feature, factor.power, factor.sine) for factor in term]
        for term in features_of(data, recipe).terms
    ]
    known = {tuple(map(tuple, term["factors"])): term["name"] for term in _terms()}
    names = [known.get(tuple(place)) for place in places]
    if None in names:
        raise UserError(f"a lab has the terms {', '.join(map(pretty, TERMS))} only")
    return [name for name in names if name is not None]


@cache
def _terms() -> list[dict[str, Any]]:
    return term_entries(SAMPLE, Recipe(START))


@cache
def _entries() -> dict[str, Any]:
    """Give what the lab's script reads."""
    played = [rule for rule in learners().values() if _is_held(rule)]
    ordered = sorted(played, key=lambda rule: rule.name != START)
    return {
        "learners": {rule.name: _learner_entries(rule) for rule in ordered},
        "terms": _terms(),
        "examples": [*_examples()],
        "empty": {
            "learner": START, "settings": {}, "terms": [*FEATURES],
            "offset": True, "standardise": False, "classes": [*DRAWN_CLASSES[:2]],
            "X": [], "y": [],
        },
        "names": [*DRAWN_CLASSES[:MOST_CLASSES]],
        "most": {
            "points": MOST_POINTS, "classes": MOST_CLASSES, "coordinate": FARTHEST,
            "name": LONGEST_NAME,
        },
    }  # fmt: skip


def _learner_entries(rule: Learner) -> dict[str, Any]:
    recipe = Recipe(rule.name)
    made = problem(SAMPLE, recipe)
    session = json.loads(as_bytes(SavedSession(SAMPLE, recipe, 0)))
    settings = [name for name in SETTINGS if name in rule.by_name]
    return {
        **learner_entries(rule, recipe, made, settings),
        "recipe": session["recipe"],
    }


def _examples() -> list[dict[str, Any]]:
    """Give the gallery's examples that the lab can hold."""
    examples = []
    for example in EXAMPLES:
        data = example.make()
        try:
            state = lab_state(SavedSession(data, Recipe(**example.settings), 0))
        except UserError:
            continue
        examples.append(
            {"title": example.title, "about": example.about, "state": state}
        )
    return examples
