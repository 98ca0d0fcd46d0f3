"""Whole numbers that a float does not hold to the last digit."""

import json

import numpy as np
import pandas
import pytest

from engine.data.sample_table import read_data
from engine.data.tables.read_options import ReadOptions

CODES = [2**53 + 1, 2**53 + 2, -(10**17) - 3, 12]
SAID = "“account” has whole numbers of more than 15 digits, which are rounded"


def notes(path, **options):
    """Read a file, and give all that is told."""
    return " ".join(read_data(path, options=ReadOptions(**options)).provenance.notes)


@pytest.mark.parametrize("suffix", ["csv", "parquet", "json", "xlsx", "npy", "arff"])
@pytest.mark.parametrize("lacks_one", [False, True])
def test_that_codes_among_the_features_are_rounded_is_said(tmp_path, suffix, lacks_one):
    path = tmp_path / f"t.{suffix}"
    kept = [*CODES[:3], None] if lacks_one else CODES
    x, classes = [0.5, 1.5, 2.5, 3.5], ["a", "b", "a", "b"]
    frame = pandas.DataFrame({"account": pandas.array(kept, "Int64"), "x": x})
    frame["class"] = classes
    if suffix == "csv":
        frame.to_csv(path, index=False)
    elif suffix == "parquet":
        frame.to_parquet(path)
    elif suffix == "xlsx":
        frame.to_excel(path, index=False)
    elif suffix == "json":
        rows = zip(kept, x, classes, strict=True)
        keys = "account", "x", "class"
        path.write_text(json.dumps([dict(zip(keys, row, strict=True)) for row in rows]))
    elif suffix == "npy":
        kinds = [("account", int), ("x", float), ("class", "U1")]
        rows = zip(CODES, x, classes, strict=True)
        np.save(path, np.array([*rows], kinds))
    else:
        start = "@relation t\n@attribute account numeric\n@attribute x numeric\n"
        rows = frame.to_csv(index=False, header=False, na_rep="?")
        path.write_text(f"{start}@attribute class {{a,b}}\n@data\n{rows}")
    assert notes(path, missing="drop").count(SAID) == 1
    assert SAID not in notes(path, missing="drop", drop=("account",))


@pytest.mark.parametrize("last", ["0.5", "1e22"])
def test_large_measurements_are_no_codes(tmp_path, last):
    path = tmp_path / "t.csv"
    path.write_text(f"account,x,class\n8242413147454325e6,1,a\n{last},2,b\n")
    assert SAID not in notes(path)
