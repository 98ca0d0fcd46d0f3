"""What all tests share: no screen, folders of their own."""

import gc
import itertools
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
if os.name == "nt":  # where this platform finds no font by itself
    fonts = os.path.expandvars(r"%SystemRoot%\Fonts")
    os.environ.setdefault("QT_QPA_FONTDIR", fonts)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as main.py has it
# Compiled loops are kept with the checkout: other copies of the sources, and windows
# that are used meanwhile, push each other's out of the user's own folder.
os.environ.setdefault(
    "XDG_CACHE_HOME", f"{Path(__file__).parents[1]}/.pytest_cache/home"
)

import hypothesis
import pytest

# Collected in another thread, Qt's objects would be destroyed there, and it crashes.
gc.disable()
ROOT = Path(__file__).parents[1]
EVERY = 20
ALL_EVERY = 400
FOLLOWED = 3
"""Values of a test of many whose lines coverage follows: it doubles their time."""

# No test is timed: a busy machine is no fault of the code. The examples are the same in
# every run; `--hypothesis-profile others` looks for more.
Check = hypothesis.HealthCheck
for profile, same, examples in (("same", True, 50), ("others", False, 200)):
    hypothesis.settings.register_profile(
        profile,
        deadline=None,
        derandomize=same,
        max_examples=examples,
        suppress_health_check=[
            Check.too_slow, Check.filter_too_much, Check.function_scoped_fixture,
        ],
    )  # fmt: skip
hypothesis.settings.load_profile("same")


COMPILED = """
import gc, sys
from engine.training.compiled.compiler import Loop, compiled
gc.disable()
for words in sys.argv[1:]:
    compiled(Loop.of_words(words.split(",")))
"""
"""Looking for garbage takes a tenth of the compiler's time."""


PLAIN = (
    "adaline", "averaged-perceptron", "kernel-perceptron", "linear-svm",
    "logistic-regression", "multi-layer-perceptron", "passive-aggressive", "perceptron",
    "softmax-regression", "voted-perceptron",
)  # fmt: skip
GENERAL = "adaline", "pocket-perceptron"
BATCHED = "averaged-perceptron", "perceptron"
"""Learners whose loops are compiled for tests: alone, for samples with weights, and for
many runs at once. They are compared with what the interpreter makes of them, or are
wanted for more than it would do in the time."""


def wanted_loops():
    from engine.training.compiled.compiler import Loop

    return [
        *(Loop("run", name) for name in PLAIN),
        *(Loop("run", name, plain=False) for name in GENERAL),
        *(Loop("run_batched", name) for name in BATCHED),
        Loop("add_votes"),
    ]


@pytest.hookimpl(trylast=True)  # what is imported here, coverage is to follow
def pytest_sessionstart():
    """Side by side, let each process compile its share of the loops, for all.

    One after the other in one process, as each new one would begin with the compiler.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None or os.environ.get("NUMBA_DISABLE_JIT"):
        return
    from engine.training.compiled.compile_cache import is_kept

    count = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    share = wanted_loops()[int(worker.removeprefix("gw")) :: count]
    missing = [",".join(loop.as_words()) for loop in share if not is_kept(loop.entry)]
    if missing:
        command = [sys.executable, "-c", COMPILED, *missing]
        subprocess.run(command, cwd=ROOT, check=True)


@pytest.fixture(scope="session", autouse=True)
def others_interpreted(request):
    """Interpret all other loops: to compile one takes longer, but for the long tests.

    They come to the same, to the bit.
    """
    if request.config.option.markexpr != "not long":
        yield
        return
    from engine.training.compiled import compiler, compiling_process

    wanted = set(wanted_loops())
    compiled, compiled_beside = compiler.compiled, compiling_process.compiled_beside

    def for_tests(loop):
        return compiled(loop) if loop in wanted else compiler.interpreted(loop)

    def beside_for_tests(loop):
        return loop not in wanted or compiled_beside(loop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "compiled", for_tests)
        patch.setattr(compiling_process, "compiled_beside", beside_for_tests)
        yield


def pytest_ignore_collect(collection_path, config):
    """Import, for the smoke tests alone, no others: that takes longer than they do."""
    if config.option.markexpr == "smoke" and collection_path.suffix == ".py":
        return "pytest.mark.smoke" not in collection_path.read_text("utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop():
    """What is there by now is no garbage: it is not looked through any more."""
    gc.freeze()


def pytest_collection_modifyitems(items):
    """Begin with what takes long; let coverage follow the first of many values only.

    Programs are started and counted in files of these folders: side by side, at the
    end the others would wait for them.
    """
    long_first = (ROOT / "tests", ROOT / "tests" / "reliability")
    items.sort(key=lambda item: item.path.parent not in long_first)
    seen = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        seen[test] += 1
        if seen[test] > FOLLOWED:
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(scope="session")
def qapp_args():
    return ["perceptron-lab"]


@pytest.fixture(scope="session")
def turns():
    return itertools.count(1)


@pytest.fixture(autouse=True)
def collect_garbage(turns):
    """Collect garbage here, now and then; what is old is seldom looked through."""
    yield
    turn = next(turns)
    if turn % ALL_EVERY == 0:
        gc.collect()
        gc.freeze()  # what is old by now stays
    elif turn % EVERY == 0:
        gc.collect(1)


@pytest.fixture(scope="session")
def browser():
    """Start one browser for all tests of exported pages."""
    from tests.chromium import PROGRAM, Chromium

    if PROGRAM is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with Chromium() as chromium:
        yield chromium
