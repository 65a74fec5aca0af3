"""Whole games as records: replayed to the last point, forwards and back, and scored again from their text alone.

The games were played by ``planners``; between them every rule of the matrix happens. ``pytest -rP`` on this file prints
which game shows which rule.
"""

from __future__ import annotations

import re

import pytest

from engine import record
from tests.engine.second import told
from tests.engine.trajan import planners
from tests.engine.trajan.second_table import Table
from tests.engine.whole_games import RECORDS, agrees, every_rule_happens, goes_forwards_and_back, text_of

NAMES = sorted(path.stem for path in RECORDS.glob("trajan-*.record"))
DEFAULTS = {
    "starting_markers": "chosen",
    "draft": "three_at_once",
    "fulfil": "mandatory",
    "extra_tiles_per_turn": "1",
    "extra_after_skipped_action": "no",
    "reshuffle": "yes",
    "refuse_demand": "no",
    "province_vote_tiles": "go",
    "wild_demand_for_bonus": "no",
    "vice_consul_needs_vote": "no",
    "final_tie": "new_stack",
}
ACTIONS = ("seaport", "forum", "military", "senate", "trajan", "construction")
GRANTED = ("seaport", "forum", "military", "senate", "trajan")
BONUS = ("cards", "bread", "games", "religion", "workers", "legionnaires", "yellow")
RULES = [
    *("starting markers chosen", "starting markers random", "equal starting markers"),
    *("draft three_at_once", "draft one_by_one", "first card from a discard pile", "hands seen", "hands hidden"),
    *("six and more markers", "the marker goes past the start", "the marker stops on the start"),
    "the start is passed twice in one move",
    *(f"tile {kind} fulfilled" for kind in ("nine", "cards", "plus-two", "workers", "legionnaires")),
    *(f"tile {kind} fulfilled" for kind in ("bread", "games", "religion")),
    *("one of two equal markers does not do", "a tile is not fulfilled by choice"),
    *("the arch leaves the circle", "the arch comes back to the freed slot", "a stack of Trajan tiles is empty"),
    *("an action is skipped", "trajan does nothing", "senate does nothing", "forum does nothing"),
    *("seaport: draw", "seaport: take", "seaport: play", "seaport: ship", "1 played", "2 played"),
    *("an empty discard pile is refilled", "the discards are shuffled", "fewer cards are drawn"),
    "a card of a hidden hand is shown",
    *(f"ship {ship} {side}" for ship in ("identical", "pairs", "different") for side in ("coloured", "gray")),
    *("a wild commodity is shipped", "forum: forum", "forum: extra"),
    *("military: raise", "military: leader", "military: settle", "the leader takes a tile"),
    *("less for opposing legionnaires", "a province never costs points"),
    *("senate: senate", "trajan: stack", "construction: worker", "construction: site"),
    *("a worker on an emptied site", "the second tile of a type grants nothing"),
    *(f"{action} granted by a first tile" for action in GRANTED),
    *("extra action", "any extra action", "two extra actions by a +2 marker"),
    *("demand paid by kept", "demand paid by tile", "demand paid by wild", "a demand is unmet", "a demand is refused"),
    *("a tie in the senate", "a vice-consul without a vote", "vote tiles in provinces go"),
    *("a province is refilled", "the forum stack runs out"),
    *("a set for 10", "a set for 20", "a wild construction tile completes a set"),
    *("a wild commodity left over counts as a card", "a wild demand serves a bonus tile"),
    *(f"bonus {tile} {side}" for tile in BONUS for side in ("yellow", "gray")),
    "a tie at the end",
]
ALL = ["by-hand", *NAMES]


def second(name: str) -> tuple[Table, list[int]]:
    """The second table after all answers of a record's text, and the points that the text states."""
    read = told(text_of(name))
    table = Table(read.players, DEFAULTS | read.options, read.answers)
    table.play()
    return table, read.result


def test_the_score_sheet_of_the_game_written_out_by_hand_is_that_of_the_ledger() -> None:
    text = text_of("by-hand")
    ledger = record.read(text).game.ledger
    reasons = {"construction": "construction", "Trajan tiles": "tile", "ships": "ship", "provinces": "province"}
    reasons |= {"senate": "senate", "demands": "demands", "hand": "hand", "camps": "camps", "circle": "circle"}
    reasons["sets"] = "sets"
    for label, reason in reasons.items():
        row = next(line for line in text.splitlines() if line.startswith(f"# {label} "))
        sums = [int(row[50:60]), int(row[88:])]
        assert sums == [sum(e.amount for e in ledger if e.seat == seat and e.reason == reason) for seat in (0, 1)], row
    total = next(line for line in text.splitlines() if line.startswith("# total"))
    assert [int(total[50:60]), int(total[88:])] == [62, 14]
    every_turn = set(re.findall(r"^(\d+) ", text, re.M)) - {"0"}
    assert len(every_turn) == 36 and text.count("\n# ") > 60, "every move is explained"


def test_there_are_records_of_two_three_and_four_players() -> None:
    players = {told(text_of(name)).players for name in NAMES}
    assert len(NAMES) >= 12 and players == {2, 3, 4}
    assert set(planners.GAMES) == set(NAMES)


@pytest.mark.parametrize("name", ALL)
def test_a_record_is_replayed_to_its_last_point_and_the_second_table_agrees_line_by_line(name: str) -> None:
    agrees(name, *second(name))


@pytest.mark.parametrize("name", ALL)
def test_a_record_goes_forwards_with_undo_at_every_step_and_all_the_way_back(name: str) -> None:
    goes_forwards_and_back(name)


def test_the_players_with_a_plan_would_play_the_same_games_again() -> None:
    for name in ("trajan-01", "trajan-06", "trajan-10"):
        assert planners.written(name) == text_of(name)


def test_every_rule_happens_in_at_least_one_game() -> None:
    every_rule_happens(RULES, {name: second(name)[0].notes for name in NAMES})
