from tests.reliability import stale_frames


def test_no_step_of_an_old_tape_is_drawn_with_the_new_one(window):
    paints = stale_frames.main(seed=1, changes=60, window=window)
    assert paints.with_step > 30
    assert not paints.wrong
