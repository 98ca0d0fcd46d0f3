"""Write tables by other programs' libraries, read them here, and compare each cell.

Not part of the suite: run it by hand where the libraries are (``--list`` names them).
Nothing is fetched; a writer whose library is not there is passed over, and named.

    python -m tests.reliability.writers FOLDER [--only PATTERN] [--list]

Each table has a class, features, a missing value, and one names of samples. Of each
file it is told whether what is read is ``equal`` in each of these roles, ``said`` (not
equal, but a note names the column), ``refused`` with a sentence, or ``WRONG``: then the
status is 1. The class is told, as a person would where it is not the last column.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas

from engine.data.sample_table import read_data
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

N = 30
"""Rows of a table."""
MISSING_ROW = 4


class Made(NamedTuple):
    """A table, and which of its columns has which role."""

    frame: pandas.DataFrame
    target: str
    features: tuple[str, ...]
    names: str = ""


def tables() -> dict[str, Made]:
    """Make the three tables; values are invented."""
    random = np.random.default_rng(7)
    which = np.arange(N) % 3
    flowers = pandas.DataFrame(
        {
            "plant": [f"plant {i:02d}" for i in range(N)],
            "width": which + random.normal(size=N),
            "height": 1e-7 * random.normal(size=N) / 3,
            "count": 1 + which,
            "kind": np.array(["iris setosa", "virginica", "no kind"])[which],
        }
    )
    codes = pandas.DataFrame(
        {
            "zip": np.array(["00", "01", "10"])[which],
            "big": 2**52 + random.integers(2**50, size=N),
            "ratio": random.integers(1, 100, size=N) / 100,
        }
    )
    towns = pandas.DataFrame(
        {
            "x": random.integers(-9, 9, size=N) / 8,
            "y": random.normal(size=N) * 1e6,
            "town": np.array(["Köln", 'the "old" one', "a, b; c"])[which],
        }
    )
    return {
        "flowers": Made(flowers, "kind", ("width", "height", "count"), "plant"),
        "codes": Made(codes, "zip", ("big", "ratio")),
        "towns": Made(towns, "town", ("x", "y")),
    }


# What writes a table: the file's name, and a function of a frame and a path.
Writer = tuple[str, str, "Callable[[pandas.DataFrame, str], object]"]


def _polars(frame: pandas.DataFrame):
    return importlib.import_module("polars").from_pandas(frame)


def _categorical(frame: pandas.DataFrame) -> pandas.DataFrame:
    text = [c for c in frame if not pandas.api.types.is_numeric_dtype(frame[c])]
    return frame.astype(dict.fromkeys(text, "category"))


def _polars_categories(frame: pandas.DataFrame):
    pl = importlib.import_module("polars")
    return _polars(frame).with_columns(pl.col(pl.String).cast(pl.Categorical))


def _rows(frame: pandas.DataFrame) -> list[list[object]]:
    cells = frame.astype(object).where(frame.notna(), None)
    return [[*frame], *cells.values.tolist()]


def _csv(frame: pandas.DataFrame, path: str, dialect: str) -> None:
    with Path(path).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, dialect=dialect).writerows(_rows(frame))


def _duckdb(frame: pandas.DataFrame, path: str, options: str) -> None:
    connection = importlib.import_module("duckdb").connect()
    connection.register("t", frame)
    connection.execute(f"COPY (SELECT * FROM t) TO '{path}' ({options})")


def _arrow(frame: pandas.DataFrame, path: str, how: str) -> None:
    pa = importlib.import_module("pyarrow")
    table = pa.Table.from_pandas(frame, preserve_index=False)
    if how == "csv":
        importlib.import_module("pyarrow.csv").write_csv(table, path)
        return
    new = pa.ipc.new_stream if how == "stream" else pa.ipc.new_file
    with pa.OSFile(path, "wb") as sink, new(sink, table.schema) as writer:
        writer.write_table(table)


def _decimals(frame: pandas.DataFrame, path: str) -> None:
    connection = importlib.import_module("duckdb").connect()
    connection.register("t", frame)
    cast = ", ".join(
        f"CAST({c} AS DECIMAL(30, 2)) AS {c}" if c == "ratio" else c for c in frame
    )
    connection.execute(f"COPY (SELECT {cast} FROM t) TO '{path}' (FORMAT parquet)")


def _datasets(frame: pandas.DataFrame, path: str) -> None:
    data = importlib.import_module("datasets")
    made = data.Dataset.from_pandas(frame, preserve_index=False)
    made.save_to_disk(path + ".dir")
    (stream,) = Path(path + ".dir").glob("*.arrow")
    Path(path).write_bytes(stream.read_bytes())


def _excel(frame: pandas.DataFrame, path: str, engine: str) -> None:
    frame.to_excel(path, index=False, engine=engine)


def _xls(frame: pandas.DataFrame, path: str) -> None:
    book = importlib.import_module("xlwt").Workbook()
    sheet = book.add_sheet("Data")
    for i, row in enumerate(_rows(frame)):
        for j, cell in enumerate(row):
            if cell is not None:
                sheet.write(i, j, cell)
    book.save(path)


def _statistics(frame: pandas.DataFrame, path: str, how: str) -> None:
    getattr(importlib.import_module("pyreadstat"), f"write_{how}")(frame, path)


def _astropy(frame: pandas.DataFrame, path: str, how: str) -> None:
    table = importlib.import_module("astropy.table").Table.from_pandas(frame)
    table.write(path, format=how)


def _liac(frame: pandas.DataFrame, path: str) -> None:
    arff = importlib.import_module("arff")
    kinds = [
        (c, "REAL")
        if pandas.api.types.is_numeric_dtype(frame[c])
        else (c, sorted({*frame[c].dropna()}))
        for c in frame
    ]
    written = {"relation": "t", "attributes": kinds, "data": _rows(frame)[1:]}
    Path(path).write_text(arff.dumps(written), encoding="utf-8")


def _tablib(frame: pandas.DataFrame, path: str, how: str) -> None:
    head, *rows = _rows(frame)
    made = importlib.import_module("tablib").Dataset(*rows, headers=head).export(how)
    if isinstance(made, bytes):
        Path(path).write_bytes(made)
    else:
        Path(path).write_text(made, encoding="utf-8", newline="")


def _structured(frame: pandas.DataFrame, path: str) -> None:
    text = {c: f"U{frame[c].astype(str).str.len().max()}" for c in frame}
    numbers = {c for c in frame if pandas.api.types.is_numeric_dtype(frame[c])}
    types = {c: kind for c, kind in text.items() if c not in numbers}
    np.save(path, frame.to_records(index=False, column_dtypes=types))


def _json(frame: pandas.DataFrame, path: str, **how: object) -> None:
    frame.to_json(path, double_precision=15, **how)


def _exact_json(frame: pandas.DataFrame, path: str, *, lines: bool) -> None:
    head, *rows = _rows(frame)
    records = [dict(zip(head, row, strict=True)) for row in rows]
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    Path(path).write_text(text, encoding="utf-8")


def writers() -> Iterator[Writer]:
    """Name what writes, the suffix, and how."""
    frame = pandas.DataFrame
    for suffix in ("", ".gz", ".bz2", ".xz", ".zip", ".zst"):
        yield "pandas", f".csv{suffix}", partial(frame.to_csv, index=False)
    yield "pandas with its index", ".csv", frame.to_csv
    yield "pandas, tabs", ".tsv", partial(frame.to_csv, index=False, sep="\t")
    yield (
        "pandas, European", ".csv",
        partial(frame.to_csv, index=False, sep=";", decimal=","),
    )  # fmt: skip
    yield (
        "pandas, UTF-16",
        ".csv",
        partial(frame.to_csv, index=False, encoding="utf-16"),
    )
    yield (
        "pandas, all quoted", ".csv",
        partial(frame.to_csv, index=False, quoting=csv.QUOTE_ALL),
    )  # fmt: skip
    for engine in ("pyarrow", "fastparquet"):
        yield (
            f"pandas, {engine}", ".parquet",
            partial(frame.to_parquet, index=False, engine=engine),
        )  # fmt: skip
    yield "pandas, index", ".parquet", frame.to_parquet
    yield (
        "pandas, categories", ".parquet",
        lambda table, path: _categorical(table).to_parquet(path),
    )  # fmt: skip
    yield "pandas", ".feather", frame.to_feather
    yield (
        "pandas, categories", ".feather",
        lambda table, path: _categorical(table).to_feather(path),
    )  # fmt: skip
    for orient in ("records", "columns"):
        yield f"pandas, {orient}", ".json", partial(_json, orient=orient)
    yield "pandas, lines", ".jsonl", partial(_json, orient="records", lines=True)
    yield "json", ".json", partial(_exact_json, lines=False)
    yield "json lines", ".jsonl", partial(_exact_json, lines=True)
    for engine in ("openpyxl", "xlsxwriter"):
        yield f"pandas, {engine}", ".xlsx", partial(_excel, engine=engine)
    yield "pandas, odfpy", ".ods", partial(_excel, engine="odf")
    yield "xlwt", ".xls", _xls
    yield "pandas", ".dta", partial(frame.to_stata, write_index=False, version=118)
    for how, suffix in (("sav", ".sav"), ("dta", ".dta"), ("xport", ".xpt")):
        yield "pyreadstat", suffix, partial(_statistics, how=how)
    yield "polars", ".csv", lambda table, path: _polars(table).write_csv(path)
    yield (
        "polars, semicolons", ".csv",
        lambda table, path: _polars(table).write_csv(path, separator=";"),
    )  # fmt: skip
    yield "polars", ".parquet", lambda table, path: _polars(table).write_parquet(path)
    yield "polars", ".feather", lambda table, path: _polars(table).write_ipc(path)
    yield "polars", ".arrows", lambda t, path: _polars(t).write_ipc_stream(path)
    yield (
        "polars, categories", ".feather",
        lambda table, path: _polars_categories(table).write_ipc(path),
    )  # fmt: skip
    yield (
        "polars, categories", ".parquet",
        lambda table, path: _polars_categories(table).write_parquet(path),
    )  # fmt: skip
    yield "polars", ".json", lambda table, path: _polars(table).write_json(path)
    yield "polars", ".ndjson", lambda table, path: _polars(table).write_ndjson(path)
    yield "polars", ".xlsx", lambda table, path: _polars(table).write_excel(path)
    yield "pyarrow", ".csv", partial(_arrow, how="csv")
    yield "pyarrow", ".arrow", partial(_arrow, how="file")
    yield "pyarrow, stream", ".arrows", partial(_arrow, how="stream")
    for dialect in csv.list_dialects():
        yield f"csv, {dialect}", ".csv", partial(_csv, dialect=dialect)
    for options, suffix in (
        ("FORMAT csv, HEADER", ".csv"),
        ("FORMAT csv, HEADER, DELIMITER '|'", ".txt"),
        ("FORMAT parquet", ".parquet"),
        ("FORMAT json", ".json"),
        ("FORMAT json, ARRAY true", ".json"),
    ):
        yield f"duckdb, {options}", suffix, partial(_duckdb, options=options)
    yield "duckdb, decimals", ".parquet", _decimals
    yield "datasets", ".arrow", _datasets
    for how, suffix in (
        ("ascii.csv", ".csv"), ("ascii.ecsv", ".ecsv"), ("ascii.basic", ".dat"),
        ("ascii.tab", ".tsv"), ("ascii.rdb", ".rdb"),
        ("ascii.commented_header", ".txt"),
    ):  # fmt: skip
        yield f"astropy, {how}", suffix, partial(_astropy, how=how)
    yield "liac-arff", ".arff", _liac
    for how in ("csv", "tsv", "json", "xlsx", "ods", "xls"):
        yield "tablib", f".{how}", partial(_tablib, how=how)
    yield "numpy, structured", ".npy", _structured


def stored(value: float, name: str, suffix: str) -> float:
    """Give the number that the file has of one: some writers keep fewer digits."""
    if suffix == ".xlsx":
        return float(f"{value:.16g}")
    if name.startswith("pandas") and suffix in (".json", ".jsonl"):
        return round(value, 15)
    return value


def verdict(made: Made, path: Path, name: str, *, missing: bool) -> str:
    """Read a file and compare every role with what was written."""
    frame = made.frame.copy()
    for column in made.features:
        frame[column] = [stored(v, name, path.suffix) for v in frame[column]]
    options = ReadOptions(target=made.target, missing="drop" if missing else "error")
    try:
        data = read_data(path, options=options)
    except UserError as error:
        return f"refused: {str(error).replace(str(path), path.name)}"
    kept = np.ones(N, bool)
    if missing:
        kept[MISSING_ROW] = False
    faults = []
    if data.n_samples != kept.sum():
        faults.append(f"{data.n_samples} samples")
    else:
        labels = [data.class_names[code] for code in data.y]
        if labels != frame[made.target][kept].astype(str).tolist():
            faults.append(f"class {made.target}: {labels[:3]}")
        if data.feature_names != made.features:
            faults.append(f"features {data.feature_names}")
        for j, name in enumerate(data.feature_names):
            if name in frame and data.X[:, j].tolist() != frame[name][kept].tolist():
                pair = next(
                    (ours, theirs)
                    for ours, theirs in zip(
                        data.X[:, j], frame[name][kept], strict=True
                    )
                    if ours != theirs
                )
                faults.append(f"values of {name}: {pair[0]!r} for {pair[1]!r}")
        if made.names:
            called = None if data.sample_names is None else [*data.sample_names]
            if called != frame[made.names][kept].tolist():
                faults.append(f"names in {made.names}")
    if not faults:
        return "equal"
    notes = "" if data.provenance is None else " ".join(data.provenance.notes)
    said = "; ".join(faults)
    named = all(
        any(f"“{c}”" in notes and c in fault for c in frame) for fault in faults
    )
    return f"said: {said} | {notes}" if named else f"WRONG: {said}"


def main() -> int:
    """Write and read all; tell each outcome and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    told: dict[str, int] = {}
    for number, (name, suffix, write) in enumerate(writers()):
        if args.only not in f"{name}{suffix}":
            continue
        if args.list:
            print(f"{name}, {suffix}")
            continue
        for table, made in tables().items():
            for missing in (False, True):
                path = args.folder / f"{number}-{table}-{int(missing)}{suffix}"
                frame = made.frame.copy()
                if missing:
                    column = made.features[1]
                    frame[column] = frame[column].astype(float)
                    frame.loc[MISSING_ROW, column] = np.nan
                try:
                    write(frame, str(path))
                except Exception as error:
                    outcome = f"not written: {type(error).__name__}: {error}"[:110]
                else:
                    outcome = verdict(made, path, name, missing=missing)
                kind = outcome.partition(":")[0]
                told[kind] = told.get(kind, 0) + 1
                if outcome != "equal":
                    gap = ", a value missing" if missing else ""
                    print(f"{name}, {suffix}, {table}{gap}: {outcome}")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(told.items())))
    return int("WRONG" in told)


if __name__ == "__main__":
    sys.exit(main())
