"""The losses that are asked for are drawn, with their own values."""

from engine.lessons.figures.losses import Losses


def test_each_loss_has_its_values_and_keeps_its_line():
    figure = Losses(of="losses", names=("0/1", "squared error"))
    (chart,) = figure.draw(None).charts
    stair, square = chart.curves
    assert {height for _, height in stair.places} == {0, 1}
    assert dict(stair.places)[0.0] == 1
    assert dict(square.places)[-3.0] == (1 + 3) ** 2 / 2
    all_of_them = Losses(of="losses", names=("0/1", "perceptron", "squared error"))
    assert all_of_them.draw(None).charts[0].curves[2] == square
    said = figure.draw(None).described
    assert "At y·z = −2, 0, 1 and 3 they are: 0/1: 1, 1, 0, 0." in said
