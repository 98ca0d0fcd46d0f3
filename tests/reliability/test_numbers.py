import os
import subprocess
import sys


def test_extreme_numbers_are_learned_from_or_refused():
    """Interpreted: what rules and loops warn of is seen, and nothing is compiled."""
    command = (sys.executable, "-m", "tests.reliability.numbers", "--runs", "400")
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ended = subprocess.run(command, env=env, capture_output=True, text=True)
    assert not ended.returncode, ended.stdout
    assert ended.stdout.startswith("400 of 400 ended as they should")
