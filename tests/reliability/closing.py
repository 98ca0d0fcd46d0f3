"""How long the window takes to be gone, whatever it does, and what it leaves behind.

    python -m tests.reliability.closing --seed 1 --rounds 60

Each round opens the program as a person does, begins something, and ends it a random
moment later: by Ctrl+Q, by the window's cross, by SIGINT or SIGTERM. The time is that
until the process and all that it has started are gone. It prints the longest per kind,
and each fault: another exit status than 0, a process or a file left behind, words on
stderr. With DISPLAY in the environment the window is a real one.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

MODULE = "tests.reliability.closing"
ROOT = Path(__file__).parents[2]
WAYS = ("keys", "cross", "interrupt", "signal")
SIGNALS = {"interrupt": signal.SIGINT, "signal": signal.SIGTERM}
GOAL, IDLE_GOAL = 1.5, 0.5
UNSAVED = ("unsaved", "lesson", "game", "question")
"""What is closed by a signal only, for else one is asked."""
MODAL = ("preferences", "figure dialog", "film dialog", "file dialog", "authoring")
"""What keys and the window's cross do not pass."""
SAVED = Path("out", "work.plab")
WRITTEN = {"film": {".gif"}, "saving": {".plab"}, "page": {".html"}}
"""Files that may be there, whole."""
REST = 4.0
"""Seconds after which a window in which nothing is done is idle."""
LATEST = 3.0
"""Seconds within which what goes on is ended."""
PATIENCE = 60
OFFSCREEN = "This plugin does not support"
BIG_ROWS = 12_000_000
"""Rows of the big file: some 300 MB."""
PASTED = 60_000_000
"""Characters on the clipboard."""


@dataclass(frozen=True)
class Closing:
    """What came of one round."""

    kind: str
    way: str
    after: float
    seconds: float
    faults: tuple[str, ...]

    @property
    def is_late(self) -> bool:
        """Whether it took too long; a file that is saved is waited for."""
        if self.kind == "saving" and self.way != "signal":
            return self.seconds > PATIENCE
        return self.seconds > (IDLE_GOAL if self.kind == "idle" else GOAL)


def closed(
    kind: str, way: str, after: float, big: Path, *, cache: Path | None = None
) -> Closing:
    """Open a window, begin something, and end it so many seconds later.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    way : str
        One of `WAYS`.
    after : float
    big : Path
        A file that takes long to read.
    cache : Path, optional
        Of compiled loops; default the person's own.
    """
    with tempfile.TemporaryDirectory(prefix="closing-") as name:
        home = Path(name)
        for folder in ("tmp", "out"):
            (home / folder).mkdir()
        places = {
            f"XDG_{purpose}_HOME": str(home / purpose)
            for purpose in ("CONFIG", "STATE")
        }
        if kind == "compiling":
            cache = home / "cache"
        if cache is not None:
            places["XDG_CACHE_HOME"] = str(cache)
        mark = {"CLOSING": name, "TMPDIR": str(home / "tmp")}
        if "DISPLAY" in os.environ:
            mark["QT_QPA_PLATFORM"] = "xcb"
        window = subprocess.Popen(
            [sys.executable, "-m", MODULE, "--window", kind, str(big)],
            cwd=ROOT, env=os.environ | places | mark, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        with window:
            seconds, faults = _ended(window, way, after, name)
        faults += _left_behind(home, kind)
        if kind == "saving" and way != "signal":
            faults += _not_saved(home / SAVED)
    return Closing(kind, way, after, seconds, tuple(faults))


def _ended(
    window: subprocess.Popen[str], way: str, after: float, mark: str
) -> tuple[float, list[str]]:
    """End a window once it has begun; give how long it takes, and what is wrong."""
    assert window.stdin is not None
    assert window.stdout is not None
    assert window.stderr is not None
    if not window.stdout.readline():
        raise RuntimeError(window.stderr.read())
    time.sleep(after)
    began = time.monotonic()
    if way in SIGNALS:
        window.send_signal(SIGNALS[way])
    else:
        window.stdin.write(way[0])
        window.stdin.flush()
    left = [window.pid]
    while left and time.monotonic() - began < PATIENCE:
        time.sleep(0.01)
        window.poll()
        left = _marked(mark)
    seconds = time.monotonic() - began
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    faults = [f"process {pid} is left" for pid in left]
    if window.wait():
        faults.append(f"exit status {window.returncode}")
    lines = window.stderr.read().splitlines()
    return seconds, faults + [
        f"said: {line}" for line in lines if OFFSCREEN not in line
    ]


def _not_saved(path: Path) -> list[str]:
    from engine.errors import UserError
    from engine.export.session_file import read_session

    try:
        read_session(path)
    except UserError as error:
        return [f"what was being saved is not there: {error}"]
    return []


def _marked(mark: str) -> list[int]:
    """List the processes that were started by a window, and by what it started."""
    numbers = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if f"CLOSING={mark}\0".encode() in (place / "environ").read_bytes():
                numbers.append(int(place.name))
        except OSError:
            continue
    return numbers


def _left_behind(home: Path, kind: str) -> list[str]:
    """List what nobody asked for; what is unsaved is to be there."""
    files = [path.relative_to(home) for path in home.rglob("*") if path.is_file()]
    kept = [path for path in files if "autosave" in path.parts]
    expected = {".nbi", ".nbc", ".conf"} | WRITTEN.get(kind, set())
    strange = [
        path
        for path in files
        if path not in kept
        and path.suffix not in expected
        and not {"qtshadercache-x86_64-little_endian-lp64", "mesa_shader_cache"}
        & {*path.parts}
    ]
    faults = [f"left behind: {path}" for path in strange]
    if kind in UNSAVED:
        whole = {path.suffix for path in kept} == {".json", ".npz"}
        faults += [] if whole else [f"what was unsaved is not kept: {kept}"]
    else:
        faults += [f"left behind: {path}" for path in kept]
    faults += [f"left behind: {path.name}" for path in (home / "tmp").iterdir()]
    return faults


# The window's side


def _play_part(kind: str, big: Path) -> int:
    """Open the window, begin what is wanted, and listen for how it is to end."""
    from PySide6.QtCore import QSocketNotifier, QTimer
    from PySide6.QtGui import QAction

    import main as entry
    from gui.app import make_app
    from gui.window.main_window import MainWindow

    app = make_app(["perceptron-lab"])

    def window() -> MainWindow:
        windows = (
            window for window in app.topLevelWidgets() if isinstance(window, MainWindow)
        )
        return next(windows)

    def begin() -> None:
        try:
            KINDS[kind](window(), big)
        except Exception:
            traceback.print_exc()
            os._exit(3)
        QTimer.singleShot(int(1000 * REST) if kind == "idle" else 0, tell)

    def tell() -> None:
        print("begun", flush=True)

    def end() -> None:
        way = os.read(0, 1)
        # Neither dialogs nor questions are answered: the window's close is enough.
        actions = window().findChildren(QAction)
        (leave,) = (action for action in actions if action.shortcut() == "Ctrl+Q")
        if way == b"k":
            leave.trigger()  # keys need a window manager
        else:
            window().close()

    ear = QSocketNotifier(0, QSocketNotifier.Type.Read)
    ear.activated.connect(end)
    QTimer.singleShot(500, begin)
    return entry.main([])


def _idle(window, big):
    pass


def _samples(window, n=2_000, d=2, **settings):
    """Open some samples that no line separates."""
    import numpy as np

    from engine import Dataset

    drawn = np.random.default_rng(0)
    X = drawn.normal(size=(n, d))
    y = (X[:, 0] + drawn.normal(size=n) > 0).astype(int)
    recipe = window.session.recipe.replace(**settings)
    window.files.begin_with(Dataset(X, y), recipe=recipe)


def _unsaved(window, big):
    import numpy as np

    from engine.data.edits import Add

    _samples(window, 20)
    window.session.edit(Add(np.ones((1, 2)), np.zeros(1, int)), "add")


def _gallery(window, big):
    window.run("open gallery")


def _generalisation(window, big):
    _samples(window, 3_000, 8)
    window.run("evaluation", random.choice(["Learning curve", "λ path", "Orders"]))


def _folds(window, big):
    _samples(window, 20_000, 8, epochs=500)
    window.run("evaluation")


def _race(window, big):
    _samples(window)
    window.run("race")
    window.part("Race").window.race.toggle_playing()


def _compiling(window, big):
    _samples(window, 20_000, 8, learner="logistic-regression", epochs=500)


def _opening(window, big):
    window.open_file(big)


def _saving(window, big):
    from PySide6.QtCore import QTimer

    _samples(window, max(1_000, big.stat().st_size // 1_000), 20)
    path = Path(os.environ["XDG_STATE_HOME"]).parent / SAVED
    QTimer.singleShot(0, lambda: window.files.save_to(path))


def _importing(window, big):
    window.files.opening.open_path(big, look=True)


def _pasting(window, big):
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QApplication

    about = QMimeData()
    with big.open() as file:
        about.setText(file.read(PASTED))
    QApplication.clipboard().setMimeData(about)
    window.clipboard.paste()


def _search(window, big):
    from PySide6.QtTest import QTest

    _samples(window, 5_000, 8)
    window.run("evaluation", "Search")
    setup = window.centre.sheet.pages["Search"].setup
    setup.workers.processes.setValue(2)
    QTest.keyClicks(setup.hyperparameters.rows["epochs"].field, "1000..2000:200")
    setup.button.click()


def _animation(window, big):
    _samples(window, epochs=1_000)
    window.session.toggle_playing()


def _film(window, big):
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QDialog, QFileDialog

    from gui.files.film_dialog import FilmDialog

    def accept(dialog):
        dialog.kind.setCurrentIndex(dialog.kind.findData(".gif"))
        dialog.accept()
        return QDialog.DialogCode.Accepted

    _samples(window, 300)
    FilmDialog.exec = accept
    path = str(Path(os.environ["XDG_STATE_HOME"]).parent / "out" / "run.gif")
    QFileDialog.getSaveFileName = lambda *args: (path, args[-1])
    QTimer.singleShot(800, window.exports.export_film)


def _lesson(window, big):
    from gui.features.lessons.contents import our_lessons

    _unsaved(window, big)
    files = {lesson.files.name: lesson.files for lesson in our_lessons()}
    window.run("lessons")
    window.panel("Lessons").view.page.player.open(files["one-mistake"], 1)


def _game(window, big):
    _unsaved(window, big)
    window.run("game", "separate")


def _story(window, big):
    _samples(window, 300)
    window.panel("Playback").actions_by_name["story"].trigger()


def _soon(act):
    """Act once one listens: what asks does not come back."""
    from PySide6.QtCore import QTimer

    QTimer.singleShot(0, act)


def _question(window, big):
    _unsaved(window, big)
    _soon(window.close)


def _menu(window, big):
    menu = window.menuBar().actions()[0].menu()
    menu.popup(window.mapToGlobal(window.rect().center()))


def _points_menu(window, big):
    _samples(window, 20)
    window.canvas.open_menu((0.0, 0.0))


def _palette(window, big):
    window.find_command()


def _preferences(window, big):
    window.open_preferences()


def _handbook(window, big):
    window.run("handbook")


def _figure_dialog(window, big):
    _samples(window)
    _soon(window.exports.export_plot)


def _film_dialog(window, big):
    from PySide6.QtCore import QTimer

    _samples(window, 20)
    QTimer.singleShot(800, window.exports.export_film)


def _file_dialog(window, big):
    _soon(window.files.open)


def _authoring(window, big):
    _samples(window, 20)
    _soon(window.part("Lessons").actions.new)


def _page(window, big):
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QFileDialog

    _samples(window, 300)
    path = str(Path(os.environ["XDG_STATE_HOME"]).parent / "out" / "run.html")
    QFileDialog.getSaveFileName = lambda *args: (path, args[-1])
    QTimer.singleShot(800, window.exports.export_page)


KINDS = {
    "idle": _idle,
    "unsaved": _unsaved,
    "gallery": _gallery,
    "generalisation": _generalisation,
    "folds": _folds,
    "race": _race,
    "compiling": _compiling,
    "opening": _opening,
    "saving": _saving,
    "importing": _importing,
    "pasting": _pasting,
    "search": _search,
    "animation": _animation,
    "film": _film,
    "lesson": _lesson,
    "game": _game,
    "story": _story,
    "question": _question,
    "menu": _menu,
    "points menu": _points_menu,
    "palette": _palette,
    "preferences": _preferences,
    "handbook": _handbook,
    "figure dialog": _figure_dialog,
    "film dialog": _film_dialog,
    "file dialog": _file_dialog,
    "authoring": _authoring,
    "page": _page,
}
"""What a window may be at, by name."""


def write_big(path: Path, rows: int) -> None:
    """Write a table that takes long to read."""
    block = "".join(
        f"{i / 7:.6f},{i % 13 - 6.5},{'ab'[i % 2]}\n" for i in range(10_000)
    )
    with path.open("w") as file:
        file.write("x1,x2,class\n")
        for _ in range(max(1, rows // 10_000)):
            file.write(block)


def _ways(kind: str) -> tuple[str, ...]:
    return tuple(SIGNALS) if kind in MODAL else WAYS


def main(seed: int = 1, rounds: int = 60, kinds: list[str] | None = None) -> int:
    """Close windows at random moments; print the longest time of each kind.

    Returns
    -------
    int
        How many rounds were too long or left something.
    """
    drawn = random.Random(seed)
    longest: dict[str, Closing] = {}
    counted: dict[str, int] = defaultdict(int)
    wrong: list[str] = []
    names = kinds or list(KINDS)
    with tempfile.TemporaryDirectory() as folder:
        big = Path(folder, "big.csv")
        write_big(big, BIG_ROWS)
        for i in range(rounds):
            kind = names[i % len(names)]
            way = "signal" if kind in UNSAVED else drawn.choice(_ways(kind))
            after = 0.0 if kind == "idle" else drawn.uniform(0, LATEST)
            ending = closed(kind, way, after, big)
            counted[kind] += 1
            print(
                f"  {kind}, {way} after {after:.2f} s: {ending.seconds:.2f} s",
                flush=True,
            )
            faults = (*ending.faults, *(["too late"] if ending.is_late else []))
            if faults:
                wrong.append(f"round {i + 1}, {kind}, {way}: {'; '.join(faults)}")
            if kind not in longest or ending.seconds > longest[kind].seconds:
                longest[kind] = ending
    print(f"seed {seed}: {rounds} windows closed, {len(wrong)} late or with a fault")
    print(*wrong, sep="\n")
    for kind, ending in longest.items():
        how = f"{ending.way} after {ending.after:.2f} s"
        print(
            f"{kind:15}{counted[kind]:4} times, longest {ending.seconds:5.2f} s ({how})"
        )
    return len(wrong)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--kinds", nargs="*", choices=KINDS)
    parser.add_argument("--window", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.window:
        sys.exit(_play_part(args.window[0], Path(args.window[1])))
    sys.exit(main(args.seed, args.rounds, args.kinds) > 0)
