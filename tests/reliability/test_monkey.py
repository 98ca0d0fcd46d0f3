import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_monkey_breaks_nothing():
    command = [sys.executable, "-m", "tests.reliability.monkey", "--seed", "3"]
    pressed = subprocess.run(
        [*command, "--size", "60"], cwd=ROOT, capture_output=True, text=True
    )
    assert pressed.returncode == 0, pressed.stderr
    assert "60 events, 1 checks" in pressed.stdout
