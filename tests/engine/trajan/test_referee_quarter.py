"""The quarter's end, final scoring, corrections, the way to the scorekeeper. Rulings bear the fact sheet's numbers."""

from __future__ import annotations

import random

import pytest

from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.trajan.switch import to_scorekeeper
from tests.engine.trajan.tabletop import (
    asked,
    asked_again,
    bonus,
    display,
    give,
    hand,
    kept,
    keys,
    leader,
    legionnaires_in,
    lines,
    lying,
    on,
    on_forum,
    on_mat,
    settle_now,
    table,
    tile,
    tokens,
    turn,
    why,
    workers_on,
)


def mine(game: Game, what: str, seat: int = 0) -> object:
    return game.state()["seats"][seat][what]


def penalties(game: Game, seat: int) -> list[tuple[int, str, str]]:
    return [line for line in lines(game, seat) if line[1] == "demands"]


# ---- demands


@pytest.mark.parametrize(("tiles", "points"), [(0, -15), (1, -9), (2, -4), (3, None)])
def test_unmet_demands_cost_4_9_and_15(tiles: int, points: int | None) -> None:
    words = ["forum.bread", "forum.games", "forum.religion"]
    game = settle_now(on_mat(table(), 0, *words[:tiles]), "bread", "games", "religion")
    expected = [] if points is None else [(points, "demands", f"unmet.{3 - tiles}")]
    assert penalties(game, 0) == expected and penalties(game, 1) == [(-15, "demands", "unmet.3")]
    assert mine(game, "tiles") == {}, "what pays leaves the game"
    assert sum(game.state()["out"].values()) >= tiles


def test_the_owner_chooses_what_pays() -> None:
    game = on_mat(kept(table(), 0, "bread.GG"), 0, "forum.bread", "forum.wild-demand")
    settle_now(game, "bread", "games", "games")
    assert asked(game) == (1, "demand.pay") or asked(game) == (0, "demand.pay")
    assert keys(game) == ("kept", "tile")
    assert why(game, "wild") == "the wild tile is needed for another demand, which must be met too"
    assert why(game, "refuse") == "a demand that can be met must be met"
    give(game, "kept")
    assert penalties(game, 0) == [(-4, "demands", "unmet.1")], "the wild tile had to pay for games"
    assert mine(game, "tiles") == {"forum.bread": 1} and mine(game, "kept") == {"bread": 1}


def test_a_wild_tile_may_pay_where_it_is_not_needed_elsewhere() -> None:
    game = on_mat(table(), 0, "forum.bread", "forum.games", "forum.religion", "forum.wild-demand")
    settle_now(game, "bread", "games", "religion")
    assert keys(game) == ("tile", "wild")
    give(game, "wild")
    assert penalties(game, 0) == [] and mine(game, "tiles") == {"forum.bread": 1}


def test_a_kept_tile_covers_one_demand_a_quarter_and_stays_ruling_22() -> None:
    game = settle_now(kept(table(), 0, "bread.GG"), "bread", "bread", "games")
    assert penalties(game, 0) == [(-9, "demands", "unmet.2")]
    assert mine(game, "kept") == {"bread": 1}
    two = settle_now(kept(table(), 0, "bread.GG", "bread.PP"), "bread", "bread", "games")
    assert penalties(two, 0) == [(-4, "demands", "unmet.1")]


def test_a_demand_may_be_refused_where_the_table_rules_so_ruling_65() -> None:
    game = settle_now(on_mat(table(refuse_demand="yes"), 0, "forum.bread"), "bread", "games", "religion")
    assert keys(game) == ("tile", "refuse")
    give(game, "refuse")
    assert penalties(game, 0) == [(-15, "demands", "unmet.3")] and mine(game, "tiles") == {"forum.bread": 1}


# ---- senate


def test_demands_come_before_the_senate_ruling_61_and_all_vote_tiles_go_ruling_58() -> None:
    game = on_mat(table(), 0, "forum.bread", "forum.games", "forum.vote.2", "forum.vote.5")
    on_mat(game, 0, "forum.wild-demand", "forum.wild-demand")
    settle_now(game, "bread", "games", "religion")
    assert asked(game) == (0, "demand.pay")
    on(game, {}, "quarter.bonus")
    assert asked(game) == (0, "quarter.bonus"), "seven votes against none"
    assert [row.aside or row.number for row in game.way.result(game)] == [7, 0]
    give(game, keys(game)[0])
    assert not [word for word in game.state()["seats"][0]["tiles"] if "vote" in word]
    assert [seat["votes"] for seat in game.state()["senate"]] == [0, 0]


def test_the_consul_picks_yellow_the_vice_consul_has_the_other_gray_and_the_discs_are_stacked_anew_ruling_62() -> None:
    game = settle_now(on_mat(table(3), 1, "forum.vote.4"), "bread", "games", "religion")
    assert asked(game) == (1, "quarter.bonus")
    beside = list(keys(game))
    assert why(game, "workers" if "workers" not in beside else "yellow").endswith("does not lie beside the senate")
    give(game, beside[1])
    won = game.state()["bonus"]
    assert won[beside[1]] == {"seat": 1, "side": "yellow"}
    assert won[beside[0]] == {"seat": 2, "side": "gray"}, "the last of the start order lies on top"
    assert [disc["height"] for disc in game.state()["senate"]] == [0, 2, 1]


def test_equal_votes_go_to_the_disc_further_along_then_to_the_higher_ruling_56() -> None:
    game = give(on_mat(table(), 0, "forum.vote.2"), "!senate.1.1.0")
    settle_now(game, "bread", "games", "religion")
    assert asked(game) == (1, "quarter.bonus"), "two votes each"


def test_a_vice_consul_without_a_vote_gets_nothing_where_the_table_rules_so() -> None:
    for rule, tiles in (("no", 4), ("yes", 3)):
        game = on_mat(table(vice_consul_needs_vote=rule), 0, "forum.vote.2")
        settle_now(game, "bread", "games", "religion")
        give(game, keys(game)[0])
        assert len(game.state()["bonus"]) == tiles


# ---- the board anew


def reset(game: Game) -> Game:
    settle_now(game, "bread", "games", "religion")
    return on(game, {}, "refill.bonus")


def test_what_is_left_goes_and_the_board_is_laid_out_anew() -> None:
    game = on_forum(lying(table(), alpes="forum.vote.3", raetia="forum.games"), "forum.bread", "extra.senate")
    game.board.gray[1] = 1
    reset(leader(legionnaires_in(game, 0, "noricum"), 1, "belgica"))
    after = game.state()
    assert after["forum"] == {} and after["ships"]["pairs"] == "coloured"
    assert {"forum.bread", "extra.senate", "forum.vote.3"} <= set(after["out"])
    assert after["provinces"] == {"raetia": "forum.games"}
    asked_for = []
    while asked(game)[1].startswith("refill."):
        asked_for.append(asked(game)[1].removeprefix("refill."))
        give(game, keys(game)[0])
    # alpes lost its vote tile; raetia has a tile, noricum a legionnaire, belgica a leader
    assert asked_for == ["bonus"] * 2 + ["province"] * 7 + ["forum"] * 6 + ["yellow"] * 3
    laid = game.state()
    assert sum(laid["forum"].values()) == 9 and len(laid["provinces"]) == 8 and len(laid["beside_senate"]) == 2
    assert "noricum" not in laid["provinces"] and "belgica" not in laid["provinces"]
    assert laid["demands"]["showing"] == [] and (laid["quarter"], asked(game)) == (2, (1, "sow.tray"))


def test_vote_tiles_in_provinces_stay_where_the_table_rules_so() -> None:
    game = reset(lying(table(province_vote_tiles="stay"), alpes="forum.vote.3"))
    assert game.state()["provinces"] == {"alpes": "forum.vote.3"}


def test_filling_stops_when_the_stack_is_empty_provinces_first() -> None:
    game = lying(table(4))
    board = game.board
    for kind in range(17):
        spare = board.stock[kind]
        board.gone[kind] += spare
        board.stock[kind] = 0
    board.gone[4] -= 2
    board.stock[4] = 2
    reset(asked_again(game))
    asked_for = []
    while asked(game)[1] != "sow.tray":
        asked_for.append(asked(game)[1])
        give(game, keys(game)[0])
    assert asked_for == ["refill.bonus"] * 2 + ["refill.yellow"] * 3, "equal tiles are no choice"
    laid = game.state()
    assert laid["provinces"] == {"alpes": "forum.bread", "raetia": "forum.bread"}
    assert sum(laid["forum"].values()) == 3


def test_the_fourth_quarter_is_settled_but_the_board_is_not_laid_out_again_ruling_67() -> None:
    game = table()
    board = game.board
    board.clock[3] = 4
    board.seen[:] = [3, 3, 3]
    for kind in range(17, 23):  # all yellow tiles have been laid out
        board.gone[kind] += board.stock[kind]
        board.stock[kind] = 0
    for index in [index for index in range(12) if board.bag[index]][:6]:  # six bonus tiles have been won
        board.bag[index], board.owner[index] = 0, 1
    settle_now(asked_again(game), "bread", "games", "religion")
    give(game, keys(game)[0])
    assert game.over and penalties(game, 0) == [(-15, "demands", "unmet.3")]
    assert game.state()["forum"] != {}, "nothing is cleared away"


# ---- final scoring


def counted(game: Game) -> list[tuple[int, str, str]]:
    game = game.copy()
    return lines(give(asked_again(game), "!count"))


def bare(**given: str) -> Game:
    return bonus(tokens(table(**given), workers=0, legionnaires=0), 0)


def test_hand_camps_and_circle_score_a_point_each() -> None:
    game = tile(tokens(hand(bare(), fish=2, oils=1), workers=2, legionnaires=3), 0, "forum", "nine.GG")
    assert counted(game) == [
        (3, "hand", ""),
        (2, "camps", "workers"),
        (3, "camps", "legionnaires"),
        (1, "circle", ""),
    ]


def test_kept_demand_tiles_score_nothing() -> None:
    assert counted(kept(bare(), 0, "bread.GG")) == []


def sets(number: int, wilds: int) -> list[tuple[int, str, str]]:
    game = bare()
    for index in range(number):
        site = game.board.standing.index(1 + index)
        game.board.standing[index], game.board.standing[site] = game.board.standing[site], game.board.standing[index]
        workers_on(game, 0, index)
    on_mat(game, 0, *["forum.wild-construction"] * wilds)
    return counted(game)


def test_three_equal_tiles_score_10_and_four_20_wild_ones_included_ruling_49() -> None:
    assert sets(2, 0) == [] and sets(2, 1) == [(10, "sets", "stairs")] and sets(2, 2) == [(20, "sets", "stairs")]
    assert sets(3, 0) == [(10, "sets", "stairs")] and sets(3, 1) == sets(4, 0) == [(20, "sets", "stairs")]
    assert sets(4, 2) == [(20, "sets", "stairs")]


def test_bonus_tiles_score_by_the_side_that_is_up() -> None:
    for side, points in (("yellow", 3), ("gray", 2)):
        assert counted(bonus(display(bare(), fish=2, wine=1), 0, wine_fish=side)) == [
            (3 * points, "bonus", "wine-fish")
        ]
    for side, points in (("yellow", 9), ("gray", 6)):
        game = bonus(on_mat(bare(), 0, "forum.bread", "forum.bread"), 0, bread=side)
        assert counted(game) == [(points, "bonus", "bread")], "once, however many tiles"
    for side, points in (("yellow", 4), ("gray", 2)):
        game = bonus(legionnaires_in(bare(), 0, "alpes", "belgica"), 0, legionnaires=side)
        assert counted(game) == [(points, "bonus", "legionnaires")]


def test_workers_on_sites_half_a_point_rounded_up_ruling_64() -> None:
    game = workers_on(bare(), 1, 0, 1, 2, 3, 4)
    for site in range(5):
        game.board.sites[0] |= 1 << site
        game.board.supply[0] -= 1
    assert counted(bonus(game.copy(), 0, workers="gray")) == [(3, "bonus", "workers")]
    assert counted(bonus(game.copy(), 0, workers="yellow")) == [(5, "bonus", "workers")]


def test_a_kept_bread_tile_does_not_serve_the_bread_bonus_ruling_23() -> None:
    assert counted(bonus(kept(bare(), 0, "bread.GG"), 0, bread="yellow")) == []


def test_the_yellow_tile_counts_itself_and_the_first_one() -> None:
    assert counted(bonus(bare(), 0, yellow="yellow", bread="yellow", games="gray")) == [(6, "bonus", "yellow")]
    assert counted(bonus(bare(), 0, yellow="gray", bread="yellow")) == [(2, "bonus", "yellow")]


def test_a_wild_commodity_left_over_is_one_card_where_it_is_worth_most_ruling_35() -> None:
    game = bonus(on_mat(bare(), 0, "forum.wild-commodity"), 0, wine_fish="gray", cattle_wheat="yellow")
    assert counted(game) == [(3, "bonus", "cattle-wheat")]
    assert counted(bonus(on_mat(bare(), 0, "forum.wild-commodity"), 0, wine_fish="gray")) == [(2, "bonus", "wine-fish")]


def test_a_wild_demand_serves_a_bonus_tile_only_where_the_table_rules_so_in_the_best_way() -> None:
    assert counted(bonus(on_mat(bare(), 0, "forum.wild-demand"), 0, bread="yellow")) == []
    game = bonus(on_mat(bare(wild_demand_for_bonus="yes"), 0, "forum.wild-demand"), 0, bread="gray", games="yellow")
    assert counted(game) == [(9, "bonus", "games")]


def test_left_over_extra_tiles_and_plus_two_markers_score_nothing() -> None:
    game = on_mat(bare(), 0, "extra.senate", "forum.wild-extra", "forum.vote.5")
    game.board.plus[0] = 3
    assert counted(game) == []


def test_standings_say_at_any_moment_what_final_scoring_would_add_today_by_category() -> None:
    game = tokens(bonus(hand(display(table(), fish=1), fish=2), 0, wine_fish="yellow"), workers=2, legionnaires=1)
    game = give(turn(asked_again(game), "senate"), "senate")
    standings = game.standings()
    assert standings.totals == (2, 0) and standings.today[0] == 2 + 3 + 3
    assert [(str(row.label), row.number) for row in game.way.summary(game, 0)] == [
        ("before", 2),
        ("hand, camps", 5),
        ("circle", 0),
        ("sets", 0),
        ("bonus", 3),
    ]
    today = standings.today
    give(game, "!count")
    assert game.standings().today == (0, 0)
    assert game.totals() == [2 + today[0], today[1]]
    assert [row.number for row in game.way.summary(game, 0)] == [2, 5, 0, 0, 3]


def test_a_tie_goes_to_the_higher_in_the_senate_ruling_68() -> None:
    game = bonus(bare(), 1)
    tokens(game, 1, workers=0, legionnaires=0)
    give(asked_again(game), "!senate.1.2.0", "!count")
    assert game.totals() == [0, 0] and game.standings().order == (1, 0) and str(game.words()) == "seat 2 wins"


# ---- corrections


def test_corrections_leave_every_piece_where_it_lies() -> None:
    game = table(3)
    stems = [amendment.stem for amendment in game.way.amendments(game)]
    assert stems == ["!score", "!time", "!senate.0", "!senate.1", "!senate.2", "!turn", "!demands", "!count"]
    give(game, "!score.1.+3.ship", "!turn.2", "!demands.bread.none.none", "!time.4", "!senate.0.3.0")
    assert game.totals() == [0, 3, 0] and asked(game) == (2, "sow.tray")
    for key in ("!leave.1", "!score.1.+3.nothing", "!time.99", "!castle"):
        with pytest.raises(IllegalAnswer):
            game.answer(key)
    give(game, "seaport", "blue")
    assert asked(game)[0] == 2


def test_nothing_is_corrected_with_markers_or_cards_in_the_air() -> None:
    game = give(table(), "seaport")
    assert asked(game)[1] == "sow.colour"
    with pytest.raises(IllegalAnswer, match="cannot be corrected now"):
        game.answer("!count")
    game = new_game("trajan", "referee", 2)
    assert list(game.way.amendments(game)) == []


# ---- to the scorekeeper


def seen_by_scorekeeper(game: Game) -> dict[str, object]:
    state = game.state()
    found = {name: state[name] for name in ("quarter", "round", "turn", "mover", "time", "demands", "totals", "final")}
    found["senate"] = [(disc["space"], disc["height"]) for disc in state["senate"]]
    return found


def test_a_game_switched_to_the_scorekeeper_keeps_what_it_knows_at_every_question() -> None:
    kinds = set()
    for seed in range(6):
        chance = random.Random(seed)
        game = new_game("trajan", "referee", 2 + seed % 3)
        while game.decision is not None:
            if game.turn[0]:
                other = to_scorekeeper(game)
                other.check()
                assert other.ledger == game.ledger and other.decision is not None
                kinds.add((game.decision.kind.split(".")[0], other.decision.kind))
                # the scorekeeper leaves laying out the board anew to the table, and asks on
                if not game.decision.kind.startswith("refill."):
                    assert seen_by_scorekeeper(other) == seen_by_scorekeeper(game)
                if game.decision.kind in ("sow.tray", "demand.reveal"):
                    assert other.decision.seat == game.decision.seat
            else:
                with pytest.raises(ValueError, match="only a referee's game that is going on"):
                    to_scorekeeper(game)
            seat, _, open_keys = game.decision
            game.answer(chance.choices(open_keys, game.odds())[0] if seat == TABLE else chance.choice(open_keys))
        with pytest.raises(ValueError, match="only a referee's game that is going on"):
            to_scorekeeper(game)
    assert {("sow", "turn.markers"), ("action", "turn.points"), ("demand", "demand.reveal")} <= kinds
    assert {("quarter", "quarter.bonus"), ("refill", "turn.markers")} <= kinds


def test_the_game_goes_on_in_the_scorekeeper_to_its_end() -> None:
    chance = random.Random(3)
    game = new_game("trajan", "referee", 3)
    for _ in range(400):
        assert game.decision is not None
        seat, _, open_keys = game.decision
        game.answer(chance.choices(open_keys, game.odds())[0] if seat == TABLE else chance.choice(open_keys))
    other = to_scorekeeper(game)
    before = len(other.ledger)
    while other.decision is not None:
        other.check()
        other.answer(chance.choice([key for key in other.decision.keys if not key.startswith("forgot")]))
    other.check()
    assert other.ledger[:before] == game.ledger and len(other.ledger) > before
    with pytest.raises(ValueError, match="only a referee's game"):
        to_scorekeeper(other)
