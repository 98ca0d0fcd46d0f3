"""`render`: pictures and films of a saved session, through the front door."""

import json
import re
from dataclasses import asdict

import numpy as np
import pytest
from PIL import Image

import main
from engine import Recipe
from engine.data.lecture_examples import separable
from engine.data.view_choice import ViewChoice
from engine.export.page import PLAYER
from engine.export.session_file import SavedSession, write_session
from gui.style.theme import (
    CLASS_SYMBOLS,
    DARK,
    DARK_HIGH_CONTRAST,
    LIGHT,
    LIGHT_HIGH_CONTRAST,
)

RECIPE = Recipe(order="shuffled", seed=28)


@pytest.fixture
def session(tmp_path):
    path = tmp_path / "lecture.plab"
    write_session(path, SavedSession(separable(), RECIPE, 7))
    return path


def render(*words):
    return main.main(["render", *map(str, words)])


def refused(capsys, *words):
    assert render(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("perceptron-lab: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("view", ["canvas", "error", "loss", "weight-space"])
def test_each_view_is_drawn(qapp, session, tmp_path, capsys, view):
    outs = [tmp_path / f"a{suffix}" for suffix in (".png", ".svg", ".pdf")]
    words = [word for out in outs for word in ("--out", out)]
    assert render(session, "--view", view, "--size", "640x400", *words) == 0
    with Image.open(outs[0]) as image:
        assert image.size == (1280, 800)
        assert image.info["dpi"] == pytest.approx((192, 192), abs=0.1)
        light = np.asarray(image.convert("RGB"))
    assert (light[2, 2] == 255).all()
    assert 'viewBox="0 0 640 400"' in outs[1].read_text()
    assert outs[2].read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out.count("step 7 of 490") == 3
    dark = tmp_path / "dark.png"
    assert render(session, "--view", view, "--theme", "dark", "--out", dark) == 0
    with Image.open(dark) as image:
        assert np.asarray(image.convert("RGB"))[2, 2].max() < 60


def test_of_a_session_at_its_start_the_run_is_recorded_before_it_is_drawn(
    qapp, session, tmp_path, capsys
):
    begun = tmp_path / "begun.plab"
    write_session(begun, SavedSession(separable(), RECIPE, 0))
    names = "at-start.png", "whole.png", "run.html"
    start, whole, page = (tmp_path / name for name in names)
    error = "--view", "error"
    assert render(begun, *error, "--out", start, "--out", page) == 0
    assert capsys.readouterr().out.count("step 0 of 490") == 2
    write_session(begun, SavedSession(separable(), RECIPE, 490))
    assert render(begun, *error, "--step", 0, "--out", whole) == 0
    with Image.open(start) as drawn, Image.open(whole) as known:
        assert np.asarray(drawn).tolist() == np.asarray(known).tolist()


def test_steps_title_and_caption_are_those_asked_for(qapp, session, tmp_path):
    texts = []
    for i, words in enumerate(
        (["--caption"], ["--step", "end", "--caption", "--title", "Lecture 3"], [])
    ):
        out = tmp_path / f"{i}.svg"
        assert render(session, "--out", out, *words) == 0
        texts.append("".join(out.read_text().split()))
    assert ">Step7of490·" in texts[0].replace("&#xa0;", "")
    assert "Lecture3" not in texts[0]
    assert ">Step490of490·" in texts[1]
    assert "Lecture3" in texts[1]
    assert "Step" not in texts[2]


def test_the_legend_can_be_left_out(qapp, session, tmp_path):
    for option, there in (("--legend", True), ("--no-legend", False)):
        out = tmp_path / f"{option}.svg"
        assert render(session, "--view", "error", option, "--out", out) == 0
        assert ("mistakes made" in out.read_text()) == there
        assert render(session, option, "--out", out) == 0
        assert ("looked at now" in out.read_text()) == there


def test_a_film_names_the_classes_at_every_step(qapp, session, tmp_path):
    pictures = []
    for option in ("--legend", "--no-legend"):
        out = tmp_path / option.strip("-")
        assert render(session, option, "--to", 2, "--out", out) == 0
        pictures.append([np.asarray(Image.open(p))[:28] for p in sorted(out.iterdir())])
    named, bare = pictures
    assert len({picture.tobytes() for picture in named}) == 1
    for colour in ((0x00, 0x72, 0xB2), (0xE6, 0x9F, 0x00)):
        assert (named[0] == colour).all(axis=2).any()
        assert not (bare[0][:10] == colour).all(axis=2).any()


def test_the_features_are_those_that_the_session_showed(qapp, session, tmp_path):
    choice = ViewChoice(1, 0)
    write_session(session, SavedSession(separable(), RECIPE, 7, view_choice=choice))
    out = tmp_path / "a.svg"
    assert render(session, "--out", out) == 0
    text = out.read_text()
    assert text.index("x₂") < text.index("x₁")


def test_a_film_is_of_the_steps_asked_for(qapp, session, tmp_path, capsys):
    gif, folder = tmp_path / "run.gif", tmp_path / "frames"
    words = ["--from", 3, "--to", 20, "--speed", 4, "--size", "301x200"]
    assert render(session, "--out", gif, "--out", folder, "--json", *words) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["files"][0] == {
        "file": str(gif), "from": 3, "to": 20, "seconds": 6.25, "pictures": 18,
    }  # fmt: skip
    with Image.open(gif) as film:
        assert film.size == (302, 200)
        assert film.n_frames <= 18
    files = sorted(folder.iterdir())
    assert len(files) == 18
    with Image.open(files[0]) as first, Image.open(files[-1]) as last:
        assert first.size == (302, 200)
        assert (np.asarray(first) != np.asarray(last)).any()


@pytest.mark.parametrize("view", ["error", "loss", "weight-space"])
def test_other_views_are_filmed_too(qapp, session, tmp_path, view):
    out = tmp_path / "run"
    words = ["--view", view, "--to", 60, "--speed", 20, "--size", "300x240"]
    assert render(session, "--out", out, *words) == 0
    files = sorted(out.iterdir())
    assert len({file.read_bytes() for file in files}) > len(files) / 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--out", "{}/x.tiff"],
            "end the name in .png or .svg or .pdf or .gif",
        ),
        (["--out", "{}/x.png", "--step", "900"], "--step 900: the run ends with step"),
        (
            ["--out", "{}/x.png", "--step", "last"],
            "--step: “last” is not a whole",
        ),
        (["--out", "{}/x.png", "--from", "3"], "--from: goes with a film only"),
        (
            ["--out", "{}/x.gif", "--step", "3"],
            "--step: goes with a picture or a page",
        ),
        (["--out", "{}/x.gif", "--size", "9"], "--size 9: is not a width and"),
        (["--out", "{}/x.gif", "--from", "9", "--to", "4"], "not after the last"),
        (["--out", "{}/x.gif", "--to", "900"], "the run ends with step 490"),
        (["--out", "{}/x.gif", "--speed", "0"], "--speed: 0 is out of range"),
        (["--out", "{}/none/x.png"], "create it first"),
        (["--out", "{}"], "is there already"),
        (["--out", "{}/x.png", "--out", "{}/x.png"], "another name"),
        (["--out", "{}/x.png", "--view", "cloud"], "“cloud” is not known"),
        ([], "--out"),
    ],
)
def test_what_cannot_be_drawn_is_refused(qapp, session, tmp_path, capsys, words, said):
    words = [word.format(tmp_path) for word in words]
    assert said in refused(capsys, session, *words)
    assert [path.name for path in tmp_path.iterdir()] == [session.name]


def test_a_lab_is_written_beside_pictures_or_alone(qapp, session, tmp_path, capsys):
    lab, picture = tmp_path / "lab.html", tmp_path / "a.png"
    assert render(session, "--out", picture, "--lab", lab, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["file"] for entry in told["files"]] == [str(picture), str(lab)]
    assert picture.exists()
    assert '"X": [[' in lab.read_text(encoding="utf-8")
    assert render("--lab", tmp_path / "empty.html") == 0
    assert capsys.readouterr().out == f"{tmp_path / 'empty.html'}: a lab\n"


def test_a_lab_needs_a_name_of_its_own(qapp, session, tmp_path, capsys):
    same = tmp_path / "run.html"
    assert "another output" in refused(
        capsys, session, "--out", same, "--lab", tmp_path / "." / "run.html"
    )
    assert "end the name in .html" in refused(capsys, "--lab", tmp_path / "lab.png")
    assert "name the session that is drawn" in refused(
        capsys, "--out", same, "--lab", tmp_path / "lab.html"
    )
    assert "name a file to write" in refused(capsys, session)
    write_session(session, SavedSession(separable(), Recipe("kernel-perceptron"), 0))
    assert "a lab holds one of" in refused(capsys, session, "--lab", same)
    assert not [*tmp_path.glob("*.html")]


def test_no_session_is_one_sentence(qapp, tmp_path, capsys):
    out = tmp_path / "x.png"
    assert "no.plab" in refused(capsys, tmp_path / "no.plab", "--out", out)
    (tmp_path / "bad.plab").write_text("{}")
    said = refused(capsys, tmp_path / "bad.plab", "--out", out)
    assert "is not a session file" in said


def test_without_pyav_an_mp4_is_refused_before_the_run(
    qapp, session, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("engine.export.film.can_write_mp4", lambda: False)
    said = refused(capsys, session, "--out", tmp_path / "x.mp4")
    assert "MP4 needs PyAV: pip install" in said


def test_a_page_has_the_colours_and_symbols_of_the_window():
    sheet = (PLAYER / "page.css").read_text()
    themes = LIGHT, DARK, LIGHT_HIGH_CONTRAST, DARK_HIGH_CONTRAST
    blocks = re.findall(r":root(?::not\(\.paper\))? \{(.*?)\}", sheet, re.DOTALL)
    for theme, declared in zip(themes, blocks, strict=True):
        colours = asdict(theme) | {
            f"class-{i}": colour for i, colour in enumerate(theme.classes)
        }
        colours |= {f"run-{i}": colour for i, colour in enumerate(theme.runs)}
        tokens = dict(re.findall(r"--([\w-]+): (#\w+);", declared))
        assert f"--region: {theme.region:g};" in declared
        assert len(tokens) > 20
        for token, colour in tokens.items():
            assert colour == colours.get(token, colours.get(token.replace("-", "_")))
    script = (PLAYER / "page.js").read_text()
    names = ", ".join(f'"{name}"' for name in CLASS_SYMBOLS)
    assert f"const SYMBOLS = [{names}];" in script
