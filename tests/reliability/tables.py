"""Train on every table of a folder, and count the samples again with pandas.

Not part of the suite: run it by hand on a folder of real files (``tables.md`` says
which were used, and what came of them). Nothing is fetched.

    python -m tests.reliability.tables FOLDER [--out OUTCOMES.csv] [--only PATTERN]

Every file is trained on without a flag. Where that is refused, the first flag that the
message names is added, once. It is told

- whether the file has a column of classes, as pandas sees it (`class_columns`);
- what became of it: ``trained``, ``trained with FLAG`` or ``refused``;
- whether there are as many samples as rows in pandas, less those with a missing value
  in a column that is used where they were to be dropped;
- every message. A traceback is told as one, and ends with the status 1.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import json
import re
import shlex
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path

import pandas

from engine.cli.main import run

RECIPE = ("--epochs", "1")
REFUSED = 2
MISSING = ("", "NA", "N/A", "NaN", "nan", "null", "NULL", "?", "-", ".")
MOST_CLASSES = 100
"""What the program takes at most."""
FLAGS = {"--missing", "--one-hot", "--target", "--header", "--delimiter", "--decimal"}
FLAGS |= {"--drop", "--encoding"}
WITHOUT_VALUE = {"--one-hot"}


@dataclass
class Outcome:
    """What became of one file."""

    file: str
    rows: int = 0
    classes: str = ""
    """The columns that could be the classes, as pandas sees them."""
    outcome: str = ""
    samples: int = 0
    expected: int = 0
    target: str = ""
    reason: str = ""
    """The first refusal, else a fault found."""
    second: str = ""
    """The refusal with the flag that the first one names."""
    notes: str = ""

    @property
    def ok(self) -> bool:
        """Trained with at most one flag, on as many samples as pandas has."""
        trained = self.outcome.startswith("trained")
        return trained and "pandas" not in self.reason


def frame_of(path: Path) -> pandas.DataFrame:
    """Read a table with pandas: records, Orange's three rows, ARFF's data, or cells."""
    suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
    suffix = suffixes[-1] if suffixes else ""
    if suffix == ".json":
        return pandas.read_json(path, dtype=False)
    options: dict[str, object] = {
        "keep_default_na": False,
        "na_values": list(MISSING),
        "low_memory": False,
    }
    if suffix == ".tab":
        return pandas.read_csv(path, sep="\t", skiprows=[1, 2], **options)
    if suffix == ".arff":
        read = gzip.decompress if path.suffix == ".gz" else bytes
        text = read(path.read_bytes()).decode()
        head, cells = re.split(r"(?im)^@data.*$", text)
        names = r"""(?im)^\s*@attribute\s+('[^']*'|"[^"]*"|\S+)"""
        options["names"] = [name.strip("'\"") for name in re.findall(names, head)]
        options |= {"comment": "%", "skipinitialspace": True}
        if re.search(r"(?m)^\{", cells):
            raise ValueError("it reads no sparse rows")
        options["quotechar"] = '"' if '"' in cells else "'"
        return pandas.read_csv(io.StringIO(cells), **options)
    frame = None
    for delimiter in (",", "\t", ";", r"\s+"):
        with contextlib.suppress(ValueError):
            frame = pandas.read_csv(path, sep=delimiter, **options)
        if frame is not None and frame.shape[1] > 1:
            break
    if frame is None:
        raise ValueError("pandas reads no table")
    if isinstance(frame.index, pandas.MultiIndex):  # the first line is a title
        options |= {"header": None, "skiprows": 1}
        return pandas.read_csv(path, sep=delimiter, **options)
    if all(map(is_number, frame.columns)):
        return pandas.read_csv(path, sep=delimiter, header=None, **options)
    return frame


def is_number(name: object) -> bool:
    """Tell whether a column's name is a number: then the first row is a sample."""
    try:
        float(str(name))
    except ValueError:
        return False
    return True


def class_columns(frame: pandas.DataFrame) -> list[str]:
    """Name the columns of classes.

    Those of text or truth values in which 2 to 100 different values occur, each twice
    on average, and those of exactly two different numbers. The file needs another
    column, of numbers or of such text, to tell them apart by.
    """
    columns = [str(name) for name, column in frame.items() if is_classes(column)]
    others = frame.select_dtypes("number").columns.difference(columns)
    return columns if len(columns) + len(others) > 1 else []


def is_classes(column: pandas.Series) -> bool:
    """Tell whether a column is categorical or binary."""
    try:
        values = column.dropna()
        count = values.nunique()
    except TypeError:  # lists or objects in JSON
        return False
    if pandas.api.types.is_numeric_dtype(column):
        return bool(count == 2 < len(values))
    return bool(2 <= count <= MOST_CLASSES and 2 * count <= len(values))


def train(path: Path, flags: list[str]) -> tuple[dict, list[str]]:
    """Train in this process; give what is printed as JSON, and what is said."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["train", str(path), *RECIPE, *flags, "--json"])
    said = [
        line.removeprefix("perceptron-lab: ") for line in err.getvalue().splitlines()
    ]
    return ({} if status == REFUSED else json.loads(out.getvalue())), said


def named_flag(message: str) -> list[str]:
    """Find the first flag that a message names, with its value as a shell reads it."""
    for match in re.finditer(r"--[a-z-]+", message):
        if match.group() in WITHOUT_VALUE:
            return [match.group()]
        if match.group() in FLAGS:
            rest = shlex.shlex(message[match.end() :], posix=True)
            rest.whitespace_split, rest.commenters, rest.quotes = True, "", "'\""
            with contextlib.suppress(ValueError, StopIteration):
                return [match.group(), next(rest).rstrip(",;:.)”").lstrip("“")]
    return []


def expected_classes(
    frame: pandas.DataFrame, flags: list[str], provenance: dict
) -> list[int]:
    """Count the samples of each class, smallest first, with pandas.

    Samples are the rows without a missing value in a column that is used; means do not
    stand for labels.
    """
    target = place_of(frame, provenance["target"], provenance["target_position"])
    used = [target]
    if flags != ["--missing", "mean"]:
        columns = provenance["columns"]
        used += [
            place_of(frame, column["name"], column["position"]) for column in columns
        ]
    whole = frame.iloc[:, used].notna().all(axis=1)
    return sorted(frame.iloc[:, target][whole].value_counts().tolist())


def place_of(frame: pandas.DataFrame, name: str, position: int) -> int:
    """Find a column by its name, else by its position from 1."""
    names = [str(column).strip() for column in frame.columns]
    return names.index(name) if names.count(name) == 1 else position - 1


def outcome_of(path: Path, name: str) -> Outcome:
    """Read one file with pandas, and train on it."""
    outcome = Outcome(name)
    frame = None
    try:
        frame = frame_of(path).replace(r"^\s+$", None, regex=True)
        outcome.rows = len(frame)
        outcome.classes = ", ".join(class_columns(frame)[:5])
    except Exception as error:  # whatever pandas says
        outcome.notes = f"pandas: {type(error).__name__}: {error}; "
    flags: list[str] = []
    try:
        trained, said = train(path, flags)
        if not trained:
            outcome.reason = said[-1]
            flags = named_flag(outcome.reason)
            if flags:
                trained, said = train(path, flags)
    except Exception:  # which it never should
        outcome.outcome, outcome.reason = "traceback", traceback.format_exc()
        return outcome
    outcome.notes += " | ".join(said)
    if not trained:
        outcome.outcome = "refused"
        outcome.second = said[-1] if flags else ""
        return outcome
    outcome.outcome = " ".join(["trained", *(["with", *flags] if flags else [])])
    outcome.samples = trained["data"]["samples"]
    if frame is None:
        outcome.expected = outcome.samples
    provenance = trained["weights"].get("provenance")
    if frame is not None and provenance and provenance["width"] >= frame.shape[1] > 1:
        outcome.target = provenance["target"]
        counts = expected_classes(frame, flags, provenance)
        outcome.expected = sum(counts)
        trained_on = trained["data"]["classes"].values()
        if counts != sorted(count for count in trained_on if count):
            outcome.reason = f"pandas counts other classes: {counts}"
    elif frame is not None:
        outcome.expected = len(frame)
    if outcome.samples != outcome.expected and "pandas" not in outcome.reason:
        outcome.reason = f"{outcome.samples} samples, {outcome.expected} rows in pandas"
    return outcome


def kind_of(outcome: Outcome) -> str:
    """Group reasons: without the file, names, numbers."""
    reason = outcome.second or outcome.reason
    if outcome.outcome == "traceback":
        return reason.splitlines()[-1]
    reason = reason.removeprefix("perceptron-lab: ").replace("\n", " ")
    reason = re.sub(r"^\S*/\S*?(?=[,:])", "FILE", reason)
    reason = re.sub(r"column [^:]*:", "column …:", reason)
    return re.sub(r"“.*?”", "“…”", re.sub(r"\d[\d,]*", "N", reason))[:110]


def report(outcomes: list[Outcome]) -> str:
    """Count outcomes and reasons."""
    mine = [outcome for outcome in outcomes if outcome.classes]
    lines = [
        f"{len(outcomes)} files, {len(mine)} with a column of classes: "
        f"{sum(outcome.ok for outcome in mine)} of these trained, "
        f"{sum(outcome.ok for outcome in outcomes)} of all"
    ]
    how = Counter(
        re.sub(r"(--target) .*", r"\1 …", outcome.outcome) for outcome in outcomes
    )
    lines += [f"{count:5} {outcome}" for outcome, count in how.most_common()]
    for title, group in (
        ("with a column of classes", mine),
        ("without", [outcome for outcome in outcomes if not outcome.classes]),
    ):
        lines.append(f"not trained, or on another number of samples, {title}:")
        kinds: dict[str, list[str]] = {}
        for outcome in group:
            if not outcome.ok:
                kinds.setdefault(kind_of(outcome), []).append(outcome.file)
        for kind, files in sorted(kinds.items(), key=lambda item: -len(item[1])):
            lines.append(f"{len(files):5} {kind}: {', '.join(files[:4])}")
    return "\n".join(lines)


def main() -> int:
    """Run over a folder; the status is 1 where there was a traceback."""
    parser = argparse.ArgumentParser(description="Train on every table of a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, help="a CSV with a row per file")
    parser.add_argument("--only", default="**/*", help="a pattern of files")
    args = parser.parse_args()
    paths = sorted(path for path in args.folder.glob(args.only) if path.is_file())
    outcomes = []
    for i, path in enumerate(paths):
        if sys.stderr.isatty():
            print(f"\r{i} of {len(paths)}", end="", file=sys.stderr)
        outcomes.append(outcome_of(path, str(path.relative_to(args.folder))))
    if args.out:
        names = [field.name for field in fields(Outcome)]
        rows = [[getattr(outcome, name) for name in names] for outcome in outcomes]
        pandas.DataFrame(rows, columns=names).to_csv(args.out, index=False)
    print(report(outcomes))
    return int(any(outcome.outcome == "traceback" for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
