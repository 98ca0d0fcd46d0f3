"""A step in formulas: the numbers in them are those of the frame."""

import re

import numpy as np
import pytest

from engine import Branch, Dataset, Recipe, Tape
from engine.data import gallery
from engine.learners import learner, learners
from engine.learners.latex import factor, number, pieces, plain, put_in, vector, words
from engine.numbers import figures
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_latex, as_text, step_lines
from engine.steps.step_sentence import step_sentence

LEARNERS = [
    name for name, rule in learners().items() if rule.is_linear and not rule.by_hand
]
DATA = {"two classes": gallery.two_clusters(), "three classes": gallery.iris()}


def recorded(name, data, **settings):
    tape = Tape(data, Recipe(name, **{"epochs": 2, "order": "shuffled"} | settings))
    tape.extend()
    return tape


@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
@pytest.mark.parametrize("settings", [{}, {"squares": True, "standardise": True},
                                      {"offset": False}], ids=str)  # fmt: skip
@pytest.mark.parametrize("name", LEARNERS)
def test_the_rule_with_these_numbers_gives_the_weights_to_the_bit(name, data, settings):
    sizes = [1]
    if any(
        parameter.name == "batch_size"
        for parameter in learner(name).all_hyperparameters
    ):
        sizes, settings = [1, 7, 0], settings
    for size in sizes:
        more = settings | ({"batch_size": size} if len(sizes) > 1 else {})
        tape = recorded(name, data, **more)
        for k in range(1, tape.steps + 1, 3):
            step = explain(tape, tape.frame(k))
            assert any(o.mistake.any() for o in step.outputs) == step.frame.mistake
            for output in step.outputs:
                extended = np.append(step.X[0], step.problem.plan.offset_input)
                pull = output.pulls[0] * output.weights[0]
                change = step.eta * pull * extended
                if step.batch:
                    mean = output.weights.sum() if step.rule.mean else 1
                    change = step.eta / mean * output.total
                kept = output.before * np.append([step.keep] * step.X.shape[1], 1.0)
                np.testing.assert_array_equal(kept + change, output.after)


def branched(before, after, step):
    tape = Tape(
        Dataset([[1, 0], [0, 2], [-1, 1]], [1, -1, -1]),
        before.replace(**after),
        branch=Branch(before, step),
    )
    tape.extend()
    return lambda k: as_text(explain(tape, tape.frame(k)))


GIVEN = {"order": "given", "epochs": 4}


def test_the_steps_before_a_branch_are_explained_by_the_rate_that_made_them():
    text = branched(Recipe("linear-svm", strength=0.01, **GIVEN), {"strength": 0.5}, 5)
    assert "η = 1/(λ·n) = 1/(0.01·5) = 20" in text(5)
    assert "w ← (1 − 20·0.01)·(25, −50) = (20, −40)" in text(5)
    assert "η = 1/(λ·n) = 1/(0.5·6) = 0.33333" in text(6)
    assert "w ← (1 − 0.33333·0.5)·(20, −40) = (16.667, −33.333)" in text(6)


def test_the_steps_before_a_branch_are_judged_by_their_own_tolerance_and_rule():
    before = Recipe("perceptron", stop_without_mistake=False, **GIVEN)
    text = branched(before, {"tolerance": 5.0}, 9)
    for k in (3, 9):
        assert "y·z = (−1)·(−3) = 3 > 0  → right → no change" in text(k)
    assert "y·z = (+1)·1 = 1 ≤ 5  → mistake → update" in text(10)
    text = branched(before, {"learner": "adaline"}, 2)
    assert text(2).startswith("Perceptron, step 2") and "(y − z)" not in text(2)
    assert text(3).startswith("Adaline, step 3") and "(y − z)" in text(3)


def test_the_run_of_two_negative_points_by_hand():
    """(−2, −4) gives (−6, 1) the score 8, a mistake: (−2, −4) − (−6, 1) = (4, −5)."""
    data = Dataset([[2, 4], [-6, 1]], [-1, -1])
    tape = recorded("perceptron", data, offset=False, order="given")
    text = as_text(explain(tape, tape.frame(2)))
    assert text.splitlines()[0] == "Perceptron, step 2, epoch 1"
    for part in (
        "x = (−6, 1), y = −1",
        "z = w·x = (−2)·(−6) + (−4)·1 = 8",
        "y·z = (−1)·8 = −8 ≤ 0  → mistake → update",
        "w ← (−2, −4) + 1·(−1)·(−6, 1) = (4, −5)",
        "Δw = (6, −1)",
        "y·z: −8 → 29",
        "η·‖x‖² = 1·37 = 37  added to y·z",
    ):
        assert part in text, text
    assert "b ←" not in text
    right = as_text(explain(tape, tape.frame(3)))
    assert "y·z = (−1)·(−12) = 12 > 0  → right → no change" in right
    assert "w ←" not in right


def test_the_passive_aggressive_factor_by_hand():
    """‖x‖² + 1 = 4 + 1; τ = min(1, (1 − 0)/5) = 0.2."""
    tape = recorded("passive-aggressive", Dataset([[2.0]], [1]))
    text = as_text(explain(tape, tape.frame(1)))
    line = "τ = min(C, (1 − y·z)/(‖x‖² + 1)) = min(1, (1 − 1·0)/(4 + 1)) = 0.2"
    assert f"{line}  (+ 1 for the offset: the weight of a feature that" in text
    assert "w ← (0) + 0.2·(+1)·(2) = (0.4)" in text


def test_the_passive_aggressive_factor_without_an_offset_by_hand():
    """τ = min(1, (1 − 0)/4) = 0.25."""
    tape = recorded("passive-aggressive", Dataset([[2.0]], [1]), offset=False)
    text = as_text(explain(tape, tape.frame(1)))
    assert "τ = min(C, (1 − y·z)/‖x‖²) = min(1, (1 − 1·0)/4) = 0.25" in text
    assert "always 1" not in text


def test_the_passive_aggressive_factor_is_of_the_terms_as_trained():
    """Standardised, −3 and 1 are −1 and 1: ‖φ(x)‖² + 1 = 1 + 1; τ = 1/2."""
    data = Dataset([[-3.0], [1.0]], [-1, 1])
    tape = recorded("passive-aggressive", data, standardise=True, order="given")
    text = as_text(explain(tape, tape.frame(1)))
    computed = "min(1, (1 − (−1)·0)/(1 + 1)) = 0.5"
    assert f"τ = min(C, (1 − y·z)/(‖φ(x)‖² + 1)) = {computed}" in text


def test_shrinking_and_schedule_by_hand():
    """λ = 0.5: η = 1/(0.5·1) = 2; (1 − 2·0.5)·0 + 2·1·3 = 6; z = 18 + 2 ≥ 1."""
    tape = recorded("linear-svm", Dataset([[3.0]], [1]), strength=0.5)
    first, then = (as_text(explain(tape, tape.frame(k))) for k in (1, 2))
    assert "η = 1/(λ·n) = 1/(0.5·1) = 2" in first
    assert "2·(+1)·(3) = (6)" in first
    assert "y·z = (+1)·20 = 20 ≥ 1  → right → w only shrinks" in then
    assert "w ← (1 − 1·0.5)·(6) = (3)" in then


def test_a_full_batch_by_hand():
    """Zero start: (y − z)·x summed is −1·(−1) + 1·2 = 3, of b −1 + 1 = 0."""
    data = Dataset([[-1.0], [2.0]], [-1, 1])
    tape = recorded("adaline", data, batch_size=0, learning_rate=0.1, order="given")
    text = as_text(explain(tape, tape.frame(1)))
    assert "2 mistakes among 2 points → update" in text
    assert "Σ (y − z)·x = (−1)·(−1) + 1·(2) = (3)" in text
    assert "w ← (0) + 0.1·(3) = (0.3)" in text
    assert "mistakes in this batch: 2 → 0" in text


def test_a_large_batch_whose_mistakes_come_late():
    """From 0 all are mistakes: 1100·3 + 1 − 1 = 3300. Then only the last is one."""
    X, y = [[-3.0]] * 1100 + [[1.0], [-1.0]], [-1] * 1100 + [1, 1]
    settings = {"batch_size": 0, "learning_rate": 1.0, "offset": False}
    tape = recorded("perceptron-criterion", Dataset(X, y), **settings)
    first, then = (as_text(explain(tape, tape.frame(k))) for k in (1, 2))
    assert "= (−1)·(−3) + (−1)·(−3) + … = (3300)" in first
    assert "1 mistake among 1102 points → update" in then
    assert "shrinks" not in then


@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_written_can_be_calculated(name):
    """Each b ← line of the LaTeX, read back, agrees with the frame."""
    tape = recorded(name, gallery.two_clusters())
    checked = 0
    for k in range(1, tape.steps + 1):
        step = explain(tape, tape.frame(k))
        latex = as_latex(step)
        for before, plus, after in re.findall(
            r"b \\leftarrow (-?[\d.]+) \+ (.*?) = (-?[\d.]+) ", latex
        ):
            plus = plus.replace(r"\cdot", "*")
            if "10^" in plus + after or "frac" in plus:
                continue
            assert eval(f"{before} + {plus}") == pytest.approx(float(after), abs=2e-3)
            assert float(after) == pytest.approx(step.outputs[0].after[-1], rel=1e-4)
            checked += 1
    assert checked


def test_every_class_that_changed_has_its_own_lines():
    tape = recorded("perceptron", gallery.iris())
    for k in range(1, tape.steps + 1):
        frame = tape.frame(k)
        changed = (frame.weights != frame.weights_before).any(axis=1)
        codes = {line.code for line in step_lines(explain(tape, frame), tabled=True)}
        assert codes - {-1} == set(np.flatnonzero(changed))


def test_nothing_happens_at_the_start():
    tape = recorded("perceptron", gallery.two_clusters())
    with pytest.raises(ValueError, match="start"):
        explain(tape, tape.frame(0))


@pytest.mark.parametrize("value", [0.0, -0.41, 1 / 3, 12345678.0, -2e-7, 1e300])
def test_a_number_reads_back(value):
    text = number(value).replace(r" \cdot 10^{", "e").replace("}", "")
    assert float(text) == pytest.approx(value, rel=1e-4)
    figure, power = figures(value)
    assert float(figure) * 10.0**power == pytest.approx(value, rel=1e-4)
    assert factor(value).startswith("(") == (value < 0 or "cdot" in number(value))


def test_distances_by_hand():
    """w = (3, 4): ‖w‖ = 5 and z = −15; then w = (3 − 5, 4), b = 1, z = 11."""
    data = Dataset([[-5, 0], [0, 0]], [1, -1])
    tape = recorded("perceptron", data, order="given", start=((3, 4, 0),))
    (output,) = explain(tape, tape.frame(1)).outputs
    assert output.distances == pytest.approx((-3, 11 / 20**0.5))
    from_zero = recorded("perceptron", data, order="given")
    before, after = explain(from_zero, from_zero.frame(1)).outputs[0].distances
    assert np.isnan(before)
    assert after == pytest.approx(26 / 5)


def test_long_vectors_have_dots():
    assert plain(vector(range(9))) == "(0, 1, 2, …, 8)"
    assert plain(vector(range(6))) == "(0, 1, 2, 3, 4, 5)"
    assert pieces(vector([1.0, 2.0])) == ["(1,", "2)"]


@pytest.mark.parametrize("name", ["a_b", "50 %", "{x}", "a\\b", "#&$~^", "ß€"])
def test_words_stand_as_they_are(name):
    assert plain(words(name)) == name


def test_numbers_are_put_in_for_symbols_not_for_words():
    values = {"y": "(-1)", "z": "2", r"\eta": "0.1"}
    assert put_in(r"\eta\,y\,z", values) == r"0.1 \cdot (-1) \cdot 2"
    assert put_in(r"\text{y z}", values) == r"\text{y z}"


THREE = Dataset([[2.0, 4.0], [-6.0, 1.0], [1.0, 1.0]], [-1, -1, 1])


def test_the_mean_comes_out_of_the_one_before_and_the_newest():
    """After two steps the newest weights are (4, −5), −2; before it (−2, −4), −1."""
    tape = recorded("averaged-perceptron", THREE, order="given")
    first, then = (as_text(explain(tape, tape.frame(k))) for k in (1, 2))
    assert "mean    w: 0/1·(0, 0) + 1/1·(−2, −4) = (−2, −4)" in first
    assert "weights the newest w; used: the mean of 2 w so far" in then
    assert "w ← (−2, −4) + 1·(−1)·(−6, 1) = (4, −5)" in then  # about the newest
    assert "mean    w: 1/2·(−2, −4) + 1/2·(4, −5) = (1, −4.5)" in then
    assert "b: 1/2·(−1) + 1/2·(−2) = −1.5" in then


@pytest.mark.parametrize(
    ("learner", "used"),
    [("voted-perceptron", "the vote, 2 votes so far"),
     ("pocket-perceptron", "the pocket, the best w so far")],
)  # fmt: skip
def test_a_step_is_about_the_newest_weights_and_says_so(learner, used):
    tape = recorded(learner, THREE, order="given")
    text = as_text(explain(tape, tape.frame(2)))
    assert f"weights the newest w; used: {used}" in text
    assert "w ← (−2, −4) + 1·(−1)·(−6, 1) = (4, −5)" in text
    assert "mean" not in text


def test_a_step_whose_weights_are_drawn_need_not_say_so():
    tape = recorded("perceptron", THREE)
    assert "the newest" not in as_text(explain(tape, tape.frame(2)))


def weighted_text(k, learner, **settings):
    data = Dataset(
        [[1, 0], [0, 2], [-1, 1]], ["p", "q", "q"], sample_weights=[2.5, 1, 3]
    )
    tape = Tape(data, Recipe(learner, epochs=2, **settings))
    tape.extend()
    return as_text(explain(tape, tape.frame(k)))


def test_a_weight_is_a_factor_where_it_is_not_1():
    text = weighted_text(1, "perceptron", learning_rate=0.5)
    assert "w ← w + η·s·y·x, b ← b + η·s·y" in text
    assert "η = 0.5, s = 2.5" in text
    assert "s: the point's weight" in text
    assert "w ← (0, 0) + 0.5·2.5·(−1)·(1, 0) = (−1.25, 0)" in text
    plain = weighted_text(2, "perceptron", learning_rate=0.5)
    assert "w ← w + η·y·x" in plain
    assert "s:" not in plain


def test_a_batch_is_a_mean_over_the_samples_whatever_their_weights():
    text = weighted_text(1, "logistic-regression", batch_size=0, class_weight={"q": 2})
    assert "η = 0.1, m = 3" in text
    assert "Σ s·y·σ(−y·z)·x = 2.5·(−0.5)·(1, 0) + 2·0.5·(0, 2) + …" in text
    assert "0.1/3·" in text
    assert "s: the point's weight times its class's" in text


def loss_line(name, step, data, **settings):
    tape = Tape(data, Recipe(name, **settings))
    tape.extend()
    text = as_text(explain(tape, tape.frame(step)))
    (line,) = [
        part.strip() for part in text.splitlines() if part.endswith(("loss", "ed"))
    ]
    return line


def test_of_a_tie_that_is_right_the_kernel_perceptron_says_no_mistakes_condition():
    data = Dataset([[1.0, 1], [-1, 0]], [1, 0])
    tape = recorded("kernel-perceptron", data, order="given", tie="positive")
    (check,) = (
        line for line in step_lines(explain(tape, tape.frame(1))) if line.row == "check"
    )
    assert plain(check.tex).endswith("= 0 ≥ 0")
    assert check.note == "→ right → no change"


def test_the_loss_of_the_sample_before_and_after():
    """z = 0, then w = 0.2, b = 0.1: z = 0.5. Hinge: η = 1 makes z = 5."""
    data = Dataset([[2.0], [-1.0]], [1, 0])
    adaline = loss_line("adaline", 1, data, learning_rate=0.1)
    assert adaline == "½·(y − z)²: 0.5 → 0.125  loss"
    svm = loss_line("linear-svm", 1, data, schedule="constant", learning_rate=1.0)
    assert svm == "max(0, 1 − y·z): 1 → 0  loss"


def test_the_loss_of_a_batch_is_a_sum_or_a_mean_as_the_rule_has_it():
    """Both errors are 1: w = 0.1·3 = 0.3, b = 0; scores 0.6, −0.3, errors 0.4, 0.7."""
    data = Dataset([[2.0], [-1.0]], [1, 0])
    line = loss_line("adaline", 1, data, batch_size=0, learning_rate=0.1)
    assert line == "Σ ½·(y − z)²: 1 → 0.325  loss"
    weighted = Dataset([[2.0], [-1.0]], [1, 0], sample_weights=[3.0, 1.0])
    line = loss_line(
        "linear-svm", 1, weighted, batch_size=0, schedule="constant", learning_rate=0.1
    )
    assert line == "1/m·Σ s·max(0, 1 − y·z): 2 → 0.675  loss, weighted"


def test_what_is_left_of_a_sum_by_rounding_is_written_as_nothing():
    X = [[0.6, 0.3], [0.3, -0.2], [0.6, -0.7], [0.1, 0.3]]
    tape = Tape(
        Dataset(X, [1, 1, -1, -1]), Recipe("perceptron", offset=False, epochs=4)
    )
    tape.extend()
    assert 0 < abs(tape.frame(10).weights[0, 1]) < 1e-15
    assert "(0.1, 0.2) + 1·(+1)·(0.3, −0.2) = (0.4, 0)" in as_text(
        explain(tape, tape.frame(10))
    )
    next_step = as_text(explain(tape, tape.frame(11)))
    assert "0.4·0.6 + 0·(−0.7) = 0.24" in next_step
    assert "(0.4, 0) + 1·(−1)·(0.6, −0.7) = (−0.2, 0.7)" in next_step
    assert "to (0.4, 0)" in step_sentence(explain(tape, tape.frame(10)), tape.steps)


def test_a_score_that_is_rounding_alone_stays_for_it_decides():
    X = [[0.1, 0.7], [-0.5, 0.5], [0.3, -0.9]]
    tape = Tape(Dataset(X, [-1, 1, 1]), Recipe("perceptron", offset=False, epochs=1))
    tape.extend()
    text = as_text(explain(tape, tape.frame(3)))
    assert "(−0.6)·0.3 + (−0.2)·(−0.9) = −2.7756·10⁻¹⁷" in text
    assert "→ mistake → update" in text
