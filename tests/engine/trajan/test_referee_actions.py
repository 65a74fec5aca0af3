"""The other five actions and extra actions. Rulings bear the numbers of the list in the rules' fact sheet."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.trajan.kinds import BORDERS, CAMP, PROVINCES
from tests.engine.trajan.tabletop import (
    asked,
    give,
    keys,
    leader,
    legionnaires_in,
    lines,
    lying,
    on_forum,
    on_mat,
    standing,
    table,
    tile,
    tokens,
    turn,
    why,
    workers_on,
)


def mine(game: Game, what: str, seat: int = 0) -> object:
    return game.state()["seats"][seat][what]


# ---- forum


def test_the_forum_action_takes_any_one_tile_which_is_not_replaced_ruling_50() -> None:
    game = turn(on_forum(table(), "forum.bread", "forum.bread", "forum.vote.3", "extra.senate"), "forum")
    assert keys(game) == ("forum.vote.3", "forum.bread", "extra.senate", "skip")
    assert why(game, "forum.games") == "games does not lie on the forum"
    give(game, "forum.bread")
    assert mine(game, "tiles") == {"forum.bread": 1}
    assert game.state()["forum"] == {"forum.vote.3": 1, "forum.bread": 1, "extra.senate": 1}
    assert asked(game) == (1, "sow.tray")


def test_votes_of_a_tile_count_at_once() -> None:
    game = give(turn(on_forum(table(), "forum.vote.3", "forum.bread"), "forum"), "forum.vote.3")
    assert [seat["votes"] for seat in game.state()["senate"]] == [3, 0]
    assert game.page().rows[0].aside == 3


# ---- military


def test_a_new_legionnaire_comes_from_the_supply() -> None:
    game = give(turn(table(), "military"), "raise")
    assert (mine(game, "legionnaires"), mine(game, "supply")) == (2, 12)
    empty = turn(tokens(legionnaires_in(table(), 0, *PROVINCES), workers=5, legionnaires=0, supply=0), "military")
    assert "raise" not in keys(empty) and why(empty, "raise") == "no token is left in your supply"


def test_the_leader_takes_the_tile_and_scores_nothing() -> None:
    game = turn(lying(table(), raetia="forum.games"), "military")
    assert keys(game) == ("leader.alpes", "leader.raetia", "leader.noricum", "raise", "skip")
    assert why(game, "leader.belgica") == "from the camp the leader goes to Alpes, Raetia, Noricum"
    give(game, "leader.raetia")
    assert (mine(game, "leader"), mine(game, "tiles"), lines(game)) == ("raetia", {"forum.games": 1}, [])
    assert game.state()["provinces"] == {}


def test_noricum_does_not_border_germania_superior_ruling_40() -> None:
    game = turn(leader(table(), 0, "noricum"), "military")
    assert "leader.germania-superior" not in keys(game)
    assert why(game, "leader.germania-superior") == "Noricum does not border Germania Superior, only Raetia"


def test_the_dotted_line_to_britannia_is_a_way_ruling_41() -> None:
    game = give(turn(leader(table(), 0, "germania-inferior"), "military"), "leader.britannia")
    assert mine(game, "leader") == "britannia"


def test_the_ways_are_those_of_the_board() -> None:
    links = {frozenset((a, b)) for a in range(CAMP) for b in BORDERS[a]}
    assert len(links) == 17 and len(BORDERS[CAMP]) == 3
    assert all(a in BORDERS[b] for a in range(CAMP) for b in BORDERS[a])
    assert all("leader.camp" not in keys(turn(leader(table(), 0, word), "military")) for word in ("alpes", "noricum"))


@pytest.mark.parametrize(("others", "points"), [(0, 6), (1, 3), (2, 0), (3, 0)])
def test_a_legionnaire_scores_the_province_less_three_for_each_opposing_one(others: int, points: int) -> None:
    game = leader(table(4), 0, "belgica")
    for seat in range(1, 1 + others):
        legionnaires_in(game, seat, "belgica")
    turn(game, "military")
    assert str(game.words("settle")) == (f"legionnaire +{points}" if points else "legionnaire 0")
    give(game, "settle")
    assert lines(game) == ([(points, "province", "belgica")] if points else [])
    assert (mine(game, "legionnaires"), mine(game, "provinces")) == (0, ["belgica"])


def test_a_province_of_three_with_two_opposing_legionnaires_costs_nothing_ruling_37() -> None:
    game = leader(table(3), 0, "raetia")
    legionnaires_in(legionnaires_in(game, 1, "raetia"), 2, "raetia")
    give(turn(game, "military"), "settle")
    assert lines(game) == [] and game.totals() == [0, 0, 0]


def test_opposing_leaders_do_not_count_ruling_38() -> None:
    game = leader(leader(table(), 0, "britannia"), 1, "britannia")
    give(turn(game, "military"), "settle")
    assert lines(game) == [(10, "province", "britannia")]


def test_a_legionnaire_is_placed_only_where_the_leader_stands_and_only_one() -> None:
    game = turn(table(), "military")
    assert why(game, "settle") == "your leader is in the camp: lead it into a province first"
    game = turn(legionnaires_in(leader(table(), 0, "alpes"), 0, "alpes"), "military")
    assert why(game, "settle") == "your legionnaire stands in Alpes: one in each province"
    game = turn(tokens(leader(table(), 0, "alpes"), legionnaires=0), "military")
    assert why(game, "settle") == "no legionnaire is in your camp"


# ---- senate


def test_a_senate_action_is_one_space_and_its_points_on_top_of_the_stack() -> None:
    game = table()
    for seat in (0, 1, 0, 1):
        turn(game, "senate", seat)
        give(game, "senate")
    assert lines(game) == [(2, "senate", "space.1"), (3, "senate", "space.2")] == lines(game, 1)
    assert [(disc["space"], disc["height"]) for disc in game.state()["senate"]] == [(2, 0), (2, 1)]


def test_on_the_last_space_the_senate_action_does_nothing_ruling_59() -> None:
    game = give(table(), "!senate.0.7.0")
    turn(game, "senate")
    assert asked(game) == (1, "sow.tray") and lines(game) == []


# ---- Trajan


def test_the_trajan_action_takes_the_top_of_a_stack_to_the_arch_and_the_next_tile_is_turned_up() -> None:
    game = turn(table(), "trajan")
    top = game.state()["stacks"]["nine"]
    assert str(game.words("stack.nine")).startswith("9 points")
    give(game, "stack.nine")
    assert asked(game)[1] == "stack.turn" and len(keys(game)) == 8
    assert mine(game, "circle") == [top, None, None, None, None, None] and mine(game, "arch") == 1
    give(game, keys(game)[0])
    assert game.state()["stacks"]["nine"] not in (None, top)
    assert asked(game) == (1, "sow.tray")


def test_an_empty_stack_offers_nothing() -> None:
    game = table()
    board = game.board
    for index, left in enumerate(board.unturned):
        if 9 <= index < 18 and left:
            board.unturned[index], board.fulfilled[index] = 0, left
    turn(game, "trajan")
    give(game, "stack.nine")
    assert asked(game) == (1, "sow.tray"), "no tile is left to turn up"
    turn(game, "trajan", 1)
    assert "stack.nine" not in keys(game) and why(game, "stack.nine") == "this stack is empty"


# ---- construction


def test_the_first_worker_may_go_anywhere_on_twenty_sites_ruling_43() -> None:
    game = turn(table(), "construction")
    assert keys(game) == ("worker", *(f"site.{site}" for site in range(20)), "skip")


def test_later_workers_need_a_common_edge_corners_do_not_count_ruling_44() -> None:
    game = turn(workers_on(table(), 0, 6), "construction")
    assert keys(game) == ("worker", "site.1", "site.5", "site.7", "site.11", "skip")
    assert why(game, "site.0") == "a site must share an edge with one of your workers; corners do not count"
    assert why(game, "site.6") == "your worker stands there: one on each site"
    corner = turn(workers_on(table(), 0, 4), "construction")
    assert keys(corner) == ("worker", "site.3", "site.9", "skip"), "the rows do not run on"


def test_a_tile_scores_and_the_first_of_its_type_grants_its_action_ruling_46() -> None:
    granted = {"stairs": "forum", "door": "senate", "fountain": "seaport", "roof": "trajan", "window": "military"}
    for kind, action in granted.items():
        game = standing(standing(table(), 0, f"{kind}.3"), 1, f"{kind}.5")
        tokens(game, workers=2)
        give(turn(game, "construction"), "site.0")
        assert lines(game) == [(3, "construction", f"{kind}.3")]
        assert asked(game) == (0, f"action.{action}") and keys(game)[-1] == "skip"
        give(game, "skip")
        turn(game, "construction", 1)
        give(game, "skip")
        give(turn(game, "construction"), "site.1")
        assert lines(game)[-1] == (5, "construction", f"{kind}.5")
        assert asked(game) == (1, "sow.tray"), "the second of a type brings points only"


def test_an_emptied_site_brings_nothing_but_the_worker_stands_there() -> None:
    game = workers_on(table(), 1, 0)
    give(turn(game, "construction"), "site.0")
    assert lines(game) == [] and asked(game) == (1, "sow.tray")
    assert mine(game, "sites") == [0] == mine(game, "sites", 1)
    turn(game, "construction", 1)
    give(game, "worker")
    assert "site.1" in keys(turn(tokens(game), "construction"))


def test_without_a_worker_nothing_can_be_built() -> None:
    game = turn(tokens(table(), workers=0), "construction")
    assert keys(game) == ("worker", "skip") and why(game, "site.3") == "no worker is in your camp"


def test_a_wild_construction_tile_grants_nothing_when_it_is_taken_ruling_47() -> None:
    game = give(turn(on_forum(table(), "forum.wild-construction", "forum.bread"), "forum"), "forum.wild-construction")
    assert asked(game) == (1, "sow.tray")


# ---- extra actions


def test_a_tile_of_the_same_kind_repeats_the_action() -> None:
    game = give(turn(on_mat(table(), 0, "extra.senate"), "senate"), "senate")
    assert asked(game) == (0, "extra.tile") and keys(game) == ("no", "extra")
    assert why(game, "wild") == "you have no wild extra action"
    give(game, "extra", "senate")
    assert lines(game) == [(2, "senate", "space.1"), (3, "senate", "space.2")]
    assert game.state()["out"] == {"extra.senate": 1} and asked(game) == (1, "sow.tray")


def test_a_tile_of_another_kind_is_not_asked_for() -> None:
    game = give(turn(on_mat(table(), 0, "extra.forum"), "senate"), "senate")
    assert asked(game) == (1, "sow.tray")


def test_a_wild_tile_repeats_any_action_with_a_free_choice_of_what_it_does() -> None:
    game = give(turn(on_mat(table(), 0, "forum.wild-extra"), "military"), "leader.raetia")
    assert keys(game) == ("no", "wild")
    give(game, "wild", "leader.belgica")
    assert mine(game, "leader") == "belgica", "two provinces with one tile"


def test_only_one_extra_action_tile_a_turn_ruling_52() -> None:
    tiles = ("extra.senate", "extra.senate", "forum.extra-senate", "forum.wild-extra")
    game = give(turn(on_mat(table(), 0, *tiles), "senate"), "senate", "extra", "senate")
    assert asked(game) == (1, "sow.tray")
    many = on_mat(table(extra_tiles_per_turn="unlimited"), 0, *tiles)
    give(turn(many, "senate"), "senate", "extra", "senate", "extra", "senate", "extra", "senate", "wild", "senate")
    assert asked(many) == (1, "sow.tray") and many.totals() == [2 + 3 + 4 + 5 + 6, 0]


def test_with_a_plus_two_marker_it_is_three_actions_in_all_ruling_53() -> None:
    game = on_mat(table(), 0, "extra.senate")
    game.board.plus[0] = 1 << 3
    give(turn(game, "senate"), "senate", "extra", "senate", "senate")
    assert game.totals() == [2 + 3 + 4, 0] and asked(game) == (1, "sow.tray")


def test_extra_actions_touch_neither_time_nor_trajan_tiles_ruling_55() -> None:
    game = on_mat(tile(table(), 0, "senate", "nine.WW"), 0, "extra.senate")
    turn(game, "senate")
    at = game.state()["time"]["at"]
    give(game, "senate", "extra", "senate")
    assert game.state()["time"]["at"] == at == 1
    assert mine(game, "circle") == [None, None, None, "trajan.nine.WW", None, None]
    assert [reason for _, reason, _ in lines(game)] == ["senate", "senate"]


def test_no_extra_action_after_a_skipped_one_unless_the_table_rules_otherwise() -> None:
    assert asked(give(turn(on_mat(table(), 0, "extra.senate"), "senate"), "skip")) == (1, "sow.tray")
    game = on_mat(table(extra_after_skipped_action="yes"), 0, "extra.senate")
    assert asked(give(turn(game, "senate"), "skip")) == (0, "extra.tile")


def test_a_tile_taken_by_the_action_may_be_spent_at_once() -> None:
    game = turn(on_forum(table(), "extra.forum", "forum.bread", "forum.games"), "forum")
    give(game, "extra.forum", "extra", "forum.games")
    assert mine(game, "tiles") == {"forum.games": 1}


def test_a_granted_action_may_be_repeated_by_a_tile_of_its_own_kind() -> None:
    game = standing(on_mat(table(), 0, "extra.senate"), 0, "door.2")
    give(turn(game, "construction"), "site.0", "senate", "extra", "senate")
    assert game.totals() == [2 + 2 + 3, 0] and asked(game) == (1, "sow.tray")


def test_a_repeated_construction_action_may_grant_another_action_but_no_further_tile() -> None:
    game = on_mat(tokens(standing(standing(table(), 0, "door.2"), 1, "window.3"), workers=2), 0, "extra.construction")
    on_mat(game, 0, "extra.military")
    give(turn(game, "construction"), "site.0", "skip", "extra", "site.1")
    assert asked(game) == (0, "action.military")
    give(game, "raise")
    assert asked(game) == (1, "sow.tray"), "the turn's tile is spent"


def test_a_tile_is_not_asked_for_where_the_action_cannot_be_done() -> None:
    game = on_mat(give(table(), "!senate.0.6.0"), 0, "extra.senate")
    give(turn(game, "senate"), "senate")
    assert asked(game) == (1, "sow.tray")
