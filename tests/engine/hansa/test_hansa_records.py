"""Whole games as records: replayed to the last point, forwards and back, and scored again from their text alone.

The games were played by ``planners`` and, on the other boards, by ``board_planners``; between them every rule of the
matrix happens that can happen at a table. ``pytest -rP`` on this file prints which game shows which rule.
"""

from __future__ import annotations

import pytest

from engine import record
from tests.engine.hansa import board_planners, planners
from tests.engine.hansa.second_boards import table_of
from tests.engine.hansa.second_table import Table
from tests.engine.second import told
from tests.engine.whole_games import RECORDS, agrees, every_rule_happens, goes_forwards_and_back, text_of

BASE = sorted(planners.GAMES)
NAMES = [*BASE, *sorted(board_planners.GAMES)]
DEFAULTS = {
    "board": "standard",
    "bank": "3-4-7-all",
    "end_turn_early": "yes",
    "markers_inside_actions": "claim_window",
    "drawn_marker": "hidden",
    "region_tie": "printed",
    "green_city_exchange": "permanent_marker_pieces",
    "permission_gained": "at_once",
}
ABILITIES = ("keys", "actions", "privilege", "book", "bank")
RULES = [
    *("3 players", "4 players", "5 players", "bank 3-4-7-all", "bank 3-5-7-all"),
    *("income of fewer pieces", "income with a merchant", "income of the whole stock", "a merchant on a post"),
    *("fewer pieces are moved", "a turn ends early", "actions are lost at the end"),
    *("a trader is displaced", "a merchant is displaced", "the fee is paid with a merchant"),
    *(f"an extra piece from the {source}" for source in ("stock", "supply", "board")),
    *("an extra piece is declined", "an extra piece is placed first"),
    *("a ring further out", "onto a route with a marker"),
    *("city points for the claimant", "city points for another", "no city points"),
    *("nothing is built though something could be", "nothing can be built"),
    *(f"an office: {colour}" for colour in range(4)),
    *("an office for a trader", "an office for a merchant", "a coin", "a city is completed"),
    *("an extra office", "an extra office in a full city", "a city tied and decided by the right"),
    *(f"ability {ability}" for ability in ABILITIES),
    *("an action is gained at once", "Actions without a gain"),
    *("special prestige", "a lower space of Coellen is skipped"),
    *(f"east and west are connected: {place}" for place in (1, 2, 3)),
    *(f"marker {word}" for word in ("exchange", "move-3", "develop", "actions-3", "actions-4")),
    *("an exchange changes who controls", "a marker is used after the last action", "a marker inside a claim"),
    *("a marker is placed", "several markers are placed", "a drawn marker is shown at once"),
    "a marker inside the claim that ends the game",
    *(f"the game ends: {how}" for how in ("twenty prestige", "a draw fails", "ten cities")),
    "another seat's twenty ends the game",
    *(f"a full ability: {ability}" for ability in ("actions", "privilege", "book", "bank")),
    *("full keys score nothing", "offices outside the network", "a tie at the end"),
    *(f"{count} markers collected" for count in range(1, 14)),
]
BOARD_RULES = [
    *(f"{board}: {players} players" for board in ("east", "britannia") for players in (3, 4, 5)),
    *("a merchant chooses a ship", "a merchant chooses a house", "a merchant on a ship is displaced"),
    *("any 2 pieces are moved", "the printed marker develops Privilege", "a printed marker is left alone"),
    *("a piece of the route is placed", "a piece is placed outside England"),
    *("an office in a green city by the printed marker", "a green city is completed"),
    *("an extra office in a green city", "an exchange in a green city"),
    *(f"permission of {city}" for city in ("cardiff for wales", "carlisle for scotland")),
    *(f"permission of london for {country}" for country in ("wales", "scotland")),
    *("two permissions in a turn", "a permission without control of its city"),
    *("wales is scored", "scotland is scored", "2 at a place in a country", "offices without a city in a country"),
    *("the game ends: eight cities", "the game ends: twenty prestige", "the game ends: a draw fails"),
    *("special prestige", "a coin", "east and west are connected: 1"),
]


def second(name: str) -> tuple[Table, list[int]]:
    """The second table after all answers of a record's text, and the points that the text states."""
    read = told(text_of(name))
    rules = DEFAULTS | read.options
    table = table_of(rules)(read.players, rules, read.answers)
    table.play()
    return table, read.result


def test_there_are_records_of_every_number_of_players_on_every_board() -> None:
    seats = [len(planners.GAMES[name].plans) for name in BASE]
    assert len(BASE) >= 12 and set(seats) == {3, 4, 5}
    kept = {path.stem for path in RECORDS.glob("hansa-[0-9b]*[0-9].record")}
    assert kept == set(NAMES)
    on_boards = {(game.options["board"], len(game.plans)) for game in board_planners.GAMES.values()}
    assert on_boards == {(board, players) for board in ("east", "britannia") for players in (3, 4, 5)}


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_replayed_to_its_last_point_and_the_second_table_agrees_line_by_line(name: str) -> None:
    agrees(name, *second(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_goes_forwards_with_undo_at_every_step_and_all_the_way_back(name: str) -> None:
    goes_forwards_and_back(name)


# The score sheet of the game that is told move by move, added up by hand: what came during play, with its turn; then
# cities controlled at the end, two points each; then the largest network, times the key value of one.
BY_HAND = {
    0: (
        [(10, "Stade's coin"), (17, "Stade"), (19, "Halle's coin"), (24, "Stade"), (40, "Halle"), (49, "Brunswiek")],
        3,
        2,
    ),
    1: ([(11, "Duisburg"), (23, "Duisburg"), (23, "Dortmund"), (44, "Münster")], 3, 3),
    2: ([(9, "Goslar"), (27, "Goslar"), (27, "Magdeburg"), (42, "Göttingen")], 4, 3),
}


def test_the_game_told_move_by_move_scores_as_added_up_by_hand() -> None:
    read = record.read(text_of("hansa-hand"))
    for seat, (during, cities, offices) in BY_HAND.items():
        lines = [entry for entry in read.game.ledger if entry.seat == seat]
        played = [entry for entry in lines if entry.reason in ("city", "coin")]
        assert [(entry.turn, entry.amount) for entry in played] == [(turn, 1) for turn, _ in during]
        assert [str(read.game.way.place(entry.place)) for entry in played] == [
            what.removesuffix("'s coin") for _, what in during
        ]
        assert [entry.reason == "coin" for entry in played] == [what.endswith("coin") for _, what in during]
        assert [entry.amount for entry in lines if entry.reason == "cities"] == [2] * cities
        assert [entry.amount for entry in lines if entry.reason == "network"] == [offices]
        assert read.result is not None and read.result[seat] == len(during) + 2 * cities + offices
    assert read.result == (14, 13, 15)
    assert read.game.standings().order == (2, 0, 1)


def test_the_players_with_a_plan_would_play_the_same_games_again() -> None:
    for name in ("hansa-01", "hansa-05", "hansa-10", "hansa-13"):
        assert planners.written(name) == text_of(name)
    for name in ("hansa-board-01", "hansa-board-05", "hansa-board-08"):
        assert board_planners.written(name) == text_of(name)


def test_every_rule_happens_in_at_least_one_game() -> None:
    every_rule_happens(RULES, {name: second(name)[0].notes for name in BASE})
    every_rule_happens(BOARD_RULES, {name: second(name)[0].notes for name in board_planners.GAMES})
