"""Final scoring by questions: hand, camps, circle, sets, bonus tiles, wild tiles, ties."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import IllegalAnswer
from engine.game import Game
from engine.trajan.scoring import best_sets
from tests.engine.trajan.evening import asked, final, give, lines, settle, start, until
from tests.engine.trajan.tabletop import asked_again, bonus, on_mat, table


def count(game: Game) -> Game:
    """Straight to final scoring."""
    return give(game, "!count")


def with_tiles(*tiles: str, **given: str) -> Game:
    """At final scoring of two players; seat 0 was consul and has these tiles yellow, seat 1 others, gray."""
    game = start(2, **given)
    for tile, others in zip(tiles, ("workers", "legionnaires"), strict=False):
        give(game, "!senate.0.7.0")
        give(until(game, "quarter.bonus"), tile, others if others not in tiles else "cattle-wheat")
    return count(game)


def gray(tile: str, **given: str) -> Game:
    """At final scoring of two players; seat 0 was vice-consul once and has this tile, gray side up."""
    game = give(start(2, **given), "!senate.1.7.0", "!senate.0.6.0")
    give(until(game, "quarter.bonus"), "bread" if tile != "bread" else "games", tile)
    return count(game)


def said(game: Game, **answers: str) -> Game:
    """Final scoring of seat 0 by these answers; it started with the religion tile and has no such forum tile."""
    named = {"final." + kind.replace("_", "-"): key for kind, key in answers.items()}
    return final(game, {0: {"final.start": "religion"} | named})


def test_hand_camps_and_circle_score_a_point_each() -> None:
    answers = {"final.hand": "4", "final.workers": "2", "final.legionnaires": "3", "final.circle": "1"}
    game = final(count(start(2)), {0: answers})
    assert lines(game, 0)[:4] == [
        (4, "hand", ""),
        (2, "camps", "workers"),
        (3, "camps", "legionnaires"),
        (1, "circle", ""),
    ]
    assert [(str(row.label), row.number) for row in game.way.summary(game, 0)] == [
        ("before", 0),
        ("hand, camps", 9),
        ("circle", 1),
        ("sets", 0),
        ("bonus", 0),
    ]


def test_seats_are_counted_one_after_the_other_and_each_is_told() -> None:
    game, told = count(start(3)), []
    order = []
    while game.decision is not None:
        if game.decision.kind == "final.hand":
            order.append(game.decision.seat)
        give(game, "no" if game.decision.keys == ("yes", "no") else game.decision.keys[0])
        told += [(item.kind, item.seat) for item in game.news if item.kind in ("final", "over")]
    assert order == [0, 1, 2]
    assert told == [("final", 0), ("final", 1), ("final", 2), ("over", 2)]


def test_a_seat_has_no_more_than_fifteen_tokens() -> None:
    game = give(count(start(2)), "0", "9")
    assert asked(game)[1] == "final.legionnaires"
    assert game.decision is not None and game.decision.keys[-1] == "6"
    with pytest.raises(IllegalAnswer, match="6 at most"):
        game.answer("7")


def test_there_are_four_tiles_of_a_type_and_two_wild_ones_over_all_seats() -> None:
    game = give(count(start(2)), "0", "0", "0", "0", "3", "3", "4", "0", "0", "2")
    assert lines(game, 0) == [(20, "sets", "stairs"), (20, "sets", "door"), (20, "sets", "fountain")]
    until(game, "final.stairs")
    assert game.decision is not None and game.decision.keys == ("0", "1")
    assert str(game.why_not("2")) == "the others have 3 of these"
    give(game, "1", "1")
    assert asked(game)[1] == "final.roof", "no fountain tile is left: not asked"
    give(game, "3", "0")
    assert asked(game)[1] == "final.start", "no wild tile is left: not asked"
    assert lines(game, 1) == [(10, "sets", "roof")]


def test_three_equal_score_10_and_four_20_the_higher_only() -> None:
    game = final(count(start(2)), {0: {"final.stairs": "3", "final.door": "4"}, 1: {"final.stairs": "1"}})
    assert lines(game, 0) == [(10, "sets", "stairs"), (20, "sets", "door")]


def test_two_stairs_and_two_wild_tiles_score_20_ruling_49() -> None:
    game = final(count(start(2)), {0: {"final.stairs": "2", "final.wilds": "2"}})
    assert lines(game, 0) == [(20, "sets", "stairs")]


def test_a_wild_construction_tile_is_for_final_sets_only_ruling_47() -> None:
    """In play it is no answer; at the end it is asked for only where it can complete a set."""
    game = give(start(2), "1")
    assert game.decision is not None and not [key for key in game.decision.keys if "wild" in key]
    count(game)
    kinds = []
    while asked(game)[1] != "final.start":
        kinds.append(asked(game)[1])
        give(game, "0")
    assert "final.wilds" not in kinds
    one = give(count(start(2)), "0", "0", "0", "0", "1", "0", "0", "0", "0")
    assert asked(one)[1] == "final.wilds"


@given(st.lists(st.integers(0, 4), min_size=5, max_size=5), st.integers(0, 2))
def test_wild_tiles_are_assigned_in_the_best_way(counts: list[int], wilds: int) -> None:
    worth = {0: 0, 1: 0, 2: 0, 3: 10, 4: 20, 5: 20, 6: 20}
    shares = [share for share in product(range(wilds + 1), repeat=5) if sum(share) == wilds]
    best = max(sum(worth[count + extra] for count, extra in zip(counts, share, strict=True)) for share in shares)
    assert sum(best_sets(counts, wilds)) == best


# ---- bonus tiles


def test_a_commodity_tile_scores_each_displayed_card_3_yellow_2_gray() -> None:
    """Ruling 28: shipped cards lie in the display and count."""
    game = until(with_tiles("wine-fish"), "final.wine-fish")
    assert str(game.words()) == "wine + fish"
    assert "shipped ones among them" in str(game.way.rules(game)[0])
    hint = game.way.hint(game, "5")
    assert hint is not None and str(hint.text) == "3 each: +15"
    assert lines(said(with_tiles("wine-fish"), wine_fish="5"), 0) == [(15, "bonus", "wine-fish")]
    assert lines(said(gray("wine-fish"), wine_fish="5"), 0) == [(10, "bonus", "wine-fish")]


def test_a_demand_tile_scores_once_and_a_kept_trajan_tile_does_not_serve_it_ruling_23() -> None:
    game = until(with_tiles("bread"), "final.bread")
    assert game.decision is not None and game.decision.keys == ("yes", "no") and game.way.form(game) == "yes-no"
    assert "not a kept Trajan tile" in str(game.way.rules(game)[0])
    assert lines(said(with_tiles("bread"), bread="no"), 0) == []
    assert lines(said(with_tiles("bread"), bread="yes"), 0) == [(9, "bonus", "bread")]
    assert lines(said(gray("bread"), bread="yes"), 0) == [(6, "bonus", "bread")]


def test_five_workers_on_a_gray_tile_score_3_ruling_64() -> None:
    assert lines(said(gray("workers"), sites="5"), 0) == [(3, "bonus", "workers")]
    assert lines(said(with_tiles("workers"), sites="5"), 0) == [(5, "bonus", "workers")]


def test_legionnaires_in_provinces_score_2_yellow_1_gray() -> None:
    assert lines(said(with_tiles("legionnaires"), provinces="4"), 0) == [(8, "bonus", "legionnaires")]
    assert lines(said(gray("legionnaires"), provinces="4"), 0) == [(4, "bonus", "legionnaires")]


def test_tokens_in_camps_and_on_sites_are_fifteen_at_most_together() -> None:
    game = until(give(with_tiles("workers"), "0", "5", "4"), "final.sites")
    assert game.decision is not None and game.decision.keys[-1] == "6"


def test_the_yellow_tile_counts_itself_and_the_one_drawn_at_the_start() -> None:
    assert lines(said(with_tiles("yellow", "wine-fish")), 0) == [(9, "bonus", "yellow")]
    assert lines(said(gray("yellow")), 0) == [(2, "bonus", "yellow")]


def test_the_tile_drawn_at_the_start_counts_with_its_yellow_side_and_may_be_any_that_nobody_has() -> None:
    game = until(with_tiles("wine-fish"), "final.start")
    assert game.decision is not None
    assert [key for key in ("wine-fish", "workers", "bread") if key in game.decision.keys] == ["bread"]
    assert lines(said(with_tiles("wine-fish"), religion="yes"), 0) == [(9, "bonus", "religion")]


def test_a_wild_commodity_left_over_is_one_card_for_one_commodity_tile_ruling_35() -> None:
    """It goes to the side that pays more; without a commodity tile it is not asked for."""
    game = said(with_tiles("wine-fish"), wine_fish="1", commodity="2")
    assert lines(game, 0) == [(3, "bonus", "wine-fish"), (6, "bonus", "wine-fish")]
    assert lines(said(gray("wine-fish"), commodity="1"), 0) == [(2, "bonus", "wine-fish")]
    both = said(gray("wine-fish"), start="fruit-lamps", commodity="1")
    assert lines(both, 0) == [(3, "bonus", "fruit-lamps")]
    plain, kinds = with_tiles("bread"), set()
    while plain.decision is not None and plain.decision.seat == 0:
        kinds.add(plain.decision.kind)
        give(plain, {"final.start": "games"}.get(plain.decision.kind, plain.decision.keys[-1]))
    assert "final.commodity" not in kinds


def test_there_are_three_wild_commodities_over_all_seats() -> None:
    game = give(until(with_tiles("wine-fish"), "final.commodity"), "2")
    give(until(game, "final.start"), "cattle-wheat")
    until(game, "final.commodity")
    assert asked(game)[0] == 1
    assert game.decision is not None and game.decision.keys == ("0", "1")


def test_a_wild_demand_serves_a_bonus_tile_only_where_the_table_rules_so() -> None:
    assert lines(said(with_tiles("bread"), demand="1"), 0) == []
    two = with_tiles("bread", "games", wild_demand_for_bonus="yes")
    assert lines(said(two, bread="yes", demand="1"), 0) == [(9, "bonus", "bread"), (9, "bonus", "games")]
    gray_too = gray("bread", wild_demand_for_bonus="yes")
    assert lines(said(gray_too, demand="1"), 0) == [(9, "bonus", "religion")], "the side that pays more comes first"
    served = with_tiles("bread", wild_demand_for_bonus="yes")
    assert lines(said(served, bread="yes", religion="yes", demand="1"), 0) == [
        (9, "bonus", "bread"),
        (9, "bonus", "religion"),
    ]


def test_with_four_players_the_last_starting_tile_is_the_only_one_left_and_not_asked() -> None:
    game = start(4)
    for _ in range(4):
        until(game, "quarter.bonus")
        assert game.decision is not None
        give(game, *game.decision.keys[:2])
    asked_for = []
    while game.decision is not None:
        if game.decision.kind == "final.start":
            asked_for.append((game.decision.seat, len(game.decision.keys)))
        give(game, game.decision.keys[0])
    assert asked_for == [(0, 4), (1, 3), (2, 2)]
    assert len(game.state()["bonus"]) == 12


# ---- who wins


def test_most_points_win() -> None:
    game = final(give(start(3), "1", "ship.2", "1", "ship.7", "!count"))
    assert game.standings().order[0] == 1 and str(game.words()) == "seat 2 wins"
    assert game.standings().places == (2, 1, 3)


def test_a_tie_goes_to_the_higher_in_the_senate_as_stacked_anew_ruling_68() -> None:
    """Seat 1 stood further along, but votes on tiles made seat 0 consul of the last quarter."""
    results = {}
    for tie in ("new_stack", "track"):
        game = start(2, final_tie=tie)
        for _ in range(3):
            until(game, "quarter.bonus")
            until(game, "turn.markers")
        give(game, "!senate.1.3.0")
        settle(until(game, "quarter.unmet"), votes={0: "9"})
        results[tie] = final(game)
        assert results[tie].totals() == [0, 0]
    assert results["new_stack"].standings().order == (0, 1)
    assert results["track"].standings().order == (1, 0)


def test_counting_before_the_end_takes_the_senate_as_it_stands() -> None:
    for tie in ("new_stack", "track"):
        game = final(count(give(start(3, final_tie=tie), "!senate.2.4.0", "!senate.0.4.1")))
        assert game.standings().order == (0, 2, 1)
        assert game.state()["ended_early"] is True
        assert [str(note) for note in game.page().notes] == ["Ended early"]


def test_one_point_is_told_in_the_singular() -> None:
    game = count(give(start(2), "1", "other", "1", "!score.1.-1.other"))
    told = []
    while game.decision is not None:
        give(game, "no" if game.decision.keys == ("yes", "no") else game.decision.keys[0])
        told += [str(item.text) for item in game.news if item.kind == "final"]
    assert told == ["seat 1: 1 point", "seat 2: −1 point"]


# ---- a ruling that decides a game


def close_game(ruling: str, lead: int) -> Game:
    """Seat 0 has the bread and religion tiles yellow and no forum tile for either; seat 1 leads by this."""
    game = with_tiles("bread", wild_demand_for_bonus=ruling)
    return give(game, f"!score.1.+{lead}.other")


def notes(game: Game) -> list[str]:
    return [str(note) for note in game.page().notes if str(note) != "Ended early"]


def test_wild_demands_that_decided_a_game_are_named_on_the_score_sheet() -> None:
    game = said(close_game("yes", 8), demand="1")
    assert game.standings().order[0] == 0 and notes(game) == ["Decided by wild demands"]
    assert [str(rule) for rule in game.way.rules(game)] == [
        "Wild demands not used up serve bonus tiles here. Without that seat 2 would win."
    ]
    assert notes(said(close_game("yes", 30), demand="1")) == [], "seat 1 wins all the same"
    assert notes(said(close_game("yes", 8), demand="0")) == []


def test_wild_demands_that_could_decide_a_game_if_they_counted_are_named_on_the_score_sheet() -> None:
    game = said(close_game("no", 11))
    assert game.standings().order[0] == 1 and notes(game) == ["Wild demands would decide"]
    assert [str(rule) for rule in game.way.rules(game)] == [
        "Wild demands not used up serve no bonus tile here. If they did, seat 1 could win."
    ]
    assert notes(said(close_game("no", 30))) == []
    assert notes(said(close_game("no", 19), bread="yes", religion="yes")) == [], "its tiles are served without"


def test_nothing_is_said_of_wild_demands_before_the_end() -> None:
    game = close_game("no", 11)
    assert notes(game) == [] and "Wild" not in " ".join(str(rule) for rule in game.way.rules(game))


@pytest.mark.parametrize(
    ("ruling", "said_so"), [("yes", "Decided by wild demands"), ("no", "Wild demands would decide")]
)
def test_the_referee_names_wild_demands_where_they_decide_a_game(ruling: str, said_so: str) -> None:
    """Seat 0 has the bread tile yellow, no bread, and a wild demand left over: nine points, or none."""
    game = bonus(on_mat(table(2, wild_demand_for_bonus=ruling), 0, "forum.wild-demand"), 0, bread="yellow")
    game = asked_again(game)
    lead = game.standings().today[0] - game.standings().today[1] - (9 if ruling == "yes" else 0)
    for behind, expected in ((8, [said_so]), (10, []), (-1, [])):
        over = give(game.copy(), f"!score.1.{behind + lead:+d}.other", "!count")
        assert over.over and notes(over) == expected
        assert bool(over.way.rules(over)) == bool(expected)
