"""Lessons that are made to hurt, opened in the real window: each shown, or refused.

    python -m tests.reliability.hostile_lessons
    python -m tests.reliability.hostile_lessons nested-lists picture-of-svg

Each kind is opened in a window of its own, as a drop opens it, its first pages and the
last are gone through, with hint and “Show me”, in another width. Measured are the time
until the lesson is shown or refused, the longest time in which the window answered
nothing, by the clock and by what its thread computed (the same however busy the machine
is), and how much more memory it took at most. Whatever asks for something at the
address `127.0.0.1` is counted, too. With DISPLAY in the environment the window is a
real one.
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
from itertools import pairwise
from pathlib import Path

from engine.lessons.limits import LONGEST_PARAGRAPH, MOST_ON_PAGE

MODULE = "tests.reliability.hostile_lessons"
ROOT = Path(__file__).parents[2]
SECONDS, FREEZE, MEGABYTES = 5.0, 0.5, 200.0
PATIENCE = 40
"""Seconds after which a window that answers nothing is ended."""
BEAT = 5
"""Milliseconds between two signs of life."""
LOOKED_AT = 4
"""Pages that are gone through, besides the last."""
HEAD = "---\ntitle: A lesson\nabout: Why?\nlevel: further\nlanguage: en\n---\n\n"
FILL = 230_000
"""Characters that the largest text may have."""


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
    """Repeat a text so often, but no longer than a lesson's text may be."""
    return between.join([text] * min(count, FILL // len(text + between)))


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


LAUGHS = r"\newcommand{\a}{ha}" + "".join(
    rf"\newcommand{{\{after}}}{{{rf'|{before} ' * 9}}}".replace("|", "\\")
    for before, after in pairwise("abcdefghij")
)
HERE = "http://127.0.0.1:{port}/a.png"
"""An address at which is listened."""

TEXTS = {
    "long-word": page("W" * FILL),
    "long-words": page(spread("W" * 900, 300)),
    "word-of-marks": page("e" + "\u0301" * 100_000),
    "word-of-joiners": page("👩\u200d" * 30_000),
    "word-in-two-directions": page("a\u202eא\u202cb1" * 20_000),
    "words-in-two-directions": page(spread("abc אבג 123", 16_000)),
    "line-without-end": page(spread("word", FILL // 5)),
    "brackets": page("[" * FILL),
    "brackets-of-links": page("[a](" * (FILL // 4)),
    "brackets-closed": page("[" * (FILL // 2) + "]" * (FILL // 2)),
    "pictures-begun": page("![" * (FILL // 2)),
    "stars": page("*a **b " * (FILL // 7)),
    "stars-nested": page(nested("*a **b ", " c** d*", 9000)),
    "underscores": page("_a __b " * (FILL // 7)),
    "backticks": page(" ".join("`" * i for i in range(1, 650))),
    "entities": page("&lt;" * (FILL // 4)),
    "entities-numbered": page("&#65;&nbsp;" * (FILL // 11)),
    "quotes-nested": page(">" * 50_000 + " x"),
    "lists-nested": page(nested_list(480)),
    "list-long": page(spread("- x", 60_000, "\n")),
    "headings": page(spread("## x", 40_000, "\n")),
    "rules": page(spread("---", 50_000, "\n\n")),
    "paragraphs": page(spread("x", 70_000, "\n\n")),
    "lines-broken": page(spread("x\\", 70_000, "\n")),
    "code-long": page("```\n" + "x" * FILL + "\n```"),
    "code-of-lines": page("```\n" + spread("x", 100_000, "\n") + "\n```"),
    "html-nested": page(nested("<div>", "</div>", 20_000)),
    "html-in-line": page("a " + nested("<b><i>", "</i></b>", 15_000)),
    "html-table": page("<table><tr><td>" * 14_000),
    "links": page(spread("[a](b)", 30_000)),
    "references": page(spread("[a]", 20_000)) + "\n[a]: /" + "u" * 5000 + "\n",
    "references-made": page("\n".join(f"[r{i}]: /u" for i in range(15_000))),
    "table-wide": page(table(1, 20_000)),
    "table-long": page(table(50_000, 1)),
    "table-square": page(table(300, 300)),
    "table-ragged": page("|a" * 5000 + "\n" + "|-" * 5000 + "\n" + "|\n" * 9000),
    "table-of-words": page(table(80, 40, "w" * 60)),
    "controls": page("\x01\x0b\x0c\u2028\u2029\x85" * 20_000),
    "title-long": f"# {'t' * FILL}\n",
    "titles-many": "# p\n\n" * 40_000,
    "pages-4000": page("Some words.") * 4000,
    "choices-many": page("x", choosing(*["c"] * 20_000)),
    "choices-of-formulas": page("x", choosing(*[r"$\frac{a}{b}$"] * 4000)),
    "choice-long": page("x", choosing("a", "w" * 200_000)),
    "hint-long": page("x", choosing("a", "b", hint="h" * 200_000)),
    "formula-long": page(f"$${'x+' * (FILL // 2)}x$$"),
    "formula-of-letters": page(f"${'x' * 290}$\n\n" * 100),
    "formula-of-fractions": page(f"$${nested(chr(92) + 'frac{1}{', '}', 400)}$$"),
    "formula-of-braces": page(f"$${nested('{', '}', 20_000)}$$"),
    "formula-of-powers": page(f"$${'x^{' * 500 + 'x' + '}' * 500}$$"),
    "formula-of-roots": page(f"$${nested(chr(92) + 'sqrt{', '}', 500)}$$"),
    "formula-of-brackets": page(
        f"$${nested(chr(92) + 'left(', chr(92) + 'right)', 300)}$$"
    ),
    "formula-of-macros": page(rf"$${LAUGHS}\j$$"),
    "formula-huge": page(r"$$x\hspace{9999999em}\rule{99999em}{99999em}x$$"),
    "formula-matrix": page(f"$${matrix(150, 150)}$$"),
    "formula-text": page(rf"$$\text{{{'t' * 200_000}}}$$"),
    "formula-of-facts": page("$" + "{{terms}}" * 2000 + "$"),
    "formulas-many": page(spread(r"$\frac{a}{b}$", 15_000)),
    "formulas-different": page(" ".join(rf"$\frac{{{i}}}{{b}}$" for i in range(9000))),
    "formula-of-html": page(r'$\text{<img src="file:///dev/zero">}<b>$ &lt;b&gt;'),
    "facts-many": page("{{updates}} " * 20_000),
    "facts-slow": page("{{separable}} {{margin}} {{folds_error}} " * 5000),
    "laughs-of-yaml": page("x", "```task\na: &a [x,x]\nb: &b [*a,*a]\n```\n"),
    "yaml-deep": page("x", f"```task\ndo: {'[' * 50_000}\n```\n"),
    "yaml-deep-maps": page("x", "```task\n" + "{a: " * 20_000 + "\n```\n"),
    "yaml-deep-lines": page("x", "```task\n" + "- " * 90_000 + "\n```\n"),
    "yaml-many": page("x", state("\n".join(f"k{i}: v" for i in range(25_000)))),
    "yaml-long-name": page("x", f"```task\n? {'k' * 100_000}\n: v\n```\n"),
    "points-many": page("x", state("points: |\n" + "  1 2 A\n  2 1 B\n" * 14_000)),
    "points-far": page("x", state("points: |\n  1e308 -1e308 A\n  1e-308 1e308 B")),
    "classes-many": page(
        "x", state("points: |\n" + "".join(f"  1 {i} c{i}\n" for i in range(9000)))
    ),
    "until-many": page("x", task(until={"updates": ">= 1"}, hint="h") * 2000),
    "spotlights-many": page("x", f"```spotlight\non: [{'Step, ' * 30_000}]\n```\n"),
    "panels-many": page("x", state(f"panels: [{'Loss, ' * 30_000}]")),
    "epochs-many": page(
        "{{run_updates}}",
        state("example: xor\nepochs: 1000000\nstep: end")
        + task(until={"updates": ">= 3"}, show={"step": "end"}),
    ),
    "stream-long": page(
        "x",
        state(
            "points: |\n  1 1 A\n  -1 -1 B\n"
            "stream: {source: fair-adversary, samples: 200}"
        ),
    ),
    "terms-many": page(
        "{{terms}}",
        state("example: xor\nfeatures: " + ",".join(f"x1^{i}" for i in range(1, 900))),
    ),
    "picture-elsewhere": page(
        f"![a]({HERE}) ![b](//127.0.0.1:{{port}}/b.png) ![c](file:///dev/zero) "
        f"![d](/dev/zero) ![e](../../etc/passwd) <img src='{HERE}'>\n\n"
        f"<{HERE}>\n\n[f]({HERE})"
    ),
    "formula-elsewhere": page(
        rf"$\href{{{HERE}}}{{x}}$ $\text{{<image href='{HERE}'/>}}$ "
        rf"$\style{{background:url({HERE})}}{{x}}$"
    ),
    "lesson-in-a-message": page("x", state(f"session: '<img src=\"{HERE}\">'")),
}
"""Texts of lessons without other files, without their front matter."""


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
    "lines-broken": paragraphs("x\\\n"),
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
"""Likewise, just within the limits."""


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


def _zeros(folder: Path, _: int) -> Path:
    (folder / "zeros.lesson").symlink_to("/dev/zero")
    return folder / "zeros.lesson"


def _text_of_zeros(folder: Path, _: int) -> Path:
    (folder / "made").mkdir()
    (folder / "made" / "lesson.md").symlink_to("/dev/zero")
    return folder / "made" / "lesson.md"


def _bomb(folder: Path, _: int) -> Path:
    return _packed(folder, {"lesson.md": bytes(900 * 2**20)})


def _bombs(folder: Path, _: int) -> Path:
    text = (HEAD + page("x")).encode()
    bombs = {f"{i}.png": bytes(30 * 2**20) for i in range(20)}
    return _packed(folder, {"lesson.md": text, **bombs})


def _many_members(folder: Path, _: int) -> Path:
    return _packed(folder, {f"{i}.md": b"" for i in range(60_000)})


def _not_a_zip(folder: Path, _: int) -> Path:
    path = folder / "no.lesson"
    path.write_bytes(b"PK\x05\x06" + bytes(80 * 2**20))
    return path


def _folder_of_many(folder: Path, _: int) -> Path:
    path = _written(folder, page("x"))
    for i in range(20_000):
        (path.parent / f"{i}.md").touch()
    return path


def _translations(folder: Path, _: int) -> Path:
    path = _written(folder, page("x"))
    text = HEAD.replace("en", "{}") + page("*a **b " * 30_000)
    for i in range(120):
        code = f"{chr(97 + i // 26)}{chr(97 + i % 26)}"
        (path.parent / f"lesson.{code}.md").write_text(text.replace("{}", code))
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
        name: (lambda folder, port, text=text: _written(folder, text, port))
        for name, text in [
            *TEXTS.items(),
            *((f"within-{name}", text) for name, text in INSIDE.items()),
        ]
    },
    "head-long": lambda folder, _: _written(
        folder, page("x").replace("# A", "x\n\n# A").replace("x", "y" * FILL, 1)
    ),
    "picture-huge": lambda folder, _: _written(
        folder, page("![a](a.png)"), a_png=png(30_000, 8000)
    ),
    "picture-large": lambda folder, _: _written(
        folder, page("![a](a.png)"), a_png=png(8000, 8000)
    ),
    "pictures-many": lambda folder, _: _written(
        folder,
        page("".join(f"![a](p{i}.png)" for i in range(60))),
        **{f"p{i}_png": png(2000, 2000) for i in range(60)},
    ),
    "picture-repeated": _picture("![a](a.png)" * 20_000, png(9, 9)),
    "picture-cut-off": _picture("![a](a.png)", png(900, 900)[:500]),
    "picture-of-svg": _picture("![a](a.png)", svg(HERE)),
    "picture-of-file": _picture("![a](a.png)", svg("file:///dev/zero")),
    "session-long": _session_of(400_000, 2, "{{separable}} {{margin}} {{condition}}"),
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
    "device": _zeros,
    "device-inside": _text_of_zeros,
    "bomb": _bomb,
    "bombs": _bombs,
    "members-many": _many_members,
    "zip-of-nothing": _not_a_zip,
    "files-many": _folder_of_many,
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
    from gui.main_window import MainWindow

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
    window.open_lessons()  # what is shown first takes its time: that is no lesson's
    reader.read("", ROOT / "tests/gui/lessons/example/lesson.md", listener)
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
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
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
