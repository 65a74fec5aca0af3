"""Sowing, time and Trajan tiles. Rulings bear the numbers of the list in the rules' fact sheet."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import Game
from engine.trajan.kinds import ACTIONS
from tests.engine.trajan.tabletop import (
    arch_at,
    asked,
    asked_again,
    give,
    keys,
    lines,
    on,
    on_forum,
    table,
    tile,
    tokens,
    trays,
    why,
    workers_on,
)


def seat(game: Game, number: int = 0) -> dict[str, object]:
    found: dict[str, object] = game.state()["seats"][number]
    return found


def test_the_markers_of_a_tray_go_one_by_one_into_the_trays_after_it() -> None:
    game = give(table(), "seaport", "yellow")
    trays_now = seat(game)["trays"]
    assert isinstance(trays_now, list)
    assert trays_now[0] == {} and trays_now[1] == {"green": 1, "orange": 1, "yellow": 1}
    assert trays_now[2] == {"pink": 1, "white": 1, "blue": 1}, "the last one is no choice"
    assert asked(game) == (0, "action.military")
    assert game.state()["time"]["at"] == 2


def test_the_colour_is_free_for_every_tray_the_last_one_included_ruling_7() -> None:
    for first, last in (("blue", "yellow"), ("yellow", "blue")):
        game = give(table(), "seaport", first)
        trays_now = seat(game)["trays"]
        assert isinstance(trays_now, list)
        assert first in trays_now[1] and last in trays_now[2]
    game = trays(table(), seaport="BBY", forum="GGOOPPWWY")
    give(asked_again(game), "seaport", "yellow")
    assert asked(game) == (0, "action.senate"), "two blue ones are no choice"


def test_a_tray_without_markers_cannot_be_sown() -> None:
    game = asked_again(trays(table(), seaport="BBYYGG", forum="OOPPWW"))
    assert keys(game) == ("seaport", "forum")
    assert why(game, "senate") == "no marker lies in tray IV senate"


def test_six_and_more_markers_fill_the_emptied_tray_too() -> None:
    game = asked_again(trays(table(), seaport="BBYYGGO", forum="OPPWW"))
    give(game, "seaport", "blue", "blue", "yellow", "yellow", "green", "green")
    trays_now = seat(game)["trays"]
    assert isinstance(trays_now, list)
    assert trays_now[0] == {"green": 1}, "the sixth marker"
    assert trays_now[1] == {"blue": 1, "orange": 2, "pink": 2, "white": 2}, "the first and the seventh"
    assert asked(game) == (0, "action.forum")


def test_a_single_tray_with_markers_is_no_choice() -> None:
    game = asked_again(trays(table(), senate="BBYYGGOOPPWW"))
    assert asked(game) == (0, "sow.colour")


def test_two_starting_markers_of_a_tray_may_be_equal_ruling_8() -> None:
    game = new_game("trajan", "referee", 2)
    give(game, "seat.0")
    on(game, {}, "setup.tray")
    assert len(keys(game)) == 21 and "blue-blue" in keys(game) and "blue-white" in keys(game)
    give(game, "blue-blue")
    assert "blue-yellow" not in keys(game) and len(keys(game)) == 15
    assert why(game, "blue-yellow") == "you have two markers of each colour: not so many of these are left"


def test_a_round_ends_after_the_whole_turn_ruling_1_and_the_new_demand_is_seen_after_it_ruling_2() -> None:
    game = on_forum(table(), "forum.bread", "forum.games")
    give(game, "!time.10")
    give(game, "construction", "pink")
    assert asked(game) == (0, "action.forum") and game.state()["time"] == {"loop": 11, "at": 1, "rounds_to_end": 1}
    assert [str(text) for text in game.way.owed(game)] == ["a demand to turn up"]
    give(game, "forum.bread")
    assert asked(game)[1] == "demand.reveal"
    give(game, "bread")
    assert asked(game) == (1, "sow.tray") and game.state()["round"] == 2


def test_what_the_marker_overshoots_is_kept_ruling_4_and_it_moves_as_many_spaces_as_were_sown_ruling_5() -> None:
    game = give(table(), "!time.10")
    trays(game, 0, seaport="BBYY", military="GGOOPPWW")
    give(asked_again(game), "seaport", "blue", "blue")
    assert asked(game) == (0, "action.trajan")
    assert game.state()["time"]["at"] == 3


# ---- Trajan tiles


def one_marker(game: Game, action: str, others: str) -> Game:
    """Markers so that one blue one can be sown into that tray, which holds ``others`` before."""
    before = ACTIONS[ACTIONS.index(action) - 1]
    far = ACTIONS[(ACTIONS.index(action) + 2) % 6]
    rest = list("BYYGGOOPPWW")
    for letter in others:
        rest.remove(letter)
    trays(game, 0, **{before: "B", action: others, far: "".join(rest)})
    give(asked_again(game), before)
    return game


def test_a_tile_with_both_its_markers_in_the_target_tray_scores_before_the_action() -> None:
    game = one_marker(tile(table(), 0, "senate", "nine.BW"), "senate", "W")
    assert lines(game) == [(9, "tile", "nine.BW")]
    assert asked(game) == (0, "action.senate")
    assert seat(game)["circle"] == [None] * 6
    assert game.state()["fulfilled"] == {"trajan.nine.BW": 1}


def test_two_of_a_colour_need_two_markers_ruling_14() -> None:
    game = one_marker(tile(table(), 0, "senate", "nine.BB"), "senate", "W")
    assert lines(game) == [] and asked(game) == (0, "action.senate")
    game = one_marker(tile(table(), 0, "senate", "nine.BB"), "senate", "BW")
    assert lines(game) == [(9, "tile", "nine.BB")]


def test_a_tile_beside_a_tray_passed_on_the_way_is_not_checked_ruling_16() -> None:
    game = tile(tile(table(), 0, "forum", "nine.BW"), 0, "military", "nine.OW")
    trays(game, 0, seaport="BB", forum="W", military="GY", construction="YGOOPPW")
    give(asked_again(game), "seaport")
    assert lines(game) == []
    assert asked(game) == (0, "action.military")


def test_a_worker_tile_and_then_the_construction_action_with_an_empty_camp_ruling_17() -> None:
    game = tokens(tile(table(), 0, "construction", "workers.BG"), workers=0)
    one_marker(game, "construction", "G")
    assert lines(game) == [(5, "tile", "workers.BG")]
    assert seat(game)["workers"] == 1
    assert asked(game) == (0, "action.construction") and "site.0" in keys(game)


def test_the_arch_stays_after_a_fulfilled_tile_unless_it_was_off_the_circle_ruling_19() -> None:
    game = arch_at(tile(table(), 0, "senate", "nine.BW"), 0, "military")
    assert seat(one_marker(game, "senate", "W"))["arch"] == 2
    game = full_circle("senate", "nine.BW")
    assert seat(game)["arch"] is None
    assert seat(one_marker(game, "senate", "W"))["arch"] == 3


def full_circle(action: str, word: str) -> Game:
    game = table()
    words = iter(["cards.OO", "cards.YY", "workers.OO", "legionnaires.GY", "plus-two.PP", "nine.GG"])
    for slot in ("seaport", "forum", "military", "senate", "trajan", "construction"):
        tile(game, 0, slot, word if slot == action else next(words))
    return game


def test_with_all_slots_full_a_matching_tile_at_the_trajan_tray_makes_room_for_a_new_one_ruling_20() -> None:
    game = one_marker(full_circle("trajan", "nine.BW"), "trajan", "W")
    assert lines(game) == [(9, "tile", "nine.BW")] and asked(game) == (0, "action.trajan")
    give(game, "stack.nine")
    circle = seat(game)["circle"]
    assert isinstance(circle, list) and circle[4] is not None and None not in circle
    assert seat(game)["arch"] is None


def test_with_all_slots_full_the_trajan_action_does_nothing() -> None:
    game = one_marker(full_circle("seaport", "cards.BB"), "trajan", "W")
    assert asked(game) == (1, "sow.tray"), "there is nothing to choose, and the turn is over"


def test_the_arch_moves_on_to_the_next_free_slot() -> None:
    game = tile(tile(arch_at(table(), 0, "construction"), 0, "seaport", "nine.GG"), 0, "forum", "nine.OO")
    one_marker(game, "trajan", "W")
    give(game, "stack.demand")
    assert seat(game)["arch"] == 2
    assert asked(game)[1] == "stack.turn"


def test_two_cards_are_drawn_without_a_discard() -> None:
    game = one_marker(tile(table(), 0, "senate", "cards.WB"), "senate", "W")
    assert asked(game)[1] == "card.draw"
    give(game, "card.fish", "card.wine")
    assert seat(game)["hand"] == {"fish": 1, "wine": 1}
    assert asked(game) == (0, "action.senate")


def test_a_demand_tile_is_kept_on_the_mat() -> None:
    game = one_marker(tile(table(), 0, "senate", "religion.BO"), "senate", "O")
    assert lines(game) == [(1, "tile", "religion.BO")] and seat(game)["kept"] == {"religion": 1}


def test_a_plus_two_marker_goes_on_any_action_that_has_none() -> None:
    game = tile(table(), 0, "senate", "plus-two.BP")
    game.board.plus[0] = 1
    one_marker(game, "senate", "P")
    assert asked(game) == (0, "tile.plus-two")
    assert keys(game) == ("forum", "military", "senate", "trajan", "construction")
    assert why(game, "seaport") == "a +2 marker lies on seaport already"
    give(game, "military")
    assert seat(game)["plus_two"] == ["seaport", "military"]


def test_with_six_plus_two_markers_the_tile_brings_its_points_only() -> None:
    game = tile(table(), 0, "senate", "plus-two.BP")
    game.board.plus[0] = 63
    one_marker(game, "senate", "P")
    assert lines(game) == [(4, "tile", "plus-two.BP")] and asked(game) == (0, "action.senate")


def test_a_tile_of_two_tokens_moves_what_the_supply_has_ruling_25() -> None:
    for left, expected in ((3, 2), (1, 1), (0, 0)):
        game = workers_on(tile(table(), 0, "senate", "legionnaires.OB"), 0, 0, 1, 2, 3, 4)
        tokens(game, workers=10 - left, legionnaires=0, supply=left)
        one_marker(game, "senate", "O")
        assert (seat(game)["legionnaires"], seat(game)["supply"]) == (expected, left - expected)
        assert lines(game)[-1] == (2, "tile", "legionnaires.OB")


def test_a_tile_that_can_be_fulfilled_must_be_unless_the_table_rules_otherwise() -> None:
    game = one_marker(tile(table(fulfil="optional"), 0, "senate", "nine.BW"), "senate", "W")
    assert (asked(game), keys(game), game.way.form(game)) == ((0, "tile.fulfil"), ("yes", "no"), "yes-no")
    give(game, "no")
    assert lines(game) == [] and seat(game)["circle"] != [None] * 6 and asked(game) == (0, "action.senate")
    game.undo()
    give(game, "yes")
    assert lines(game) == [(9, "tile", "nine.BW")]
    game = one_marker(tile(table(), 0, "senate", "nine.BW"), "senate", "W")
    assert "Fulfilled: 9 points, B+W" in [str(item.text) for item in game.news], "the table is told"


def test_an_action_may_always_be_skipped() -> None:
    game = on_forum(table(), "forum.bread")
    one_marker(game, "forum", "")
    assert keys(game) == ("forum.bread", "skip")
    give(game, "skip")
    assert asked(game) == (1, "sow.tray") and lines(game) == []


# ---- first Trajan tiles


def drafting(draft: str) -> Game:
    game = new_game("trajan", "referee", 2, {"draft": draft})
    return on(give(game, "seat.1"), {"hands.seen": "hidden", "setup.card": "draw"}, "draft.tile")


def test_one_player_cannot_draft_a_bread_and_a_games_tile_ruling_13() -> None:
    game = give(drafting("three_at_once"), "stack.demand")
    on(game, {}, "draft.tile")
    assert "stack.demand" not in keys(game)
    assert why(game, "stack.demand") == "at most one tile of each stack: you have one of Demands"
    with pytest.raises(IllegalAnswer):
        game.answer("stack.demand")


def test_three_tiles_at_once_go_on_slots_two_four_and_six_in_turn_order() -> None:
    game = drafting("three_at_once")
    seats = []
    while not game.turn[0]:
        if asked(game)[1] == "draft.tile":
            seats.append(asked(game)[0])
        give(game, keys(game)[0])
    assert seats == [1, 1, 1, 0, 0, 0]
    for number in range(2):
        circle = seat(game, number)["circle"]
        assert isinstance(circle, list)
        assert [slot for slot, word in enumerate(circle) if word] == [1, 3, 5]
        assert seat(game, number)["arch"] == 0


def test_one_by_one_the_tiles_go_round_the_table_and_each_finds_its_slot() -> None:
    game = drafting("one_by_one")
    seats = []
    while not game.turn[0]:
        if asked(game)[1] == "draft.tile":
            seats.append(asked(game)[0])
            give(game, keys(game)[-1])
            assert asked(game)[1] in ("draft.slot", "stack.turn")
        else:
            give(game, keys(game)[-1])
    assert seats == [1, 0, 1, 0, 1, 0]
    circle = seat(game)["circle"]
    assert isinstance(circle, list)
    assert [slot for slot, word in enumerate(circle) if word] == [1, 3, 5]


def test_first_cards_are_mixed_from_the_pile_and_the_discards_in_turn_order() -> None:
    game = give(new_game("trajan", "referee", 3), "seat.2")
    on(game, {"hands.seen": "seen"}, "setup.card")
    assert (asked(game), keys(game)) == ((2, "setup.card"), ("draw", "take.1", "take.2"))
    tops = [pile[-1] for pile in game.state()["discards"]]
    give(game, "take.2")
    assert asked(game)[1] == "card.turn", "an emptied discard pile is refilled at once"
    give(game, "card.gems", "take.2", "card.wine", "draw", "card.oils")
    hand = seat(game, 2)["hand"]
    assert hand == {tops[1]: 1, "gems": 1, "oils": 1}
    assert asked(game) == (0, "setup.card")


def test_a_counted_loop_and_the_start_player_are_those_of_the_table() -> None:
    game = new_game("trajan", "referee", 3, {"time_loop": "18", "start_player": "chosen"})
    assert game.state()["time"]["loop"] == 18
    assert (
        asked(game)[1] == "start.player" and "start.player" not in game.title.setup("K7F3Q2", 3, game.options).answers
    )
    assert table(3, first=2).decision == (2, "sow.tray", ACTIONS)
