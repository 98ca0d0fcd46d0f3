"""The data of a headless command: what is read, left out, refused."""

import pytest

from engine.cli.main import run
from tests.engine.cli.test_train import accepted, refused


def test_target(capsys, tmp_path):
    path = tmp_path / "first.csv"
    path.write_text("kind,p\nno,-1\nyes,1\n")
    for target in ("kind", "1"):
        assert "features p;" in accepted(capsys, "train", path, "--target", target)


SEMI = """Art;Länge;Breite;Klasse
rot;2,5;1;0
blau;-1;-2,5;1
rot;1;3;0
grün;-2;{};1
"""


@pytest.fixture
def semi(tmp_path):
    def write(cell="0"):
        path = tmp_path / "semi.csv"
        path.write_text(SEMI.format(cell), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "argv", [["train"], ["train", "--stream"], ["search", "--grid=epochs=1,2"]]
)
def test_a_column_of_text_is_left_out_and_said(capsys, semi, argv):
    words = [*argv, semi(), "--target", "Klasse"]
    words += ["--folds", "2"] if argv[0] == "search" else []
    assert run([str(word) for word in words]) == 0
    out, err = capsys.readouterr()
    assert "features Länge, Breite" in out
    said = "left out: column “Art”, text (--one-hot makes features of it)"
    assert err == f"perceptron-lab: {said}\n"


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_of_named_columns_only_those_are_read(capsys, semi, stream):
    words = ["--target", "Klasse", "--features", "Länge", *stream]
    out = accepted(capsys, "train", semi("odd"), *words)
    assert "4 samples; features Länge; classes 0 2, 1 2" in out
    err = refused(capsys, "train", semi(), *words[:2], "--features=Art", *stream)
    assert "“Art” hold text: give --one-hot to use them" in err


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_an_odd_cell_among_numbers_is_a_fault(capsys, semi, stream):
    words = ["train", str(semi("odd")), "--target", "Klasse", *stream]
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "semi.csv, line 5, column Breite: “odd” is not a number" in err


def test_a_column_of_text_may_be_the_classes(capsys, tmp_path):
    path = tmp_path / "kinds.csv"
    path.write_text("kind,p,q\nred,1,2\nblue,-1,-2\n")
    assert run(["train", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "features p, q; classes blue 1, red 1" in out
    assert not err
    assert "classes blue 1, red 1" in accepted(capsys, "train", path, "--features", "q")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "data.csv: is empty"),
        ("p,class\n1,a\n2,b,3\n", "data.csv, line 3: has 3 cells"),
        ("p,class\n1,a\ntwo,b\n", "data.csv, line 3, column p: “two” is not a num"),
        ("p,class\n1,a\nNaN,b\n", "data.csv, line 3, column p: “NaN” stands for"),
        ("p,class\n1,a\n4e307,b\n", "line 3, column p: “4e307” is too large"),
        ("p,class\n1,a\n,b\n", "data.csv, line 3, column p: the cell is empty"),
        ("p,class\n1,a\n\x1b[31m,b\n", "line 3"),
    ],
)
def test_bad_data(capsys, tmp_path, content, message):
    path = tmp_path / "data.csv"
    path.write_text(content)
    err = refused(capsys, "train", path)
    assert message in err
    assert "\x1b" not in err
