"""The loss view: the step stands on the learner's own curve, its slope is the pull."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from engine.learners import learners
from engine.spaces.losses import LossOfMargin
from gui.features.loss.loss_figure import loss_as_shown
from gui.features.loss.loss_plot import fitted_span, free_place
from gui.plotting.figure import Sheet, image_of
from gui.style.theme import DARK


def points(n=30, classes=2, seed=1):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    middles = np.array([[0, 1.5], [-1, -1], [2, -1]])[:classes]
    X = rng.normal(0, 0.8, (n, 2)) + middles[y]
    return Dataset(X, y, class_names=("A", "B", "C")[:classes])


@pytest.fixture
def losses(window, hand, bring, qtbot):
    """Open the view on a run: ``losses(data, learner, step, **settings)``."""

    def shown(data, name, step, **settings):
        hand.session.begin(data, Recipe(name, **settings))
        hand.recorded()
        hand.session.seek(step)
        view = bring("Loss")
        view.refresh()
        return view

    return shown


@pytest.mark.parametrize("name", ["adaline", "logistic-regression", "perceptron"])
def test_the_update_is_read_off_pull_times_eta_times_x(losses, hand, name):
    view = losses(points(), name, 4, learning_rate=0.25)
    if name == "perceptron":
        hand.session.next_mistake()
        view.refresh()
    frame, picture = hand.session.frame, view.picture
    row = int(frame.rows[0])
    x, y = hand.session.data.X[row], 2.0 * hand.session.data.y[row] - 1
    change = (frame.weights - frame.weights_before)[0, :2]
    np.testing.assert_allclose(change, 0.25 * -y * picture.slope * x, rtol=1e-12)
    # Both marks are on the curve.
    for (m, loss), w in zip(
        (picture.before[0], picture.after[0]),
        (frame.weights_before[0], frame.weights[0]),
        strict=True,
    ):
        assert m == pytest.approx(y * (x @ w[:2] + w[2]))
        assert loss == pytest.approx(picture.own.at(np.array([m]))[0])
    assert view.reading.toolTip().endswith(" · x")
    assert "η · pull · x" in view.reading.toolTip()


def test_without_a_rate_the_slope_is_measured_and_tau_told(losses):
    view = losses(points(), "passive-aggressive", 1)
    assert view.picture.slope == pytest.approx(-1)
    assert "τ · y" in view.reading.toolTip()
    assert view.picture.after[0, 1] == pytest.approx(0, abs=1e-9)


def test_ticks_are_the_samples_by_the_weights_after_the_step(losses, hand):
    view = losses(points(), "adaline", 5, learning_rate=0.05)
    w, data = hand.session.frame.weights[0], hand.session.data
    margins = (2.0 * data.y - 1) * (data.X @ w[:2] + w[2])
    np.testing.assert_allclose(np.sort(view.picture.margins), np.sort(margins))
    assert (view.picture.positive == (view.picture.codes == 1)).all()


def test_of_a_batch_the_hardest_pull_has_the_tangent(losses, hand):
    view = losses(points(), "adaline", 1, batch_size=0, learning_rate=0.01)
    picture = view.picture
    assert len(picture.before) == 30
    hand.session.seek(2)
    view.refresh()
    picture = view.picture
    pulls = np.abs(1 - picture.before[:, 0])  # |y − z| = |1 − y·z|
    assert pulls[0] == pulls.max()
    assert picture.slope == pytest.approx(-(1 - picture.before[0, 0]))


def test_of_a_batch_the_penalty_and_whose_loss_it_is_are_told(losses, hand, window):
    view = losses(points(), "adaline", 2, batch_size=0, learning_rate=0.01, strength=1)
    assert view.reading.toolTip().endswith("Δw, but for λ, = η · Σ pull · x")
    m, y = view.picture.before[:, 0], 2.0 * hand.session.data.y - 1
    hardest = int(np.argmax(np.abs(1 - y * hand.session.frame.scores[:, 0])))
    assert (1 - m[0]) ** 2 == max((1 - m) ** 2)
    caption = window.panel("Loss").caption.text()
    assert caption.startswith(f"loss of point {hardest + 1}: ")
    hand.session.change(Recipe("adaline", learning_rate=0.01), "choose")
    hand.recorded()
    hand.session.seek(2)
    view.refresh()
    assert "but for λ" not in view.reading.toolTip()
    assert window.panel("Loss").caption.text().startswith("loss ")


def test_of_three_classes_one_is_chosen_or_pulls_hardest(losses, hand):
    view = losses(points(classes=3), "adaline", 7, learning_rate=0.05)
    frame, data = hand.session.frame, hand.session.data
    y = np.where(np.arange(3) == data.y[frame.rows[0]], 1.0, -1.0)
    assert view.picture.output == np.abs(y - frame.scores[0]).argmax()
    assert view.output.isVisible()
    assert view.output.itemText(2) == "B"
    view.output.setCurrentIndex(3)
    assert view.chosen_output == 2 == view.picture.output
    assert "C against the rest" in view.reading.toolTip()


def test_at_the_start_there_is_no_mark_and_without_a_run_no_plot(losses, hand, window):
    view = losses(points(), "perceptron", 0)
    assert len(view.picture.before) == 0
    assert window.panel("Loss").caption.text() == ""
    hand.session.begin(Dataset(np.empty((0, 2)), [], class_names=("A", "B")))
    view.refresh()
    assert view.picture is None
    assert view.hint.isVisibleTo(view) and not view.plot.isVisibleTo(view)


def test_the_caption_tells_the_loss_before_and_after(losses, window):
    losses(Dataset([[2.0], [-1.0]], [1, 0]), "adaline", 1, learning_rate=0.1)
    # Error 1 at z = 0: loss ½; w = 0.2, b = 0.1, so z = 0.5 and ½·0.5² = 0.125.
    assert window.panel("Loss").caption.text() == "loss 0.5 → 0.125"


@pytest.mark.parametrize(
    "name", sorted(name for name, rule in learners().items() if rule.is_linear)
)
def test_nothing_that_is_written_overlaps(losses, name):
    settings = {"start": ((1.0, -1.0, 0.0),)} if name == "manual-neuron" else {}
    view = losses(points(), name, 3, **settings)
    for size in (QSize(230, 170), QSize(420, 240), QSize(900, 600)):
        plot = loss_as_shown_of(view, size)
        rects = [*plot.names.names.values(), *plot.step.rects]
        written = list(plot.names.names.values())
        for i, rect in enumerate(written):
            assert not any(rect.intersects(other) for other in written[:i])
            assert not any(rect.intersects(other) for other in plot.step.rects)
            assert plot.names.above_samples().contains(rect)
        assert rects
        if size.width() > 400:
            assert len(written) == 5 or plot.is_low
        plot.close()


def loss_as_shown_of(view, size):
    return loss_as_shown(view.window().session, None, Sheet(size))


def test_the_view_stays_while_it_will_do():
    first = fitted_span(None, (-2.0, 2.0, 3.0))
    assert first[0] < -2 and first[1] > 2 and first[2] > 3
    assert fitted_span(first, (-1.5, 1.8, 2.5)) == first
    assert fitted_span(first, (-9.0, 2.0, 9.0)) != first
    assert fitted_span((-50.0, 50.0, 40.0), (-1.5, 2.5, 2.2)) != (-50.0, 50.0, 40.0)


def test_words_go_where_they_cross_the_fewest_lines():
    line = np.column_stack([np.arange(100.0), np.full(100, 20.0)])
    crossing, clear, taken, out = (
        QRectF(10, 15, 20, 10), QRectF(10, 40, 20, 10), QRectF(50, 40, 20, 10),
        QRectF(90, 40, 20, 10),
    )  # fmt: skip
    whole = QRectF(0, 0, 100, 100)
    places = [out, taken, crossing, clear]
    assert free_place(places, [taken], [line], whole) == clear
    assert free_place([out], [], [line], whole) is None


def test_many_samples_are_a_density_and_weights_that_grow_are_drawn(losses, hand):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(30_000, 2)) * 1e3, [[1e6, 1e6]]])
    data = Dataset(X, np.arange(30_001) % 2)
    view = losses(data, "perceptron", 200)
    assert len(view.picture.margins) == 20_000
    assert not view.plot.grab().toImage().isNull()


def test_drawn_in_the_dark_and_on_paper(losses, window):
    view = losses(points(), "linear-svm", 9)
    view.set_theme(DARK)
    assert not view.plot.grab().toImage().isNull()
    plot = loss_as_shown(window.session, None, Sheet(QSize(600, 400)))
    assert image_of(plot).size() == QSize(1200, 800)
    plot.close()


def test_unseen_it_computes_nothing(losses, window, hand, monkeypatch):
    losses(points(), "perceptron", 3)
    next(d for d in window.docks.all if d.objectName() == "Weight space").raise_()
    QTest.qWait(50)
    calls = []
    at = LossOfMargin.at
    monkeypatch.setattr(LossOfMargin, "at", lambda *a: calls.append(1) or at(*a))
    hand.session.seek(7)
    QTest.qWait(150)
    assert not calls
