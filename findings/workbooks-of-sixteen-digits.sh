#!/bin/sh
# openpyxl 3.1.5, XlsxWriter 3.3.1 (which pandas and polars write through): floats in .xlsx
#
# Both write a number with 16 significant digits, where 17 are needed to tell every double
# from its neighbours. About a fifth of random doubles in 0 … 1 come back as another one, by
# a unit in the last place; CSV and Parquet of the same libraries keep them all.
#
# Seen:
#   openpyxl: 221 of 1000 doubles changed
#   xlsxwriter: 221 of 1000 doubles changed
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q openpyxl==3.1.5 xlsxwriter==3.3.1 pandas==3.1.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import random
import re
import sys
import zipfile

import pandas

draw = random.Random(1)
values = [draw.random() for _ in range(1000)]
frame = pandas.DataFrame({"x": values})
for engine in ("openpyxl", "xlsxwriter"):
    path = f"{sys.argv[1]}/{engine}.xlsx"
    frame.to_excel(path, index=False, engine=engine)
    sheet = zipfile.ZipFile(path).read("xl/worksheets/sheet1.xml").decode()
    cells = re.findall(r'<c r="A(?!1")\d+"[^>]*><v>([^<]*)</v>', sheet)
    assert len(cells) == 1000
    changed = sum(float(cell) != value for cell, value in zip(cells, values))
    print(f"{engine}: {changed} of 1000 doubles changed")
    assert changed > 100
PYTHON
