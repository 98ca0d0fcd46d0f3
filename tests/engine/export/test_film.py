"""Films: which steps they show and for how long, and how they are written."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.errors import Cancelled, UserError
from engine.export.film import FilmPlan, write_film
from engine.files import LEFT_OVER_SECONDS, write_folder_whole

NAMES = ["run.gif", "run.mp4", "run"]


def paint(step):
    """A bar that is as long as the step."""
    picture = np.full((60, 80, 3), 255, np.uint8)
    picture[20:40, : step + 1] = (0, 114, 178)
    return picture


def bar(picture):
    return int((np.asarray(picture)[30, :, 0] < 128).sum()) - 1


@given(
    first=st.integers(0, 10_000),
    more=st.integers(0, 10_000),
    speed=st.floats(0.5, 1e6),
)
def test_a_plan_goes_from_the_first_step_to_the_last(first, more, speed):
    plan = FilmPlan(first, first + more, speed)
    steps = plan.steps
    assert len(steps) == plan.count
    assert steps[0] == first
    assert steps[-1] == first + more
    assert steps == sorted(steps)
    assert plan.ends(100) == sorted(plan.ends(100))
    assert plan.ends(100)[-1] == round(100 * plan.seconds)
    # As fast as was asked, but for the last picture, which may come a bit early.
    late = plan.seconds - 2 - more / speed
    assert 0 <= late + 1e-6 <= 1 / plan.rate + 1e-6


def test_by_hand():
    plan = FilmPlan(0, 10, 5.0)
    assert plan.steps == list(range(11))
    assert plan.seconds == 4.0
    fast = FilmPlan(0, 100, 25.0)
    assert fast.steps == list(range(0, 101, 2))
    assert fast.seconds == 6.0
    assert FilmPlan.of_run(490).seconds == pytest.approx(12, abs=0.1)
    assert FilmPlan.of_run(8).seconds == 6.0
    assert FilmPlan.of_run(8, last=4, speed=1.0).steps == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("plan", "word"),
    [
        ((3, 2, 1.0), "not after the last"),
        ((0, 2, 0.0), "give a number above 0"),
        ((0, 10**9, 1.0), "too long"),
    ],
)
def test_what_cannot_be_shown_is_refused(plan, word):
    with pytest.raises(UserError, match=word):
        FilmPlan(*plan)


def test_a_step_after_the_end_is_refused():
    with pytest.raises(UserError, match="step 9: the run ends with step 8"):
        FilmPlan.of_run(8, last=9)


def test_a_gif_shows_each_picture_for_its_time(tmp_path):
    path, plan = tmp_path / "run.gif", FilmPlan(3, 23, 8.0)
    write_film(path, plan, paint)
    shown, times = [], []
    with Image.open(path) as film:
        assert film.info["loop"] == 0
        for i in range(film.n_frames):
            film.seek(i)
            shown.append(bar(film.convert("RGB")))
            times.append(film.info["duration"])
    assert shown == plan.steps
    assert sum(times) == 1000 * plan.seconds
    assert times[-1] == 2000


def test_pictures_that_are_the_same_are_kept(tmp_path):
    path = tmp_path / "run.gif"
    write_film(path, FilmPlan(0, 4, 2.0), lambda step: paint(7))
    with Image.open(path) as film:
        times = []
        for i in range(film.n_frames):
            film.seek(i)
            assert bar(film.convert("RGB")) == 7
            times.append(film.info["duration"])
    assert sum(times) == 4000


def test_a_gif_keeps_the_colours_of_meaning_on_a_ground_of_many_tints(tmp_path):
    """A few vermilion pixels, of pictures that are not the first, middle or last."""
    vermilion, blue = (213, 94, 0), (0, 114, 178)
    shades = np.linspace(0, 1, 200 * 300).reshape(200, 300, 1)
    ground = (255 - shades * [10, 60, 100]).astype(np.uint8)

    def mistaken(step):
        picture = ground.copy()
        picture[:100] = 255 - (shades[:100] * [100, 50, 10]).astype(np.uint8)
        picture[10:16, 10:16] = blue
        if step == 3:
            picture[20:24, 20:24] = vermilion
        return picture

    path, colours = tmp_path / "run.gif", ("#d55e00", "#0072b2")
    write_film(path, FilmPlan(0, 20, 10.0), mistaken, colours=colours)
    counted = []
    with Image.open(path) as film:
        for i in range(film.n_frames):
            film.seek(i)
            shown = np.asarray(film.convert("RGB"), int)
            counted.append([(shown == c).all(2).sum() for c in (vermilion, blue)])
            if not i:
                assert abs(shown - mistaken(0)).max() < 20
    assert counted == [[16 * (step == 3), 36] for step in range(21)]


def test_an_mp4_shows_each_picture_for_its_time(tmp_path):
    av = pytest.importorskip("av")
    path, plan = tmp_path / "run.mp4", FilmPlan(0, 60, 25.0)
    write_film(path, plan, paint)
    with av.open(str(path)) as film:
        shown = [bar(frame.to_ndarray(format="rgb24")) for frame in film.decode()]
    assert len(shown) == round(25 * plan.seconds)
    wanted = np.repeat(plan.steps, np.diff([0, *plan.ends(25)]))
    assert np.abs(np.array(shown) - wanted).max() <= 1


def test_a_folder_has_a_picture_each(tmp_path):
    plan = FilmPlan(0, 12, 4.0)
    write_film(tmp_path / "run", plan, paint)
    files = sorted((tmp_path / "run").iterdir())
    assert [file.name for file in files][:2] == ["frame-0001.png", "frame-0002.png"]
    assert [bar(Image.open(file)) for file in files] == plan.steps


@pytest.mark.parametrize("name", NAMES)
def test_what_is_stopped_or_fails_leaves_nothing(tmp_path, name):
    plan = FilmPlan(0, 40, 10.0)
    with pytest.raises(Cancelled):
        write_film(tmp_path / name, plan, paint, lambda share: share < 0.5)
    assert list(tmp_path.iterdir()) == []

    def fail(step):
        raise UserError("step: no")

    with pytest.raises(UserError, match="step: no"):
        write_film(tmp_path / name, plan, fail)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_disk_that_takes_no_more_is_told_in_a_sentence(tmp_path, name):
    resource = pytest.importorskip("resource")
    import signal

    def noise(step):
        return np.random.default_rng(step).integers(0, 256, (200, 200, 3), np.uint8)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        with pytest.raises(UserError) as refusal:
            write_film(tmp_path / name, FilmPlan(0, 20, 10.0), noise)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert str(refusal.value).startswith(
        f"{tmp_path / name}: cannot be written (file too large): choose a folder on"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_film_over_another_keeps_it_until_it_is_whole(tmp_path):
    path = tmp_path / "run.gif"
    path.write_bytes(b"former")
    with pytest.raises(Cancelled):
        write_film(path, FilmPlan(0, 40, 10.0), paint, lambda share: share < 0.5)
    assert path.read_bytes() == b"former"
    write_film(path, FilmPlan(0, 4, 10.0), paint)
    assert path.read_bytes().startswith(b"GIF89a")


def test_a_folder_that_is_there_is_refused(tmp_path):
    (tmp_path / "run").mkdir()
    with pytest.raises(UserError, match="is there already"):
        write_film(tmp_path / "run", FilmPlan(0, 4, 10.0), paint)


def test_a_folder_left_over_is_removed_after_an_hour(tmp_path):
    def killed(folder):
        (folder / "a.png").write_bytes(b"a")
        raise KeyboardInterrupt

    kept = []
    with pytest.raises(KeyboardInterrupt):
        write_folder_whole(tmp_path / "run", lambda f: kept.append(f.name) or killed(f))
    left = tmp_path / kept[0]
    left.mkdir()
    (left / "a.png").write_bytes(b"a")
    write_folder_whole(tmp_path / "one", lambda folder: None)
    assert left.exists()
    os.utime(left, (0, left.stat().st_mtime - LEFT_OVER_SECONDS - 9))
    write_folder_whole(tmp_path / "two", lambda folder: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_another_suffix_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"ends in \.gif or \.mp4"):
        write_film(tmp_path / "run.avi", FilmPlan(0, 4, 10.0), paint)
