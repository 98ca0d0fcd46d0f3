"""Where the playhead jumps to: the next or previous update, the end of an epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Tape
    from gui.session.session import Session


def next_update(tape: Tape, step: int) -> int:
    """Find the next step that changed the weights; the end if there is none."""
    found = tape.next_update(step)
    return tape.steps if found is None else found


def previous_update(tape: Tape, step: int) -> int:
    """Find the previous step that changed the weights, or the start."""
    return tape.previous_update(step) or 0


def next_epoch(tape: Tape, step: int) -> int:
    """Give the end of the epoch that is running; at its end that of the next."""
    per_epoch = tape.problem.steps_per_epoch
    return min(tape.steps, (step // per_epoch + 1) * per_epoch)


def previous_epoch(tape: Tape, step: int) -> int:
    """Give the end of the epoch before, or the start."""
    per_epoch = tape.problem.steps_per_epoch
    return max(0, -(-step // per_epoch) - 1) * per_epoch


def jump(session: Session, find: Callable[[Tape, int], int]) -> None:
    """Go where `find` says, from the present step of the recording shown."""
    if session.tape is not None:
        session.seek(find(session.tape, session.step))
