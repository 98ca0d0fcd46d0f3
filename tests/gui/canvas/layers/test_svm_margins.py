"""Margins and support vectors of the linear SVM on the canvas."""

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt

from engine.data import gallery
from engine.spaces.svm_path import margins
from gui.canvas.canvas_figure import canvas_plot
from gui.plotting.figure import Sheet, image_of
from tests.gui.conftest import switch


@pytest.fixture
def trained(window, hand):
    def train(example, **recipe):
        window.files.begin_with(gallery.example(example).make())
        hand.recorded()
        s = window.session
        s.set_recipe(s.recipe.replace(learner="linear-svm", epochs=10, **recipe))
        hand.recorded()
        hand.key(Qt.Key.Key_End)
        return window.canvas.plot.layers.svm_margins

    return train


def test_lines_are_where_the_score_is_one(trained, window):
    layer = trained("noisy-clusters")
    model = window.session.model
    assert len(layer.margins) == 2
    for line, side in zip(layer.margins, (-1, 1), strict=True):
        assert model.scores(line)[:, 0] == pytest.approx([side, side])


def test_support_vectors_are_counted_and_follow_the_playhead(trained, window):
    layer, s = trained("noisy-clusters"), window.session
    for step in (s.last, 30):
        s.seek(step)
        support = np.flatnonzero(margins(s.model, s.data).support[:, 0])
        assert layer.rows.tolist() == support.tolist()
        caption = window.canvas.footer.caption.text()
        assert f"{len(support)} support vectors" in caption


def test_the_lines_have_a_legend(trained, window):
    layer, s = trained("noisy-clusters"), window.session
    assert [row.text for row in layer.legend() if row.always] == ["margins y·z = ±1"]
    layer.show_exact((s.model, s.data))
    names = [row.text for row in layer.legend() if row.always]
    assert names == ["margins y·z = ±1", "exact solution"]
    switch(window.canvas, "support_vectors").trigger()
    layer.show_exact(None)
    assert layer.legend() == []


def test_the_note_has_the_room_beside_the_axis_name(trained, window, qapp):
    window.files.begin_with(gallery.example("breast-cancer").make())
    qapp.processEvents()
    trained("noisy-clusters")
    qapp.processEvents()
    axis, caption = window.canvas.plot.getAxis("bottom"), window.canvas.footer.caption
    name = axis.label.mapRectToScene(axis.label.boundingRect())
    middle = axis.mapRectToScene(axis.boundingRect()).center().x()
    assert name.center().x() == pytest.approx(middle, abs=20)
    assert 0 < caption.x() - name.right() < 20


def test_margins_of_a_feature_map_are_curves(trained, window):
    layer = trained("circles", features=("x1", "x2", "x1^2", "x2^2"))
    model = window.session.model
    assert layer.margins
    for line in layer.margins:
        scores = np.abs(model.scores(line)[:, 0])
        assert scores == pytest.approx(np.ones(len(line)), abs=0.05)


def test_of_several_classes_the_one_drawn(trained, window):
    layer, s = trained("iris", features=None), window.session
    for code in (1, 2):
        window.canvas.pick_class(code)
        support = margins(s.model, s.data).support[:, code]
        assert layer.rows.tolist() == np.flatnonzero(support).tolist()
        assert layer.summary.endswith(f"of {s.data.class_names[code]}")


def test_the_menu_hides_them_and_other_learners_have_none(trained, window, hand):
    layer = trained("noisy-clusters")
    action = switch(window.canvas, "support_vectors")
    assert action.isEnabled()
    action.trigger()
    assert not layer.margins
    assert "support" not in window.canvas.footer.caption.text()
    action.trigger()
    assert layer.margins
    s = window.session
    s.set_recipe(s.recipe.replace(learner="perceptron"))
    hand.recorded()
    assert not layer.margins
    assert not action.isEnabled()


def test_they_are_exported_with_the_canvas(trained, window):
    trained("noisy-clusters")
    shown = window.canvas.shown()
    images = []
    for like in (window.canvas.plot.layers, None):
        plot = canvas_plot(shown, Sheet(QSize(400, 300)), like=like)
        images.append(image_of(plot))
        plot.close()
    assert images[0] != images[1]
