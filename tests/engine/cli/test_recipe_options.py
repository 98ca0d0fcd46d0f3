"""What determines a run can be said on the command line."""

from engine.export.weights import read_weights
from tests.engine.cli.test_train import IRIS, accepted


def test_options_reach_the_recipe(capsys, small, tmp_path):
    path = tmp_path / "w.json"
    out = accepted(
        capsys, "train", small, "--learner", "perceptron", "--epochs", "2",
        "--learning-rate", "0.5", "--order", "shuffled", "--seed", "3", "--squares",
        "--no-offset", "--standardise", "--tolerance", "1e-3",
        "--no-stop-without-mistake", "--features", "x1, q", "--weights", path,
    )  # fmt: skip
    for setting in (
        "learning_rate 0.5", "order shuffled", "seed 3", "squares yes", "offset no",
        "tolerance 0.001", "stop_without_mistake no", "standardise yes",
    ):  # fmt: skip
        assert setting in out
    content = read_weights(path)
    assert content["features"] == ["p", "q", "p^2", "q^2"]
    assert content["epochs"] == 2
    assert content["scaling"] is not None


def test_degree_takes_all_powers_and_products(capsys, small, tmp_path):
    path = tmp_path / "w.json"
    accepted(capsys, "train", small, "--degree", "2", "--squares", "--weights", path)
    assert read_weights(path)["features"] == ["p", "q", "p^2", "p*q", "q^2"]


def test_an_order_by_hand_counts_the_rows_from_1(capsys, small):
    """Row 2, (−1, −2) of class no, comes first: w = (1, 2), b = −1, then all right."""
    words = ["--order", "2,1,3,4", "--start", "0,0,0", "--no-standardise"]
    out = accepted(capsys, "train", small, *words)
    assert "order 2,1,3,4" in out
    assert "start 0,0,0" in out
    assert "score: 1·p + 2·q − 1" in out


def test_a_start_by_hand_and_rows_for_more_classes(capsys):
    rows = "--start=-1,2,3,4,5;1,2,3,4,5;3,4,5,6,7.5"
    out = accepted(capsys, "train", IRIS, rows, "--target-error", "1")
    assert "start -1,2,3,4,5;1,2,3,4,5;3,4,5,6,7.5" in out
    assert "target_error 1," in out
    assert "reached the target error in epoch 1" in out
    assert "target_error off," in accepted(capsys, "train", IRIS, rows)


def test_a_manual_neuron_from_the_command_line(capsys, small):
    out = accepted(
        capsys, "train", small, "--learner", "manual-neuron", "--start=1,0,0.5"
    )
    assert "score: 1·p + 0·q + 0.5" in out
    assert "training error: 0.0000  updates: 0  epochs: 1" in out


def test_every_choice_is_offered_where_it_can_be_made_and_nowhere_else(capsys):
    help_text = " ".join(accepted(capsys, "train", "--help").split())
    assert "--schedule pegasos|constant|inverse" in help_text
    listed = accepted(capsys, "learners").split("\n\n")
    assert {block.split(":")[0] for block in listed if "1/(λn)" in block} == {
        "linear-svm"
    }
