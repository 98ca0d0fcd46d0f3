#!/bin/sh
# polars 2.1.0, pyarrow 26.0.1: a Categorical in a Feather (Arrow IPC) file
#
# polars writes the categories as string_view. pyarrow reads the file, and lists the values,
# but neither cast(string) nor dictionary_decode() of the column works: take has no kernel for
# string_view. Casting the dictionary alone and putting it together again works.
#
# Seen:
#   to_pylist: ['a', 'b', 'a']
#   cast: Function 'array_take' has no kernel matching input types (string_view, uint32)
#   dictionary_decode: (the same)
#   from_arrays: ['a', 'b', 'a']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pyarrow==26.0.1 polars==2.1.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys

import polars as pl
import pyarrow as pa
from pyarrow import feather

path = f"{sys.argv[1]}/t.feather"
pl.DataFrame({"k": pl.Series(["a", "b", "a"], dtype=pl.Categorical)}).write_ipc(path)
column = feather.read_table(path)["k"].chunk(0)
print(f"to_pylist: {column.to_pylist()}")
for name, read in {
    "cast": lambda: column.cast(pa.string()),
    "dictionary_decode": column.dictionary_decode,
}.items():
    try:
        read()
    except pa.ArrowNotImplementedError as error:
        print(f"{name}: {error}")
    else:
        raise SystemExit(f"{name} works now")
words = column.dictionary.cast(pa.string())
again = pa.DictionaryArray.from_arrays(column.indices, words).cast(pa.string())
print(f"from_arrays: {again.to_pylist()}")
assert again.to_pylist() == ["a", "b", "a"]
PYTHON
