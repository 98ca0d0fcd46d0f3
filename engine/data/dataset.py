"""The data set: labelled samples as one frozen, validated value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.sample_names import NOBODY, SampleNames
from engine.errors import UserError, excerpt
from engine.files import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from engine.data.provenance import Provenance
    from engine.data.sample_names import Texts

    SomeNames = Sequence[str] | Texts | SampleNames

LARGEST = 1e150
"""Beyond it ‖x‖² is infinite: a rule that divides by it would add nothing and never say
so, a score could be ∞ − ∞, a picture could not be scaled."""
IS_TOO_LARGE = (
    "is too large to compute with (at most 1e150): correct it or scale the data down"
)


def is_computable(values: NDArray[np.float64]) -> bool:
    """Tell whether all values are numbers, none of them too large."""
    # One that is no number makes both extremes none, and no comparison holds.
    return not values.size or bool(values.max() <= LARGEST and values.min() >= -LARGEST)


MOST_CLASSES = 100
PAIRS = (("-1", "1"), ("0", "1"), ("False", "True"), ("A", "B"))
"""Classes of which each says by its name that it is the first or the second."""
TRAINING, VALIDATION, TEST = range(3)
PART_NAMES = ("training", "validation", "test")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Dataset:
    """Labelled samples.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
        The samples, finite numbers.
    y : array-like, shape (n_samples,)
        A label per sample, of any kind. Without `class_names` the classes are the
        labels that occur, in sorted order; labels that are all −1 or +1 always mean
        those two classes. One label alone is the second of two classes, unless it is
        −1, 0, False or A. With `class_names` a label is a name, an index into the
        names or, where there are two, −1 or +1.
    feature_names : sequence of str, optional
        Default those of a table's columns, as pandas has them; else ``x1, x2, …``.
    class_names : sequence of str, optional
        All classes, also those without a sample, in the order of their index. Default
        the categories of labels that have some, as pandas' do.
    parts : array-like of int, shape (n_samples,), optional
        TRAINING, VALIDATION or TEST for each sample; default all TRAINING.
    sample_weights : array-like, shape (n_samples,), optional
        How much each sample counts, not below 0: one of weight 2 as two of its kind,
        one of weight 0 as if it were not there. Default all 1.
    sample_names : sequence of str, shape (n_samples,), optional
        What each sample is called, for people: nothing is learned from it. One
        without a name has an empty one. Default none has.
    provenance : Provenance, optional
        The table that the samples were read from.
    class_colours : sequence of int, optional
        Which colour of the palette each class is drawn in; default their order.

    Attributes
    ----------
    X : ndarray of float64, read-only
    y : ndarray of int64, read-only
        The index of each sample's class.
    parts : ndarray of uint8, read-only
    sample_weights : ndarray of float64, read-only, or None
        None where all are 1.
    sample_names : SampleNames, or None
        A sequence of str; None where no sample has a name.
    feature_names, class_names : tuple of str
    class_colours : tuple of int, or None
        None where each class has the colour of its place.

    Raises
    ------
    UserError
        If shapes disagree, a value is not a finite number or a label is unknown.

    Examples
    --------
    >>> X = [[2, 4], [-6, 1], [1, 3]]
    >>> data = Dataset(X, ["near", "far", "near"], feature_names=["width", "height"])
    >>> data.class_names
    ('far', 'near')
    >>> data.y
    array([1, 0, 1])
    """

    X: NDArray[np.float64]
    y: NDArray[np.int64]
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]
    parts: NDArray[np.uint8]
    sample_weights: NDArray[np.float64] | None
    sample_names: SampleNames | None
    provenance: Provenance | None
    class_colours: tuple[int, ...] | None

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        feature_names: Sequence[str] | None = None,
        class_names: Sequence[str] | None = None,
        parts: ArrayLike | None = None,
        *,
        sample_weights: ArrayLike | None = None,
        sample_names: SomeNames | None = None,
        provenance: Provenance | None = None,
        class_colours: Sequence[int] | None = None,
    ) -> None:
        samples = _samples(X)
        if feature_names is None:
            feature_names = _column_names(X)
        names = _names(feature_names, samples.shape[1])
        if class_names is None:
            y, class_names = _categories(y)
        labels = np.asarray(y)
        if labels.shape == (len(samples), 1):
            labels = labels[:, 0]
        codes, classes = _codes(labels, class_names)
        if codes.shape != (samples.shape[0],):
            raise UserError(
                f"there are {codes.size} labels for {samples.shape[0]} samples: give "
                "one for each sample"
            )
        shares = _parts(parts, len(samples))
        weights = _sample_weights(sample_weights, len(samples))
        called = _sample_names(sample_names, len(samples))
        for array in (samples, codes, shares):
            array.setflags(write=False)
        self.__dict__.update(
            X=samples, y=codes, feature_names=names, class_names=classes,
            parts=shares, sample_weights=weights, sample_names=called,
            provenance=provenance, class_colours=_colours(class_colours, classes),
        )  # fmt: skip

    @property
    def n_samples(self) -> int:
        """Number of samples."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of features, before any feature map."""
        return int(self.X.shape[1])

    @property
    def n_outputs(self) -> int:
        """Rows of weights: one for two classes, one per class for more."""
        return 1 if len(self.class_names) == 2 else len(self.class_names)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Number of samples of each class, read-only."""
        counts = np.bincount(self.y, minlength=len(self.class_names)).astype(np.int64)
        counts.setflags(write=False)
        return counts

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """Mean of the samples, by their weights, shape (n_features,); 0 of none."""
        if not self.n_samples:
            return np.zeros(self.n_features)
        weights = self.sample_weights
        if weights is not None and weights.any():
            mean: NDArray[np.float64] = (weights / weights.sum()) @ self.X
            return mean
        # Several times as fast as `mean`, for a few features of a million samples.
        sums: NDArray[np.float64] = self.X.T @ np.ones(self.n_samples)
        return sums / self.n_samples

    def span(self, feature: int) -> tuple[float, float]:
        """Give the least and the greatest value of a feature; there are samples."""
        if feature not in self._spans:
            values = self.X[:, feature]
            self._spans[feature] = float(values.min()), float(values.max())
        return self._spans[feature]

    @cached_property
    def _spans(self) -> dict[int, tuple[float, float]]:
        return {}

    def rows_of(self, part: int) -> NDArray[np.int64]:
        """Give the rows of a part, in order."""
        return self._rows[part]

    @cached_property
    def _rows(self) -> tuple[NDArray[np.int64], ...]:
        return tuple(np.flatnonzero(self.parts == i) for i in range(len(PART_NAMES)))

    def counted_rows_of(self, part: int) -> NDArray[np.int64]:
        """Give the rows of a part whose weight is not 0, in order."""
        return self._counted_rows[part]

    @cached_property
    def _counted_rows(self) -> tuple[NDArray[np.int64], ...]:
        weights = self.sample_weights
        if weights is None:
            return self._rows
        return tuple(rows[weights[rows] > 0] for rows in self._rows)

    @cached_property
    def rows_to_learn(self) -> NDArray[np.int32]:
        """The rows of the training part whose weight is not 0, as the loops want them.

        They are not to be written to.
        """
        counted = self.counted_rows_of(TRAINING)
        if len(counted) == self.n_samples:
            return np.arange(self.n_samples, dtype=np.int32)
        return counted.astype(np.int32)

    @cached_property
    def largest(self) -> float:
        """The largest of all values, whatever its sign; 0 without samples."""
        return float(max(self.X.max(initial=0.0), -self.X.min(initial=0.0)))

    def weights_of(self, rows: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Give the weights of some samples; None where all of the data set are 1."""
        return None if self.sample_weights is None else self.sample_weights[rows]

    def names_of(self, rows: NDArray[np.int64]) -> SampleNames | None:
        """Give the names of some samples; None where none of the data set has one."""
        return None if self.sample_names is None else self.sample_names.taken(rows)

    def name_of(self, row: int) -> str:
        """Give the name of a sample; nothing where it has none."""
        return "" if self.sample_names is None else self.sample_names[row]

    @property
    def n_held_out(self) -> int:
        """Count the samples that are held out of training."""
        return int(np.count_nonzero(self.parts))

    @property
    def is_split(self) -> bool:
        """Tell whether some samples are held out of training."""
        return bool(self.parts.any())

    def __reduce__(self) -> tuple[Any, ...]:
        """Be sent to other processes by what makes it again, read-only there too."""
        return _unpickled, (
            self.X, self.y, self.feature_names, self.class_names, self.parts,
            self.sample_weights, self.sample_names, self.provenance,
            self.class_colours,
        )  # fmt: skip

    def __repr__(self) -> str:
        """Say the size and the classes, not the numbers."""
        return (
            f"Dataset({self.n_samples} samples, features {list(self.feature_names)}, "
            f"classes {list(self.class_names)})"
        )


FIELDS = tuple(field.name for field in fields(Dataset))
KNOWN_OF = {
    "counts": {"y", "class_names"},
    "centre": {"X", "sample_weights"},
    "_spans": {"X"},
    "_rows": {"parts"},
    "_counted_rows": {"parts", "sample_weights"},
    "rows_to_learn": {"parts", "sample_weights"},
    "largest": {"X"},
}
"""What is computed once of a data set, and of which of its fields."""


def _unpickled(*made_of: Any) -> Dataset:
    *others, weights, names, provenance, colours = made_of
    return Dataset(
        *others, sample_weights=weights, sample_names=names, provenance=provenance,
        class_colours=colours,
    )  # fmt: skip


def _samples(X: ArrayLike, *, copied: bool = False) -> NDArray[np.float64]:
    try:
        copy = np.asarray if copied else np.array
        samples = copy(X, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise UserError(
            f"the samples are not a table of numbers ({error}): give a row of them for "
            "each sample"
        ) from None
    if samples.ndim != 2 or samples.shape[1] < 1:
        raise UserError(
            "the samples are not a table: give a row of numbers for each sample"
        )
    if not np.isfinite(samples).all():
        row, column = np.argwhere(~np.isfinite(samples))[0]
        raise UserError(
            f"sample {row + 1}, feature {column + 1} is {samples[row, column]}, which "
            "is no finite number: correct it or leave the sample out"
        )
    return samples


def _column_names(X: object) -> Sequence[str] | None:
    """Give the names of a table's columns, where all are text."""
    names = [*getattr(X, "columns", ())]
    return names if names and all(isinstance(name, str) for name in names) else None


def _categories(y: ArrayLike) -> tuple[ArrayLike, Sequence[str] | None]:
    """Give labels that have categories as indices into these, with their names."""
    categories = getattr(getattr(y, "dtype", None), "categories", None)
    if categories is None or not 2 <= len(categories) <= MOST_CLASSES:
        return y, None
    kept: Any = getattr(y, "cat", y)
    codes = np.asarray(kept.codes)
    if (codes < 0).any():
        row = int(codes.argmin())
        raise UserError(f"the label of sample {row + 1} is missing: give it a class")
    return codes, [_label_name(label) for label in categories.tolist()]


def _names(given: Sequence[str] | None, n: int) -> tuple[str, ...]:
    given = [f"x{j + 1}" for j in range(n)] if given is None else given
    names = tuple(map(text_of, given))
    if len(names) != n:
        raise UserError(
            f"there are {len(names)} feature names for {n} features: give one for each "
            "feature"
        )
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"two features are called “{excerpt(twice)}”: rename one")
    return names


def _parts(parts: ArrayLike | None, n: int) -> NDArray[np.uint8]:
    if parts is None:
        return np.full(n, TRAINING, np.uint8)
    given = np.array(parts)
    if given.shape != (n,) or not _are_below(given, len(PART_NAMES)):
        raise UserError(
            f"parts: {_fault_of_parts(given, n)}: give each of the {n} samples 0 "
            "(training), 1 (validation) or 2 (test)"
        )
    return given.astype(np.uint8)


def _fault_of_parts(parts: NDArray[Any], n: int) -> str:
    if parts.shape != (n,):
        given = f"{len(parts)} are" if parts.ndim == 1 else f"shape {parts.shape} is"
        return f"{given} given for {n} samples"
    known = range(len(PART_NAMES))
    wrong = next(i for i, part in enumerate(parts.tolist()) if part not in known)
    return f"that of sample {wrong + 1} is {parts[wrong]}"


class UnusableWeight(UserError):
    """The weight of a sample is below 0, or nothing that can be computed with."""

    def __init__(self, row: int, weight: float) -> None:
        of = f"the weight of sample {row + 1} is"
        super().__init__(f"{weight:g}: give a number from 0 on", of=of)
        self.row = row


def _sample_weights(given: ArrayLike | None, n: int) -> NDArray[np.float64] | None:
    if given is None:
        return None
    try:
        weights = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise UserError(
            "the weights of the samples are not all numbers: give a number from 0 on "
            "for each sample"
        ) from None
    if weights.shape != (n,):
        raise UserError(
            f"there are {weights.size} weights for {n} samples: give one for each "
            "sample"
        )
    if not (is_computable(weights) and (weights >= 0).all()):
        row = int(((weights >= 0) & (weights <= LARGEST)).argmin())
        raise UnusableWeight(row, float(weights[row]))
    if (weights == 1).all():
        return None
    weights.setflags(write=False)
    return weights


def _colours(
    given: Sequence[int] | None, class_names: tuple[str, ...]
) -> tuple[int, ...] | None:
    if given is None:
        return None
    colours = tuple(given)
    if len(colours) != len(class_names) or min(colours) < 0:
        raise UserError(
            f"each of the {len(class_names)} classes needs a colour: give a number "
            "from 0 on for each"
        )
    return None if colours == tuple(range(len(colours))) else colours


def colours_for(
    colours: tuple[int, ...] | None, codes: Iterable[int | None]
) -> tuple[int, ...] | None:
    """Give the colours of classes that stay, and those of new ones.

    Parameters
    ----------
    colours : tuple of int, optional
        Of the classes as they were.
    codes : iterable of int or None
        For each class which of these it was; None for a new one, which gets the first
        colour that is free.
    """
    if colours is None:
        return None
    codes = list(codes)
    taken = {colours[code] for code in codes if code is not None}
    free = (colour for colour in count() if colour not in taken)
    return tuple(next(free) if code is None else colours[code] for code in codes)


def _sample_names(given: SomeNames | None, n: int) -> SampleNames | None:
    if given is None:
        return None
    names = given if isinstance(given, SampleNames) else SampleNames.of(given)
    if len(names) != n:
        raise UserError(
            f"there are {len(names)} names for {n} samples: give one for each sample"
        )
    return None if names.are_all_empty else names


def _codes(
    y: NDArray[Any], class_names: Sequence[str] | None
) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    numeric = y.dtype.kind in "iufb"
    signed = bool(y.dtype.kind in "iuf" and y.size and (np.abs(y) == 1).all())
    if class_names is None:
        if signed:
            return (y > 0).astype(np.int64), ("-1", "1")
        values, codes = _sorted_labels(y)
        names = tuple(text_of(_label_name(label)) for label in values.tolist())
        if len(names) == 1:
            pair = _pair(names[0])
            return np.full(codes.shape, pair.index(names[0]), np.int64), pair
        return codes.astype(np.int64), names or PAIRS[-1]
    names = tuple(map(text_of, class_names))
    if not 2 <= len(set(names)) == len(names) <= MOST_CLASSES:
        raise UserError(f"give 2 to {MOST_CLASSES} class names, all different")
    if not numeric:
        return _named_codes(y, names), names
    if len(names) == 2 and signed:
        return (y > 0).astype(np.int64), names
    if not _are_below(y, len(names)):
        raise UserError(
            f"a label is not one of 0 … {len(names) - 1}, the numbers of the classes: "
            "correct it"
        )
    return y.astype(np.int64), names


def _are_below(values: NDArray[Any], n: int) -> bool:
    """Tell whether all values are among 0 … n − 1."""
    if values.dtype.kind in "iu" and values.size:  # asked at every point drawn
        return bool(values.min() >= 0 and values.max() < n)
    return bool(np.isin(values, np.arange(n)).all())


def _sorted_labels(y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        row = int(np.isfinite(y).argmin())
        raise UserError(f"the label of sample {row + 1} is {y[row]}: give it a class")
    try:
        values, codes = np.unique(y, return_inverse=True)
    except TypeError:
        raise UserError(
            "some labels are numbers, some are text: give all as one of these"
        ) from None
    if len(values) > MOST_CLASSES:
        raise UserError(
            f"there are {len(values)} different labels, at most {MOST_CLASSES} classes "
            "are possible: leave some out"
        )
    return values, codes


def _named_codes(y: NDArray[Any], names: tuple[str, ...]) -> NDArray[np.int64]:
    index = {name: code for code, name in enumerate(names)}
    unknown = sorted({str(label) for label in y.tolist()} - set(names))
    if unknown:
        raise UserError(
            f"label “{unknown[0]}” is not one of {', '.join(names)}: correct it, or "
            "name all classes"
        )
    return np.array([index[str(label)] for label in y.tolist()], dtype=np.int64)


def _pair(name: str) -> tuple[str, str]:
    """Give the two classes of samples that are all of one: as a rule the second."""
    for pair in PAIRS:
        if name in pair:
            return pair
    return other_than(name), name


def other_than(name: str) -> str:
    """Call what is not of a class, where no other class is known."""
    return f"not {name}"


def _label_name(label: object) -> str:
    if isinstance(label, float) and label.is_integer():
        return str(int(label))
    return str(label)


def with_samples(
    data: Dataset,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    parts: NDArray[np.uint8] | None = None,
    sample_weights: NDArray[np.float64] | None = None,
    sample_names: SampleNames | None = None,
) -> Dataset:
    """Make a data set of other samples with the same features and classes.

    Without `parts` those of `data` are kept, and weights and names: there must be as
    many samples. New arrays are not copied: from now on they are read-only.
    """
    if parts is None:
        return _changed(data, X=X, y=y)
    return _changed(
        data, X=X, y=y, parts=parts, sample_weights=sample_weights,
        sample_names=sample_names,
    )  # fmt: skip


def with_moved(
    data: Dataset, rows: NDArray[np.int64], X: NDArray[np.float64]
) -> Dataset:
    """Make a data set in which some samples have other values.

    Only those are looked at: of a million samples a drag moves one.
    """
    moved = data.X.copy()
    moved[rows] = X
    left, came = data.X[rows], moved[rows]
    if not len(rows) or not np.isfinite(came).all():
        return with_samples(data, moved, data.y)  # which says what cannot be
    made, known = _made(data, _fields_of(data) | {"X": moved}, {"X"}), data.__dict__
    # What was least or greatest still is, unless it was what moved.
    if "largest" in known and abs(left).max() < data.largest:
        made.__dict__["largest"] = max(data.largest, float(abs(came).max()))
    made.__dict__["_spans"] = {
        feature: (
            min(low, *came[:, feature].tolist()),
            max(high, *came[:, feature].tolist()),
        )
        for feature, (low, high) in known.get("_spans", {}).items()
        if low < left[:, feature].min() and left[:, feature].max() < high
    }
    return made


def with_more(
    data: Dataset,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    parts: NDArray[np.uint8],
) -> Dataset:
    """Make a data set of the same samples, and more after them; none has a weight.

    Only those are looked at: where a million are, spraying adds some at each move.
    They have no names.
    """
    n = data.n_samples
    try:
        more = Dataset(X[n:], y[n:], data.feature_names, data.class_names, parts[n:])
    except UserError:
        return with_samples(data, X, y, parts)  # which says what cannot be
    fields: dict[str, Any] = {"X": X, "y": y, "parts": parts}
    if data.sample_names is not None:
        names = data.sample_names
        new = np.full(more.n_samples, NOBODY, np.int32)
        fields["sample_names"] = names.at(np.append(names.places, new))
    made, known = _made(data, _fields_of(data) | fields, set(fields)), data.__dict__
    if "counts" in known:
        made.__dict__["counts"] = data.counts + more.counts
        made.counts.setflags(write=False)
    if "largest" in known:
        made.__dict__["largest"] = max(data.largest, more.largest)
    if more.n_samples:
        made.__dict__["_spans"] = {
            j: (min(low, more.span(j)[0]), max(high, more.span(j)[1]))
            for j, (low, high) in known.get("_spans", {}).items()
        }
    return made


def with_classes(data: Dataset, names: tuple[str, ...]) -> Dataset:
    """Make a data set of the same samples with these classes: the present, and more."""
    n = len(data.class_names)
    codes = [*range(n), *[None] * (len(names) - n)]
    colours = colours_for(data.class_colours, codes)
    return _changed(data, class_names=names, class_colours=colours)


def with_labels(
    data: Dataset,
    y: NDArray[np.int64],
    names: tuple[str, ...],
    colours: tuple[int, ...] | None = None,
) -> Dataset:
    """Make a data set of the same samples with other labels, of other classes."""
    return _changed(data, y=y, class_names=names, class_colours=colours)


def with_parts(data: Dataset, parts: NDArray[np.uint8]) -> Dataset:
    """Make a data set of the same samples in other parts."""
    return _changed(data, parts=parts)


def with_sample_weights(
    data: Dataset, sample_weights: NDArray[np.float64] | None
) -> Dataset:
    """Make a data set of the same samples that count otherwise."""
    return _changed(data, sample_weights=sample_weights)


def with_sample_names(data: Dataset, sample_names: SomeNames | None) -> Dataset:
    """Make a data set of the same samples that are called otherwise."""
    return _changed(data, sample_names=sample_names)


def with_provenance(data: Dataset, provenance: Provenance | None) -> Dataset:
    """Make a data set of the same samples that says where they came from."""
    return _changed(data, provenance=provenance)


def _changed(data: Dataset, **changes: Any) -> Dataset:
    """Make a data set that shares all that is the same; what is new becomes its own.

    Only what is new is looked at.
    """
    new = {name: it for name, it in changes.items() if it is not getattr(data, name)}
    fields = _fields_of(data) | new
    n, names = len(fields["X"]), fields["class_names"]
    if "X" in new:
        fields["X"] = _samples(fields["X"], copied=True)
        _names(fields["feature_names"], fields["X"].shape[1])
    if "y" in new or "class_names" in new:
        fields["y"], fields["class_names"] = _codes(fields["y"], names)
    fields["class_colours"] = _colours(fields["class_colours"], fields["class_names"])
    if fields["y"].shape != (n,):
        raise UserError(
            f"there are {fields['y'].size} labels for {n} samples: give one for each "
            "sample"
        )
    if "parts" in new or n != data.n_samples:
        fields["parts"] = _parts(fields["parts"], n)
    if "sample_weights" in new or n != data.n_samples:
        fields["sample_weights"] = _sample_weights(fields["sample_weights"], n)
    if "sample_names" in new or n != data.n_samples:
        fields["sample_names"] = _sample_names(fields["sample_names"], n)
    return _made(data, fields, set(new))


def _fields_of(data: Dataset) -> dict[str, Any]:
    return {name: it for name, it in data.__dict__.items() if name in FIELDS}


def _made(data: Dataset, fields: dict[str, Any], new: set[str]) -> Dataset:
    """Make a data set of fields that are in order; what is known of others stays."""
    for name in ("X", "y", "parts"):
        fields[name].setflags(write=False)
    known = {
        name: data.__dict__[name]
        for name, made_of in KNOWN_OF.items()
        if name in data.__dict__ and not new & made_of
    }
    made = Dataset.__new__(Dataset)
    made.__dict__.update(known | fields)
    return made
