"""Files of other programs that are not read: what they are, and how to convert them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.data.formats.data_file import beginning
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.formats.data_file import DataFile


@dataclass(frozen=True)
class OtherKind:
    """A kind of file that is not read.

    Attributes
    ----------
    what : str
        What it is, as it follows “is”.
    way_out : str
        What to do; {name} and {stem} stand for the file's name, with its suffix or not.
    begins : bytes
        A pattern of its first bytes.
    suffixes : tuple of str
    """

    what: str
    way_out: str
    begins: bytes
    suffixes: tuple[str, ...] = ()


_KINDS = (
    OtherKind(
        "an object of R’s",
        'in R write.csv(readRDS("{name}"), "{stem}.csv", row.names = FALSE)',
        rb"[XB]\n\0\0\0[\2\3]|B\n[\2\3]\0\0\0|A\n[23]\n[0-9]{6}\n[0-9]{6}\n",
        (".rds",),
    ),
    OtherKind(
        "a workspace of R’s",
        'in R load("{name}"), then write.csv(NAME, "{stem}.csv", row.names = FALSE) '
        "with the NAME that ls() tells",
        rb"RD[ABX][1-3]\n",
        (".rdata", ".rda"),
    ),
    OtherKind(
        "an ORC file",
        "in Python pyarrow.parquet.write_table(pyarrow.orc.read_table("
        '"{name}"), "{stem}.parquet")',
        rb"ORC(?s:.{0,100}?)\0",
        (".orc",),
    ),
    OtherKind(
        "an Avro file",
        'in Python polars.read_avro("{name}").write_parquet("{stem}.parquet")',
        rb"Obj\x01",
        (".avro",),
    ),
    OtherKind(
        "a MATLAB file of version 7.3",
        'in MATLAB load("{name}"), then save("{name}", "X", "y", "-v7")',
        rb"MATLAB 7\.3 MAT-file",
    ),
    OtherKind(
        "a text file of Octave’s",
        "in Octave load {name}, then save -v7 {name} X y",
        rb"# Created by Octave ",
    ),
    OtherKind(
        "an HDF5 file",
        'in Python f = h5py.File("{name}"), then numpy.savez("{stem}.npz", X=f["X"], '
        'y=f["y"]); one of pandas by pandas.read_hdf("{name}").to_csv("{stem}.csv", '
        "index=False)",
        rb"\x89HDF\r\n\x1a\n",
        (".h5", ".hdf5", ".hdf"),
    ),
    OtherKind(
        "a database of DuckDB’s",
        "duckdb {name} \"COPY NAME TO '{stem}.parquet'\" with the NAME of a table, "
        "which SHOW TABLES tells",
        rb"(?s:.{8})DUCK",
        (".duckdb",),
    ),
    OtherKind(
        "a database of SQLite’s",
        'sqlite3 -header -csv {name} "SELECT * FROM NAME" > {stem}.csv with the NAME '
        "of a table, which .tables tells",
        rb"SQLite format 3\0",
        (".sqlite", ".sqlite3"),
    ),
    OtherKind(
        "a table of SAS’s",
        'in SAS proc export data=NAME outfile="{stem}.csv" dbms=csv; run; or in '
        'Python pandas.read_sas("{name}").to_csv("{stem}.csv", index=False)',
        rb"\0{12}\xc2\xea\x81\x60",
        (".sas7bdat",),
    ),
    OtherKind(
        "a tar archive",
        "tar -xf {name}, then give the file with the table",
        rb"(?s:.{257})ustar",
        (".tar", ".tgz", ".tbz", ".txz"),
    ),
    OtherKind(
        "a Python pickle, which could run anything",
        'in Python save what is in it by to_csv("{stem}.csv", index=False)',
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
    if kind is None:
        kind = next((kind for kind in _KINDS if file.suffix in kind.suffixes), None)
    if kind is None:
        return
    path = Path(str(file))
    way_out = kind.way_out.format(name=path.name, stem=path.stem)
    raise UserError(f"{file}: is {kind.what}: {way_out}")
