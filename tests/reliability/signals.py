"""Send a signal at a random moment to a command or the window; see how it ends.

It must end soon, without a traceback and without a process or an unfinished file that
stays; an output is whole or not there.

    python -m tests.reliability.signals --seed 1 --rounds 60
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from engine import Recipe
from engine.data.lecture_examples import separable
from engine.export.session_file import SavedSession, write_session

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
IRIS = ROOT / "resources" / "data" / "iris.csv"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
COMMANDS = {
    "train": "train {iris} --epochs 3000 --weights {out}/w.json --trace {out}/t.csv",
    "stream": "train {iris} --stream --epochs 3000 --weights {out}/w.json",
    "search": "search {iris} --grid epochs=1,10,100,1000 --folds 5 --jobs 2",
    "render gif": "render {session} --out {out}/film.gif",
    "render mp4": "render {session} --out {out}/film.mp4",
    "render pictures": "render {session} --out {out}/film",
    "render page": "render {session} --out {out}/run.html",
    "train, render": "train {iris} --animation {out}/film.gif --plot {out}/plot.pdf",
    "window": "",
}
EARLIEST, LATEST, LAST_FRAME = 0.5, 4.0, 7.0
"""Seconds from the start to the signal: not while Python itself starts; to the latest
in a film."""
PATIENCE, STAY = 30.0, 3.0


@dataclass(frozen=True)
class End:
    """How a command ended.

    Attributes
    ----------
    command : str
    seconds : float
        From the signal to the end.
    faults : tuple of str
    """

    command: str
    seconds: float
    faults: tuple[str, ...]


def end(seed: int, only: str = "") -> End:
    """Start a command, send it a signal, and look at what is left."""
    chance = random.Random(seed)
    commands = [name for name in COMMANDS if only in name]
    name, number = chance.choice(commands), chance.choice(SIGNALS)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        out.mkdir()
        session = Path(folder) / "lecture.plab"
        write_session(session, SavedSession(separable(), Recipe(order="shuffled"), 0))
        words = COMMANDS[name].format(iris=IRIS, out=out, session=session).split()
        places = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "TMPDIR")
        env = os.environ | dict.fromkeys(places, folder)
        env |= {"QT_QPA_PLATFORM": "offscreen"}
        process = subprocess.Popen(
            (sys.executable, ROOT / "main.py", *words),
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        latest = LAST_FRAME if "render" in name else LATEST
        time.sleep(chance.uniform(EARLIEST, latest))
        process.send_signal(number)
        begun = time.monotonic()
        try:
            said = process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said = process.communicate()[1] + f"it went on for {PATIENCE} s"
        seconds = time.monotonic() - begun
        faults = tuple(_faults(process, number, said, Path(folder)))
        return End(f"{name}, {number.name}", seconds, faults)


def _faults(
    process: subprocess.Popen[str], number: signal.Signals, said: str, folder: Path
) -> Iterator[str]:
    if process.returncode not in (0, -number, 128 + number):
        yield f"status {process.returncode}: {said}"
    if any(word in said for word in ("Traceback", "ignored", "went on", "QPainter")):
        yield said
    if not _are_gone(process.pid):
        os.killpg(process.pid, signal.SIGKILL)
        yield "a process stays"
    yield from map(str, folder.glob("perceptron-lab-*"))
    yield from map(str, folder.rglob(".perceptron-lab-unfinished-*"))
    weights = folder / "out" / "w.json"
    if weights.exists():
        json.loads(weights.read_text())
    film = folder / "out" / "film.gif"
    if film.exists():
        with Image.open(film) as picture:
            picture.seek(picture.n_frames - 1)


def _are_gone(group: int) -> bool:
    """Wait until no process of a group is left, not for long."""
    until = time.monotonic() + STAY
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def main(seed: int, rounds: int, only: str = "") -> list[End]:
    """Send as many signals, each to a command of its own."""
    for number in SIGNALS:  # a shell has what it starts beside itself ignore some
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    return [end(run_seed, only) for run_seed in range(seed, seed + rounds)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--only", default="", help="commands whose name has this")
    given = parser.parse_args()
    ends = main(given.seed, given.rounds, given.only)
    for seed, end in enumerate(ends, given.seed):
        for fault in end.faults:
            print(f"seed {seed}, {end.command}: {fault}")
    well = sum(not end.faults for end in ends)
    slowest = max(ends, key=lambda end: end.seconds)
    print(
        f"{well} of {len(ends)} ended well; the slowest ({slowest.command}) in "
        f"{slowest.seconds:.2f} s"
    )
    sys.exit(well < len(ends))
