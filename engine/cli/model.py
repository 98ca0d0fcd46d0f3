"""The model of a headless command, and the table of samples that it is used on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.cli.data import options_of, require_cells
from engine.cli.messages import StatusLine, note
from engine.data.provenance import Column, Provenance
from engine.data.sample_table import open_like
from engine.data.tables.data_file import data_file
from engine.errors import UserError
from engine.export.session_file import SUFFIX, other_weights_said, read_session
from engine.export.weights import read_model
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from numpy.typing import NDArray

    from engine.data.sample_table import SampleTable
    from engine.models.predictor import Predictor

WEIGHTS = (".json", ".npz")
"""Formats that weights are read from."""
MOST_NAMED = 12
"""Features of a model that are named."""


def add_model(parser: ArgumentParser) -> None:
    """Add the file of the model."""
    parser.add_argument(
        "weights",
        metavar="WEIGHTS",
        help="what `train --weights` or File ▸ Export weights wrote, .json or .npz; or "
        "a session (.plab): its weights where the playhead stands",
    )


def is_model_file(text: str) -> bool:
    """Tell whether a text names a file that a model can be read from."""
    return Path(text).suffix.lower() in (*WEIGHTS, SUFFIX)


def model_in(path: str) -> Predictor:
    """Read the model of a file: weights, or a session's where the playhead stands.

    Raises
    ------
    UserError
        If the file is none of the formats that are read.
    """
    if not is_model_file(path):
        raise UserError(
            f"{path}: is no file of weights: give one that ends in .json or .npz, or "
            f"a session ({SUFFIX})"
        )
    is_session = Path(path).suffix.lower() == SUFFIX
    return _of_session(path) if is_session else read_model(path)


def recipe_in(path: str) -> Recipe:
    """Read the recipe of a file of weights or of a session.

    Raises
    ------
    UserError
        If the file is none of these formats, or has no recipe that is one here.
    """
    if Path(path).suffix.lower() == SUFFIX:
        return read_session(path).recipe
    settings = model_in(path).recipe
    if settings is None:
        raise UserError(
            f"{path}: has weights, but no recipe: give a learner and its options "
            "instead"
        )
    name, terms = settings.get("learner"), settings.get("features")
    sound_terms = terms is None or (
        isinstance(terms, list) and all(isinstance(term, str) for term in terms)
    )
    try:
        if not isinstance(name, str) or not sound_terms:
            raise UserError("its learner or its features are missing")
        return Recipe(**settings)
    except UserError as error:
        raise UserError(
            f"{path}: its recipe cannot be used ({error}): give a learner and its "
            "options instead"
        ) from None


def provenance_in(path: str) -> Provenance | None:
    """Read where the data of a file of weights or of a session came from.

    Raises
    ------
    UserError
        If the file is none of these formats.
    """
    if Path(path).suffix.lower() == SUFFIX:
        return read_session(path).data.provenance
    return model_in(path).provenance


def _of_session(path: str) -> Predictor:
    """Train as in the session, as far as it was looked at."""
    saved = read_session(path)
    with StatusLine() as status:
        tape = saved.recorded(status.share(f"training as {path}"))
    if saved.is_otherwise(tape):
        note(f"{path}: {other_weights_said(saved)}")
    step = min(saved.step, tape.steps)
    note(f"{path}: the weights after step {step:,}, where the playhead stands")
    return tape.model(step)


def table_of(args: Namespace, model: Predictor, *, labelled: bool) -> SampleTable:
    """Open the data that the options name as those the model was learned from.

    With the classes, if there are any, or without.

    Raises
    ------
    UserError
        If the file cannot be used, or lacks a feature.
    """
    names = model.features.feature_names
    like = model.provenance
    if like is None or like.feature_names != names:
        like = Provenance("", "class", tuple(map(Column, names)))
    if not labelled:
        unused = (*like.unused, like.target)
        like = replace(like, target="", target_position=0, unused=unused)
    options = options_of(args)
    file = data_file(args.data, encoding=options.encoding)  # a pipe is read once
    require_cells(args, file)
    return open_like(file, like, options)


def scores_of(
    model: Predictor, X: NDArray[np.float64], path: Any
) -> NDArray[np.float64]:
    """Score samples; see that all scores are numbers.

    Raises
    ------
    UserError
        If one is not.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        scores = model.scores(X)
    if not np.isfinite(scores).all():
        raise UserError(
            f"{path}: a sample’s score is too large for a number, as its values are "
            "far from those the model learned from: check them"
        )
    return scores


def model_text(args: Namespace, model: Predictor) -> str:
    """Say which model it is."""
    names = model.features.names
    more = f" … {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return (
        f"{args.weights}: {model.learner}; features {', '.join(names[:MOST_NAMED])}"
        f"{more}; classes {', '.join(model.class_names)}"
    )


def model_facts(args: Namespace, model: Predictor) -> dict[str, Any]:
    """Give what is said of the model as plain values."""
    return {
        "file": args.weights,
        "learner": model.learner,
        "features": model.features.names,
        "classes": model.class_names,
        "training_error": model.training_error,
    }
