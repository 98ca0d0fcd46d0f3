"""Play random runs in real browsers; compare each weight with the engine's, to the bit.

A browser is a command that opens an address, with a home of its own for the while. What
it opens are pages as they are exported, without their policy alone: so they can tell
this process, which serves them, what they have computed. First come runs of all
learners that a page plays; then states of the lab, each brought by its address, learned
from, and downloaded as a session that the engine learns from in turn.

    xvfb-run -a python -m tests.reliability.browsers chromium firefox \\
        /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser --runs 1000
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import Any, NamedTuple

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.export.lab import lab_of
from engine.export.page import html_of, run_entries
from engine.export.session_file import SavedSession, session_in
from tests.engine.export.test_lab import sampled as sampled_state
from tests.engine.export.test_page import BITS, LEARNERS, sampled

ARGUMENTS = {
    "chromium": ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    "firefox": ("--headless", "--no-remote"),
}
"""What a command whose name begins so is given besides the address."""
HOMES = "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"
Show = Callable[[str], list[dict[str, Any]]]
"""Shows a page, and gives what it tells of each of its runs."""
PORTION = 220
"""Runs in a page."""
WAIT = 300
"""Seconds until a browser that says nothing is given up."""
SIZES = (1.0, 1.0, 1.0, 1e-200, 1e-3, 1e3, 1e8)
"""What samples are multiplied by: also sines far from 0 are met."""
MANY = 300
"""Samples of a larger run, whose sums NumPy makes in pairs of parts."""
TELL = f"""
<script>
{BITS}
const tell = async () => {{
  let said;
  try {{
    said = await answers();
  }} catch (error) {{
    said = `${{error}} ${{error.stack}}`;
  }}
  await fetch("/", {{ method: "POST", body: JSON.stringify(said) }});
  location.replace(`/${{Number(location.pathname.slice(1)) + 1}}`);
}};
addEventListener("load", tell);
</script>
"""
RUNS = """
const answers = () => JSON.parse(byId("entries").textContent).runs
  .map((spec) => told(new Run(problemOf(spec, spec.X))));
"""
STATES = """
const states = %s;
const answers = async () => {
  const all = [];
  for (const state of states) {
    const come = new Promise((done) => {
      addEventListener("hashchange", done, { once: true });
    });
    location.hash = fragmentOf(state);
    await come;
    player.download();
    const file = await (await fetch(byId("download").href)).text();
    all.push({ state: lab.state, file, ...told(player.run) });
    // Browsers go to some twenty places a second, and then to no more.
    await new Promise((done) => setTimeout(done, 100));
  }
  return all;
};
"""


@dataclass
class Outcome:
    """What a browser came to."""

    browser: str
    version: str
    runs: int = 0
    states: int = 0
    weights: int = 0
    faults: list[str] = field(default_factory=list)


class Case(NamedTuple):
    """A run, as a page reads it, and what it comes to."""

    data: Dataset
    recipe: Recipe
    entries: dict[str, Any]
    expected: dict[str, Any]


class Exchange(ThreadingHTTPServer):
    """Serves one page after another, and takes what each of them tells."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: Queue[str] = Queue()
        self.answers: Queue[Any] = Queue()


class Handler(BaseHTTPRequestHandler):
    """A place to fetch the next page from, and to tell of it."""

    server: Exchange

    def do_GET(self) -> None:
        """Give the next page, once it is there."""
        is_page = self.path[1:].isdigit()  # else it is an icon, which there is none of
        self.answer(self.server.pages.get().encode() if is_page else b"")

    def do_POST(self) -> None:
        """Take what the page has computed."""
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.answers.put(json.loads(content))
        self.answer(b"")

    def answer(self, content: bytes) -> None:
        """Send what no browser keeps."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(content)))
        with suppress(ConnectionError):  # a browser that is ended meanwhile
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing of what is served."""


def drawn(chance: np.random.Generator, name: str) -> Case:
    """Draw a run: of samples of any size, seldom of many, with terms of all kinds."""
    while True:
        data, recipe = sampled(chance, name)
        X = data.X * chance.choice(SIZES)
        if chance.random() < 0.05:
            rows = chance.integers(len(X), size=MANY)
            X = X[rows] + chance.normal(size=(MANY, X.shape[1]))
            data = Dataset(X, data.y[rows], None, data.class_names)
        data = replace(data, X=X)
        if chance.random() < 0.6:
            terms = (term_of(chance, data.n_features) for _ in range(5))
            recipe = recipe.replace(features=tuple(dict.fromkeys(terms)))
        with suppress(
            UserError
        ):  # a power that is too large, a term that is there twice
            entries = run_entries(SavedSession(data, recipe, 0))
            return Case(data, recipe, entries, expected(data, recipe))


def expected(data: Dataset, recipe: Recipe) -> dict[str, Any]:
    """Let the engine compute what a page tells of a run."""
    tape = Tape(data, recipe)
    tape.extend()
    last = tape.frame(tape.steps)
    return {
        "weights": tape.weights(range(tape.steps + 1)).tobytes(),
        "used": last.used.tobytes(),
        "steps": tape.steps,
        "made": tape.epochs.mistakes.tolist(),
        "counts": [last.updates, last.mistakes],
        "reason": tape.reason.split(":")[0],
    }


def term_of(chance: np.random.Generator, n_features: int) -> str:
    """Draw a product of powers and sines."""
    factors = {}
    for _ in range(chance.integers(1, 4)):
        base = f"x{chance.integers(1, n_features + 1)}"
        base = f"sin({base})" if chance.random() < 0.5 else base
        n = int(chance.choice([1, 1, 2, 3, 9]))
        factors[base] = base if n == 1 else f"{base}^{n}"
    return "*".join(sorted(factors.values()))


def opened(html: str, script: str) -> str:
    """Give a page without its policy, with one script more."""
    html, times = re.subn(r"<meta http-equiv=[^>]*>", "", html)
    assert times == 1, "one policy, which is taken away"
    return html.replace("</body>", f"<script>{script}</script>{TELL}</body>")


def pages_of_runs(seed: int, runs: int) -> Iterator[tuple[str, list[Case]]]:
    """Make pages that play so many runs of each learner."""
    chance = np.random.default_rng(seed)
    names = LEARNERS * runs
    for first in range(0, len(names), PORTION):
        cases = [drawn(chance, name) for name in names[first : first + PORTION]]
        entries = {"title": "", "runs": [case.entries for case in cases]}
        yield opened(html_of(entries, b""), RUNS), cases


def fault_of(told: dict[str, Any], own: dict[str, Any]) -> str:
    """Say where a page differs from the engine, or nothing."""
    other = dict(told)
    for name in ("weights", "used"):
        other[name] = b64decode(told[name])
    if other["steps"] == own["steps"] and other["weights"] != own["weights"]:
        pair = [np.frombuffer(each["weights"]) for each in (other, own)]
        first = np.flatnonzero(pair[0].view(np.int64) != pair[1].view(np.int64))[0]
        step = first // (len(pair[0]) // (own["steps"] + 1))
        return f"step {step}: {pair[0][first]!r}, not {pair[1][first]!r}"
    return "; ".join(
        f"{name}: {other[name]}, not {own[name]}"
        for name in own
        if other[name] != own[name]
    )


def note(
    outcome: Outcome, told: dict[str, Any], own: dict[str, Any], *run: object
) -> None:
    """Put one run to what a browser came to."""
    outcome.weights += len(own["weights"]) // 8
    if fault := fault_of(told, own):
        outcome.faults.append(f"{fault}: {run}")


def compare_states(show: Show, outcome: Outcome, seed: int, states: int) -> None:
    """Bring so many states to the lab by its address, and download each."""
    chance = random.Random(seed)
    given = [sampled_state(chance) for _ in range(states)]
    page = opened(lab_of(), STATES % json.dumps(given))
    for told, state in zip(show(page), given, strict=True):
        outcome.states += 1
        if told["state"] != state:
            outcome.faults.append(f"another state: {told['state']}, not {state}")
        saved = session_in(told["file"].encode())
        own = expected(saved.data, saved.recipe)
        note(outcome, told, own, saved.recipe, state)


@contextmanager
def running(command: list[str], address: str) -> Iterator[subprocess.Popen[bytes]]:
    """Open an address in a browser, which is ended afterwards."""
    name = os.path.basename(command[0])
    more = [own for start, own in ARGUMENTS.items() if name.startswith(start)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        process = subprocess.Popen(
            [*command, *(more[0] if more else ()), address],
            env=os.environ | dict.fromkeys(HOMES, home),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def version_of(command: list[str]) -> str:
    """Ask a browser what it is."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        told = subprocess.run(
            [*command, "--version"],
            env=os.environ | dict.fromkeys(HOMES, home),
            capture_output=True,
            text=True,
        )
    return (told.stdout.strip().splitlines() or [""])[-1]


def outcome_of(
    browser: str, pages: list[tuple[str, list[Case]]], seed: int, states: int
) -> Outcome:
    """Compare what one browser computes."""
    command = shlex.split(browser)
    outcome = Outcome(os.path.basename(command[0]), version_of(command))
    with Exchange() as exchange:
        Thread(target=exchange.serve_forever, daemon=True).start()

        def show(page: str) -> list[dict[str, Any]]:
            exchange.pages.put(page)
            answers = exchange.answers.get(timeout=WAIT)
            if isinstance(answers, str):
                raise RuntimeError(f"{outcome.browser}: {answers}")
            return answers

        with running(command, f"http://127.0.0.1:{exchange.server_port}/1"):
            for page, cases in pages:
                for told, case in zip(show(page), cases, strict=True):
                    outcome.runs += 1
                    note(
                        outcome, told, case.expected, case.recipe, case.data.X.tolist()
                    )
            compare_states(show, outcome, seed, states)
        exchange.shutdown()
    return outcome


def main(browsers: list[str], seed: int, runs: int, states: int) -> Iterator[Outcome]:
    """Compare one browser after another."""
    pages = [*pages_of_runs(seed, runs)]
    return (outcome_of(browser, pages, seed, states) for browser in browsers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("browsers", nargs="+", help="commands that open an address")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=1000, help="of each learner")
    parser.add_argument("--states", type=int, default=200, help="of the lab")
    given = parser.parse_args()
    print("browser | version | runs | states | weights | unequal | the first")
    unequal = 0
    for own in main(given.browsers, given.seed, given.runs, given.states):
        counts = [own.runs, own.states, own.weights, len(own.faults)]
        first = (own.faults or ["–"])[0]
        said = own.browser, own.version, *(f"{n:,}" for n in counts), first
        print(*said, sep=" | ", flush=True)
        unequal += len(own.faults)
    sys.exit(bool(unequal))
