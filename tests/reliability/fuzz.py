"""Files damaged in every way: each is read, or refused in one line, and soon.

    python -m tests.reliability.fuzz --seed 1 --files 20000
    python -m tests.reliability.fuzz --seed 1 --files 2000 --lessons
    python -m tests.reliability.fuzz --seed 1 --files 2000 --runs

From a small true file of each kind others are made: bytes flipped, cut out, put in,
blocks swapped or repeated, numbers beyond all bounds, names that are none, sizes that
are not there; of what is packed, also the inside. Each is read in a process that has so
many seconds of the processor and so many bytes of memory. What may come of it is data,
or one `UserError` of one line. All else is a fault: any other exception, something on
stderr, more time or memory, the end of the process. A lesson comes from others: to open
one for writing, to run or to connect to anything is a fault, too.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import json
import lzma
import multiprocessing
import os
import random
import re
import resource
import struct
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas
import pyreadstat
from scipy.io import savemat

from engine import Branch, Dataset, Recipe, Tape
from engine.data.formats.registry import format_of, opened, write_data
from engine.data.provenance import Column, Provenance
from engine.data.sample_table import SampleTable, open_like, read_data
from engine.data.table_preview import read_preview
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError
from engine.export.autosave import AutosaveWriter, read_autosave
from engine.export.session_file import (
    BranchedFrom,
    SavedSession,
    read_session,
    write_session,
)
from engine.export.weights import read_model, write_weights
from engine.learners import learner, learners
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_text import parse_lesson
from engine.lessons.results import Results, TaskResult, read_results, write_results
from tests.engine.data.formats.test_workbook import WRITERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

SECONDS = 5
"""Of the processor, in which a file is to be read."""
PATIENCE = 60
"""Seconds on the clock in which a process that lives does something."""
MEMORY = 2**30
LONGEST_MESSAGE = 1500
SHOWN = 30

COLUMNS = ("x1", "x 2", "länge")
LIKE = Provenance("", "class", tuple(map(Column, COLUMNS)))

# The true files


def dataset() -> Dataset:
    rng = np.random.default_rng(0)
    X = (rng.normal(size=(12, 3)) * [1, 1e3, 1e-3]).round(5)
    return Dataset(X, np.arange(12) % 3, COLUMNS, ("a b", "c,d", "ü"))


def true_files(folder: Path) -> dict[str, bytes]:
    """Make a small file of each kind, by its name."""
    data = dataset()
    for name in ("t.csv", "t.svm", "t.tab", "t.arff", "t.parquet"):
        write_data(data, folder / name)
    classes = [data.class_names[code] for code in data.y]
    frame = pandas.DataFrame(data.X, columns=COLUMNS).assign(kind=classes)
    frame.to_feather(folder / "t.feather")
    frame.to_excel(folder / "t.xlsx", index=False)
    rows = [frame.columns.tolist(), *frame.to_numpy().tolist()]
    for suffix, write in WRITERS.items():
        if suffix != ".xlsx":
            write(folder / f"t{suffix}", rows)
    savemat(folder / "t.mat", {"X": data.X, "y": classes}, do_compression=True)
    plain = frame.rename(columns=lambda name: name.replace(" ", "_"))
    pyreadstat.write_sav(plain, folder / "t.sav")
    frame.to_csv(folder / "t.tsv", index=False, sep="\t")
    semicolons = frame.to_csv(index=False, sep=";", decimal=",")
    (folder / "semicolons.csv").write_text(semicolons, "latin-1")
    (folder / "utf16.csv").write_text(frame.to_csv(index=False), "utf-16")
    (folder / "blanks.txt").write_text("1 2 0\n3 4 1\n5 6 0\n7 8 1\n")
    rows = json.loads(frame.to_json(orient="records"))
    (folder / "t.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    (folder / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    np.savez(folder / "t.npz", X=data.X, y=np.array(classes), feature_names=COLUMNS)
    np.save(folder / "t.npy", np.column_stack([data.X, data.y]))
    voted = Tape(data, Recipe("voted-perceptron", epochs=2, features=("x1", "x 2^2")))
    voted.extend()
    write_weights(voted.model(voted.steps), folder / "weights.json")
    write_weights(voted.model(voted.steps), folder / "weights.npz")
    saved = SavedSession(data, voted.recipe, 3)
    write_session(folder / "t.plab", saved)
    AutosaveWriter(folder).write(saved, "")
    task = TaskResult(done=True, tries=2, answer=((1, 0.5), (2, 0.25)), work=saved)
    results = Results("One mistake", "0" * 64, "en", "Ada", {0: task})
    write_results(folder / "results.json", results)
    for suffix, pack in PACKERS.items():
        packed = pack((folder / "t.csv").read_bytes())
        (folder / f"t.csv{suffix}").write_bytes(packed)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def true_runs(folder: Path) -> dict[str, bytes]:
    """Make a session and weights of each learner, some with a branch, with colours."""
    plain = dataset()
    data = Dataset(
        plain.X, plain.y, COLUMNS, plain.class_names, class_colours=(2, 0, 1)
    )
    for name in learners():
        recipe, left = Recipe(name), None
        if not learner(name).by_hand:
            recipe = recipe.replace(epochs=2)
            left = BranchedFrom(Branch(recipe.replace(epochs=1), 3))
        tape = Tape(data, recipe)
        tape.extend()
        saved = SavedSession(data, recipe, 3, branched_from=left)
        write_session(folder / f"{name}.plab", saved)
        model = tape.model(tape.steps)
        for suffix in (".json", ".npz"):
            write_weights(model, folder / f"{name}{suffix}")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


LESSON = """\
---
title: A lesson
about: What comes?
language: en
---

# A page

Text with $w \\cdot x + b$, **{{updates}}** of {{page.run_updates}}, ![a](p.png).

| a | b |
| - | - |
| 1 | 2 |

```state
points: |
  2 1 B
  -1 -2 A
  1 3 B
  -2 1 A
learner: perceptron
learning_rate: 0.5
features: x1,x2,x1*x2
step: 3
panels: [Set-up]
```

```task
do: Step.
until:
  updates: ">= 1"
  error: "0 .. 50 %"
hint: Press →.
show:
  step: end
```

# Another

```state
session: p.plab
split: {validation: 0.25, test: 0.25, seed: 1}
```

```task
do: Which?
choices: [this, $z$]
answer: 2
because: So.
```

# A stream

```state
points: 1 1 A
stream: {source: drift, samples: 20}
```

```spotlight
on: [Play]
```

```task
do: Click.
predict: next mistake
```
"""


def true_lessons(folder: Path) -> dict[str, bytes]:
    """Make a lesson as a folder, and as one file."""
    write_session(folder / "p.plab", SavedSession(dataset(), Recipe(), 3))
    (folder / "lesson.md").write_text(LESSON)
    (folder / "lesson.de.md").write_text(LESSON.replace("language: en", "language: de"))
    (folder / "p.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in folder.iterdir():
            archive.write(path, f"t/{path.name}")
    (folder / "t.lesson").write_bytes(packed.getvalue())
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _zipped(content: bytes, name: str = "t.csv") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zip": _zipped,
}
UNPACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.decompress,
    ".bz2": bz2.decompress,
    ".xz": lzma.decompress,
}

# What is done to them

NUMBERS = (
    "1e308", "-1e308", "1e309", "NaN", "Infinity", "-inf", "1e-400", "-0", "9" * 400,
    "0x10", "1_000", "１", "1e99999999999", "true", "null", "9223372036854775808", "1j",
    "2147483647", "18446744073709551616", "", ".", "1,5", "1e5.5", "2" * 5000,
)  # fmt: skip
WORDS = (
    b"../q.csv", b"/q.csv", b"\0", b"\xed\xa0\x80", b"\\ud800", b"\xff",
    b"=1+1", b'"', b"'", b'""', b"\r", b"\n\n", b"\t", b",", b";", b"{", b"}", b"[",
    b":", b"%", b"@", b"@data\n", b"@attribute a {", b"%s%n", b"<u>", b"\\",
    b"\xef\xbb\xbf",
    b"\xff\xfe", b"\x1a", b"a" * 70_000, b"[" * 60, b'{"a":' * 60, b"class", b"?",
    "\u202e".encode(), b"-1:1", b"99999999999:1", b"1:1 1:1", b"discrete", b"null",
)  # fmt: skip
SIZES = (0, 1, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**63, 2**64 - 1)


def _place(chance: random.Random, content: bytes) -> tuple[int, int]:
    start = chance.randrange(len(content) + 1)
    return start, min(len(content), start + chance.choice((1, 4, 16, 200)))


def _flip(chance: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 3, 20))):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(chance: random.Random, content: bytes) -> bytes:
    start, stop = _place(chance, content)
    stop = len(content) if chance.random() < 0.3 else stop
    return content[:start] + content[stop:]


def _insert(chance: random.Random, content: bytes) -> bytes:
    start, _ = _place(chance, content)
    word = chance.choice(WORDS) if chance.random() < 0.8 else chance.randbytes(8)
    return content[:start] + word + content[start:]


def _swap(chance: random.Random, content: bytes) -> bytes:
    a, b, c, d = sorted(chance.randrange(len(content) + 1) for _ in range(4))
    return content[:a] + content[c:d] + content[b:c] + content[a:b] + content[d:]


def _repeat(chance: random.Random, content: bytes) -> bytes:
    start, stop = _place(chance, content)
    if chance.random() < 0.5:  # a line, or an entry of JSON: twice the same key
        start = max(content.rfind(b"\n", 0, start), content.rfind(b",", 0, start), 0)
        stop = content.find(content[start : start + 1], start + 1)
        stop = stop if stop > 0 else len(content)
    times = chance.choice((2, 2, 100, 3000))
    return content[:start] + content[start:stop] * times + content[stop:]


def _number(chance: random.Random, content: bytes) -> bytes:
    matches = [*re.finditer(rb"-?\d+(\.\d+)?", content)]
    if not matches:
        return _size(chance, content)
    match, put = chance.choice(matches), chance.choice(NUMBERS).encode()
    return content[: match.start()] + put + content[match.end() :]


def _word(chance: random.Random, content: bytes) -> bytes:
    matches = [*re.finditer(rb"[A-Za-z_]{2,}", content)]
    if not matches:
        return _insert(chance, content)
    match = chance.choice(matches)
    put = chance.choice([*WORDS, chance.choice(matches)[0]])
    return content[: match.start()] + put + content[match.end() :]


def _size(chance: random.Random, content: bytes) -> bytes:
    form = chance.choice(("<H", "<I", "<Q"))
    put = struct.pack(form, chance.choice(SIZES) % 2 ** (8 * struct.calcsize(form)))
    start, _ = _place(chance, content)
    return content[:start] + put + content[start + len(put) :]


VALUES = (
    "*a", "&a [1]", "!!str a", "{a: {b: 1}}", "[[]]",
    "|", "end", "yes", "none", "-1", "drift", "iris", "p.plab", "../q.plab",
    "/q.plab", "{source: drift, samples: 999999999}", "{validation: 99, test: 99}",
    "x1^99", "x1*" * 99,
    "voted-perceptron", "{{w1}}", "{{page." + "a" * 99 + "}}", "$" * 99, "[" * 60,
    "> " * 30, "- " * 30, "*a **a " * 12, "2 1 B\n" * 999, "`" * 99, '"\\ud800"',
)  # fmt: skip


def _entry(chance: random.Random, content: bytes) -> bytes:
    """Give another value to an entry of a lesson."""
    matches = [*re.finditer(rb"(?m)^( *[a-z_0-9]+: *)(.*)$", content)]
    if not matches:
        return _insert(chance, content)
    match = chance.choice(matches)
    put = chance.choice((*VALUES, *NUMBERS)).encode()
    return content[: match.start(2)] + put + content[match.end() :]


CHANGES = (_flip, _cut, _insert, _swap, _repeat, _number, _word, _size)


def changed(chance: random.Random, content: bytes) -> bytes:
    ways = (*CHANGES, *[_entry] * 4) if content.startswith(b"---\n") else CHANGES
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        content = chance.choice(ways)(chance, content)
    return content


def changed_inside(chance: random.Random, name: str, content: bytes) -> bytes:
    """Change what is packed in a file, where something is."""
    suffix = Path(name).suffix
    if suffix in UNPACKERS:
        return PACKERS[suffix](changed(chance, UNPACKERS[suffix](content)))
    if not content.startswith(b"PK"):
        return changed(chance, content)
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        chosen = chance.choice(old.namelist())
        for member in old.namelist():
            inner, called = old.read(member), member
            if member == chosen:
                if chance.random() < 0.1:
                    places = f"../{member}", f"/{member}", "a\0b", member * 9
                    called = chance.choice(places)
                inner = changed(chance, inner)
            new.writestr(called, inner)
    return file.getvalue()


# How they are read


def _previewed(path: Path) -> None:
    file = opened(path)
    if format_of(file).is_table:
        read_preview(file)
    else:
        read_data(file)


def _streamed(path: Path) -> None:
    for _ in SampleTable.open(opened(path), ReadOptions(missing="drop")).blocks(id):
        pass


def _predicted(path: Path) -> None:
    for _ in open_like(path, LIKE).blocks(id):
        pass


def _lesson_opened(path: Path) -> None:
    """Open each page of a lesson in each language, as far as there is no fault."""
    files = read_files(path if path.suffix == ".lesson" else path.parent)
    for file in ("lesson.md", *files.languages.values()):
        lesson, faults = parse_lesson(files.contents[file], file)
        if faults:
            raise UserError(max(map(str, faults), key=len))
        state = None
        for page in lesson.pages:
            for shown in (page.state, page.task.show if page.task else None):
                if shown is not None:
                    shown.after(state).saved(files)
            state = page.state.after(state) if page.state else state


LESSON_WAY = "lesson"


class Watched:
    """What Python does beside reading while lessons are opened."""

    FORBIDDEN = (
        "subprocess.", "os.system", "os.exec", "os.fork", "os.spawn", "os.posix_spawn",
        "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink",
        "os.truncate", "os.chmod", "shutil.", "socket.", "ctypes.dlopen", "pickle.",
    )  # fmt: skip

    def __init__(self) -> None:
        self.on, self.seen = False, list[str]()
        sys.addaudithook(self._see)

    def _see(self, event: str, args: tuple[Any, ...]) -> None:
        if self.on and (
            event.startswith(self.FORBIDDEN)
            or (event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        ):
            self.seen.append(f"{event} {args}"[:LONGEST_MESSAGE])


FILLED = ReadOptions(missing="mean", one_hot=True)
WAYS: dict[str, Callable[[Path], object]] = {
    "read": read_data,
    "filled": lambda path: read_data(path, options=FILLED),
    "previewed": _previewed,
    "streamed": _streamed,
    "predicted": _predicted,
    "weights": read_model,
    "session": lambda path: read_session(path).tape(),
    "results": read_results,
    "autosave": lambda path: read_autosave(path.parent),
    LESSON_WAY: _lesson_opened,
}
OURS = {
    "weights.json": "weights", "weights.npz": "weights", "t.plab": "session",
    "results.json": "results", "session.json": "autosave", "samples-1.npz": "autosave",
    "t.lesson": LESSON_WAY, "lesson.md": LESSON_WAY, "lesson.de.md": LESSON_WAY,
    "p.plab": LESSON_WAY, "p.png": LESSON_WAY,
}  # fmt: skip
OURS |= {
    f"{name}{suffix}": way
    for name in learners()
    for suffix, way in ((".plab", "session"), (".json", "weights"), (".npz", "weights"))
}
TABLES = ("read", "filled", "previewed", "streamed", "predicted")


class Outcome(NamedTuple):
    """What came of a file: ``read``, ``refused``, or the fault in words."""

    kind: str
    said: str = ""


READ, REFUSED = "read", "refused"
ENDS = ("crash", "never ends", "waits for ever")
"""Of the process that read."""


def attempt(way: str, path: Path) -> Outcome:
    """Read a file in this process."""
    start = time.process_time()
    try:
        WAYS[way](path)
        outcome = Outcome(READ)
    except UserError as error:
        said = str(error)
        outcome = Outcome(REFUSED, said)
        if len(said.splitlines()) != 1 or len(said) > LONGEST_MESSAGE:
            outcome = Outcome("refused in too many words", said[:LONGEST_MESSAGE])
    except BaseException as error:
        outcome = Outcome(f"{type(error).__name__}", traceback.format_exc())
    if (taken := time.process_time() - start) > SECONDS:
        outcome = Outcome(f"took more than {SECONDS} s", f"{taken:.1f} s, {outcome}")
    return outcome


def work(connection: Connection, true: Path) -> None:
    """Read the files whose ways and paths come, in bounds, and tell what came of it.

    First the true ones, which must be read: what they need is then loaded.
    """
    for path in true.iterdir():
        outcome = attempt(OURS.get(path.name, "read"), path)
        assert outcome.kind == READ, (path, outcome)
    warnings.simplefilter("always")
    watched = Watched()
    with tempfile.TemporaryFile() as said:
        os.dup2(said.fileno(), 2)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        connection.send("ready")
        while True:
            way, path = connection.recv()
            watched.on = way == LESSON_WAY
            answer = attempt(way, path)
            watched.on = False
            if watched.seen:
                answer = Outcome("did more than read", "; ".join(watched.seen))
                watched.seen.clear()
            sys.stderr.flush()
            if os.fstat(2).st_size:
                said.seek(0)
                answer = Outcome(
                    "wrote to stderr", said.read().decode(errors="replace")
                )
                said.seek(0)
                said.truncate()
            connection.send(answer)


@dataclass
class Reader:
    """A process that reads files; another one after one that fails to."""

    true: Path
    process: multiprocessing.process.BaseProcess | None = None

    def read(self, way: str, path: Path) -> Outcome:
        try:
            if self.process is None:
                self.connection, far = multiprocessing.Pipe()
                self.process = multiprocessing.get_context("spawn").Process(
                    target=work, args=[far, self.true], daemon=True
                )
                self.process.start()
                far.close()
                self.connection.recv()
            self.connection.send((way, path))
            ended = self._outcome()
        except EOFError:
            ended = Outcome("crash")
        if ended.kind in ENDS:
            self.close()
        return ended

    def _outcome(self) -> Outcome:
        begun = used = self._used()
        last = time.monotonic()
        while not self.connection.poll(1):
            now = self._used()
            if now - begun > 2 * SECONDS:
                return Outcome("never ends")
            if now > used:
                used, last = now, time.monotonic()
            elif time.monotonic() - last > PATIENCE:
                return Outcome("waits for ever")
        outcome: Outcome = self.connection.recv()
        return outcome

    def _used(self) -> float:
        """Give the seconds of the processor that it has used."""
        if self.process is None:
            return 0.0
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2]
        user, system = stat.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None


# All of it


class HostileFile(NamedTuple):
    """A file as it was made, and the way in which it is to be read."""

    number: int
    way: str
    name: str
    content: bytes


def hostile_files(
    seed: int, count: int, true: dict[str, bytes]
) -> Iterator[HostileFile]:
    """Make files, each by its own number."""
    names = sorted(true)
    for i in range(count):
        chance = random.Random(f"{seed} {i}")
        origin = names[i % len(names)]
        if chance.random() < 0.5:
            content = changed_inside(chance, origin, true[origin])
        else:
            content = changed(chance, true[origin])
        way = OURS.get(origin) or chance.choice(TABLES)
        bare = origin not in OURS and chance.random() < 0.1
        yield HostileFile(i, way, "nameless" if bare else origin, content)


def faults(
    seed: int, count: int, make: Callable[[Path], dict[str, bytes]] = true_files
) -> tuple[Counter[str], list[tuple[HostileFile, Outcome]]]:
    """Read so many files; count what came of them, and give those that are faults."""
    outcomes: Counter[str] = Counter()
    failed = []
    with tempfile.TemporaryDirectory() as made:
        folder, originals = Path(made), Path(made, "true")
        originals.mkdir()
        true = make(originals)
        for name, content in true.items():
            (folder / name).write_bytes(content)
        reader = Reader(originals)
        for file in hostile_files(seed, count, true):
            path = folder / file.name
            path.write_bytes(file.content)
            outcome = reader.read(file.way, path)
            outcomes[outcome.kind] += 1
            if outcome.kind not in (READ, REFUSED):
                failed.append((file, outcome))
            path.write_bytes(true.get(file.name, b""))
        there = {path.name for path in folder.iterdir()} - {"true", "nameless"}
        assert there == {*true}
        reader.close()
    return outcomes, failed


def main(
    seed: int,
    size: int,
    keep: Path | None = None,
    make: Callable[[Path], dict[str, bytes]] = true_files,
) -> int:
    """Read so many files; print what came of them, and keep those that are faults."""
    start = time.monotonic()
    outcomes, failed = faults(seed, size, make)
    for file, outcome in failed[:SHOWN]:
        print(f"{file.number} {file.name}, {file.way}: {outcome.kind}\n{outcome.said}")
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            name = f"{file.number}-{file.way}-{file.name}"
            (keep / name).write_bytes(file.content)
    counts = ", ".join(f"{n:,} {kind}" for kind, n in outcomes.most_common())
    seconds = time.monotonic() - start
    print(
        f"{size:,} files, seed {seed}: {counts}; "
        f"{len(failed)} faults in {seconds:.0f} s"
    )
    return int(bool(failed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Read files damaged in every way.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--keep", type=Path, help="a folder for files that are faults")
    parser.add_argument("--lessons", action="store_true", help="lessons, not data")
    parser.add_argument("--runs", action="store_true", help="of all learners, not data")
    args = parser.parse_args()
    made = true_runs if args.runs else true_lessons if args.lessons else true_files
    sys.exit(main(args.seed, args.files, args.keep, made))
