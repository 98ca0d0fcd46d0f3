"""What one looks for is told with its file and line."""

from tests.where import places


def test_a_file_a_class_and_a_function_by_what_they_are_about():
    timer = [*places(["moves", "playhead"])]
    assert any(line.startswith("gui/session/playhead.py") for line in timer)
    assert any(" SvmSolver: " in line for line in places(["svm", "solver"]))
    assert not [*places(["playhead", "svmlight"])]
