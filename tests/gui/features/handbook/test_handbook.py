"""The handbook and README: links lead somewhere, commands and examples work."""

import importlib
import io
import itertools
import re
import shlex
import shutil
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import engine
import main
from engine import Dataset, Recipe
from engine.data.formats.registry import write_data
from engine.data.sample_table import read_data
from engine.evaluation.search import SearchOutcome
from engine.export.session_file import SavedSession, write_session
from engine.lessons.facts import FACTS
from engine.lessons.lesson_files import read_files
from engine.lessons.markdown import CODE, markdown
from engine.lessons.results import Results, write_results
from gui.features.handbook.handbook import (
    CONTENTS,
    FOLDER,
    handbook,
    place_of,
    read_page,
)

ROOT = Path(__file__).parents[4]
README = ROOT / "README.md"
FILES = (README, *(page.file for page in handbook()))
COMMAND = re.compile(r"(?:python main\.py|perceptron-lab) (.*)")
SET_UP = ("sh .ci/set-up ",)
"""What makes the machine ready: .ci/run and tests/test_wheel.py do it."""
WRITTEN = (
    "--weights", "--plot", "--curve", "--out", "--results", "--runs", "--trace",
    "--code",
)  # fmt: skip
LISTING = "    main.py       the entry"
WIDEST = 76
"""Signs in a line of code: the window has room for so many."""


each_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}"
)


def blocks(file):
    """Give each block of code: the word on its language, and its text."""
    for token in markdown().parse(file.read_text(encoding="utf-8")):
        if token.type in CODE:
            yield token.info, token.content


def pieces(file, kind):
    for token in markdown().parse(file.read_text(encoding="utf-8")):
        yield from (child for child in token.children or [] if child.type == kind)


def lines(file):
    """Give the lines to be typed, each as a whole."""
    for info, text in blocks(file):
        if not info and not text.startswith(LISTING.strip()):
            yield from text.replace("\\\n", " ").splitlines()


def test_every_page_is_listed_once_and_says_what_it_is_for():
    names = [page.file.name for page in handbook()]
    assert sorted(names) == sorted(path.name for path in FOLDER.glob("*.md"))
    assert len({*names}) == len(names) > 10
    titles = [page.title for page in handbook()]
    assert len({*titles}) == len(titles)
    for page in handbook():
        kinds = [token.type for token in markdown().parse(page.text)[:4]]
        assert kinds == ["heading_open", "inline", "heading_close", "paragraph_open"]
        anchors = [section.anchor for section in page.sections]
        assert len({*anchors}) == len(anchors), page.file


def test_no_sentence_is_said_twice():
    said = Counter(
        sentence
        for page in handbook()
        for section in page.sections
        for sentence in re.split(r"(?<=[.:;])\s", section.words)
        if len(sentence.split()) > 5
    )
    assert not [sentence for sentence, times in said.items() if times > 1]


@each_file
def test_every_link_leads_to_a_file_and_a_heading(file):
    """On a Git host; and in the window, of the handbook's own pages."""
    page = read_page(file)
    for link in pieces(file, "link_open"):
        target, _, anchor = str(link.attrs["href"]).partition("#")
        there = (file.parent / target) if target else file
        assert there.is_file(), link.attrs
        if anchor:
            anchors = [section.anchor for section in read_page(there).sections]
            assert anchor in anchors, link.attrs
        if file != README:
            assert place_of(str(link.attrs["href"]), page) is not None


@each_file
def test_every_picture_is_there_and_is_told_in_words(file):
    for picture in pieces(file, "image"):
        place = (file.parent / str(picture.attrs["src"])).resolve()
        assert place.is_file()
        assert place.is_relative_to(ROOT / "resources"), "the wheel has it"
        assert picture.content


def test_readme_leads_to_all_pages_and_is_short():
    linked = {str(link.attrs["href"]) for link in pieces(README, "link_open")}
    assert {f"resources/handbook/{page.file.name}" for page in handbook()} <= linked
    assert len(README.read_text(encoding="utf-8").split()) < 950


def test_the_set_up_commands_stand_in_readme_as_ci_takes_them():
    text = README.read_text(encoding="utf-8")
    line = r"^    sh .ci/set-up {} && python3 -m venv .* && .* && .*{}"
    assert len(re.findall(line.format("window", r"main\.py$"), text, re.M)) == 1
    assert len(re.findall(line.format("tests", "pytest"), text, re.M)) == 1
    script = (ROOT / ".ci" / "run").read_text()
    assert "'^    sh .ci/set-up tests && ' README.md" in script


@pytest.mark.parametrize("page", handbook(), ids=lambda page: page.file.stem)
def test_code_is_as_narrow_as_the_window_has_room_for(page):
    for _, text in blocks(page.file):
        assert max(map(len, text.splitlines())) <= WIDEST


def test_the_facts_of_lessons_are_all_told():
    text = (FOLDER / "writing-lessons.md").read_text(encoding="utf-8")
    described = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.M))
    assert described == {name: fact.words for name, fact in FACTS.items()}


def test_the_names_of_the_engine_are_all_told():
    text = (FOLDER / "names.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| `(\w+)` \|", text, re.M)
    assert sorted(tables) == sorted(engine.__all__)
    for module in re.findall(r"^\| `(engine\.[\w.]+)` \|", text, re.M):
        importlib.import_module(module)


@pytest.fixture(scope="module")
def folder(qapp, tmp_path_factory):
    """Files of the names that the pages use."""
    place = tmp_path_factory.mktemp("handbook")
    (place / "resources").symlink_to(ROOT / "resources")
    iris = ROOT / "resources" / "data" / "iris.csv"
    head, *rows = iris.read_text().splitlines()
    numbered = [f"{i},{row}" for i, row in enumerate(rows)]
    (place / "flowers.csv").write_text("\n".join([f"id,{head}", *numbered, ""]))
    rng = np.random.default_rng(0)
    y = np.arange(24) % 2
    points = Dataset(rng.normal(size=(24, 2)) + 2 * y[:, None], y, class_names="AB")
    for file in ("points.csv", "more.csv"):
        write_data(points, place / file)
    answers = Dataset(points.X, y, class_names=("no", "yes"))
    write_data(answers, place / "big.csv")
    (place / "gaps.csv").write_text("p,q,class\n1,2,a\nNone,1,b\n3,-999,a\n0,1,b\n")
    recipe = Recipe(order="shuffled", epochs=2)
    write_session(place / "lecture.plab", SavedSession(read_data(iris), recipe, 12))
    lesson = place / "my-lesson"
    shutil.copytree(ROOT / "resources" / "lessons" / "one-mistake", lesson)
    (place / "handed-in").mkdir()
    results = Results("One mistake", read_files(lesson).digest, "en", "Ada")
    write_results(place / "handed-in" / "ada.json", results)
    for words in (
        f"train {iris} --weights iris.json --weights iris.npz",
        "train points.csv --weights w.json",
        f"train {iris} --learner logistic-regression --weights logistic.npz",
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(place)
            assert main.main([*shlex.split(words), "--quiet"]) == 0
    return place


@each_file
def test_every_command_works(file, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    for line in lines(file):
        if line.startswith(SET_UP):
            continue
        stdin, pipe, after = line.rpartition(" | ")
        if pipe:
            cat, given = stdin.split()
            assert cat == "cat"
            piped = io.TextIOWrapper(io.BytesIO(Path(given).read_bytes()))
            monkeypatch.setattr(sys, "stdin", piped)
        evaluated = re.fullmatch(r'eval "\$\((.*)\)"', after)
        command = COMMAND.fullmatch(evaluated[1] if evaluated else after)
        assert command, f"{line}: is no command that is run"
        words = shlex.split(command[1])
        outs = [b for a, b in itertools.pairwise(words) if a in WRITTEN]
        for out in outs:
            Path(out).unlink(missing_ok=True)
        assert main.main(words) == 0, (line, capsys.readouterr().err)
        for out in outs:
            assert Path(out).stat().st_size, line
        assert outs or capsys.readouterr().out, line


@each_file
def test_every_example_in_python_works(file):
    """One after the other, as in a session."""
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    names = {"X": rng.normal(size=(60, 2)) + 2 * y[:, None], "y": y}
    texts = [text for info, text in blocks(file) if info == "python"]
    for text in texts:
        exec(text, names)
    if texts:
        assert names["tape"].finished
    if file.stem == "python":
        assert isinstance(names["result"], SearchOutcome)


def test_code_is_typed_shown_or_run():
    known = {"", "python", "markdown"}
    assert {info for file in FILES for info, _ in blocks(file)} <= known


def test_the_contents_page_is_what_a_git_host_shows():
    assert handbook()[0].file.name == CONTENTS == "README.md"
