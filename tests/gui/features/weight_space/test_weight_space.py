"""Weight space: lines, path and arrow are the step's own, and hands can look around."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Dataset, Recipe
from engine.data.gallery import example
from engine.learners import learner
from engine.spaces.cost import cost_of
from engine.spaces.weight_space import WeightPlane
from gui.features.weight_space.weight_figure import weights_as_shown
from gui.features.weight_space.weight_picture import fitted_view, merge_repeated
from gui.features.weight_space.weight_plot import line_ends, parts_inside
from gui.plotting.figure import PNG_SCALE, Sheet
from gui.session.diagnosis import DiagnosisRunner
from gui.style.text import number
from gui.style.theme import LIGHT
from tests.gui.pdf_images import images_of
from tests.gui.pixels import colours

VIEW = (-1.0, -1.0, 1.0, 1.0)


def three(classes=3):
    rng = np.random.default_rng(1)
    y = np.arange(30) % classes
    middles = np.array([[0, 1.5], [-1, -1], [2, -1]])
    X = rng.normal(0, 0.8, (30, 2)) + middles[y]
    return Dataset(X, y, class_names=("A", "B", "C")[:classes])


def samples(*rows):
    a, b, c = np.array(rows, dtype=float).T
    ones = np.ones(len(rows))
    held = np.zeros(3)
    return WeightPlane(a, b, c, ones, ones.astype(int), held, 0, 1, "mistake", 1, ones)


def test_lines_of_any_slope_cross_the_whole_view():
    ends = line_ends(samples((1, 0, 0.5), (0, 2, 1), (1, 1, 0)), VIEW)
    for (a, b, c), two in zip([(1, 0, 0.5), (0, 2, 1), (1, 1, 0)], ends, strict=True):
        assert two @ [a, b] + c == pytest.approx([0, 0], abs=1e-12)
        assert np.hypot(*(two[1] - two[0])) > 2 * 2**0.5


def test_what_is_no_line_or_out_of_sight_is_left_out():
    ends = line_ends(samples((0, 0, 1), (1, 0, 99), (1, 0, 0)), VIEW)
    assert np.isnan(ends).all(axis=(1, 2)).tolist() == [True, True, False]


def test_steps_that_change_nothing_are_one_place():
    path = np.array([[0, 0], [0, 0], [1, 2], [0, 0], [0, 0], [0, 0]])
    places, lengths = merge_repeated(path)
    assert places.tolist() == [[0, 0], [1, 2], [0, 0]]
    assert lengths.tolist() == [2, 1, 3]
    assert len(merge_repeated(path[:0])[0]) == 0


def test_the_view_stays_while_it_will_do():
    assert fitted_view(VIEW, np.array([[0.0, 0.0], [0.5, 0.5]])) is None
    assert fitted_view(VIEW, np.zeros((1, 2))) is None
    grown = fitted_view(VIEW, np.array([[0.0, 0.0], [3.0, 1.0]]))
    left, bottom, right, top = grown
    assert left < 0 < 3 < right
    assert right - left == top - bottom
    assert fitted_view(grown, np.array([[0.0, 0.0], [3.0, 1.0]])) is None
    assert fitted_view(VIEW, np.array([[0.0, 0.0], [0.01, 0.01]])) is not None
    assert fitted_view(None, np.zeros((1, 2))) == (-1.6, -1.6, 1.6, 1.6)


def test_an_update_goes_at_a_right_angle_to_its_samples_line(window, hand, bring):
    hand.session.set_data(three(classes=2))
    hand.recorded()
    hand.session.seek(1)
    hand.session.next_mistake()
    view = bring("Weight space")
    picture, frame = view.picture, hand.session.frame
    assert picture.mistaken.tolist() == [True]
    assert picture.changed
    step = picture.now - picture.before
    line = picture.looked_at
    assert line.a[0] * step[1] - line.b[0] * step[0] == pytest.approx(0)
    # Before the step the weights were on the wrong side of that line.
    z = picture.before @ [line.a[0], line.b[0]] + line.c[0]
    assert z == pytest.approx(frame.scores[0, 0])
    assert line.y[0] * z <= 0
    assert line.y[0] * (step @ [line.a[0], line.b[0]]) > 0
    assert "mistake" in view.legend.text()
    assert picture.path[-1].tolist() == picture.now.tolist()


def test_the_first_look_has_all_of_it(window, hand, bring, qtbot):
    window.resize(1440, 900)
    hand.draw_two_classes()
    plot = bring("Weight space").plot.viewport()
    qtbot.waitUntil(lambda: plot.visibleRegion().boundingRect() == plot.rect())


def test_the_caption_says_what_is_held(window, hand, bring):
    hand.draw_two_classes()
    hand.session.seek(1)
    bring("Weight space")
    assert window.panel("Weight space").caption.text() == "b = 0"


def test_the_weights_can_be_chosen_and_never_twice_the_same(window, hand, bring):
    hand.draw_two_classes()
    view = bring("Weight space")
    controls = view.controls
    assert [controls.across.itemText(i) for i in range(3)] == ["w₁", "w₂", "b"]
    QTest.keyClick(controls.across, Qt.Key.Key_Down)
    assert controls.shown.columns == [1, 0]
    QTest.keyClick(controls.across, Qt.Key.Key_Down)
    assert controls.shown.columns == [2, 0]
    assert view.plot.getAxis("bottom").labelText == "b"
    assert view.picture.now.tolist() == hand.session.frame.weights[0, [2, 0]].tolist()


def test_standardised_weights_say_so_and_are_those_trained(window, hand, bring):
    hand.draw_two_classes()
    hand.session.set_recipe(hand.session.recipe.replace(standardise=True))
    hand.recorded()
    hand.session.seek(4)
    view = bring("Weight space")
    assert view.plot.getAxis("left").labelText == "w₂ (standardised)"
    assert view.plot.getAxis("left").autoSIPrefixScale == 1.0
    weights = hand.session.frame.weights[0]
    assert view.picture.now.tolist() == weights[:2].tolist()


def test_every_class_has_its_own_weights(window, hand, bring):
    hand.session.set_data(three())
    hand.recorded()
    hand.session.seek(hand.session.last)
    view = bring("Weight space")
    assert view.controls.output.isVisible()
    for _ in range(2):
        QTest.keyClick(view.controls.output, Qt.Key.Key_Down)
    assert view.picture.output == 2
    assert view.picture.now.tolist() == hand.session.frame.weights[2, :2].tolist()
    assert set(view.picture.plane.y[view.picture.plane.codes == 2]) == {1.0}


@pytest.mark.parametrize(
    ("learner", "word"),
    [("averaged-perceptron", "mean"), ("pocket-perceptron", "pocket")],
)
def test_the_weights_used_are_marked(window, hand, bring, learner, word):
    hand.session.set_recipe(Recipe(learner))
    hand.draw_two_classes()
    hand.session.seek(5)
    view = bring("Weight space")
    assert word in view.legend.text()
    used = hand.session.frame.used[0, :2]
    assert view.picture.used[1].tolist() == used.tolist()


def test_what_votes_is_a_cloud(window, hand, bring):
    hand.session.set_recipe(Recipe("voted-perceptron"))
    hand.draw_two_classes()
    hand.session.seek(hand.session.last)
    view = bring("Weight space")
    assert "votes" in view.legend.text()
    assert view.grab().toImage().width() > 100


def test_loss_is_shown_on_demand(window, hand, bring):
    hand.session.set_recipe(Recipe("adaline"))
    hand.draw_two_classes()
    view = bring("Weight space")
    ground = view.plot.layers[0]
    assert not ground.contours
    QTest.mouseClick(view.controls.loss, Qt.MouseButton.LeftButton)
    assert view.picture.by_loss
    assert ground.contours
    QTest.mouseClick(view.controls.loss, Qt.MouseButton.LeftButton)
    assert not ground.contours


def test_the_wheel_looks_elsewhere_until_told_to_follow(window, hand, bring, qtbot):
    hand.draw_two_classes()
    view = bring("Weight space")
    plot = view.plot
    port = plot.viewport()
    middle = QPointF(port.rect().center())
    wheel = QWheelEvent(
        middle, QPointF(port.mapToGlobal(middle.toPoint())), QPoint(), QPoint(0, 480),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, wheel)
    assert not plot.following
    assert not view.controls.follow.isChecked()
    looked = plot.view.viewRange()
    hand.session.seek(2)
    assert plot.view.viewRange() == looked
    QTest.mouseClick(view.controls.follow, Qt.MouseButton.LeftButton)
    assert plot.following
    left, right = plot.view.viewRange()[0]
    assert left <= view.picture.now[0] <= right
    assert plot.view.viewRange() != looked


def test_without_a_run_and_with_a_single_weight_there_is_a_word(window, hand, bring):
    view = bring("Weight space")
    assert view.hint.isVisible()
    assert not view.plot.isVisible()
    hand.session.set_recipe(Recipe(features="x1", offset=False))
    hand.draw_two_classes()
    assert "only one weight" in view.hint.text()
    assert view.hint.isVisible()
    hand.session.set_recipe(Recipe(features="x1"))
    hand.recorded()
    assert not view.hint.isVisible()
    assert view.controls.options.weights == ("w₁", "b")
    window.canvas.commands.clear.trigger()
    assert view.hint.isVisible()
    assert window.panel("Weight space").caption.text() == ""


def test_a_long_path_comes_bit_by_bit(window, hand, bring, qtbot):
    hand.session.set_recipe(Recipe(epochs=900, stop_without_mistake=False))
    hand.session.set_data(three())
    hand.recorded()
    hand.session.seek(hand.session.last)
    view = bring("Weight space")
    qtbot.waitUntil(lambda: view.picture.whole)
    spacing = view.path.spacing
    assert len(view.picture.path) == hand.session.last // spacing + 1


def test_the_weights_of_largest_margin_are_marked_once_known(
    window, hand, bring, qtbot
):
    s = hand.session
    s.set_recipe(Recipe("perceptron", offset=False))
    s.set_data(Dataset([[2.0, 0.0], [0.0, 2.0], [-3.0, -3.0]], [1, 1, -1]))
    hand.recorded()
    s.seek(1)
    view = bring("Weight space")
    qtbot.waitUntil(
        lambda: view.picture is not None and view.picture.widest is not None,
    )
    # By symmetry the widest line is x₁ + x₂ = 0; the weights now are (2, 0).
    assert s.frame.weights[0, :2].tolist() == [2, 0]
    assert view.picture.widest == pytest.approx([2**0.5, 2**0.5])
    assert "largest margin" in view.legend.text()
    s.set_data(Dataset([[1.0, 0.0], [1.0, 0.0]], [1, -1]))
    qtbot.waitUntil(lambda: view.picture.widest is None)
    assert "largest margin" not in view.legend.text()


def test_the_weights_of_the_features_shown_are_shown(window, hand, qtbot):
    rng = np.random.default_rng(1)
    y = np.arange(30) % 2
    X = rng.normal(size=(30, 4))
    X[:, :2] += 6.0 * y[:, None]  # which are shown first
    window.files.begin_with(Dataset(X, y))
    hand.recorded()
    hand.session.to_end()
    view = window.panel("Weight space").open()
    assert (view.controls.shown.across, view.controls.shown.up) == (0, 1)
    choice = window.canvas.axes.across
    choice.setCurrentIndex(3)
    choice.activated.emit(3)
    view.refresh()
    assert (view.controls.shown.across, view.controls.shown.up) == (3, 1)
    diagnoser = DiagnosisRunner.of(window.session)
    qtbot.waitUntil(
        lambda: diagnoser.diagnosis is not None and diagnoser.tape is hand.session.tape
    )
    view.refresh()
    now = hand.session.frame.weights[0]
    widest = diagnoser.diagnosis.separations[0].line.weights
    star = widest * np.linalg.norm(now) / np.linalg.norm(widest)
    np.testing.assert_allclose(view.picture.widest, star[[3, 1]])


def test_lines_end_at_the_edges_where_nothing_clips():
    rng = np.random.default_rng(3)
    lines = rng.uniform(-20, 30, (500, 4))
    lines[:50, 2] = lines[:50, 0]
    inside = parts_inside(lines, (10.0, 6.0))
    assert (inside.reshape(-1, 2) >= -1e-9).all()
    assert (inside.reshape(-1, 2) <= np.array([10, 6]) + 1e-9).all()
    steps = np.linspace(0, 1, 2001)[:, None, None]
    places = lines[:, :2] + steps * (lines[:, 2:] - lines[:, :2])
    seen = ((places > 0) & (places < (10, 6))).all(axis=2).sum(axis=0) / 2001
    long = np.hypot(*(lines[:, 2:] - lines[:, :2]).T) * seen
    drawn = np.hypot(*(inside[:, 2:] - inside[:, :2]).T)
    assert drawn.sum() == pytest.approx(long.sum(), rel=0.01)


def test_a_network_is_cut_through_any_two_of_its_parameters(
    window, hand, bring, tmp_path
):
    """Error and cost where the playhead is, and the path as it lies over them."""
    s = window.session
    s.set_data(example("xor").make())
    recipe = Recipe("multi-layer-perceptron", hidden=2, epochs=30)
    s.set_recipe(recipe)
    hand.recorded()
    s.seek(40)
    next(d for d in window.docks.all if d.objectName() == "Weight space").show()
    view = bring("Weight space")
    cut = view.network
    assert cut.controls.isVisible()
    assert not view.controls.isVisible()
    names = [cut.controls.up.itemText(k) for k in range(cut.controls.up.count())]
    assert len(names) == 9
    cut.controls.up.setCurrentIndex(names.index("h2 → B"))
    cut.controls.loss.click()

    def is_measured():
        ground = cut.picture.ground
        return ground is not None and ground.by_loss

    hand.qtbot.waitUntil(is_measured)
    np.testing.assert_array_equal(cut.picture.now, s.frame.used[[0, 7]])
    np.testing.assert_array_equal(
        cut.picture.path, s.tape.weights(range(41))[:, [0, 7]]
    )
    ground, here = cut.picture.ground, s.frame.used.copy()
    here[[0, 7]] = ground.u[3], ground.v[5]
    cost = cost_of(s.tape.problem, learner(recipe.learner), here).total
    assert ground.measured[5, 3] == pytest.approx(cost)
    assert cut.plot.accessibleDescription()
    said = re.sub(r"<[^>]+>|&nbsp;", "", cut.legend.text()).split()
    for cost in (ground.measured.min(), ground.measured.max()):
        assert number(float(cost), 3) in said
    figure = weights_as_shown(s, view, Sheet(QSize(400, 300), LIGHT))
    assert len(colours(figure.image(1))) > 50, "cost has many shades"
    figure.save(tmp_path / "cut.pdf")
    (ground,) = images_of(tmp_path / "cut.pdf")
    assert min(ground.shape[:2]) > 300 * 0.6 * PNG_SCALE, "as fine as a PNG"
    s.set_recipe(Recipe())
    hand.recorded()
    hand.qtbot.waitUntil(view.controls.isVisible)
    assert not cut.isVisible()


def test_a_kernel_perceptron_has_no_weights_to_show(window, hand, bring):
    hand.session.begin(three(), Recipe("kernel-perceptron"))
    hand.recorded()
    for title in ("Weight space", "Loss"):
        view = bring(title)
        hand.session.to_end()
        assert view.hint.text().startswith("There are no weights")
        assert not view.plot.isVisible()
