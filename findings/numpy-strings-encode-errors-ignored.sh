#!/bin/sh
# numpy 2.4.6: strings.encode and strings.decode with errors, but without an encoding
#
# numpy.strings.encode(a, encoding=None, errors=None) is documented to call str.encode for each
# element, whose encoding is UTF-8 where none is given and whose errors is an argument of its
# own. Here errors is dropped without a word where encoding is left out: errors="replace" and
# "ignore" raise as "strict" does. The same for decode, and for numpy.char.
#
# Seen:
#   str.encode:      b'a?'
#   with encoding:   [b'a?']
#   without:         UnicodeEncodeError
#   decode without:  UnicodeDecodeError
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q numpy==2.4.6
"$folder/venv/bin/python" - <<'PYTHON'
import numpy as np


def said(work):
    try:
        return str(work())
    except UnicodeError as error:
        return type(error).__name__


text = "a\ud83d"  # the first half of a pair, as JSON of a text cut short holds it
seen = [
    said(lambda: text.encode(errors="replace")),
    said(lambda: np.strings.encode(np.array([text]), "utf-8", "replace")),
    said(lambda: np.strings.encode(np.array([text]), errors="replace")),
    said(lambda: np.strings.decode(np.array([b"caf\xe9"]), errors="replace")),
]
names = ("str.encode", "with encoding", "without", "decode without")
for name, what in zip(names, seen):
    print(f"{name + ':':16} {what}")
assert seen == ["b'a?'", "[b'a?']", "UnicodeEncodeError", "UnicodeDecodeError"]
PYTHON
