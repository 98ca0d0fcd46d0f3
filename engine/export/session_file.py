"""Session files: data, recipe, place in the run and how it is seen, as JSON."""

from __future__ import annotations

import json
from dataclasses import KW_ONLY, asdict, dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import (
    IS_TOO_LARGE,
    LARGEST,
    PART_NAMES,
    Dataset,
    is_computable,
)
from engine.data.tables.row_writer import CELLS, spans, write_text
from engine.data.view_choice import ViewChoice
from engine.errors import Cancelled, UserError, excerpt, go_on
from engine.export.provenance_entry import provenance_entry, provenance_of
from engine.files import JsonFormat, is_finite
from engine.training.branch import Branch
from engine.training.recipe import Recipe
from engine.training.tape import Tape

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from engine.data.sample_names import SampleNames
    from engine.training.frame import Frame


SUFFIX = ".plab"
SLICE_SECONDS = 0.1
"""Seconds of a recording between two reports."""
LONGEST_NUMBER = 4
"""How many times as long a number can be as text, what stands beside it included."""
DIGEST_LENGTH = 32
FORMAT = JsonFormat("session file", "perceptron-lab/session", 1, most_bytes=512 * 2**20)


@dataclass(frozen=True)
class BranchedFrom:
    """The run from which the session's branches off.

    Attributes
    ----------
    branch : Branch
    beside : bool
        It is looked at beside the session's; else only its steps up to the branch.
    """

    branch: Branch
    beside: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, eq=False)
class SavedSession:
    """What a session file holds.

    Attributes
    ----------
    data : Dataset
    recipe : Recipe
    step : int
        Where the playhead stood.
    view_choice : ViewChoice, optional
        How the data were looked at; None in files that do not say it.
    test_uses : int, optional
        How often the test part has been used.
    branched_from : BranchedFrom, optional
        Where the run is one that branches.
    digest : str
        Of the weights at the step (`digest_of`), where they were there; else empty.
    """

    data: Dataset
    recipe: Recipe
    step: int
    _: KW_ONLY
    view_choice: ViewChoice | None = None
    test_uses: int = 0
    branched_from: BranchedFrom | None = None
    digest: str = ""

    def tape(self) -> Tape:
        """Begin the run, nothing of it recorded.

        Raises
        ------
        UserError
            If the data cannot be learned from by this recipe.
        """
        former = self.branched_from
        branch = None if former is None else former.branch
        return Tape(self.data, self.recipe, branch=branch)

    def recorded(self, progress: Callable[[float], bool] = go_on) -> Tape:
        """Record the run up to the step at which the playhead stood, or to its end.

        Raises
        ------
        UserError
            If the data cannot be learned from by this recipe.
        Cancelled
            If `progress`, told the share that is done, says so.
        """
        tape = self.tape()
        while tape.steps < self.step and not tape.finished:
            tape.extend(SLICE_SECONDS)
            if not progress(min(1.0, tape.steps / self.step)):
                raise Cancelled
        return tape

    def is_otherwise(self, tape: Tape) -> bool:
        """Tell whether a recording has come to other weights than were stored.

        Their last digits may change from version to version.
        """
        if not self.digest or (tape.steps < self.step and not tape.finished):
            return False
        if tape.steps < self.step:
            return True
        return digest_of(tape.frame(self.step)) != self.digest


def other_weights_said(stored: SavedSession) -> str:
    """Say that a run has come to other weights than were stored."""
    return (
        f"the weights after step {stored.step:,} are not those of when the file was "
        "saved: they are computed anew; their last digits have changed since, or the "
        "file was edited"
    )


def digest_of(frame: Frame) -> str:
    """Give a short text that is another one if a digit of the weights is."""
    return sha256(frame.weights.tobytes()).hexdigest()[:DIGEST_LENGTH]


def write_session(
    path: str | os.PathLike[str],
    saved: SavedSession,
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a session so that `read_session` gives back exactly the same.

    Parameters
    ----------
    path : path-like
    saved : SavedSession
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the writing.

    Raises
    ------
    UserError
        If the file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    write_text(path, _head(saved), _text_of_arrays(saved.data), progress)


def check_readable(saved: SavedSession) -> None:
    """Make sure that a session file is not larger than those that are read.

    Raises
    ------
    UserError
        If it would be.
    """
    data, most = saved.data, FORMAT.most_bytes
    if data.X.nbytes * LONGEST_NUMBER <= most:
        return
    size = sum(len(text.encode()) for _, text in _text_of_arrays(data))
    whole = replace(saved, digest=saved.digest or "0" * DIGEST_LENGTH)
    if size + len(_head(whole).encode()) > most:
        raise UserError(
            f"{data.n_samples:,} samples of {data.n_features:,} features: a session "
            f"file holds at most {most >> 20} MB: take fewer"
        )


def as_bytes(saved: SavedSession) -> bytes:
    """Give what a session file would hold, to lie within another file."""
    pieces = (text for _, text in _text_of_arrays(saved.data))
    return "".join([_head(saved), *pieces]).encode()


def _head(saved: SavedSession) -> str:
    """Write all that stands before the samples."""
    content = {"format": FORMAT.name, "version": FORMAT.version, **entries_of(saved)}
    return _text(content).removesuffix("}}")


def entries_of(saved: SavedSession) -> dict[str, Any]:
    """Give what a session consists of for JSON, but for its samples.

    The last entry is ``data``: the names of features and classes, the provenance.
    """
    data, former = saved.data, saved.branched_from
    return {
        "recipe": saved.recipe.to_dict(),
        "step": saved.step,
        "aspect": None if saved.view_choice is None else asdict(saved.view_choice),
        "test_uses": saved.test_uses,
        "branch": None if former is None else _branch_entry(former),
        **({"digest": saved.digest} if saved.digest else {}),
        "data": {
            "features": list(data.feature_names),
            "classes": list(data.class_names),
            **_colours_entry(data),
            "provenance": provenance_entry(data.provenance, data.feature_names),
        },
    }


def _colours_entry(data: Dataset) -> dict[str, list[int]]:
    """Give which colours the classes have, where a person has chosen some."""
    colours = data.class_colours
    return {} if colours is None else {"class_colours": list(colours)}


def _text(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False)


def whole_entries_of(saved: SavedSession) -> dict[str, Any]:
    """Give all that a session consists of for JSON, within another file.

    What is read back is made a session by `check_session` and `session_of`.
    """
    entries = entries_of(saved)
    entries["data"] |= {name: array.tolist() for name, array in _arrays(saved.data)}
    return entries


def _arrays(data: Dataset) -> list[tuple[str, NDArray[Any] | SampleNames]]:
    """Name what stands last in a session: samples, classes, parts, weights, names."""
    named: list[tuple[str, NDArray[Any] | SampleNames]]
    named = [("X", data.X), ("y", data.y)]
    if data.is_split:
        named.append(("parts", data.parts))
    if data.sample_weights is not None:
        named.append(("sample_weights", data.sample_weights))
    if data.sample_names is not None:
        named.append(("sample_names", data.sample_names))
    return named


def _text_of_arrays(data: Dataset) -> Iterator[tuple[float, str]]:
    """Write samples and all that is told of them in pieces."""
    named = _arrays(data)
    for i, (name, array) in enumerate(named):
        yield i / len(named), f', "{name}": ['
        between = ""
        for share, rows in spans(data, CELLS):
            text = between + _text(array[rows].tolist())[1:-1]
            yield (i + share) / len(named), text
            between = ", "
        yield (i + 1) / len(named), "]"
    yield 1.0, "}}" if data.is_split else ', "parts": null}}'


def read_session(path: str | os.PathLike[str]) -> SavedSession:
    """Read a session file.

    Raises
    ------
    UserError
        If the file cannot be read, or anything in it is not as it should be; names
        the file and the entry.
    """
    content = FORMAT.read(path, check_session)
    try:
        return session_of(content, content["data"])
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def session_in(content: bytes) -> SavedSession:
    """Read what a session file holds, from memory.

    Raises
    ------
    UserError
        As `read_session`, but without the file's name.
    """
    entries = FORMAT.parse(content)
    FORMAT.check(entries, check_session)
    return session_of(entries, entries["data"])


def session_of(entries: dict[str, Any], samples: Mapping[str, Any]) -> SavedSession:
    """Make a session of its entries, checked by `check_entries`, and its samples.

    Parameters
    ----------
    entries : dict
        As `entries_of` gives them.
    samples : mapping
        ``X`` and ``y``, and ``parts``, ``sample_weights`` and ``sample_names`` if it
        has them.

    Raises
    ------
    UserError
        If samples and entries do not go together.
    """
    data = _data(entries["data"], samples)
    recipe = _recipe(entries["recipe"], "recipe")
    return SavedSession(
        data,
        recipe,
        entries["step"],
        view_choice=_view_choice(entries.get("aspect"), data),
        test_uses=entries.get("test_uses", 0),
        branched_from=_branched_from(entries.get("branch"), recipe),
        digest=entries.get("digest", ""),
    )


def check_entries(content: Any) -> None:
    """Make sure that what `entries_of` gave came back as such.

    Raises
    ------
    UserError
        If an entry is not as it should be; names it.
    """
    _require(_is_count(content.get("step")), "step")
    _require(_is_count(content.get("test_uses", 0)), "test_uses")
    _require(isinstance(content.get("digest", ""), str), "digest")
    _check_recipe(content.get("recipe"))
    branch = content.get("branch")
    if branch is not None:
        _require(isinstance(branch, dict), "branch")
        _require(_is_count(branch.get("step")), "branch")
        _require(isinstance(branch.get("beside"), bool), "branch")
        weights = branch.get("weights", [])
        _require(isinstance(weights, list) and all(map(is_finite, weights)), "branch")
        _check_recipe(branch.get("before"))
    data = content.get("data")
    _require(isinstance(data, dict), "data")
    for name in ("features", "classes"):
        _require(_strings(data.get(name)), name)
    colours = data.get("class_colours")
    if colours is not None:
        many = isinstance(colours, list) and len(colours) == len(data["classes"])
        _require(many and all(map(_is_count, colours)), "class_colours")


def check_session(content: Any) -> None:
    """Make sure that these are all entries of a session, its samples among them.

    Raises
    ------
    UserError
        If an entry is not as it should be; names it.
    """
    check_entries(content)
    data = content["data"]
    rows, width = data.get("X"), len(data["features"])
    _require(isinstance(rows, list) and all(_numbers(row, width) for row in rows), "X")
    _require(_codes(data.get("y"), len(rows), len(data["classes"])), "y")
    parts = data.get("parts")
    _require(parts is None or _codes(parts, len(rows), len(PART_NAMES)), "parts")
    data["parts"] = parts
    weights = data.setdefault("sample_weights", None)
    _require(weights is None or _numbers(weights, len(rows)), "sample_weights")
    called = data.setdefault("sample_names", None)
    named = called is None or (_strings(called) and len(called) == len(rows))
    _require(named, "sample_names")


def _check_recipe(recipe: Any) -> None:
    _require(isinstance(recipe, dict), "recipe")
    _require(isinstance(recipe.get("learner"), str), "learner")
    terms = recipe.get("features")
    _require(terms is None or _strings(terms), "features")


def _codes(codes: object, count: int, below: int) -> bool:
    """Tell whether it is a list of so many whole numbers from 0."""
    if not isinstance(codes, list) or len(codes) != count:
        return False
    return all(_is_count(code) and code < below for code in codes)


def _data(names: dict[str, Any], samples: Mapping[str, Any]) -> Dataset:
    features = names["features"]
    X = np.array(samples["X"], dtype=np.float64).reshape(-1, len(features))
    if not is_computable(X):
        row, column = np.argwhere(~(np.abs(X) <= LARGEST))[0]
        raise UserError(
            f"sample {row + 1}, feature {excerpt(features[column])}: {X[row, column]} "
            f"{IS_TOO_LARGE}"
        )
    return Dataset(
        X,
        np.array(samples["y"], dtype=np.int64),
        features,
        names["classes"],
        samples.get("parts"),
        sample_weights=samples.get("sample_weights"),
        sample_names=samples.get("sample_names"),
        provenance=provenance_of(names.get("provenance"), features),
        class_colours=names.get("class_colours"),
    )


def _view_choice(content: Any, data: Dataset) -> ViewChoice | None:
    if content is None:
        return None
    _require(isinstance(content, dict), "aspect")
    across, up, code = (content.get(name) for name in ("across", "up", "code"))
    margin = content.get("margin")
    # Older files of two features had one scale, those of more had not.
    stretched = content.get("stretched", data.n_features > 2)
    _require(all(map(_is_count, (across, up, code))), "aspect")
    _require(isinstance(margin, bool) and isinstance(stretched, bool), "aspect")
    choice = ViewChoice(across, up, margin, code, stretched)
    _require(choice.fits(data), "aspect")
    return choice


def _branch_entry(former: BranchedFrom) -> dict[str, Any]:
    branch = former.branch
    entry = {
        "before": branch.before.to_dict(), "step": branch.step, "beside": former.beside,
    }  # fmt: skip
    return entry | ({"weights": list(branch.weights)} if branch.weights else {})


def _branched_from(content: Any, recipe: Recipe) -> BranchedFrom | None:
    if content is None:
        return None
    weights = tuple(map(float, content.get("weights", ())))
    before = _recipe(content["before"], "branch")
    branch = Branch(before, content["step"], weights)
    # What both runs must share is said once.
    _require(branch.fitted(recipe) == branch, "branch")
    return BranchedFrom(branch, beside=content["beside"])


def _recipe(settings: dict[str, Any], name: str) -> Recipe:
    try:
        return Recipe(**settings)
    except UserError as error:
        raise UserError(f"its entry “{name}”: {error}") from None


def _strings(texts: object) -> bool:
    filled = isinstance(texts, list) and len(texts) > 0
    return filled and all(isinstance(text, str) for text in texts)  # type: ignore[attr-defined]


def _numbers(row: object, width: int) -> bool:
    return isinstance(row, list) and len(row) == width and all(map(is_finite, row))


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise UserError(
            f"its entry “{name}” is missing or damaged: correct it, or give another "
            "session file"
        )
