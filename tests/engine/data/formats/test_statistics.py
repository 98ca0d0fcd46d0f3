"""Files of SPSS, Stata and SAS, as pyreadstat writes them."""

import datetime
import os
import subprocess
import sys
import time
from dataclasses import replace
from textwrap import indent

import pandas
import pytest

from engine.cli.main import run
from engine.data.formats import statistics
from engine.data.formats.registry import opened
from engine.data.sample_table import SampleTable, read_data
from engine.data.tables.read_options import ReadOptions
from engine.errors import Cancelled, UserError

pyreadstat = pytest.importorskip("pyreadstat")
TABLE = pandas.DataFrame(
    {
        "size": [1.5, -2, 0.1, 4, 5, 6],
        "scale": [1, 2, 7, 7, 1, 3],
        "day": [datetime.date(2024, 1, 1)] * 6,
        "kind": [2, 1, 2, 3, 1, 1],
    }
)
LABELS = {
    "kind": {1: "setosa", 2: "two words", 3: "ümlaut", 4: "none such"},
    "scale": {1: "not at all", 7: "very much"},
}


def written(folder, suffix, table=TABLE, labels=LABELS, **options):
    path = folder / f"t{suffix}"
    if suffix == ".xpt":
        pyreadstat.write_xport(table, path)
    elif suffix == ".por":
        pyreadstat.write_por(table, path)
    else:
        write = pyreadstat.write_dta if suffix == ".dta" else pyreadstat.write_sav
        if suffix == ".zsav":
            options["compress"] = True
        write(table, path, variable_value_labels=labels, **options)
    return path


class Here:
    """Stands for a process: what it would do is done at once, in this one."""

    returncode = 0

    def __init__(self, command, **_):
        statistics.convert(*map(str, command[-4:]))

    def poll(self):
        return self.returncode

    def kill(self):
        pass

    wait = kill


@pytest.fixture
def read_here(monkeypatch):
    """Let pyreadstat read in this process: another takes half a second to start."""
    monkeypatch.setattr(statistics.subprocess, "Popen", Here)
    if sys.platform == "linux":
        monkeypatch.setattr("resource.setrlimit", lambda *_: None)


@pytest.mark.usefixtures("read_here")
@pytest.mark.parametrize("suffix", [".zsav", ".dta"])
def test_value_labels_are_the_classes_where_each_value_has_one(tmp_path, suffix):
    data = read_data(written(tmp_path, suffix))
    assert data.feature_names == ("size", "scale")
    assert data.X.tolist() == TABLE[["size", "scale"]].to_numpy().tolist()
    assert [data.class_names[i] for i in data.y] == [
        LABELS["kind"][code] for code in TABLE["kind"]
    ]


@pytest.mark.usefixtures("read_here")
@pytest.mark.parametrize("suffix", [".xpt", ".por"])
def test_without_labels_the_codes_are_the_classes(tmp_path, suffix):
    options = ReadOptions(target="kind" if suffix == ".xpt" else "KIND")
    data = read_data(written(tmp_path, suffix), options=options)
    assert data.X.tolist() == TABLE[["size", "scale"]].to_numpy().tolist()
    assert [int(data.class_names[i]) for i in data.y] == TABLE["kind"].tolist()


@pytest.mark.usefixtures("read_here")
@pytest.mark.parametrize("suffix", [".sav", ".xpt"])
def test_it_is_known_by_its_beginning(tmp_path, suffix):
    path = written(tmp_path, suffix).rename(tmp_path / "t.data")
    assert read_data(path, options=ReadOptions(target="kind")).n_samples == 6


@pytest.mark.usefixtures("read_here")
def test_labels_that_do_not_tell_values_apart_are_not_used(tmp_path):
    labels = {"kind": {1: "a", 2: "other", 3: "other"}}
    data = read_data(
        written(tmp_path, ".sav", labels=labels), options=ReadOptions(target="kind")
    )
    assert data.class_names == ("1", "2", "3")


@pytest.mark.usefixtures("read_here")
def test_that_two_codes_have_one_label_is_told_also_where_one_occurs(tmp_path):
    labels = {"kind": {1: "a", 2: "b", 3: "c", 4: "c"}}
    path = written(tmp_path, ".sav", labels=labels)
    table = SampleTable.open(path)
    assert "Two codes have one label in column “kind”: codes are read." in table.notes
    data = read_data(path, options=ReadOptions(target="kind"))
    assert data.class_names == ("1", "2", "3")


@pytest.mark.usefixtures("read_here")
def test_a_code_without_a_label_takes_none_from_the_others(tmp_path):
    labels = {"kind": {1: "yes", 2: "no"}}
    path = written(tmp_path, ".sav", labels=labels)
    assert read_data(path).class_names == ("3", "no", "yes")
    assert (
        "Some codes have no label in column “kind”: they stay codes."
        in SampleTable.open(path).notes
    )
    path = written(tmp_path, ".sav", TABLE[TABLE["kind"] < 3], labels)
    assert read_data(path).class_names == ("no", "yes")


@pytest.mark.usefixtures("read_here")
def test_labelled_features_are_words_and_missing_ones_are_missing(tmp_path):
    table = TABLE.assign(sex=[1, 2, None, 2, 1, 9])
    labels = LABELS | {"sex": {1: "f", 2: "m", 9: "not told"}}
    path = written(tmp_path, ".sav", table, labels, missing_ranges={"sex": [9]})
    options = ReadOptions(target="kind", missing="drop", drop=("day",))
    assert read_data(path, options=options).feature_names == ("size", "scale")
    data = read_data(path, options=replace(options, one_hot=True))
    assert data.feature_names == ("size", "scale", "sex=f", "sex=m")
    assert data.X[:, 2].tolist() == [1, 0, 0, 1]


@pytest.mark.parametrize("suffix", [".sav", ".dta"])
def test_that_a_scale_is_read_by_its_labels_is_told(tmp_path, suffix):
    """Two labels are a class or yes and no: nothing is lost."""
    table = TABLE.assign(agree=[1, 2, 3, 4, 5, 3], sex=[1, 2, 1, 2, 1, 2])
    words = ["no", "hardly", "partly", "mostly", "yes"]
    labels = {"agree": dict(enumerate(words, 1)), "sex": {1: "f", 2: "m"}}
    path = written(tmp_path, suffix, table, labels)
    notes = read_data(path, options=ReadOptions(target="sex")).provenance.notes
    assert notes[0] == (
        "Numbers are read as their labels in column “agree”: save the file without "
        "labels where numbers are meant."
    )


def test_it_is_read_once_for_all_that_reads_it(tmp_path, monkeypatch):
    """In a process of its own, which a damaged file may end."""
    path, started = written(tmp_path, ".sav"), []
    start = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda *a, **k: started.append(a) or start(*a, **k)
    )
    assert run(["train", str(path), "--stream", "--epochs", "2"]) == 0
    assert len(started) == 1


def test_without_pyreadstat_it_is_said_what_to_install(tmp_path, monkeypatch):
    path = written(tmp_path, ".sav")
    monkeypatch.setattr(statistics, "find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"pip install .*\[statistics\]'; or save"):
        read_data(path)


@pytest.fixture
def reader(tmp_path, monkeypatch):
    """Let lines stand in the place of what pyreadstat does with a file."""

    def reads(lines):
        (tmp_path / "pyreadstat.py").write_text(
            f"def read_sav(*_, **__):\n{indent(lines, '    ')}\n"
        )
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        path = tmp_path / "t.sav"
        path.write_bytes(b"$FL2")
        return path

    return reads


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("MemoryError()", "t.sav: does not fit into memory"),
        ("OSError('Unable to allocate memory')", "t.sav: does not fit into memory"),
        (
            "OSError('This version of the file format is not supported')",
            r"cannot be read here \(This version of the file format is not supported\)",
        ),
        ("ValueError('…')", "is not a file of SPSS, Stata or SAS .*, or is damaged"),
    ],
)
def test_what_the_reader_says_is_told(reader, fault, said):
    with pytest.raises(UserError, match=said):
        read_data(reader(f"raise {fault}"))


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
def test_the_reader_is_given_no_more_memory_than_is_free(reader):
    path = reader(
        "import resource\n"
        f"if resource.getrlimit(resource.RLIMIT_AS)[0] < {2**45}: raise MemoryError"
    )
    with pytest.raises(UserError, match="does not fit into memory"):
        read_data(path)


def test_the_reader_ends_where_the_file_is_given_up(reader):
    file = opened(reader("import time; time.sleep(60)"))
    begun = time.monotonic()
    with pytest.raises(Cancelled), file.held.given_up_if(lambda: True):
        read_data(file)
    assert time.monotonic() - begun < 30
    assert not file.held.is_given_up()


@pytest.mark.skipif(os.name != "posix", reason="as it is asked whether one runs")
def test_the_reader_ends_with_what_waits_for_it(reader, tmp_path):
    path, number = (
        reader(
            "import os, time, pathlib\n"
            f"pathlib.Path({str(tmp_path / 'new')!r}).write_text(str(os.getpid()))\n"
            f"os.rename({str(tmp_path / 'new')!r}, {str(tmp_path / 'number')!r})\n"
            "time.sleep(60)"
        ),
        tmp_path / "number",
    )
    beside = tmp_path / "beside"
    beside.mkdir()
    waiting = (
        "import sys, threading, time, pathlib\n"
        "from engine.data.sample_table import read_data\n"
        "threading.Thread(target=read_data, args=[sys.argv[1]]).start()\n"
        "while not pathlib.Path(sys.argv[2]).exists(): time.sleep(0.05)"
    )
    subprocess.run(
        [sys.executable, "-c", waiting, path, number], check=True, timeout=30,
        env=os.environ | {"TMPDIR": str(beside)}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
    assert not [*beside.iterdir()]


@pytest.mark.parametrize(
    ("name", "content"),
    [("t.sav", b"$FL2@(#) SPSS"), ("t.dta", b"garbage" * 9), ("t.xpt", b"")],
)
def test_a_damaged_one_is_refused(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"is not a file of SPSS, Stata or SAS"):
        read_data(path)
