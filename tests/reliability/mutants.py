"""Small faults put into the code, one at a time: is there a test that sees each?

    python -m tests.reliability.mutants engine/learners --seed 1 --count 60

A *mutant* is the program with one small change: another comparison or operator, a
number one more or less, a condition turned, nothing returned, a statement left out. It
is *killed* when a test fails. All is done in a copy in a temporary folder, without the
compiler: rules and loops are plain Python. Once the tests run as they are, followed by
coverage, which tells what tests come to which line; then, for each mutant of a random
sample, those that come to its line, then to its file, then the others, the quickest
first, until one fails. What nobody sees is printed, to be read: it is either the same
program, or asks for a test.

All times are of the CPU, so that a busy machine changes nothing. Tests that take more
than SLOW interpreted are left out, as are those that fail so: their number is printed.
So is what compiles. Of the rest each mutant meets as many as take SECONDS.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

ROOT = Path(__file__).parents[2]
RULES = (
    "tests/engine/learners", "tests/engine/test_worked_cases.py",
    "tests/engine/cli/test_options.py",
    "tests/engine/spaces/test_cost.py", "tests/engine/steps/test_step_formulas.py",
)  # fmt: skip
TESTS = {
    "engine/learners": RULES,
    "engine/training": ("tests/engine/training", *RULES),
    "engine/data/formats": ("tests/engine/data/formats",),
}  # fmt: skip
SLOW = 0.5
"""Seconds after which a test is left out."""
SECONDS = 6.0
"""That the tests of a mutant take as they are."""
FIRST = 6
"""How many of them are tried alone: to collect the others takes longer."""
PATIENCE = 25
"""Seconds after which a mutant that still runs is taken as killed: it has no end."""
MEMORY = 6 * 2**30
LOADED = (
    "numpy", "numba", "scipy.optimize", "pandas", "pyarrow.parquet", "hypothesis",
    "sklearn.linear_model",
)  # fmt: skip
"""Loaded once, before: each mutant begins as a copy of this process."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.Mult, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change of one file.

    `lines` are those in whose tests it is to be seen; none where it is run when the
    file is loaded.
    """

    path: str
    line: int
    lines: range
    before: str
    after: str
    source: str


def mutants(path: str) -> Iterator[Mutant]:
    """Give every mutant of a file."""
    text = (ROOT / path).read_text()
    tree = ast.parse(text)
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, in_function in _nodes(tree, in_function=False):
        for changed in _changed(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            after = changed if isinstance(changed, str) else ast.unparse(changed)
            if isinstance(node, ast.expr):
                after = f"({after})"
            raw = text.encode()
            source = (raw[:begin] + after.encode() + raw[end:]).decode()
            lines = range(node.lineno, node.end_lineno + 1) if in_function else range(0)
            before = raw[begin:end].decode()
            yield Mutant(path, node.lineno, lines, before, after, source)


def _nodes(node: ast.AST, *, in_function: bool) -> Iterator[tuple[Any, bool]]:
    """Walk what is run: no types, no names of imports, no text made of parts."""
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    yield node, in_function
    inside = isinstance(node, ast.FunctionDef | ast.Lambda)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                body = inside and name == "body"
                yield from _nodes(child, in_function=in_function or body)


def _changed(node: ast.AST) -> Iterator[ast.AST | str]:
    match node:
        case ast.Compare():
            for i, operator in enumerate(node.ops):
                other = copy.deepcopy(node)
                other.ops[i] = COMPARED[type(operator)]()
                yield other
        case ast.BinOp() if type(node.op) in COMPUTED:
            yield ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
        case ast.AugAssign() if type(node.op) in COMPUTED:
            yield ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)
        case ast.BoolOp():
            turned = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(turned, node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield repr(not node.value)
        case ast.Constant(value=int() | float()):
            yield repr(node.value + 1)
            yield repr(node.value - 1)
        case ast.If() | ast.While() | ast.IfExp():
            other = copy.deepcopy(node)
            other.test = ast.UnaryOp(ast.Not(), node.test)
            if not isinstance(node, ast.If) or node.col_offset % 4 == 0:
                yield _at(other, node)
        case ast.Return(value=ast.expr()):
            yield "return None"
        case ast.Expr(value=ast.Call()) | ast.Assign() | ast.AugAssign() | ast.Raise():
            yield "pass"
        case ast.Continue() | ast.Break():
            yield "pass"


def _at(changed: ast.AST, node: Any) -> str:
    """Write a statement of several lines where the one before stood."""
    return ast.unparse(changed).replace("\n", "\n" + " " * node.col_offset)


class Baseline(NamedTuple):
    """What the tests do with the program as it is."""

    seconds: dict[str, float]
    tests_of: dict[str, dict[int, set[str]]]
    left_out: int = 0

    def tests(self, mutant: Mutant) -> list[str]:
        """Those of its lines, of its file, and all, the quickest first.

        Before others of its lines those that stand in the file that mirrors its own.
        """
        mirror = f"/test_{Path(mutant.path).stem}.py::"
        by_line = self.tests_of.get(mutant.path, {})
        file = set().union(*by_line.values())
        near = set().union(*(by_line.get(line, set()) for line in mutant.lines))
        order = sorted(
            self.seconds,
            key=lambda test: (
                test not in near, mirror not in test, test not in file,
                self.seconds[test],
            ),
        )  # fmt: skip
        chosen, total = [], 0.0
        for test in order:
            total += self.seconds[test] + 0.02
            if total > SECONDS and chosen:
                break
            chosen.append(test)
        return chosen


class _TooSlow(BaseException):
    """Raised in a test that has taken SLOW."""


class Following:
    """A plugin of pytest: what CPU time each test that passed took; where it came."""

    def __init__(self, folder: Path, package: str) -> None:
        self._followed = coverage.Coverage(
            folder / ".coverage", branch=False, source=[package]
        )
        self._engine = str(folder / "engine")
        self.seconds: dict[str, float] = {}
        self.left_out = 0

    def run(self, tests: tuple[str, ...]) -> int:
        signal.signal(signal.SIGPROF, self._stop)
        with self._followed.collect():
            status = pytest.main([*OPTIONS, *tests], plugins=[self])
        self._followed.save()
        return int(status)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._followed.switch_context(item.nodeid)
        self._passed = True
        begin = _cpu()
        done = yield
        taken = _cpu() - begin
        if self._passed and taken < SLOW:
            self.seconds[item.nodeid] = taken
        else:
            self.left_out += 1
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._passed = self._passed and report.passed

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, SLOW, 0.001)
        try:
            yield
        except _TooSlow:
            pytest.skip("slow")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _stop(self, _: int, frame: FrameType) -> None:
        """Raise where that is safe: not within pytest, coverage, or a lock."""
        if frame.f_code.co_filename.startswith(self._engine):
            signal.setitimer(signal.ITIMER_PROF, 0)
            raise _TooSlow


def _cpu() -> float:
    return sum(os.times()[:4])  # of the processes that a test starts, too


def baseline(folder: Path, package: str) -> Baseline:
    """Run the tests once, and tell which of them come to which line."""

    def run() -> int:
        following = Following(folder, package)
        status = following.run(TESTS[package])
        figures = following.seconds, following.left_out
        Path(folder, "baseline.json").write_text(json.dumps(figures))
        fine = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        return 0 if status in fine else status

    if _in_a_copy_of_this(folder, run, patience=3600):
        said = (folder / "output.txt").read_text()[-2000:]
        sys.exit(f"the tests broke off without any mutant:\n{said}")
    data = coverage.CoverageData(str(folder / ".coverage"))
    data.read()
    of_lines = {}
    for file in data.measured_files():  # relative: pyproject.toml has it so
        by_line = data.contexts_by_lineno(file)
        of_lines[Path(file).as_posix()] = {n: set(t) for n, t in by_line.items()}
    seconds, left_out = json.loads((folder / "baseline.json").read_text())
    return Baseline(seconds, of_lines, left_out)


OPTIONS = (
    "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--timeout=0",
    "--hypothesis-seed=0", "--no-header", "--tb=line",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
    "--ignore=tests/engine/training/compiled/test_compiler.py",
    *(
        f"--deselect=tests/engine/training/compiled/test_tiered_loops.py::{name}"
        for name in (
            "test_weights_are_the_same_bit_by_bit",
            "test_so_are_those_of_runs_side_by_side",
        )
    ),
)  # fmt: skip
"""Without what waits for the compiler, or for long processes."""
LIMITED = ("-x", "--timeout=120")
"""What waits for ever takes no CPU time."""


def is_killed(folder: Path, mutant: Mutant, tests: list[str]) -> bool:
    """Run the tests with the mutant in the copy, until one fails."""

    def run() -> int:
        parts = filter(None, (tests[:FIRST], tests[FIRST:]))
        return any(pytest.main([*OPTIONS, *LIMITED, *part]) for part in parts)

    file = folder / mutant.path
    true = file.read_text()
    file.write_text(mutant.source)
    try:
        return bool(_in_a_copy_of_this(folder, run, PATIENCE))
    finally:
        file.write_text(true)


def _in_a_copy_of_this(folder: Path, run: Any, patience: int) -> int:
    """Give 0 where `run` gives 0, in a process that has so much CPU time."""
    process = os.fork()
    if not process:
        status = 1
        try:
            os.setsid()
            os.chdir(folder)
            sys.path[:] = [str(folder), *(p for p in sys.path if p != str(ROOT))]
            for name in [n for n in sys.modules if n.partition(".")[0] == "tests"]:
                del sys.modules[name]
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
            with (folder / "output.txt").open("w") as output:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
            status = run()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    _, status = os.waitpid(process, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    return status


def copy_of_the_project(folder: Path) -> None:
    command = ("git", "ls-files", "-z")
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def main(package: str, seed: int, count: int, minutes: float) -> int:
    """Try a sample of the mutants of a package; print those that nobody sees."""
    begin = time.monotonic()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    for name in LOADED:
        importlib.import_module(name)
    gc.freeze()
    files = sorted((ROOT / package).rglob("*.py"))
    every = [m for f in files for m in mutants(f.relative_to(ROOT).as_posix())]
    sample = random.Random(seed).sample(every, min(count, len(every)))
    tried = killed = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "project")
        os.environ["XDG_CACHE_HOME"] = os.environ["TMPDIR"] = made
        copy_of_the_project(folder)
        as_it_is = baseline(folder, package)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.dont_write_bytecode = True
        print(
            f"{package}: {len(every)} mutants; {len(as_it_is.seconds)} tests, "
            f"{as_it_is.left_out} left out, in {time.monotonic() - begin:.0f} s",
            flush=True,
        )
        first = time.monotonic()
        for mutant in sample:
            if time.monotonic() - first > 60 * minutes:
                break
            tests = as_it_is.tests(mutant)
            seen = bool(tests) and is_killed(folder, mutant, tests)
            tried, killed = tried + 1, killed + seen
            if not seen:
                print(
                    f"survived {len(tests)} tests: {mutant.path}:{mutant.line}\n"
                    f"  - {mutant.before}\n  + {mutant.after}",
                    flush=True,
                )
    print(
        f"{package}, seed {seed}: {killed} of {tried} killed "
        f"({killed / max(1, tried):.0%}) in {time.monotonic() - begin:.0f} s"
    )
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Are small faults seen by a test?")
    parser.add_argument("package", choices=TESTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=60.0, help="for the mutants")
    args = parser.parse_args()
    sys.exit(main(args.package, args.seed, args.count, args.minutes))
