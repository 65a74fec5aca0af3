"""The facts of Trajan, tested against what the rule sheet says about their sums and shapes (sections 1, 2, 14)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.trajan import OPTIONS, TITLE
from engine.trajan.components import components

BOX = components()


def test_the_54_trajan_tiles_lie_in_six_stacks_of_nine() -> None:
    assert [len(stack.tiles) for stack in BOX.stacks] == [9] * 6


def test_the_marker_colours_of_the_trajan_tiles_are_balanced() -> None:
    # rule sheet 1.1: each colour 18 times, each double 3 times, a ring of six pairs 3 times, the other nine twice
    pairs = Counter("".join(sorted(tile.colours)) for stack in BOX.stacks for tile in stack.tiles)
    assert Counter("".join(pairs.elements())) == dict.fromkeys("BGOPWY", 18)
    assert [pairs[colour * 2] for colour in "BGOPWY"] == [3] * 6
    ring = {"".join(sorted(pair)) for pair in ("BW", "WP", "PG", "GY", "YO", "OB")}
    assert {pair: number for pair, number in pairs.items() if pair[0] != pair[1]} == {
        pair: 3 if pair in ring else 2
        for pair in ("BG", "BO", "BP", "BW", "BY", "GO", "GP", "GW", "GY", "OP", "OW", "OY", "PW", "PY", "WY")
    }


def test_the_trajan_tiles_have_their_points_and_effects() -> None:
    kinds = Counter((tile.effect, tile.points, tile.amount) for stack in BOX.stacks for tile in stack.tiles)
    assert kinds == {
        ("cards", 3, 2): 9, ("points", 9, 0): 9, ("plus-two", 4, 1): 9,
        ("workers", 5, 1): 5, ("workers", 2, 2): 4, ("legionnaires", 5, 1): 5, ("legionnaires", 2, 2): 4,
        ("demand", 1, 0): 3, ("demand", 1, 1): 3, ("demand", 1, 2): 3,
    }  # fmt: skip


def test_the_70_forum_tiles() -> None:
    copies = {tile.word: tile.copies for tile in BOX.forum_tiles}
    assert sum(copies.values()) == 70
    assert [copies[f"vote.{votes}"] for votes in (2, 3, 4, 5)] == [3, 3, 3, 3]
    assert [copies[demand] for demand in BOX.demands] == [14, 14, 14]
    assert [copies[f"extra-{action}"] for action in BOX.actions] == [1] * 6
    assert [tile.votes for tile in BOX.forum_tiles if tile.votes] == [2, 3, 4, 5]


def test_the_provinces_are_worth_65_and_their_17_links_run_both_ways() -> None:
    provinces = {province.word: province for province in BOX.provinces}
    assert sum(province.points for province in BOX.provinces) == 65
    links = [(a, b) for a, province in provinces.items() for b in province.next_to if b != "camp"]
    assert len(links) == 2 * 17
    assert all(a in provinces[b].next_to for a, b in links)
    assert [a for a, province in provinces.items() if "camp" in province.next_to] == ["alpes", "raetia", "noricum"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("noricum", "germania-superior"),  # ruling 40
        ("narbonensis", "camp"),
        ("aquitania", "alpes"),
    ],
)
def test_provinces_that_do_not_touch(one: str, other: str) -> None:
    assert other not in next(province for province in BOX.provinces if province.word == one).next_to


def test_ruling_41_britannia_is_reached_by_the_dotted_line() -> None:
    assert "britannia" in next(each for each in BOX.provinces if each.word == "germania-inferior").next_to


def test_ruling_43_there_are_20_construction_sites_and_tiles_worth_70() -> None:
    assert BOX.construction_rows * BOX.construction_columns == 20
    assert len(BOX.construction_types) * len(BOX.construction_values) == 20
    assert len(BOX.construction_types) * sum(BOX.construction_values) == 70


def test_no_type_of_construction_grants_a_construction_action() -> None:
    assert {kind.word: kind.grants for kind in BOX.construction_types} == {
        "stairs": "forum", "door": "senate", "fountain": "seaport", "roof": "trajan", "window": "military",
    }  # fmt: skip


def test_a_climb_through_the_senate_is_worth_35() -> None:
    assert len(BOX.senate) == 8
    assert sum(BOX.senate) == 35


def test_every_commodity_is_on_exactly_one_bonus_tile() -> None:
    on_tiles = [word for tile in BOX.bonus_tiles if tile.counts == "cards" for word in tile.of]
    assert sorted(on_tiles) == sorted(BOX.commodities)
    assert len(BOX.commodities) * BOX.commodity_each == 60


@pytest.mark.parametrize(
    ("word", "count", "yellow", "gray"),
    [
        ("columns-hides", 4, 12, 8),
        ("bread", 1, 9, 6),
        ("workers", 5, 5, 3),  # ruling 64: 2.5 is rounded up
        ("legionnaires", 3, 6, 3),
        ("yellow", 2, 6, 4),
        ("yellow", 0, 0, 0),
    ],
)
def test_bonus_tiles_by_their_side(word: str, count: int, yellow: int, gray: int) -> None:
    tile = next(tile for tile in BOX.bonus_tiles if tile.word == word)
    assert (tile.points(count, True), tile.points(count, False)) == (yellow, gray)


def test_there_are_twelve_bonus_tiles() -> None:
    assert len({tile.word for tile in BOX.bonus_tiles}) == 12


def test_the_piles_of_a_game_suffice() -> None:
    assert BOX.quarters * BOX.yellow_spaces == len(BOX.actions) * BOX.extra_each
    turned_up = BOX.quarters * BOX.demands_shown
    assert len(BOX.demands) * BOX.demands_each - BOX.demands_removed == turned_up
    assert BOX.players[1] * BOX.first_bonus_tiles + BOX.quarters * BOX.bonus_tiles_a_quarter == len(BOX.bonus_tiles)


def test_markers_and_tokens_of_a_player() -> None:
    assert len(BOX.markers) * BOX.markers_each == len(BOX.slots) * BOX.markers_in_tray == 12
    assert BOX.tokens == BOX.tokens_in_supply + 2


def test_the_options_are_the_switches_of_section_15_in_its_order() -> None:
    assert [option.name for option in OPTIONS] == [
        "time_loop", "starting_markers", "draft", "start_player", "fulfil", "extra_tiles_per_turn",
        "extra_after_skipped_action", "reshuffle", "refuse_demand", "province_vote_tiles", "wild_demand_for_bonus",
        "vice_consul_needs_vote", "final_tie",
    ]  # fmt: skip
    assert [option.values[0] for option in OPTIONS] == [
        "11/16/21", "chosen", "three_at_once", "random", "mandatory", "1", "no", "yes", "no", "go", "no", "no",
        "new_stack",
    ]  # fmt: skip


def test_only_what_no_earlier_answer_depends_on_can_be_changed_during_play() -> None:
    fixed = {option.name for option in OPTIONS if not option.in_play}
    assert fixed == {"time_loop", "starting_markers", "draft", "start_player"}


def test_every_piece_that_may_carry_a_tag_has_a_word_of_its_own() -> None:
    pieces = list(TITLE.components())
    assert len({piece.word for piece in pieces}) == len(pieces)
    assert all(" " not in piece.word and piece.word.isascii() for piece in pieces)

    def copies(kind: str) -> int:
        return sum(piece.copies for piece in pieces if piece.word.partition(".")[0] == kind)

    kinds = {
        "trajan": 54,
        "forum": 70,
        "extra": 12,
        "construction": 20,
        "demand": 15,
        "ship": 3,
        "bonus": 12,
        "card": 60,
    }
    assert {kind: copies(kind) for kind in kinds} == kinds
    assert [piece.copies for piece in pieces if piece.word == "trajan.plus-two.PW"] == [2]


def test_labels_fit_a_line_of_the_display() -> None:
    # 20 letters in the larger font, 28 in the smaller
    assert all(len(option.label.render()) <= 28 for option in OPTIONS)
    assert all(len(piece.label.render()) <= 23 for piece in TITLE.components())
