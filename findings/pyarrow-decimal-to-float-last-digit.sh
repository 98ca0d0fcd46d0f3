#!/bin/sh
# pyarrow 26.0.1: casting decimals to float64
#
# The cast multiplies by a power of ten that is itself rounded, so it is often not the double
# nearest to the decimal: of 0.00, 0.01, … 9.99 it is another for 129. What reads 0.35 from a
# table of DuckDB or Spark computes with 0.35000000000000003, and groups by it. The cast by
# way of text is right for all.
#
# Seen:
#   of 1000 decimals 129 are not the nearest double, first 0.35 -> 0.35000000000000003
#   by way of text: 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pyarrow==26.0.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
from decimal import Decimal

import pyarrow as pa

exact = [Decimal(i).scaleb(-2) for i in range(1000)]
column = pa.array(exact, pa.decimal128(10, 2))
nearest = [float(value) for value in exact]
cast = column.cast(pa.float64()).to_pylist()
unlike = [i for i, value in enumerate(cast) if value != nearest[i]]
first = unlike[0]
print(
    f"of 1000 decimals {len(unlike)} are not the nearest double, first "
    f"{exact[first]} -> {cast[first]}"
)
by_text = column.cast(pa.string()).cast(pa.float64()).to_pylist()
print(f"by way of text: {sum(map(float.__ne__, by_text, nearest))}")
assert len(unlike) == 129
assert by_text == nearest
PYTHON
