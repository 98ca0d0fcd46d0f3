"""How the run ends is said in one line."""

import pytest

from engine import Dataset, Recipe, Tape
from engine.data.gallery import example
from engine.diagnosis.convergence import diagnose
from engine.diagnosis.remedy_trials import tried_remedy
from engine.diagnosis.run_outcome import TriedRemedy, run_outcome


def outcome(name, recipe, *, diagnosed=False, at_end=True, data=None):
    tape = Tape(data or example(name).make(), recipe)
    tape.extend()
    ending = diagnose(tape) if diagnosed else None
    tried = tried_remedy(tape, ending)
    return run_outcome(tape, ending, at_end=at_end, tried=tried)


def test_converged_counts_updates_and_epochs():
    ending = outcome("separable", Recipe())
    assert ending.text == "Converged: 1 update in 2 epochs"
    assert (ending.role, ending.ahead) == ("good", False)


def test_what_will_be_is_not_said_as_if_it_were():
    """Of 12 samples each of two epochs has 12 steps."""
    ahead = outcome("separable", Recipe(), at_end=False)
    n = example("separable").make().n_samples
    assert (ahead.text, ahead.role) == (f"Converges at step {2 * n}", "")
    assert ahead.ahead


def test_without_a_diagnosis_the_epochs_are_over():
    ending = outcome("two-clusters", Recipe(epochs=20))
    assert ending.text == "20 epochs are over, 1 of 80 wrong"
    assert ending.remedy is None
    ahead = outcome("two-clusters", Recipe(epochs=20), at_end=False)
    assert ahead.text == "Ends after 20 epochs, 1 of 80 wrong"


def test_classes_that_cross_never_come_to_rest():
    ending = outcome("two-clusters", Recipe(epochs=20), diagnosed=True)
    assert ending.text == "Cannot converge: the classes are not separable"
    assert ending.has_reason


def test_through_the_origin_it_is_the_boundary_that_cannot():
    ending = outcome("beside-the-origin", Recipe(offset=False), diagnosed=True)
    assert "through the origin" in ending.text


def test_what_was_tried_stands_beside_the_epochs_that_are_over():
    ending = outcome("tiny-margin", Recipe(epochs=20), diagnosed=True)
    assert ending.text.startswith("20 epochs are over, ")
    assert ending.remedy_text == "Standardise: 2 epochs"
    assert ending.remedy == Recipe(epochs=20, standardise=True)


def test_a_network_that_is_stuck_is_offered_units_with_which_it_is_not():
    recipe = Recipe("multi-layer-perceptron")
    stuck = outcome("circles", recipe)
    assert stuck.text == "20 epochs are over, 44 of 200 wrong"
    assert (stuck.remedy_text, stuck.remedy.hidden) == ("Try 8 hidden units", 8)
    assert outcome("circles", recipe, at_end=False).remedy is None
    assert outcome("circles", stuck.remedy).text.endswith(" 1 of 200 wrong")
    assert outcome("circles", recipe.replace(hidden=16, epochs=1)).remedy is None


def test_where_it_diverges_only_a_rate_is_offered_that_is_known_to_do_better():
    tape = Tape(example("two-clusters").make(), Recipe("adaline", learning_rate=1.0))
    tape.extend()
    ending = run_outcome(tape, at_end=True)
    assert ending.text == "Diverged after step 440: η = 1, safe below 0.164"
    assert tape.reason.startswith("diverged after step 440: ")
    assert ending.remedy is None
    smaller = TriedRemedy(tape.recipe.replace(learning_rate=0.05), "Use η = 0.05")
    ending = run_outcome(tape, at_end=True, tried=smaller)
    assert ending.remedy_text == "Use η = 0.05"
    assert ending.remedy.learning_rate == 0.05


@pytest.mark.parametrize(
    ("limit", "rate", "said"),
    [
        (0.016357, 0.01638, "η = 0.0164, safe below 0.0163"),
        (0.016402, 0.01644, "η = 0.01644, safe below 0.0164"),
    ],
)
def test_the_rate_that_is_named_is_seen_to_be_above_the_bound(limit, rate, said):
    """λmax of the samples ±a is 2a², that of the offset 2."""
    a = limit**-0.5
    data = Dataset([[a], [-a]], ["A", "B"])
    recipe = Recipe("adaline", batch_size=0, learning_rate=rate, epochs=500_000)
    tape = Tape(data, recipe)
    tape.extend()
    assert run_outcome(tape, at_end=True).text.endswith(f": {said}")
    assert tape.reason.endswith(said.partition(", ")[2])


def test_the_rate_that_is_named_is_that_of_the_step():
    """η = c₁/(n + c₂) at step n; the rate of another schedule is not in use."""
    data = example("two-clusters").make()
    recipe = Recipe("adaline", schedule="inverse", c1=300.0, c2=100.0)
    tape = Tape(data, recipe.replace(learning_rate=0.25))
    tape.extend()
    step = tape.steps + 1
    used = f"{300.0 / (step + 100.0):.3g}"
    ending = run_outcome(tape, at_end=True)
    assert (
        ending.text
        == f"Diverged after step {tape.steps}: its η = {used}, safe below 0.164"
    )


def test_over_fitting_ends_where_the_validation_error_was_lowest():
    shown = example("over-fitting")
    recipe = Recipe(**shown.settings)
    ending = outcome("over-fitting", recipe)
    assert ending.text.startswith("Over-fits after epoch ")
    assert ending.remedy.epochs < recipe.epochs
    assert ending.remedy_text == "Stop there"


def test_by_hand_it_is_said_only_that_all_are_right():
    assert outcome("separable", Recipe("manual-neuron")) is None
    rows = ((1.0, 1.0, -0.5), (-1.0, -1.0, 1.5), (1.0, 1.0, -1.5))
    square = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    recipe = Recipe("manual-network", start=rows)
    ending = outcome("", recipe, data=square)
    assert (ending.text, ending.role) == ("0 of 4 wrong", "good")
    assert outcome("", recipe.replace(start=(*rows[:2], rows[0])), data=square) is None


def test_a_mean_that_is_wrong_where_the_newest_weights_are_right_is_no_good_news():
    data = Dataset([[3.0], [-4.0], [-3.0], [0.0], [1.0]], [1, 0, 0, 0, 0])
    ending = outcome("", Recipe("averaged-perceptron"), data=data)
    assert ending.text.startswith("Converged: ")
    assert ending.text.endswith(", 1 of 5 wrong")
    assert ending.role == ""
