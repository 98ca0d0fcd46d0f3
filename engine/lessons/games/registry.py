"""Which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UserError, choice_among, excerpt
from engine.lessons.games import separate_by_hand, stream_adversary, three_points

if TYPE_CHECKING:
    from engine.lessons.games.game import Game

GAMES: dict[str, Game] = {
    own.name: own
    for own in (separate_by_hand.GAME, three_points.GAME, stream_adversary.GAME)
}


def game(name: str) -> Game:
    """Find a game by its name.

    Raises
    ------
    UserError
        If there is none.
    """
    if name not in GAMES:
        raise UserError(
            f"there is no game “{excerpt(name)}”{choice_among(name, GAMES)}"
        )
    return GAMES[name]
