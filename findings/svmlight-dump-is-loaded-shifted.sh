#!/bin/sh
# scikit-learn 1.9.1: load_svmlight_file of what dump_svmlight_file wrote
#
# dump_svmlight_file counts features from 0 by default and, with a comment, writes "Column
# indices are zero-based" above the rows. load_svmlight_file, with its default zero_based
# "auto", does not read that line: it guesses by the smallest index. Where the first feature is
# 0 in all rows of a file (a test part, say), every feature comes back one place too far left,
# without a word.
#
# Seen:
#   written:      [[0.0, 1.0, 2.0], [0.0, 3.0, 4.0]]
#   in the file:  # Column indices are zero-based
#   loaded:       [[1.0, 2.0], [3.0, 4.0]]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q scikit-learn==1.9.1 numpy==2.4.6
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import io

from sklearn.datasets import dump_svmlight_file, load_svmlight_file

X = [[0.0, 1.0, 2.0], [0.0, 3.0, 4.0]]
file = io.BytesIO()
dump_svmlight_file(X, [0, 1], file, comment="a test part")
said = next(line for line in file.getvalue().decode().splitlines() if "zero-b" in line)
file.seek(0)
loaded = load_svmlight_file(file)[0].toarray().tolist()
print(f"written:      {X}\nin the file:  {said}\nloaded:       {loaded}")
assert loaded == [[1.0, 2.0], [3.0, 4.0]]
PYTHON
