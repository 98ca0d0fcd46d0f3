"""A lesson's files: a folder or a zip, and nothing beside them."""

import os
import zipfile
from threading import Thread

import pytest

from engine.errors import UserError
from engine.lessons.lesson_files import MOST_BYTES, read_files


def test_a_folder_and_its_zip_are_the_same(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "lesson.md").write_text("one")
    (folder / "lesson.de.md").write_text("eins")
    (folder / "program.py").write_text("nothing to run")
    (folder / "away.md").symlink_to("/etc/hostname")
    with zipfile.ZipFile(tmp_path / "mine.lesson", "w") as archive:
        for name in ("lesson.md", "lesson.de.md", "program.py"):
            archive.write(folder / name, f"mine/{name}")
        archive.writestr("../away.md", "out")
    files = read_files(folder)
    assert files.contents == {"lesson.md": b"one", "lesson.de.md": b"eins"}
    packed = read_files(tmp_path / "mine.lesson")
    assert packed.contents == files.contents
    assert files.languages == {"de": "lesson.de.md"}
    assert files.name == packed.name == "mine"


def test_what_is_none_is_refused(tmp_path):
    with pytest.raises(UserError, match="no lesson, as it has no lesson"):
        read_files(tmp_path)
    (tmp_path / "a.lesson").write_bytes(b"PK no zip")
    with pytest.raises(UserError, match="damaged or no lesson"):
        read_files(tmp_path / "a.lesson")
    with pytest.raises(UserError, match="there is no such file"):
        read_files(tmp_path / "nowhere.lesson")


def test_a_bomb_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "b.lesson", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lesson.md", bytes(MOST_BYTES + 1))
    with pytest.raises(UserError, match="too large for a lesson"):
        read_files(tmp_path / "b.lesson")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_or_a_device_is_no_lesson(tmp_path):
    pipe, link = tmp_path / "a.lesson", tmp_path / "b.lesson"
    os.mkfifo(pipe)
    link.symlink_to("/dev/null")
    said = []

    def read():
        for place in (pipe, link):
            try:
                read_files(place)
            except UserError as error:
                said.append(str(error))

    reader = Thread(target=read, daemon=True)  # it would wait for ever
    reader.start()
    reader.join(60)
    assert said == [
        f"{pipe}: is a pipe, but must be a file: save the output of its program as a "
        "file, and give that",
        f"{link}: is a device, not a file: give the name of a file",
    ]
