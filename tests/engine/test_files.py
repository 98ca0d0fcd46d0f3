from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time

import pytest

from engine.errors import UserError
from engine.files import (
    JsonFormat,
    check_place,
    read_arrays,
    require_file,
    write_whole,
)

WRITER = """
import sys
from engine.files import write_whole
contents = [bytes([65 + k]) * 2_000_000 for k in range(2)]
def slowly(path):
    with path.open("wb") as file:
        for start in range(0, 2_000_000, 1000):
            file.write(contents[1][start:start + 1000])
print("ready", flush=True)
while True:
    write_whole(sys.argv[1], contents[0])
    write_whole(sys.argv[1], slowly)
"""

KILLED = """
import os, signal, sys
from engine.files import write_whole
def half(path):
    path.write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
write_whole(sys.argv[1], half)
"""


def test_bytes_and_functions(tmp_path):
    path = tmp_path / "file.txt"
    write_whole(path, b"one")
    assert path.read_bytes() == b"one"
    write_whole(str(path), lambda place: place.write_text("two") and None)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_function_gets_a_path_with_the_suffix(tmp_path):
    seen = []
    write_whole(tmp_path / "picture.png", seen.append)
    assert seen[0].parent == tmp_path
    assert seen[0].suffix == ".png"


def test_failure_keeps_the_old_file(tmp_path):
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")

    def fail(place):
        place.write_bytes(b"half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_whole(path, fail)

    def full(place):
        raise OSError(28, "No space left on device")

    with pytest.raises(UserError, match=r"file\.txt: cannot be .*no space left"):
        write_whole(path, full)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_modes(tmp_path):
    kept, new = tmp_path / "kept", tmp_path / "new"
    kept.write_bytes(b"old")
    kept.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_whole(kept, b"new")
        write_whole(new, b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    kept.chmod(0o604)
    write_whole(kept, b"new")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o604


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(UserError, match="is a folder"):
        check_place(tmp_path)
    with pytest.raises(UserError, match=r"there is no folder .*missing"):
        write_whole(tmp_path / "missing" / "file", b"")
    with pytest.raises(UserError, match="not a regular file"):
        write_whole(os.devnull, b"")
    with pytest.raises(UserError, match=r"cannot be written .file name too long"):
        write_whole(tmp_path / ("n" * 300), b"")


def test_no_permission(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(UserError, match="no permission"):
        write_whole(tmp_path / "file", b"")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_writer_leaves_a_whole_file(tmp_path):
    path = tmp_path / "file.bin"
    whole = {b"A" * 2_000_000, b"B" * 2_000_000}
    path.write_bytes(b"A" * 2_000_000)
    for k in range(20):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(0.003 * k)
            writer.kill()
        assert path.read_bytes() in whole


def test_json_of_another_kind_is_refused_before_it_is_looked_into(tmp_path):
    kind, path = (
        JsonFormat("recipe file", "lab/recipe", 2, most_bytes=60),
        tmp_path / "r",
    )
    looked_into = []
    path.write_text('{"format": "lab/recipe", "version": 2, "η": 0.5}')
    assert kind.read(path, looked_into.append) == looked_into.pop()
    path.write_bytes(rb'{"format": "lab/recipe", "version": 2, "\ud800": ["\u0000"]}')
    assert kind.read(path, lambda _: None)["?"] == ["?"]
    for content, why in (
        (
            '{"format": "lab/data", "version": 2}',
            "is not a recipe file .its “format” is",
        ),
        (
            '{"format": "lab/recipe", "version": 3}',
            "another version, only 2 is read here: update",
        ),
        ('{"format": "lab/recipe", "format": 1}', "its entry “format” is there twice"),
        (
            '{"format": "lab/\ud800\ud800"}',
            "is not JSON, so not a recipe file, or a dam",
        ),
        ("{", "is not JSON"),
        (" " * 61, "is larger than 0 MB, too much for a recipe file"),
    ):
        path.write_text(content, errors="surrogatepass")
        with pytest.raises(UserError, match=why):
            kind.read(path, looked_into.append)
    assert not looked_into


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_what_a_killed_writer_leaves_goes_with_a_later_save(tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path / "table.csv")]
    assert subprocess.run(command).returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    own = [tmp_path / name for name in (".perceptron-lab-notes", ".b5c92daa9e4c50d68")]
    for path in own:
        path.touch()
        os.utime(path, (0, 0))
    write_whole(tmp_path / "saved", b"")
    assert left.exists()  # a writer may be at it
    os.utime(left, (0, 0))
    write_whole(tmp_path / "saved", b"")
    assert set(tmp_path.iterdir()) == {tmp_path / "saved", *own}


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="no unnamed files here")
def test_bytes_have_no_name_until_they_are_whole(tmp_path, monkeypatch):
    seen = []
    fsync = os.fsync
    monkeypatch.setattr(
        os,
        "fsync",
        lambda number: seen.append(list(tmp_path.iterdir())) or fsync(number),
    )
    write_whole(tmp_path / "file", b"content")
    assert seen == [[]]
    assert (tmp_path / "file").read_bytes() == b"content"


def test_bytes_are_written_where_files_must_have_a_name(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    write_whole(tmp_path / "file", b"content")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"content"]


def test_a_name_that_no_file_can_have():
    for name in ("a\0b", "a\ud800b"):
        with pytest.raises(
            UserError, match="has a sign in it that no file name can have"
        ):
            write_whole(name, b"")
        with pytest.raises(
            UserError, match="has a sign in it that no file name can have"
        ):
            require_file(name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_files_are_read_to_their_end(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    kind = JsonFormat("recipe file", "lab/recipe", 2, most_bytes=60)
    for read in (
        require_file,
        lambda path: kind.read(path, list),
        lambda path: read_arrays(path, 2**20),
    ):
        with pytest.raises(
            UserError, match=r"^[^:]*pipe: is a pipe, but must be a file"
        ):
            read(pipe)
        with pytest.raises(UserError, match=r"^/dev/null: is a device, not a fi"):
            read("/dev/null")
    require_file(pipe, or_pipe=True)
    require_file(tmp_path)
    require_file(tmp_path / "missing")


def test_a_message_is_one_line_of_moderate_length_whatever_it_quotes():
    said = str(UserError(f"t.csv: “{'a' * 70_000}\n” is no name: rename it"))
    assert len(said) < 1100
    assert said.startswith("t.csv: “aaa")
    assert said.endswith("aaa ” is no name: rename it")
