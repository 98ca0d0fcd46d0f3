"""What is kept for an unasked end: newest, whole at any time, nothing on trust."""

import errno
import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.data.view_choice import ViewChoice
from engine.errors import UserError
from engine.export.autosave import AutosaveWriter, read_autosave, remove_autosave
from engine.export.session_file import SavedSession

WRITER = """
import sys
from pathlib import Path
import numpy as np
from engine import Dataset, Recipe
from engine.export.autosave import AutosaveWriter
from engine.export.session_file import SavedSession
writer = AutosaveWriter(Path(sys.argv[1]))
step = 0
while True:
    step += 1
    data = Dataset(np.full((20_000, 2), step), np.arange(20_000) % 2)
    writer.write(SavedSession(data, Recipe(), step), "")
    print(step, flush=True)
"""


def session(step: int = 3) -> SavedSession:
    data = Dataset(
        np.arange(12.0).reshape(6, 2) / 7,
        ["no", "yes", "no", "yes", "ü", "ü"],
        feature_names=("width", "height"),
        parts=[0, 0, 1, 0, 2, 0],
        sample_weights=[1, 2, 1, 1, 0, 1],
        sample_names=["ann", "", "ü\n", "", "", "z" * 999],
    )
    view = ViewChoice(1, 0, False, 0)
    return SavedSession(data, Recipe("adaline"), step, view_choice=view, test_uses=2)


def test_what_is_kept_comes_back_exactly(tmp_path):
    folder, saved = tmp_path / "states" / "one", session()
    before = time.time()
    AutosaveWriter(folder).write(saved, "/somewhere/points.plab")
    back = read_autosave(folder)
    for name in ("X", "y", "parts", "sample_weights", "sample_names"):
        np.testing.assert_array_equal(
            getattr(back.session.data, name), getattr(saved.data, name)
        )
    for name in ("recipe", "step", "view_choice", "test_uses", "branched_from"):
        assert getattr(back.session, name) == getattr(saved, name)
    assert back.session.data.class_names == ("no", "yes", "ü")
    assert back.path == "/somewhere/points.plab"
    assert before <= back.time <= time.time()


def test_samples_are_written_when_they_change_and_only_the_newest_stay(tmp_path):
    writer, saved = AutosaveWriter(tmp_path / "one"), session()
    writer.write(saved, "")
    (samples,) = (tmp_path / "one").glob("samples*")
    written = samples.stat().st_mtime_ns
    writer.write(SavedSession(saved.data, Recipe(), 9), "")
    assert samples.stat().st_mtime_ns == written
    assert read_autosave(tmp_path / "one").session.step == 9
    writer.write(session(), "")
    assert not samples.exists()
    assert len(list((tmp_path / "one").iterdir())) == 2
    writer.forget()
    assert not (tmp_path / "one").exists()
    writer.write(saved, "")
    assert read_autosave(tmp_path / "one").session.step == 3
    remove_autosave(tmp_path / "one")
    assert not list(tmp_path.iterdir())


def test_samples_that_could_not_be_written_spoil_nothing(tmp_path, monkeypatch):
    writer, saved, more = AutosaveWriter(tmp_path / "one"), session(), session(4)
    writer.write(saved, "")

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(np, "savez", full)
        with pytest.raises(UserError, match="no space left"):
            writer.write(more, "")
    assert read_autosave(tmp_path / "one").session.step == 3
    writer.write(SavedSession(saved.data, Recipe(), 9), "")
    assert read_autosave(tmp_path / "one").session.step == 9


def test_nothing_is_read_outside_the_folder_or_on_trust(tmp_path):
    AutosaveWriter(tmp_path / "one").write(session(), "")
    path = tmp_path / "one" / "session.json"
    sound = json.loads(path.read_text())
    for change, why in (
        ({"samples": "../other.npz"}, "entry “samples” is missing"),
        ({"samples": "samples-9.npz"}, "there is no such file"),
        ({"step": -1}, "entry “step” is missing"),
        ({"path": 3}, "entry “path” is missing"),
        ({"time": True}, "entry “time” is missing"),
        ({"time": 1e300}, "entry “time” is missing"),
        ({"data": sound["data"] | {"features": ["width"]}}, "“X”"),
        ({"data": sound["data"] | {"classes": ["no", "yes"]}}, "label is not one"),
    ):
        path.write_text(json.dumps(sound | change))
        with pytest.raises(UserError, match=why):
            read_autosave(tmp_path / "one")


def places_in(content, at=()):
    """Give the way to each value within JSON."""
    items = content.items() if isinstance(content, dict) else ()
    items = enumerate(content) if isinstance(content, list) else items
    for key, value in items:
        yield (*at, key)
        yield from places_in(value, (*at, key))


def read_or_refused(folder) -> int:
    """Read what is kept; give how many samples there are, 0 if it is refused."""
    try:
        back = read_autosave(folder)
    except UserError as error:
        assert str(error).startswith(f"{folder}")
        assert "\n" not in str(error)
        return 0
    return back.session.data.n_samples


def test_whatever_an_entry_is_it_is_read_or_refused(tmp_path):
    AutosaveWriter(tmp_path / "one").write(session(), "")
    path = tmp_path / "one" / "session.json"
    sound = json.loads(path.read_text())
    refused = 0
    for *way, last in places_in(sound):
        for odd in (None, [], {}, "", -1, 0.5, True, 1e308, 2**70, [[]], ["x", "x"]):
            changed = json.loads(json.dumps(sound))
            inner = changed
            for key in way:
                inner = inner[key]
            inner[last] = odd
            path.write_text(json.dumps(changed))
            n = read_or_refused(tmp_path / "one")
            assert n in (0, 6)
            refused += not n
    assert refused > 200


ODD_ARRAYS = {
    "empty": np.zeros(0),
    "no rows": np.zeros((0, 2)),
    "no columns": np.zeros((6, 0)),
    "a number": np.array(1.0),
    "too deep": np.zeros((6, 2, 1)),
    "transposed": np.zeros((2, 6)),
    "flat": np.zeros(12),
    "few": np.zeros(5, int),
    "a column": np.zeros((6, 1), int),
    "complex": np.zeros((6, 2), complex),
    "complex numbers": np.zeros(6, complex),
    "no numbers": np.full(6, np.nan),
    "infinite": np.full((6, 2), np.inf),
    "too large": np.full((6, 2), 1e300),
    "halves": np.full(6, 0.5),
    "of few bits": np.zeros((6, 2), np.float16),
    "of many bits": np.full((6, 2), np.longdouble("1e300")),
    "below": np.full(6, -1),
    "beyond": np.full(6, 2**63, np.uint64),
    "many parts": np.full(6, 3, np.uint8),
    "truth": np.zeros(6, bool),
    "days": np.zeros(6, "M8[D]"),
    "seconds": np.zeros((6, 2), "m8[s]"),
    "text": np.array(["1"] * 6),
    "bytes": np.array([b"x"] * 6),
    "records": np.zeros(6, [("a", int)]),
    "void": np.zeros(6, "V3"),
    "objects": np.array([{}] * 6),
}


@pytest.mark.parametrize("kind", ODD_ARRAYS)
def test_arrays_of_another_kind_are_refused_as_damaged(tmp_path, kind):
    AutosaveWriter(tmp_path / "one").write(session(), "")
    (samples,) = (tmp_path / "one").glob("samples*")
    with np.load(samples) as archive:
        sound = dict(archive)
    for name in ("X", "y", "parts", "sample_weights", "more"):
        if (kind, name) != ("halves", "sample_weights"):
            np.savez(samples, **(sound | {name: ODD_ARRAYS[kind]}))
            assert not read_or_refused(tmp_path / "one"), name
    for name in ("X", "y", "parts"):
        np.savez(samples, **{other: sound[other] for other in sound if other != name})
        assert not read_or_refused(tmp_path / "one"), name
    np.savez(samples, **dict.fromkeys(sound, ODD_ARRAYS[kind]))
    assert not read_or_refused(tmp_path / "one")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_whenever_it_is_killed_what_was_kept_last_is_there(tmp_path):
    for k in range(6):
        folder = tmp_path / str(k)
        command = [sys.executable, "-c", WRITER, str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            time.sleep(0.02 * k)
            process.kill()
            kept = [first, *process.stdout.read().split(b"\n")[:-1]]
        back = read_autosave(folder).session
        assert back.step >= int(kept[-1])
        assert set(back.data.X.flat) == {back.step}
