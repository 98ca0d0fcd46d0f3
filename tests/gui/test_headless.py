"""Plots and films drawn without a window, through the front door."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QColor

import main
from engine.errors import command
from gui.plotting.figure import MARGINS, PNG_SCALE
from gui.style.theme import LIGHT
from tests.engine.cli.test_train import heed_interrupts
from tests.gui.pdf_images import images_of

IRIS = str(main.Path(main.__file__).parent / "resources" / "data" / "iris.csv")


def train(*options):
    return main.main(["train", IRIS, "--epochs", "2", *map(str, options)])


def test_a_plot_is_written_with_the_points_in_it(qapp, tmp_path, capsys):
    assert train("--plot", tmp_path / "p.png", "--plot", tmp_path / "p.svg") == 0
    with Image.open(tmp_path / "p.png") as image:
        picture = np.asarray(image.convert("RGB")).reshape(-1, 3)
    for colour in ((0x00, 0x72, 0xB2), (0xE6, 0x9F, 0x00), (0x00, 0x9E, 0x73)):
        assert (picture == colour).all(axis=1).sum() > 100
    assert (tmp_path / "p.svg").read_text().startswith("<?xml")
    assert capsys.readouterr().out.splitlines()[-1].startswith("training error: ")


@pytest.mark.parametrize(
    ("features", "axes"),
    [
        ("x3,x4", ["petal_length", "petal_width"]),
        ("x4,x3^2", ["petal_width", "petal_length"]),
        ("x4", ["petal_width", "sepal_length"]),
        ("x1,x2", ["sepal_length", "sepal_width"]),
        ("x2,x3,x4", ["sepal_width", "petal_length"]),
    ],
)
def test_a_plot_shows_the_features_learned_from(qapp, tmp_path, capsys, features, axes):
    """Setosa against versicolor: both sides of the boundary are seen, in colour."""
    path, plot = tmp_path / "two-kinds.csv", tmp_path / "p.svg"
    lines = main.Path(IRIS).read_text().splitlines()
    path.write_text("\n".join([*lines[:101], ""]))
    picture = tmp_path / "p.png"
    words = ["--features", features, "--plot", plot, "--plot", picture]
    assert main.main(["train", str(path), *map(str, words)]) == 0
    svg = plot.read_text()
    assert all(axis in svg for axis in axes)
    with Image.open(picture) as image:
        pixels = np.asarray(image.convert("RGB"), int)[100:-200, 200:-50]
    bluer = pixels[:, :, 2] - pixels[:, :, 0]
    assert (bluer > 10).mean() > 0.02
    assert (bluer < -10).mean() > 0.02


@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        (2, "--epochs=3"),
        (3, "--epochs=3"),
        (2, "--degree=2"),
        (2, "--learner=kernel-perceptron"),
        (3, "--learner=multi-layer-perceptron"),
    ],
)
def test_the_ground_of_a_pdf_is_that_of_a_png(qapp, tmp_path, kinds, options):
    """To the pixel, but where something is drawn over it."""
    data, pdf, png = (tmp_path / name for name in ("kinds.csv", "p.pdf", "p.png"))
    lines = main.Path(IRIS).read_text().splitlines()[: 1 + 50 * kinds]
    data.write_text("\n".join([*lines, ""]))
    words = [data, "--features=x3,x4"] if "degree" not in options else [data]
    words += [options, "--plot", pdf, "--plot", png]
    assert main.main(["train", *map(str, words)]) == 0
    (ground,) = images_of(pdf)
    rows, columns, _ = ground.shape
    with Image.open(png) as image:
        whole = np.asarray(image.convert("RGB"))
    assert rows > 0.8 * len(whole)
    _, top, right, _ = (PNG_SCALE * margin for margin in MARGINS)
    under = whole[top : top + rows, -right - columns : -right]
    assert (ground == under).all(axis=2).mean() > 0.8


@pytest.mark.parametrize("suffix", [".gif", ".mp4"])
def test_a_film_shows_the_run(qapp, tmp_path, suffix):
    path = tmp_path / f"film{suffix}"
    assert train("--animation", path) == 0
    if suffix == ".gif":
        with Image.open(path) as film:
            assert film.n_frames > 50
            first = np.asarray(film.convert("RGB"), dtype=int)
            film.seek(film.n_frames - 1)
            last = np.asarray(film.convert("RGB"), dtype=int)
            assert abs(last - first).max() > 50
            for colour in (LIGHT.mistake, *LIGHT.classes[:3], LIGHT.ink):
                meant = QColor(colour).getRgb()[:3]
                assert (last == meant).all(axis=2).sum() > 20, colour
    else:
        av = pytest.importorskip("av")
        with av.open(str(path)) as film:
            assert sum(1 for _ in film.decode(video=0)) > 50


def test_a_plot_in_no_folder_is_refused_before_training(qapp, tmp_path, capsys):
    assert train("--plot", tmp_path / "none" / "p.png") == 2
    said = capsys.readouterr()
    assert "none" in said.err
    assert said.err.count("\n") == 1
    assert not said.out


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "no screen"),
        ({"DISPLAY": ":998"}, "does not answer"),
    ],
)
def test_without_a_screen_one_line_says_so(monkeypatch, capsys, environment, words):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main.main([]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert f"`{command()} train DATA`" in said
    assert said.count("\n") == 1


HALF_A_WINDOW = """
import sys
import gui.window.main_window as main_window
class Window(main_window.MainWindow):
    def __init__(self):
        super().__init__()
        raise ValueError("no such\\ncolour")
main_window.MainWindow = Window
import main
sys.exit(main.main([]))
"""


def test_a_window_that_cannot_be_made_ends_with_a_sentence(tmp_path):
    places = {f"XDG_{purpose}_HOME": str(tmp_path) for purpose in ("STATE", "CONFIG")}
    ended = subprocess.run(
        [sys.executable, "-c", HALF_A_WINDOW],
        cwd=main.Path(main.__file__).parent,
        env=os.environ | places | {"QT_QPA_PLATFORM": "offscreen"},
        text=True,
        capture_output=True,
    )
    (said,) = (line for line in ended.stderr.splitlines() if "plugin" not in line)
    assert "the window could not be opened (ValueError: no such colour, in" in said
    assert ended.returncode == 1


def test_a_library_that_the_screens_plugin_needs_is_named(monkeypatch, capsys):
    if not sys.platform.startswith("linux"):
        pytest.skip("X screens are Linux's")

    def load(name):
        if name.endswith("libqxcb.so"):
            raise OSError("libxcb-icccm.so.4: cannot open shared object file: No such")
        return pytest.fail("the plugin comes first")

    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("ctypes.CDLL", load)
    assert main.main([]) == 2
    said = capsys.readouterr().err
    assert "libraries that are missing (libxcb-icccm.so.4)" in said
    assert said.count("\n") == 1


INTERRUPTED = """
import os, signal, sys
import main
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "gui.app":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
main.main([])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
def test_ctrl_c_while_the_window_is_being_made_says_nothing():
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        cwd=main.Path(main.__file__).parent,
        capture_output=True,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        preexec_fn=heed_interrupts,
    )
    assert ended.returncode == -signal.SIGINT
    assert not ended.stderr


def test_a_mistyped_command_is_no_file(capsys):
    assert main.main(["trian", "data.csv"]) == 2
    assert "train" in capsys.readouterr().err
