"""Lessons at their limits, opened in the real window: each shown, or refused.

    python -m tests.reliability.lessons_at_limits
    python -m tests.reliability.lessons_at_limits over-brackets within-links

For each limit there is a lesson just over it, which must be refused, and for whatever a
lesson may hold one just within. Each is opened in a window of its own, as a drop opens
it, its first pages and the last are gone through, with hint and “Show me”, in another
width. Measured are the time until the lesson is shown or refused, the longest time in
which the window answered nothing, by the clock and by what its thread computed (the
same however busy the machine is), and how much more memory it took at most. Whatever
asks for something at the address `127.0.0.1` is counted, too. With DISPLAY in the
environment the window is a real one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.lessons import lesson_files, lesson_text
from engine.lessons.limits import (
    DEEPEST,
    DEEPEST_FORMULA,
    LONGEST_FORMULA,
    LONGEST_PARAGRAPH,
    LONGEST_WORD,
    MOST_BLOCKS,
    MOST_BRACKETS,
    MOST_CELLS,
    MOST_CHOICES,
    MOST_FACTS,
    MOST_FORMULAS,
    MOST_IN_FORMULAS,
    MOST_LINES,
    MOST_NAMES,
    MOST_ON_PAGE,
    MOST_PAGES,
    MOST_PICTURES,
    MOST_PIXELS,
    MOST_SESSION_BYTES,
)

MODULE = "tests.reliability.lessons_at_limits"
ROOT = Path(__file__).parents[2]
SECONDS, FREEZE, MEGABYTES = 5.0, 0.5, 200.0
PATIENCE = 40
"""Seconds after which a window that answers nothing is ended."""
BEAT = 5
"""Milliseconds between two signs of life."""
LOOKED_AT = 4
"""Pages that are gone through, besides the last."""
HEAD = "---\ntitle: A lesson\nabout: Why?\nlevel: further\nlanguage: en\n---\n\n"


@dataclass
class Outcome:
    """What came of one lesson; `how` is shown, refused, or neither."""

    kind: str
    how: str = "neither"
    said: str = ""
    seconds: float = 0.0
    freeze: float = 0.0
    busy: float = 0.0
    megabytes: float = 0.0
    asked: int = 0

    @property
    def faults(self) -> list[str]:
        """Name what should not be."""
        faults = []
        if self.how not in ("shown", "refused"):
            faults.append(self.how)
        due = {"over": "refused", "within": "shown"}.get(self.kind.split("-")[0])
        if due and self.how != due:
            faults.append(f"not {due}")
        if self.seconds > SECONDS:
            faults.append(f"{self.seconds:.1f} s")
        if self.busy > FREEZE:
            faults.append(f"busy for {self.busy:.2f} s")
        if self.megabytes > MEGABYTES:
            faults.append(f"{self.megabytes:.0f} MB")
        if self.asked:
            faults.append("asked for something elsewhere")
        return faults


# The lessons


def page(text: str, blocks: str = "") -> str:
    return f"# A page\n\n{text}\n\n{blocks}\n"


def task(**entries: object) -> str:
    return f"```task\n{json.dumps({'do': 'x', **entries}, ensure_ascii=False)}\n```\n"


def choosing(*choices: str, **more: object) -> str:
    return task(choices=list(choices), **more)


def state(text: str) -> str:
    return f"```state\n{text}\n```\n"


def png(width: int, height: int) -> bytes:
    """A picture of one colour, of a few bytes a line."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        total = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + total.to_bytes(4)

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packer, body = zlib.compressobj(1), b""
    for _ in range(height):
        body += packer.compress(bytes(width + 1))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
        + chunk(b"IDAT", body + packer.flush()) + chunk(b"IEND", b"")
    )  # fmt: skip


def session(X: list[list[float]], names: list[str]) -> bytes:
    import numpy as np

    from engine import Dataset, Recipe
    from engine.export.session_file import SavedSession, write_session

    data = Dataset(np.array(X), np.arange(len(X)) % 2, names, class_names=("A", "B"))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "s.plab"
        write_session(path, SavedSession(data, Recipe(epochs=1), 0))
        return path.read_bytes()


def noise(rows: int, columns: int, length: int = 2) -> bytes:
    drawn = random.Random(1)
    X = [[round(drawn.gauss(0, 1), 3) for _ in range(columns)] for _ in range(rows)]
    return session(X, [f"{'n' * length}{i}" for i in range(columns)])


def svg(address: str) -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">'
        f'<image xlink:href="{address}" width="9" height="9"/></svg>'
    ).encode()


def spread(text: str, count: int, between: str = " ") -> str:
    """Repeat a text so often."""
    return between.join([text] * count)


def nested_list(depth: int) -> str:
    return "\n".join("  " * i + "- x" for i in range(depth))


def nested(begin: str, end: str, depth: int) -> str:
    return begin * depth + "x" + end * depth


def table(rows: int, columns: int, cell: str = "x") -> str:
    row = f"|{f'{cell}|' * columns}\n"
    return row + f"|{'-|' * columns}\n" + row * rows


def matrix(rows: int, columns: int) -> str:
    row = "&".join("x" * columns)
    return rf"\begin{{matrix}}{(row + chr(92) * 2) * rows}\end{{matrix}}"


HERE = "http://127.0.0.1:{port}/a.png"
"""An address at which is listened."""

OVER = {
    "word": page("W" * (LONGEST_WORD + 1)),
    "word-of-marks": page("e\u0301" * (LONGEST_WORD // 2 + 1)),
    "paragraph": page(spread("word", LONGEST_PARAGRAPH // 5 + 1)),
    "brackets": page(spread("[", MOST_BRACKETS + 1)),
    "pictures-begun": page(spread("![", MOST_BRACKETS + 1)),
    "page": page(spread("Some words.", MOST_ON_PAGE // 12 + 1, "\n\n")),
    "paragraphs": page(spread("x", MOST_BLOCKS + 1, "\n\n")),
    "list": page(spread("- x", MOST_BLOCKS + 1, "\n")),
    "code": page("```\n" + spread("x", MOST_BLOCKS + 2, "\n") + "\n```"),
    "quotes-nested": page("> " * (2 * DEEPEST + 2) + "x"),
    "lists-nested": page(nested_list(DEEPEST + 1)),
    "emphasis-nested": page(nested("*a **b ", " c** d*", DEEPEST)),
    "table-wide": page(table(1, MOST_CELLS // 2 + 1)),
    "table-long": page(table(MOST_CELLS, 1)),
    "pages": page("Some words.") * (MOST_PAGES + 1),
    "lines": page("x") + "\n" * MOST_LINES,
    "text": page("x") + " " * lesson_text.MOST_BYTES,
    "choices": page("x", choosing(*["c"] * (MOST_CHOICES + 1))),
    "choice": page("x", choosing("a", "w " * LONGEST_PARAGRAPH)),
    "hint": page("x", choosing("a", "b", hint="h " * LONGEST_PARAGRAPH)),
    "formula": page(f"$${'x+' * (LONGEST_FORMULA // 2)}x$$"),
    "formula-of-fractions": page(
        f"$${nested(chr(92) + 'frac{1}{', '}', DEEPEST_FORMULA + 1)}$$"
    ),
    "formula-of-powers": page(f"$${nested('x^{', '}', DEEPEST_FORMULA + 1)}$$"),
    "formula-of-macros": page(r"$$\newcommand{\a}{ha}\a$$"),
    "formulas": page(spread("$x$", MOST_FORMULAS + 1)),
    "formulas-long": page(spread(f"${'x' * 99}$", MOST_IN_FORMULAS // 99 + 1, "\n\n")),
    "facts": page(spread("{{updates}}", MOST_FACTS + 1)),
    "aliases": page("x", "```task\ndo: x\na: &a [x]\nb: *a\n```\n"),
    "entries-nested": page("x", f"```task\ndo: {nested('[', ']', DEEPEST + 1)}\n```\n"),
    "points-far": page("x", state("points: |\n  1e308 -1e308 A\n  1e-308 1e308 B")),
    "conditions": page(
        "x", task(until=dict.fromkeys(["updates", *"abcdefghijklmnopqrst"], ">= 1"))
    ),
    "spotlights": page(
        "x", f"```spotlight\non: [{spread('Step', MOST_NAMES + 1, ', ')}]\n```\n"
    ),
    "panels": page("x", state(f"panels: [{spread('Loss', MOST_NAMES + 1, ', ')}]")),
}
"""Texts of lessons without their front matter, each just over a limit: refused."""


def paragraphs(text: str) -> str:
    """Repeat a text in as many paragraphs, and as long ones, as a page may have."""
    part = text * (LONGEST_PARAGRAPH // len(text))
    return page("\n\n".join([part] * (MOST_ON_PAGE // (len(part) + 20))))


BRACKETS = r"\left(" * 5 + "x" + r"\right)" * 5
INSIDE = {
    "words": paragraphs("word "),
    "long-words": paragraphs("W" * 200 + " "),
    "words-of-marks": paragraphs("e\u0301" * 99 + " "),
    "words-of-joiners": paragraphs("👩\u200d" * 99 + " "),
    "words-in-two-directions": paragraphs("abc אבג 123 "),
    "brackets": paragraphs("[" * 49 + "w " * 950),
    "brackets-closed": paragraphs("[" * 49 + "]" * 49 + "w " * 900),
    "links": paragraphs("[a](b) " * 49 + "w " * 600),
    "links-begun": paragraphs("[a]( " * 49 + "w " * 700),
    "pictures-begun": paragraphs("![" * 49 + "w " * 800),
    "stars": paragraphs("*a **b "),
    "stars-closed": paragraphs("***a*** "),
    "stars-nested": paragraphs(nested("*a **b ", " c** d*", 4) + " "),
    "underscores": paragraphs("_a __b "),
    "backticks": paragraphs(" ".join("`" * i for i in range(1, 90)) + " "),
    "entities": paragraphs("&lt; "),
    "lines-broken": page(spread("x\\", MOST_BLOCKS - 10, "\n")),
    "quotes": page(spread("> x", 290, "\n\n")),
    "quotes-nested": page(("> " * 9 + "x\n\n") * 290),
    "lists-nested": page(nested_list(9) + "\n"),
    "list-long": page(spread("- x", 290, "\n")),
    "headings": page(spread("## x", 290, "\n")),
    "rules": page(spread("---", 290, "\n\n")),
    "code": page("```\n" + ("x" * 199 + "\n") * 38 + "```"),
    "code-of-lines": page("```\n" + "x\n" * 290 + "```"),
    "table-square": page(table(17, 16, "w" * 25)),
    "table-wide": page(table(1, 140)),
    "table-long": page(table(290, 1)),
    "html": paragraphs("<b><i><table> "),
    "formula-of-brackets": page(f"$${BRACKETS * 4}$$\n\n$${BRACKETS * 3}$$"),
    "formula-of-fractions": page(
        "$$"
        + nested(r"\frac{1}{", "}", 6) * 4
        + "$$\n\n$$"
        + nested(r"\frac{2}{", "}", 6) * 4
        + "$$"
    ),
    "formulas-long": page("$$" + "W" * 290 + "$$\n\n$$" + "V" * 290 + "$$"),
    "formulas-short": page(" ".join(f"${chr(0x3B1 + i)}$" for i in range(38))),
    "formula-matrix": page(f"$${matrix(7, 16)}$$"),
    "formula-of-letters": page(f"${'漢' * 190}$\n\n" * 3),
    "choices": page("x", choosing(*[r"$\frac{a}{b}$ " * 6] * 6, hint="h " * 900)),
    "facts": page("{{updates}} " * 55),
    "points": page("{{separable}}", state("points: |\n" + "  1 2 A\n  2 1 B\n" * 340)),
    "pages": page("word " * 390) * 99,
    "pages-of-formulas": page(r"$\frac{a}{b}$ " * 38) * 99,
    "spotlights": page("x", f"```spotlight\non: [{'Step, ' * 19}Play]\n```\n"),
}
"""Likewise, just within the limits: shown."""
LONG_WAYS = {
    "html": page(nested("<div>", "</div>", 9)),
    "epochs": page(
        "{{run_updates}}",
        state("example: xor\nepochs: 1000000\nstep: end")
        + task(until={"updates": ">= 3"}, show={"step": "end"}),
    ),
    "stream": page(
        "x",
        state(
            "points: |\n  1 1 A\n  -1 -1 B\n"
            "stream: {source: fair-adversary, samples: 200}"
        ),
    ),
    "terms": page(
        "{{terms}}",
        state("example: xor\nfeatures: " + ",".join(f"x1^{i}" for i in range(1, 900))),
    ),
    "classes": page(
        "x", state("points: |\n" + "".join(f"  1 {i} c{i}\n" for i in range(300)))
    ),
    "session-in-a-message": page("x", state(f"session: '<img src=\"{HERE}\">'")),
    "picture-elsewhere": page(
        f"![a]({HERE}) ![b](//127.0.0.1:{{port}}/b.png) <img src='{HERE}'>\n\n"
        f"<{HERE}>\n\n[f]({HERE})"
    ),
    "formula-elsewhere": page(
        rf"$\href{{{HERE}}}{{x}}$ $\text{{<image href='{HERE}'/>}}$ "
        rf"$\style{{background:url({HERE})}}{{x}}$"
    ),
}
"""What computes for long, or would ask for something elsewhere."""


def _packed(folder: Path, contents: dict[str, bytes]) -> Path:
    path = folder / "packed.lesson"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return path


def _written(folder: Path, text: str, port: int = 0, **files: bytes) -> Path:
    place = folder / "made"
    place.mkdir()
    text = HEAD + text.replace("{port}", str(port))
    (place / "lesson.md").write_text(text, encoding="utf-8")
    for name, content in files.items():
        (place / name.replace("_", ".")).write_bytes(content)
    return place / "lesson.md"


def _pipe(folder: Path, _: int) -> Path:
    os.mkfifo(folder / "pipe.lesson")
    return folder / "pipe.lesson"


def _pipe_inside(folder: Path, _: int) -> Path:
    (folder / "made").mkdir()
    os.mkfifo(folder / "made" / "lesson.md")
    return folder / "made" / "lesson.md"


def _device(folder: Path, _: int) -> Path:
    (folder / "device.lesson").symlink_to("/dev/null")
    return folder / "device.lesson"


def _text_of_device(folder: Path, _: int) -> Path:
    (folder / "made").mkdir()
    (folder / "made" / "lesson.md").symlink_to("/dev/null")
    return folder / "made" / "lesson.md"


def _large(folder: Path, _: int) -> Path:
    text = (HEAD + page("x")).encode()
    picture = bytes(lesson_files.MOST_BYTES)
    return _packed(folder, {"lesson.md": text, "a.png": picture})


def _many(folder: Path, _: int) -> Path:
    text = (HEAD + page("x")).encode()
    pictures = {f"{i}.png": b"" for i in range(lesson_files.MOST_FILES)}
    return _packed(folder, {"lesson.md": text, **pictures})


def _not_a_zip(folder: Path, _: int) -> Path:
    path = folder / "no.lesson"
    path.write_bytes(b"PK\x05\x06" + bytes(99))
    return path


def _folder_of_many(folder: Path, _: int) -> Path:
    path = _written(folder, page("x"))
    for i in range(lesson_files.MOST_FILES):
        (path.parent / f"{i}.md").touch()
    return path


def _translations(folder: Path, _: int) -> Path:
    path = _written(folder, page("x"))
    for i in range(120):
        code = f"{chr(97 + i // 26)}{chr(97 + i % 26)}"
        text = HEAD.replace("en", code) + page("word " * 390)
        (path.parent / f"lesson.{code}.md").write_text(text)
    return path


def _picture(text: str, content: bytes):
    return lambda folder, port: _written(
        folder, page(text), port, a_png=content.replace(b"{port}", b"%d" % port)
    )


def _session_of(rows: int, columns: int, text: str, length: int = 2):
    return lambda folder, port: _written(
        folder,
        page(text, state("session: s.plab\nstep: end")),
        port,
        s_plab=noise(rows, columns, length),
    )


KINDS = {
    **{
        f"{prefix}{name}": lambda folder, port, text=text: _written(folder, text, port)
        for prefix, texts in (("over-", OVER), ("within-", INSIDE), ("", LONG_WAYS))
        for name, text in texts.items()
    },
    "over-pixels": _picture("![a](a.png)", png(MOST_PIXELS // 2000 + 1, 2000)),
    "over-pictures": _picture("![a](a.png)" * (MOST_PICTURES + 1), png(9, 9)),
    "session-large": _session_of(MOST_SESSION_BYTES // 16, 2, "x"),
    "over-bytes": _large,
    "over-files": _many,
    "over-files-in-folder": _folder_of_many,
    "picture-cut-off": _picture("![a](a.png)", png(900, 900)[:500]),
    "picture-of-svg": _picture("![a](a.png)", svg(HERE)),
    "within-pictures": lambda folder, _: _written(
        folder,
        page("".join(f"![a](p{i}.png)" for i in range(19))),
        **{f"p{i}_png": png(450, 450) for i in range(19)},
    ),
    "within-session": _session_of(20_000, 2, "{{separable}} {{error}} " * 20),
    "session-hard": _session_of(9000, 2, "{{separable}} {{margin}} {{folds_error}}"),
    "session-wide": _session_of(60, 3000, "{{terms}} ${{terms}}$ {{condition}}", 200),
    "pipe": _pipe,
    "pipe-inside": _pipe_inside,
    "device": _device,
    "device-inside": _text_of_device,
    "zip-of-nothing": _not_a_zip,
    "translations-many": _translations,
}


# The window


class Listener:
    """Counts whoever connects to a port of this machine."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self.port = self._socket.getsockname()[1]

    def count(self) -> int:
        """Give how many have connected since it was asked."""
        count = 0
        while True:
            try:
                self._socket.accept()[0].close()
            except BlockingIOError:
                return count
            count += 1


def _memory(name: str) -> float:
    """Give what the process takes, or took at most, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) / 1024
    return 0.0


class Reader:
    """Opens lessons in a window, and notes how it fares meanwhile.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window) -> None:
        from PySide6.QtCore import QTimer

        self._window = window
        self._last, self._spent = time.monotonic(), time.thread_time()
        self._longest = self._busiest = 0.0
        self._said = ""
        self._beats = QTimer(window)
        self._beats.timeout.connect(self._beat)
        self._beats.start(BEAT)

    def _beat(self) -> None:
        from PySide6.QtWidgets import QApplication, QMessageBox

        now = time.monotonic()
        self._longest = max(self._longest, now - self._last - BEAT / 1000)
        spent = time.thread_time()
        self._busiest = max(self._busiest, spent - self._spent)
        self._last, self._spent = now, spent
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            self._said = box.text()
            box.accept()

    def _until(self, condition, seconds: float) -> bool:
        """Let the window live until something is so, or for so long."""
        from PySide6.QtTest import QTest

        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            QTest.qWait(BEAT)
        return condition()

    def read(self, kind: str, path: Path, listener: Listener) -> Outcome:
        """Open a lesson as a drop does, and go through its pages."""
        outcome = Outcome(kind)
        self._until(lambda: False, 0.3)
        listener.count()
        self._said = ""
        Path("/proc/self/clear_refs").write_text("5")
        before = _memory("VmRSS")
        self._longest = self._busiest = 0.0
        self._last, self._spent = time.monotonic(), time.thread_time()
        begun = self._last
        self._window.files.opening.open_path(path)
        place = path.parent if path.name == "lesson.md" else path

        def player():
            view = self._window.lessons.view
            return view and view.page.player

        def shown() -> bool:
            files = player() and player().files
            return bool(files) and files.place == place

        self._until(lambda: self._said or shown(), PATIENCE)
        outcome.seconds = time.monotonic() - begun
        if self._said:
            outcome.how, outcome.said = "refused", self._said
        elif shown():
            outcome.how = "shown"
            self._go_through(player())
        self._until(lambda: False, 0.3)
        outcome.freeze, outcome.busy = self._longest, self._busiest
        outcome.megabytes = _memory("VmHWM") - before
        outcome.asked = listener.count()
        if player():
            player().leave()
            self._until(lambda: False, 0.1)
        return outcome

    def _go_through(self, player) -> None:
        view, session = self._window.lessons.view.page, self._window.session
        count = len(player.lesson.pages)
        for place in sorted({*range(min(count, LOOKED_AT)), count - 1}):
            if place != player.place:
                player.go(place)
            self._until(lambda: session.recorded and session.idle, 3)
            for button in (view.task.hint_button, view.task.show_button):
                if button.isVisible():
                    button.click()
                    self._until(lambda: session.recorded and session.idle, 3)
            width = self._window.width()
            self._window.resize(width - 150, self._window.height())
            self._until(lambda: False, 0.1)
            self._window.resize(width, self._window.height())
            self._until(lambda: False, 0.1)


def _window(kinds: list[str]) -> None:
    """Open these lessons in one window, and print what came of each."""
    from PySide6.QtCore import QSettings

    from gui.app import make_app
    from gui.window.main_window import MainWindow

    app = make_app(["perceptron-lab"])
    folder = Path(os.environ["XDG_STATE_HOME"])
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder)
    )
    window = MainWindow()
    window.resize(1400, 860)
    window.show()
    reader, listener = Reader(window), Listener()
    window.run("lessons")  # what is shown first takes its time: that is no lesson's
    reader.read("", ROOT / "tests/gui/features/lessons/example/lesson.md", listener)
    for kind in kinds:
        place = folder / kind
        place.mkdir()
        path = KINDS[kind](place, listener.port)
        app.processEvents()
        outcome = reader.read(kind, path, listener)
        print(json.dumps(asdict(outcome)), flush=True)
    os._exit(0)


def opened(kinds: list[str]) -> list[Outcome]:
    """Open these lessons in one window; of one that answers nothing, say so."""
    with tempfile.TemporaryDirectory(prefix="lessons-") as name:
        places = {
            f"XDG_{purpose}_HOME": f"{name}/{purpose}"
            for purpose in ("CONFIG", "STATE")
        }
        for place in places.values():
            Path(place).mkdir()
        screen = "xcb" if "DISPLAY" in os.environ else "offscreen"
        env = os.environ | places | {"QT_QPA_PLATFORM": screen}
        process = subprocess.Popen(
            [sys.executable, "-m", MODULE, "--window", *kinds],
            cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE,
        )  # fmt: skip
        try:
            text, _ = process.communicate(timeout=PATIENCE + 10 * len(kinds))
            how = f"ended with status {process.returncode}"
        except subprocess.TimeoutExpired:
            process.kill()
            text, _ = process.communicate()
            how = "no answer"
    outcomes = [Outcome(**json.loads(line)) for line in text.splitlines()]
    return outcomes + [Outcome(kind, how) for kind in kinds[len(outcomes) :][:1]]


def main(kinds: list[str]) -> int:
    """Open each in a window of its own, and print what came of it."""
    bad = 0
    for kind in kinds:
        (outcome,) = opened([kind])
        bad += bool(outcome.faults)
        print(
            f"{kind:24} {outcome.how:8} {outcome.seconds:5.2f} s  froze "
            f"{outcome.freeze:5.2f} s, busy {outcome.busy:5.2f} s  "
            f"{outcome.megabytes:5.0f} MB  "
            f"{'; '.join(outcome.faults) and 'BAD ' + '; '.join(outcome.faults)}  "
            f"{outcome.said[-120:]}",
            flush=True,
        )
    print(f"{len(kinds) - bad} of {len(kinds)} shown or refused in time")
    return bool(bad)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", default=[*KINDS])
    parser.add_argument("--window", action="store_true", help="in this very process")
    given = parser.parse_args()
    if given.window:
        _window(given.kinds)
    sys.exit(main(given.kinds))
