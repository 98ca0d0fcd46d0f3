"""`.ci/set-up` installs what is missing, or names it, and goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a script for Linux")

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / ".ci" / "set-up"
SAYS = '#!/bin/sh\necho {} "$@" >>{}\n{}\n'
SCREEN = "There is no screen here"


class Machine:
    """Commands that do nothing but say that they were called.

    Parameters
    ----------
    folder : Path
    lacks : sequence of str
        Libraries and packages that are not there.
    """

    def __init__(self, folder, lacks=()):
        self.folder, self.log = folder, folder / "log"
        self.log.touch()
        for name in ("awk", "cat", "cut", "env", "sh"):
            (folder / name).symlink_to(Path("/bin") / name)
        pairs = [line.split() for line in table()]
        known = [library for library, _ in pairs if library not in lacks]
        self.put("uname", "echo Linux")
        self.put("id", "echo 1000")
        self.put("ldconfig", "\n".join(f"printf '\\t{name} => x\\n'" for name in known))
        status = "case $4 in {}) exit 1 ;; *) printf installed ;; esac"
        self.put("dpkg-query", status.format("|".join(["-", *lacks])))
        self.put("python3", f"exit {int('python3-venv' in lacks)}")

    def put(self, name, does):
        path = self.folder / name
        path.unlink(missing_ok=True)
        path.write_text(SAYS.format(name, self.log, does))
        path.chmod(0o755)

    def run(self, aim, **env):
        """Give what the script says."""
        self.log.write_text("")
        run = subprocess.run(
            ("/bin/sh", SCRIPT, aim),
            cwd=self.folder,
            env={"PATH": str(self.folder)} | env,
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout + run.stderr

    def calls(self, name):
        """Give what a command was called with."""
        lines = self.log.read_text().splitlines()
        return [line.split(" ", 1)[1] for line in lines if line.startswith(f"{name} ")]


def table():
    text = SCRIPT.read_text(encoding="utf-8")
    return text.partition("libraries='")[2].partition("'")[0].splitlines()


def test_where_nothing_is_missing_nothing_is_said_or_done(tmp_path):
    machine = Machine(tmp_path)
    machine.put("apt-get", "")
    assert machine.run("window", DISPLAY=":0") == ""
    assert machine.run("tests") == ""
    assert not machine.calls("apt-get")


def test_without_a_screen_the_window_says_at_once_what_works(tmp_path):
    machine = Machine(tmp_path)
    assert machine.run("window").startswith(SCREEN)
    assert "main.py train" in machine.run("window")
    assert machine.run("window", WAYLAND_DISPLAY="wayland-0") == ""


LACKS = ("libEGL.so.1", "libwayland-cursor.so.0", "locales", "python3-venv")
PACKAGES = "libegl1 libwayland-cursor0 locales python3-venv"


@pytest.mark.parametrize(("user", "sudo"), [(0, False), (0, True), (1000, True)])
def test_who_may_installs_what_is_missing(tmp_path, user, sudo):
    machine = Machine(tmp_path, LACKS)
    machine.put("apt-get", "")
    machine.put("id", f"echo {user}")
    if sudo:
        machine.put("sudo", '"$@"')
    said = machine.run("tests")
    assert machine.calls("apt-get") == [f"install -y -qq {PACKAGES}"]
    assert bool(machine.calls("sudo")) == (user != 0)
    assert said == f"To be installed{' by sudo' * (user != 0)}: {PACKAGES}\n"


def test_lists_of_packages_are_fetched_where_there_are_none(tmp_path):
    machine = Machine(tmp_path, LACKS)
    fetched = tmp_path / "fetched"
    does = f"case $1 in update) : >{fetched} ;; *) [ -e {fetched} ] ;; esac"
    machine.put("apt-get", does)
    machine.put("id", "echo 0")
    assert "administrator" not in machine.run("tests")
    calls = [call.split()[0] for call in machine.calls("apt-get")]
    assert calls == ["install", "update", "install"]


@pytest.mark.parametrize("sudo", [False, True])
def test_who_may_not_is_told_and_goes_on(tmp_path, sudo):
    machine = Machine(tmp_path, LACKS)
    machine.put("apt-get", "")
    if sudo:
        machine.put("sudo", "exit 1")
    said = machine.run("tests")
    assert said == f"To be installed by sudo: {PACKAGES}\n" * sudo + (
        f"Missing, to be installed by an administrator: {PACKAGES}\n"
    )
    assert not machine.calls("apt-get")


def test_elsewhere_libraries_are_named(tmp_path):
    machine = Machine(tmp_path, LACKS)
    (tmp_path / "dpkg-query").unlink()
    said = machine.run("tests")
    named = "libEGL.so.1 libwayland-cursor.so.0 python3-venv"
    assert said == f"Missing, to be installed by an administrator: {named}\n"


def test_the_package_depends_on_what_the_window_needs(tmp_path):
    listed = Machine(tmp_path).run("list").split()
    assert listed == [*(line.split()[1] for line in table()), "fonts-dejavu-core"]
    assert {"libegl1", "libwayland-cursor0"} <= {*listed}
    assert "sh .ci/set-up list" in (ROOT / ".ci" / "bundle").read_text("utf-8")
