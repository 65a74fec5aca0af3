"""The Eastern board and Britannia as choices: which there are for whom, what they offer to change."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import BadPlayers

OF_A_BOARD = {"region_tie", "green_city_exchange", "permission_gained"}


@pytest.mark.parametrize("way", ["referee", "scorekeeper"])
@pytest.mark.parametrize(("board", "name"), [("east", "The Eastern Hanseatic League"), ("britannia", "Britannia")])
def test_two_players_are_refused_on_the_other_boards(way: str, board: str, name: str) -> None:
    with pytest.raises(BadPlayers, match=f"{name} is for 3 to 5 players|as referee is for 3 to 5"):
        new_game("hansa", way, 2, {"board": board})


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("standard", set()),
        ("east", {"green_city_exchange"}),
        ("britannia", {"region_tie", "permission_gained"}),
    ],
)
def test_the_switches_of_a_board_may_be_changed_on_that_board_alone(board: str, expected: set[str]) -> None:
    game = new_game("hansa", "referee", 4, {"board": board})
    offered = {amendment.stem.removeprefix("!option.") for amendment in game.amendments()}
    assert offered & OF_A_BOARD == expected
