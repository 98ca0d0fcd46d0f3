#!/bin/sh
# polars 2.1.0, pyarrow 26.0.1: a column of Int128 beside others, in Parquet and Feather
#
# polars writes whole numbers of 128 bits as an integer wider than Arrow knows. pyarrow then
# refuses the file whole, also where only the other columns are asked for: they cannot be
# reached without taking the schema apart.
#
# Seen:
#   parquet, column x alone: Integers with more than 64 bits not implemented
#   feather, column x alone: Integers with more than 64 bits not implemented
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pyarrow==26.0.1 polars==2.1.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys

import polars as pl
import pyarrow as pa
from pyarrow import feather, parquet

folder = sys.argv[1]
wide = pl.Series([1, 2], dtype=pl.Int128)
frame = pl.DataFrame({"x": [0.5, 1.5], "wide": wide})
frame.write_parquet(f"{folder}/t.parquet")
frame.write_ipc(f"{folder}/t.feather")
assert pl.read_parquet(f"{folder}/t.parquet", columns=["x"])["x"].to_list() == [0.5, 1.5]
for name, read in {"parquet": parquet.read_table, "feather": feather.read_table}.items():
    try:
        read(f"{folder}/t.{name}", columns=["x"])
    except pa.ArrowNotImplementedError as error:
        print(f"{name}, column x alone: {error}")
    else:
        raise SystemExit(f"{name} is read now")
PYTHON
