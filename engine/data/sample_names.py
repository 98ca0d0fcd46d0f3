"""What samples are called: frozen, and cheap to take from and to add to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np

from engine.errors import UserError
from engine.files import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Texts = NDArray[np.object_]
    Rows = NDArray[np.int64]

NOBODY = 0
"""The place of the empty name among the texts."""


class SampleNames:
    """A name for each sample; one without a name has an empty one.

    An edit of a million samples moves the places of names, four bytes each, and none of
    the names themselves.

    Parameters
    ----------
    texts : ndarray of str objects
        All names, in any order; the first is empty.
    places : ndarray of int32, shape (n_samples,)
        Where the name of each sample is among the texts.
    """

    def __init__(self, texts: Texts, places: NDArray[np.int32]) -> None:
        for array in (texts, places):
            array.setflags(write=False)
        self.texts, self.places = texts, places

    @classmethod
    def of(cls, names: Sequence[str] | Texts) -> SampleNames:
        """Take names as they are given, one for each sample.

        Raises
        ------
        UserError
            If they are not one after the other.
        """
        given = np.array(names, dtype=object)
        if given.ndim != 1:
            raise UserError(
                "the names of the samples are no list: give one text for each sample"
            )
        texts = np.append(np.array([""], dtype=object), given)
        try:  # all at once: of a million it takes no time that one notices
            are_plain = b"\0" not in "".join(given).encode()
        except (TypeError, UnicodeEncodeError):
            are_plain = False
        if not are_plain:
            texts[1:] = [text_of(name) for name in given]
        places = np.arange(1, len(texts), dtype=np.int32)
        places[texts[1:] == ""] = NOBODY
        return cls(texts, places)

    @classmethod
    def empty(cls, n: int) -> SampleNames:
        """Give names of samples that have none."""
        return cls(np.array([""], dtype=object), np.full(n, NOBODY, np.int32))

    def __len__(self) -> int:
        """Count the samples."""
        return len(self.places)

    @overload
    def __getitem__(self, rows: int) -> str: ...
    @overload
    def __getitem__(self, rows: slice | Rows) -> Texts: ...
    def __getitem__(self, rows: int | slice | Rows) -> str | Texts:
        """Give the name of a sample, or those of some."""
        names: str | Texts = self.texts[self.places[rows]]
        return names

    def __iter__(self) -> Iterator[str]:
        """Go over the names."""
        return iter(self.tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Be taken for an array of texts."""
        return self[:] if dtype is None else self[:].astype(dtype)

    def tolist(self) -> list[str]:
        """Give all names."""
        names: list[str] = self[:].tolist()
        return names

    @property
    def are_all_empty(self) -> bool:
        """Whether no sample has a name."""
        return not self.places.any()

    def taken(self, rows: Any) -> SampleNames:
        """Give the names of some samples, in that order."""
        return SampleNames(self.texts, self.places[rows])

    def at(self, places: NDArray[np.int32]) -> SampleNames:
        """Give names of other samples out of the same texts."""
        return SampleNames(self.texts, places)

    def known_to(self, other: SampleNames) -> SampleNames:
        """Give the same names, with all texts of another's before one's own."""
        if self.texts is other.texts or self.are_all_empty:
            return SampleNames(other.texts, self.places)
        places = np.where(self.places == NOBODY, 0, self.places + len(other.texts))
        texts = np.append(other.texts, self.texts)
        return SampleNames(texts, places.astype(np.int32))
