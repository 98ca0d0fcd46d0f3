"""The time machine: how soon a step is found, a run left."""

import statistics
import time
import tracemalloc

import numpy as np
import pytest
from PySide6.QtCore import QSettings

from engine import Recipe, Tape
from engine.training.recorder import Recorder
from tests.benchmarks.conftest import clouds


@pytest.fixture
def window(qtbot, qapp, tmp_path):
    from gui.app import make_app
    from gui.tasks.gc_guard import GcGuard
    from gui.window.main_window import MainWindow

    make_app([])  # the name, the style and the turns of threads that users have
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path)
    )
    window = MainWindow()
    GcGuard(window)
    window.resize(1440, 900)
    window.show()
    yield window
    window.session.undo_stack.clear()
    window.close()


def show(window, qtbot, data, recipe):
    s = window.session
    s.set_recipe(recipe)
    s.set_data(data)
    qtbot.waitUntil(
        lambda: s.up_to_date and s.tape is not None and s.tape.finished, timeout=120_000
    )
    window.canvas.fit()
    qtbot.wait(200)


def worst_of_100(taken):
    return float(np.percentile(taken, 99))


@pytest.mark.parametrize(("points", "goal"), [(10_000, 16.7), (1_000_000, 25.0)])
def test_playing_at_full_speed(report, window, qtbot, qapp, points, goal):
    epochs = 100 if points < 100_000 else 5
    recipe = Recipe(epochs=epochs, stop_without_mistake=False)
    show(window, qtbot, clouds(points), recipe)
    s, taken = window.session, []
    for step in np.linspace(1, s.last, 300).astype(int).tolist():
        began = time.perf_counter()
        s.seek(step)
        qapp.processEvents()
        taken.append(1e3 * (time.perf_counter() - began))
    report(f"a frame of {points:,} points, median", statistics.median(taken),
           ("≤", goal), " ms")  # fmt: skip
    report(f"a frame of {points:,} points, 99 %", worst_of_100(taken), ("≤", goal),
           " ms")  # fmt: skip


@pytest.mark.parametrize("order", ["given", "shuffled"])
@pytest.mark.timeout(900)
def test_seeking_in_a_run_of_a_thousand_million_steps(report, order):
    data = clouds(1_000_000)
    recipe = Recipe(epochs=1000, stop_without_mistake=False, order=order)
    Tape(clouds(10), recipe).extend()
    tracemalloc.start()
    tape = Tape(data, recipe)
    tape.extend()
    assert tape.steps == 1_000_000_000
    rng = np.random.default_rng(0)
    taken = []
    for k in rng.integers(0, tape.steps, 300).tolist():
        began = time.perf_counter()
        tape.frame(k)
        taken.append(1e3 * (time.perf_counter() - began))
    size = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    report(f"seeking, {order}, 99 %", worst_of_100(taken), ("≤", 16.0), " ms")
    report(f"the tape's memory, {order}", size, ("≤", 64), " MB")
    short = Tape(data, recipe.replace(epochs=7))
    short.extend()
    k = short.steps
    assert tape.frame(k).weights.tobytes() == short.frame(k).weights.tobytes()
    k = 765_432_109 // 1000
    assert tape.frame(k).weights.tobytes() == short.frame(k).weights.tobytes()


def test_leaving_a_run_for_another(report):
    recorder, taken = Recorder(), []
    endless = Recipe(epochs=1_000_000, stop_without_mistake=False)
    data = clouds(100_000)
    Tape(clouds(10), endless.replace(epochs=1)).extend()
    for _ in range(40):
        old = Tape(data, endless)
        recorder.record(old)
        time.sleep(0.03)
        began = time.perf_counter()
        recorder.record(None)
        recorder.wait()
        taken.append(1e3 * (time.perf_counter() - began))
    recorder.close()
    report("until the old run has stopped, 99 %", worst_of_100(taken), ("≤", 20), " ms")
