"""The variables of MATLAB's files, versions 4 to 7.2: each is read when it is wanted.

In Python, as a damaged file is not to end the program, which it can in a library in C.
What reading it then raises is said by `open_binary`: it is damaged.
"""

from __future__ import annotations

import math
import struct
import zlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

_HEADER_BYTES = 128
_HEAD_BYTES = 2**12
"""Unpacked of a variable to know its name, kind and shape."""
_NUMBER_BYTES, _SPARSE_BYTES, _CELL_BYTES = 8, 16, 2**16
"""Unpacked of one at most; of cells, on the average."""
_MATRIX, _COMPRESSED, _IS_COMPLEX = 14, 15, 0x0800
_KINDS = {
    1: "cell", 2: "struct", 3: "object", 4: "char", 5: "sparse", 6: "double",
    7: "single", 8: "int8", 9: "uint8", 10: "int16", 11: "uint16", 12: "int32",
    13: "uint32", 14: "int64", 15: "uint64", 16: "function", 17: "object",
}  # fmt: skip
_TYPES = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8",
    13: "u8", 16: "u1", 17: "u2", 18: "u4",
}  # fmt: skip
_TYPES_OF_4 = ("f8", "f4", "i4", "i2", "u2", "u1")
_KINDS_OF_4 = ("double", "char", "sparse of version 4")
NUMBERS = frozenset(
    ["double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32",
     "int64", "uint64", "sparse"]
)  # fmt: skip
TEXTS = frozenset(["char", "cell"])


@dataclass(frozen=True)
class Variable:
    """A variable of a file.

    Attributes
    ----------
    name : str
    kind : str
        As MATLAB calls its class: double, cell, struct …
    shape : tuple of int
    unpacked : int
        Bytes that it is unpacked to at most, to be read.
    load : callable
        Gives numbers as they are shaped, text and cells as an array of words.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    unpacked: int
    load: Callable[[], NDArray[np.generic]]


def variables_of(content: bytes) -> list[Variable]:
    """List the variables of a file.

    Raises
    ------
    ValueError, struct.error, zlib.error
        If it is damaged.
    """
    if 0 in content[:4] or len(content) < 4:
        return [*_variables_of_4(content)]
    order = {b"IM": "<", b"MI": ">"}[content[126:128]]
    return [*_variables_of_5(content, order)]


def _variables_of_4(content: bytes) -> Iterator[Variable]:
    at = 0
    while at < len(content):
        order = "<" if struct.unpack_from("<I", content, at)[0] < 5000 else ">"
        head = struct.unpack_from(f"{order}5i", content, at)
        mopt, rows, columns, is_complex, length = head
        code, kind = mopt % 100 // 10, _KINDS_OF_4[mopt % 10]
        start = at + 20
        name = content[start : start + length].rstrip(b"\0").decode("latin-1")
        type_ = np.dtype(order + _TYPES_OF_4[code])
        first, n = start + length, rows * columns
        if min(rows, columns, length) < 0:
            raise ValueError("has a negative size")

        def load(
            first: int = first, n: int = n, kind: str = kind, type_: np.dtype = type_,
            shape: tuple[int, int] = (rows, columns),
        ) -> NDArray[np.generic]:  # fmt: skip
            values = np.frombuffer(content, type_, n, first).reshape(shape, order="F")
            return _words(values) if kind == "char" else values

        kind = "complex" if is_complex else kind
        yield Variable(name, kind, (rows, columns), 0, load)
        at = first + n * type_.itemsize * (2 if is_complex else 1)


def _variables_of_5(content: bytes, order: str) -> Iterator[Variable]:
    at = _HEADER_BYTES
    while at + 8 <= len(content):
        kind, size = struct.unpack_from(f"{order}2I", content, at)
        body = content[at + 8 : at + 8 + size]
        at += 8 + size
        if kind == _COMPRESSED:
            head = zlib.decompressobj().decompress(body, _HEAD_BYTES)
            size_said = struct.unpack_from(f"{order}2I", head)[1]
            yield _variable(head[8:], partial(_unpacked, body), order, size_said)
        elif kind == _MATRIX:
            yield _variable(body, partial(_as_it_is, body), order)


def _as_it_is(body: bytes, most: int) -> bytes:
    return body


def _unpacked(body: bytes, most: int) -> bytes:
    return zlib.decompressobj().decompress(body, 8 + most)[8:]


def _variable(
    head: bytes, body: Callable[[int], bytes], order: str, size_said: int = 0
) -> Variable:
    """Take a variable whose beginning is known, and what gives its first bytes."""
    elements = _elements(head, order)
    flags = struct.unpack_from(f"{order}I", next(elements)[1])[0]
    shape = tuple(np.frombuffer(next(elements)[1], order + "i4").tolist())
    name = next(elements)[1].decode("latin-1")
    if min(shape, default=-1) < 0:
        raise ValueError("has a negative size")
    kind = _KINDS.get(flags & 0xFF, "object")
    if flags & _IS_COMPLEX:
        kind = "complex"
    most = min(size_said, _most_bytes(kind, shape))
    return Variable(
        name, kind, shape, most, lambda: _loaded(body(most), kind, shape, order)
    )


def _most_bytes(kind: str, shape: tuple[int, ...]) -> int:
    """Tell how many bytes a variable can take that is as its beginning says."""
    each = {"cell": _CELL_BYTES, "sparse": _SPARSE_BYTES}.get(kind, _NUMBER_BYTES)
    begins = _NUMBER_BYTES * (shape[-1] + 1) if kind == "sparse" else 0
    return _HEAD_BYTES + each * math.prod(shape) + begins


def _elements(content: bytes, order: str) -> Iterator[tuple[int, bytes]]:
    """Go over the parts of a variable: the type and the bytes of each."""
    at = 0
    while at + 8 <= len(content):
        kind, size = struct.unpack_from(f"{order}2I", content, at)
        if kind >> 16:  # a small one, in the place of its size
            small = kind >> 16
            yield kind & 0xFFFF, content[at + 4 : at + 4 + min(small, 4)]
            at += 8
        else:
            yield kind, content[at + 8 : at + 8 + size]
            at += 8 + size + -size % 8


def _loaded(
    body: bytes, kind: str, shape: tuple[int, ...], order: str
) -> NDArray[np.generic]:
    parts = [*_elements(body, order)][3:]
    if kind == "cell":
        if len(parts) != math.prod(shape):
            raise ValueError("has not as many cells as its shape")
        words = [_word(part, order) for _, part in parts]
        if None in words:
            cell = words.index(None) + 1
            raise TypeError(f"cell {cell} is not one word or number")
        return np.array(words)
    if kind == "sparse":
        rows, places, values = (_numbers(part, order) for part in parts)
        begins = places.astype(np.int64)
        if len(begins) != shape[1] + 1 or begins[0] or (begins[1:] < begins[:-1]).any():
            raise ValueError("has columns that do not follow each other")
        n = int(begins[-1])
        if n > min(len(rows), len(values)):
            raise ValueError("has not as many values as its columns")
        matrix = np.zeros(shape)
        columns = np.repeat(np.arange(shape[1]), begins[1:] - begins[:-1])
        matrix[rows[:n], columns] = values[:n]
        return matrix
    if not math.prod(shape):
        return np.empty(shape)
    type_, part = parts[0]
    if kind == "char" and type_ == 16:
        letters = np.array([ord(letter) for letter in part.decode()])
        return _words(letters.reshape(shape, order="F"))
    values = _numbers((type_, part), order).reshape(shape, order="F")
    return _words(values) if kind == "char" else values.astype(_exact(kind))


def _exact(kind: str) -> str:
    """Give the type of NumPy's for numbers, which may be kept in a smaller one."""
    return {"double": "float64", "single": "float32"}.get(kind, kind)


def _numbers(element: tuple[int, bytes], order: str) -> NDArray[np.generic]:
    type_, part = element
    return np.frombuffer(part, order + _TYPES[type_])


def _words(letters: NDArray[np.generic]) -> NDArray[np.str_]:
    """Give the rows of a matrix of letters as words, several without their padding."""
    rows = letters.reshape(len(letters), -1).tolist()
    words = ["".join(chr(int(code)) for code in row) for row in rows]
    return np.array([word.rstrip() for word in words] if len(words) > 1 else words)


def _word(body: bytes, order: str) -> str | None:
    """Give the word or the number in a cell; None if there is something else."""
    inside = _variable(body, partial(_as_it_is, body), order)
    if inside.kind in (NUMBERS | {"char"}) - {"sparse"}:
        values = inside.load().ravel().tolist()
        if inside.kind == "char" and not math.prod(inside.shape):
            return ""
        if len(values) == 1:
            return str(values[0])
    return None
