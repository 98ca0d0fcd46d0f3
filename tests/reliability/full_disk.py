"""Write every kind of file where the room ends in the middle; see what is there then.

A file that was there before must be there as it was, byte for byte, with nothing beside
it, and what is said must be one sentence. The room ends at a random byte of the file,
as at the limit of a disk or a quota (here: the largest file that a process may write).

    python -m tests.reliability.full_disk --seed 1 --rounds 20
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

import main as program
from engine.data.edits import Remove
from engine.data.formats.registry import formats, write_data
from engine.data.sample_table import read_data
from engine.errors import UserError
from engine.export.session_file import SavedSession, write_session
from engine.training.recipe import Recipe

IRIS = Path(__file__).resolve().parents[2] / "resources" / "data" / "iris.csv"
OUTPUTS = {
    "weights": ("json", "csv", "npz", "onnx", "py"),
    "plot": ("png", "svg", "pdf"),
    "curve": ("csv",),
    "trace": ("csv",),
    "animation": ("gif", "mp4"),
}
REFUSED = 2
Writer = Callable[[Path, int], None]
"""Writes a file; the number makes one file differ from the next."""


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file become larger than so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handled)


def by_command(kind: str, path: Path, number: int) -> None:
    """Let the command line write an output."""
    words = ["train", str(IRIS), "--seed", str(number), "--order", "shuffled"]
    words += ["--epochs", "2", "--quiet", f"--{kind}", str(path)]
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        status = program.main(words)
    if status == REFUSED and said.getvalue().count("\n") == 1:
        raise UserError(said.getvalue())
    assert not status, said.getvalue()


def writers() -> dict[str, Writer]:
    """Give all that writes a file, by what it writes."""
    iris = read_data(IRIS)
    by_name: dict[str, Writer] = {
        "session.plab": lambda path, number: write_session(
            path, SavedSession(iris, Recipe(seed=number), 3)
        )
    }
    for file_format in formats():
        for suffix in file_format.saved_as:
            by_name[f"data{suffix}"] = lambda path, number: write_data(
                Remove(np.arange(number)).apply(iris), path
            )
    for kind, suffixes in OUTPUTS.items():
        for suffix in suffixes:
            by_name[f"{kind}.{suffix}"] = partial(by_command, kind)
    return by_name


def faults_of(writer: Writer, path: Path, chance: random.Random) -> Iterator[str]:
    """Write a file, and another in its place for which there is no room."""
    writer(path, 1)
    before = path.read_bytes()
    room = chance.randrange(len(before))
    try:
        with room_for(room):
            writer(path, 2)
    except UserError:
        pass
    except Exception as error:
        yield f"{path.name}, {room} bytes: {error!r}"
    else:
        if len(path.read_bytes()) > room:
            yield f"{path.name}, {room} bytes: written all the same"
        return
    if path.read_bytes() != before:
        yield f"{path.name}, {room} bytes: the file before is not whole"
    if beside := [entry.name for entry in path.parent.iterdir() if entry != path]:
        yield f"{path.name}, {room} bytes: {beside} was left"


def main(seed: int, rounds: int, *, films: bool = True) -> list[str]:
    """Write each kind of file so many times; give what went wrong."""
    chance, faults = random.Random(seed), []
    for _ in range(rounds):
        for name, writer in writers().items():
            if name.startswith("animation") and not films:
                continue
            with tempfile.TemporaryDirectory() as folder:
                faults += faults_of(writer, Path(folder) / name, chance)
    return faults


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    faults = main(given.seed, given.rounds)
    print(*faults, sep="\n")
    count = len(writers()) * given.rounds
    print(f"{count - len(faults)} of {count} writes without room spoilt nothing")
    sys.exit(bool(faults))
