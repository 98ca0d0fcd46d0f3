#!/bin/sh
# pyarrow 26.0.1, pandas 3.1.1: Array.to_numpy()
#
# Of a plain column of floats, read from a file, it imports pandas, if that is installed: a program that never
# asks for pandas waits for it, some tenths of a second, at its first column. The values are
# the same from numpy.from_dlpack or the array's buffers, which import nothing.
#
# Seen:
#   after from_dlpack: pandas imported: False
#   after to_numpy: pandas imported: True
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pyarrow==26.0.1 numpy==2.4.6 pandas==3.1.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys

import numpy as np
import pyarrow as pa

# pa.array would import pandas too, to look whether it is given one of its objects.
column = pa.Array.from_buffers(
    pa.float64(), 2, [None, pa.py_buffer(np.array([1.5, 2.5]))]
)
values = np.from_dlpack(column)
before = "pandas" in sys.modules
print(f"after from_dlpack: pandas imported: {before}")
same = column.to_numpy()
after = "pandas" in sys.modules
print(f"after to_numpy: pandas imported: {after}")
assert values.tolist() == same.tolist()
assert (before, after) == (False, True)
PYTHON
