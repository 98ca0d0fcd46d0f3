"""Files of other programs that are not read: what they are, and how to convert them."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.data.tables.data_file import beginning
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.tables.data_file import DataFile


@dataclass(frozen=True)
class OtherKind:
    """A kind of file that is not read.

    Attributes
    ----------
    what : str
        What it is, as it follows “is” or “is called as”.
    way_out : str
        What to do; {name:R} stands for the file's name as it is written in R, {csv:R}
        for that of a new file beside it.
    begins : bytes
        A pattern of its first bytes.
    suffixes : tuple of str
    """

    what: str
    way_out: str
    begins: bytes
    suffixes: tuple[str, ...] = ()


class _Name(str):
    """A file's name, which is written as a language wants it: format(name, "R")."""

    __slots__ = ()

    def __format__(self, language: str) -> str:
        """Write it in quotes."""
        if language == "shell":
            return shlex.quote("./" + self if self.startswith("-") else self)
        if language in ("MATLAB", "SAS"):
            return "'" + self.replace("'", "''") + "'"
        return json.dumps(str(self), ensure_ascii=False)


_KINDS = (
    OtherKind(
        "an object of R’s",
        "in R write.csv(readRDS({name:R}), {csv:R}, row.names = FALSE)",
        rb"[XB]\n\0\0\0[\2\3]|B\n[\2\3]\0\0\0|A\n[23]\n[0-9]{6}\n[0-9]{6}\n",
        (".rds",),
    ),
    OtherKind(
        "a workspace of R’s",
        "in R load({name:R}), then write.csv(NAME, {csv:R}, row.names = FALSE) "
        "with the NAME that ls() tells",
        rb"RD[ABX][1-3]\n",
        (".rdata", ".rda"),
    ),
    OtherKind(
        "an ORC file",
        "in Python pyarrow.parquet.write_table(pyarrow.orc.read_table("
        "{name:Python}), {parquet:Python})",
        rb"ORC(?s:.{0,100}?)\0",
        (".orc",),
    ),
    OtherKind(
        "an Avro file",
        "in Python polars.read_avro({name:Python}).write_parquet({parquet:Python})",
        rb"Obj\x01",
        (".avro",),
    ),
    OtherKind(
        "a MATLAB file of version 7.3",
        'in MATLAB load({name:MATLAB}), then save({name:MATLAB}, "X", "y", "-v7")',
        rb"MATLAB 7\.3 MAT-file",
    ),
    OtherKind(
        "a text file of Octave’s",
        "in Octave load({name:MATLAB}), then save('-v7', {name:MATLAB}, 'X', 'y')",
        rb"# Created by Octave ",
    ),
    OtherKind(
        "an HDF5 file",
        "in Python f = h5py.File({name:Python}), then numpy.savez({npz:Python}, "
        'X=f["X"], y=f["y"]); one of pandas by pandas.read_hdf({name:Python}).to_csv('
        "{csv:Python}, index=False)",
        rb"\x89HDF\r\n\x1a\n",
        (".h5", ".hdf5", ".hdf"),
    ),
    OtherKind(
        "a database of DuckDB’s",
        'duckdb -header -csv {name:shell} "SELECT * FROM NAME" > {csv:shell} with the '
        "NAME of a table, which SHOW TABLES tells",
        rb"(?s:.{8})DUCK",
        (".duckdb",),
    ),
    OtherKind(
        "a database of SQLite’s",
        'sqlite3 -header -csv {name:shell} "SELECT * FROM NAME" > {csv:shell} with the '
        "NAME of a table, which .tables tells",
        rb"SQLite format 3\0",
        (".sqlite", ".sqlite3"),
    ),
    OtherKind(
        "a table of SAS’s",
        "in SAS proc export data=NAME outfile={csv:SAS} dbms=csv; run; or in "
        "Python pandas.read_sas({name:Python}).to_csv({csv:Python}, index=False)",
        rb"\0{12}\xc2\xea\x81\x60",
        (".sas7bdat",),
    ),
    OtherKind(
        "a tar archive",
        "tar -xf {name:shell}, then give the file with the table",
        rb"(?s:.{257})ustar",
        (".tar", ".tgz", ".tbz", ".txz"),
    ),
    OtherKind(
        "a Python pickle, which could run anything",
        "in Python save what is in it by to_csv({csv:Python}, index=False)",
        rb"\x80[\2-\5]",
        (".pkl", ".pickle"),
    ),
    OtherKind(
        "a PDF", "give the table itself, as CSV or .xlsx", rb"%PDF-[0-9]", (".pdf",)
    ),
)


def require_known(file: DataFile) -> None:
    """Make sure that a file is none of those that are known and not read.

    Raises
    ------
    UserError
        If it is; says what it is and the line that converts it.
    """
    first = beginning(file)
    kind = next((kind for kind in _KINDS if re.match(kind.begins, first)), None)
    said = "is" if kind else "is, by its name,"
    if kind is None:
        kind = next((kind for kind in _KINDS if file.suffix in kind.suffixes), None)
    if kind is None:
        return
    raise UserError(
        f"{file}: {said} {kind.what}, which is not read here: "
        f"{converted(file, kind.way_out)}"
    )


def converted(file: DataFile, line: str, key: str = "") -> str:
    """Write the line that converts a file, with its name, those of new files, a key."""
    path = Path(str(file))
    new = {suffix: _beside(path, f".{suffix}") for suffix in ("csv", "npz", "parquet")}
    return line.format(name=_Name(path), key=_Name(key), **new)


def _beside(path: Path, suffix: str) -> _Name:
    """Name a new file, which is none that there is by the name of the old one."""
    if path.suffix.lower() == suffix:
        return _Name(f"{path}{suffix}")
    return _Name(path.with_suffix(suffix))
