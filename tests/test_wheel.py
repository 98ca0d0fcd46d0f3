"""The wheel, built and installed: what is in it, and that it works anywhere."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
NO_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONPATH")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-c", BUILD, folder], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def scripts(wheel, tmp_path_factory):
    """Install it into a fresh environment; the dependencies are those that run this."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place, symlinks=os.name != "nt")
    paths = {"base": str(place), "platbase": str(place)}
    folder = Path(sysconfig.get_path("scripts", "venv", paths))
    python = folder / f"python{sysconfig.get_config_var('EXE') or ''}"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    offline = ["--no-compile", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, *offline, wheel], check=True, timeout=60)
    own = Path(sysconfig.get_path("purelib", "venv", paths))
    theirs = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (own / "dependencies.pth").write_text("\n".join(sorted(theirs)))
    return folder


@pytest.fixture
def run(scripts, tmp_path):
    """Run an installed script in another folder."""
    environment = {k: v for k, v in os.environ.items() if k not in NO_SCREEN}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")

    def run_script(name, *words, **more):
        return subprocess.run(
            [scripts / name, *words], cwd=tmp_path, env=environment | more,
            capture_output=True, text=True, encoding="utf-8", timeout=60,
        )  # fmt: skip

    return run_script


def test_only_the_program_is_in_it(wheel):
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "perceptron_lab", "perceptron_lab.pth",
    }  # fmt: skip
    assert not [name for name in names if "test" in name.split("/")[:-1]]
    for path in (
        "style.qss", "data/iris.csv", "icons/app.svg", "handbook/window.md",
        "help/screenshot.png",
    ):  # fmt: skip
        assert f"perceptron_lab/resources/{path}" in names


@pytest.mark.parametrize("words", ["twine check --strict", "check-wheel-contents"])
def test_an_index_would_take_it(words, wheel):
    tool, *options = words.split()
    program = shutil.which(tool, path=Path(sys.executable).parent)
    if program is None:
        pytest.skip(f"{tool} is not installed")
    checked = [program, *options, wheel]
    done = subprocess.run(checked, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_says_what_it_is(wheel):
    with ZipFile(wheel) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        metadata = archive.read(path).decode()
    assert "\nKeywords: " in metadata
    assert "\nClassifier: Topic :: Education\n" in metadata
    assert "# Perceptron Lab" in metadata, "the README is the description"


def test_it_trains_in_another_folder(run, tmp_path):
    (tmp_path / "points.csv").write_text("p,q,class\n1,2,a\n-1,-2,b\n")
    done = run("perceptron-lab", "train", "points.csv", "--weights", "w.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("training error: 0.0000  updates: ")
    assert (tmp_path / "w.json").is_file()


def test_it_is_run_as_a_module_too(run, tmp_path):
    (tmp_path / "points.csv").write_text("p,q,class\n" + "1,2,a\n-1,-2,b\n" * 5)
    words = ["-m", "perceptron_lab", "search", "points.csv", "--folds=2", "--jobs=2"]
    done = run("python", *words, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "mean error: 0.0000" in done.stdout
    usage = run("python", "-m", "perceptron_lab", "train", "--help").stdout
    assert usage.startswith("usage: perceptron-lab train ")


def test_another_package_of_the_same_name_is_in_nobodys_way(run, tmp_path):
    (tmp_path / "engine.py").write_text("raise ImportError('somebody else')")
    done = run("perceptron-lab", "learners", PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    code = "import engine.estimators as e; print(e.Adaline.__module__)"
    assert run("python", "-P", "-c", code).stdout == "engine.estimators\n"


def test_messages_name_the_installed_command(run):
    refused = run("perceptron-lab", "train", "--epochs")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "(see perceptron-lab train --help)" in refused.stderr
    hint = "from engine.errors import pip_install; print(pip_install('onnx'))"
    assert run("python", "-c", hint).stdout == "pip install 'perceptron-lab[onnx]'\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is a screen")
def test_without_a_screen_the_command_for_none_is_named(run):
    refused = run("perceptron-lab")
    assert refused.returncode == 2
    assert "`perceptron-lab train DATA` works without a screen" in refused.stderr


def test_window_and_gallery_find_their_resources(run):
    code = (
        "from engine.data.gallery import iris; from gui.style import icons, theme; "
        "assert 'site-packages' in theme.__file__; "
        "assert (theme.RESOURCES / 'style.qss').is_file(); print(iris().n_samples)"
    )
    shown = run("python", "-c", code, QT_QPA_PLATFORM="offscreen")
    assert (shown.stdout, shown.stderr) == ("150\n", "")


def test_from_a_checkout_messages_name_the_file_that_was_started():
    words = [sys.executable, "main.py", "train", "--epochs"]
    refused = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert "(see python main.py train --help)" in refused.stderr
