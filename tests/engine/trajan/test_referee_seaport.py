"""The seaport: cards and ships. Rulings bear the numbers of the list in the rules' fact sheet."""

from __future__ import annotations

import pytest

from engine.catalogue import new_game
from engine.game import Game
from engine.trajan.kinds import CARDS
from tests.engine.trajan.tabletop import (
    asked,
    bonus,
    display,
    give,
    hand,
    keys,
    lines,
    on,
    on_mat,
    table,
    turn,
    why,
)


def seaport(game: Game, seat: int = 0) -> Game:
    return turn(game, "seaport", seat)


def mine(game: Game, what: str, seat: int = 0) -> object:
    return game.state()["seats"][seat][what]


# ---- draw, take, play


def test_draw_two_then_discard_any_card_of_the_hand_ruling_26() -> None:
    game = give(seaport(hand(table(), fish=1)), "draw", "card.wine", "card.gems")
    assert asked(game) == (0, "card.discard")
    assert keys(game) == ("wine-1", "wine-2", "fish-1", "fish-2", "gems-1", "gems-2")
    assert why(game, "oils-1") == "no oils in hand"
    give(game, "fish-2")
    assert mine(game, "hand") == {"wine": 1, "gems": 1}
    assert game.state()["discards"][1][-1] == "fish"
    assert asked(game) == (1, "sow.tray")


def test_take_the_top_of_a_discard_pile_which_is_refilled_at_once_when_empty() -> None:
    game = seaport(table())
    first = game.state()["discards"][0][-1]
    assert str(game.words("take.1")) == f"take {first}, pile 1"
    give(game, "take.1")
    assert asked(game)[1] == "card.turn" and mine(game, "hand") == {first: 1}
    give(game, "card.oils")
    assert game.state()["discards"][0] == ["oils"] and asked(game) == (1, "sow.tray")


def test_play_one_or_two_and_draw_as_many() -> None:
    game = give(seaport(hand(table(), fish=2, oils=1)), "play", "fish")
    assert keys(game) == ("oils", "fish", "done") and game.way.usual(game) == "done"
    give(game, "fish", "card.gems", "card.gems")
    assert (mine(game, "display"), mine(game, "hand")) == ({"fish": 2}, {"oils": 1, "gems": 2})
    assert lines(game) == []
    one = give(seaport(hand(table(), fish=2)), "play", "done", "card.wine")
    assert (mine(one, "display"), mine(one, "hand")) == ({"fish": 1}, {"wine": 1, "fish": 1})


def test_nothing_can_be_played_or_shipped_without_a_card() -> None:
    game = seaport(table())
    assert keys(game) == ("draw", "take.1", "take.2", "skip")
    assert why(game, "play") == why(game, "ship.different") == "no card in hand"
    game = seaport(hand(table(), fish=1, oils=1))
    assert why(game, "ship.pairs") == "no two equal cards in hand, and no wild tile for one"


def test_the_card_drawn_is_asked_with_the_odds_of_what_is_left() -> None:
    game = give(seaport(hand(table(), fish=4)), "draw")
    weights = dict(zip(keys(game), game.odds(), strict=True))
    assert weights["card.fish"] == 1 - game.state()["discards"].count(["fish"])
    assert sum(weights.values()) == game.state()["pile"]


# ---- the pile runs out


def drained(**given: str) -> Game:
    """The face-down pile is empty: four cards lie on each discard pile, the rest in the displays."""
    game = table(2, **given)
    board = game.board
    for card, word in enumerate(CARDS):
        display(game, 1, **{CARDS[other]: board.display[len(CARDS) + other] for other in range(card)})
        assert word
    order = [card for card in range(len(CARDS)) for _ in range(board.unseen[card])]
    for pile in range(2):
        for _ in range(3):
            card = order.pop()
            board.discards[pile * 60 + board.heights[pile]] = card
            board.heights[pile] += 1
            board.unseen[card] -= 1
            board.pile[0] -= 1
    for card in order:
        board.display[len(CARDS) + card] += 1
        board.unseen[card] -= 1
        board.pile[0] -= 1
    assert board.pile == [0]
    return game


def test_when_the_pile_is_empty_all_discards_but_the_two_top_ones_are_shuffled() -> None:
    game = seaport(drained())
    tops = [pile[-1] for pile in game.state()["discards"]]
    give(game, "draw")
    assert game.state()["discards"] == [[tops[0]], [tops[1]]]
    assert game.state()["pile"] == 6 and sum(game.odds()) == 6
    assert "6 discards are shuffled: a new pile" in [str(item.text) for item in game.news]


def test_without_reshuffling_nothing_can_be_drawn_and_a_played_card_is_not_replaced() -> None:
    game = drained(reshuffle="no")
    board = game.board
    board.display[len(CARDS) + board.display[len(CARDS) :].index(5)] -= 1
    card = next(card for card in range(len(CARDS)) if board.display[len(CARDS) + card] == 4)
    board.hand[card], board.holding[0] = 1, 1 << card
    seaport(game)
    assert "draw" not in keys(game) and why(game, "draw") == "no card is left to draw"
    give(game, "play")
    assert asked(game) == (1, "sow.tray"), "the only card is no choice, and nothing is drawn"
    assert mine(game, "cards") == 0


# ---- ships


@pytest.mark.parametrize(("number", "coloured", "gray"), [(1, 2, 0), (2, 6, 1), (3, 12, 7), (4, 20, 15)])
def test_equal_cards_score_the_side_that_is_up_and_turn_the_ship_ruling_29(
    number: int, coloured: int, gray: int
) -> None:
    for side, points in ((0, coloured), (1, gray)):
        game = hand(table(), fish=5)
        game.board.gray[0] = side
        give(seaport(game), "ship.identical", *["fish"] * (number - 1))
        if number < 4:
            give(game, "done")
        assert lines(game) == ([(points, "ship", f"identical.{number}")] if points else [])
        assert game.state()["ships"]["identical"] == "gray"
        assert mine(game, "display") == {"fish": number} and mine(game, "cards") == 5 - number, "no refill"


@pytest.mark.parametrize(("number", "coloured", "gray"), [(1, 5, 1), (2, 10, 6), (3, 15, 11)])
def test_pairs_of_different_commodities(number: int, coloured: int, gray: int) -> None:
    for side, points in ((0, coloured), (1, gray)):
        game = hand(table(), fish=2, oils=2, wine=2)
        game.board.gray[1] = side
        give(seaport(game), "ship.pairs", *["fish", "oils", "wine"][:number])
        if number < 3:
            give(game, "done")
        assert lines(game) == [(points, "ship", f"pairs.{number}")]


@pytest.mark.parametrize(("number", "coloured", "gray"), [(1, 2, 0), (2, 4, 1), (3, 6, 3), (4, 8, 5)])
def test_different_cards(number: int, coloured: int, gray: int) -> None:
    for side, points in ((0, coloured), (1, gray)):
        game = hand(table(), fish=2, oils=2, wine=2, gems=1, hides=1)
        game.board.gray[2] = side
        give(seaport(game), "ship.different", *["oils", "fish", "gems", "hides"][:number])
        if number < 4:
            give(game, "done")
        assert lines(game) == ([(points, "ship", f"different.{number}")] if points else [])


def test_three_fish_are_one_pair_and_the_third_stays_in_hand_ruling_31() -> None:
    game = give(seaport(hand(table(), fish=3, oils=2)), "ship.pairs", "fish")
    assert keys(game) == ("oils", "done")
    assert why(game, "fish") == "the pairs are of different commodities: fish is one already"
    give(game, "done")
    assert lines(game) == [(5, "ship", "pairs.1")] and mine(game, "hand") == {"oils": 2, "fish": 1}


def test_two_cards_of_one_commodity_do_not_go_on_the_ship_of_different_ones_ruling_32() -> None:
    game = give(seaport(hand(table(), fish=2, oils=1)), "ship.different", "fish")
    assert why(game, "fish") == "this ship takes cards all different: fish is one already"
    game = give(seaport(hand(table(), fish=2, oils=1)), "ship.identical", "fish")
    assert why(game, "oils") == "this ship takes equal cards"


def test_a_ship_takes_what_the_seat_has_and_nothing_less() -> None:
    game = give(seaport(hand(table(), fish=2, oils=1)), "ship.pairs")
    assert lines(game) == [(5, "ship", "pairs.1")], "the only pair is no choice"
    game = give(seaport(hand(table(), fish=1, oils=1)), "ship.different")
    assert why(game, "done") == "ship at least one card" and why(game, "wine") == "no wine in hand"
    game = give(seaport(hand(table(), fish=2, oils=2, wine=1)), "ship.pairs")
    assert why(game, "wine") == "only one wine in hand: no pair"


def test_a_wild_commodity_stands_for_a_card_and_leaves_the_game_ruling_34() -> None:
    game = on_mat(hand(table(), fish=2), 0, "forum.wild-commodity")
    give(seaport(game), "ship.identical", "fish", "fish", "wild")
    assert lines(game) == [(12, "ship", "identical.3")]
    assert mine(game, "display") == {"fish": 2}, "the wild tile does not enter it"
    assert game.state()["out"] == {"forum.wild-commodity": 1} and mine(game, "tiles") == {}


def test_wild_tiles_come_last() -> None:
    game = on_mat(hand(table(), fish=2, oils=1), 0, "forum.wild-commodity", "forum.wild-commodity")
    for ship in ("ship.identical", "ship.different"):
        twin = give(seaport(game.copy()), ship, "fish", "wild")
        assert keys(twin) == ("wild", "done") and why(twin, "fish") in (
            "wild tiles come last",
            "this ship takes cards all different: fish is one already",
        )


def test_a_pair_may_be_a_card_and_a_wild_tile_or_two_wild_tiles() -> None:
    game = on_mat(hand(table(), fish=2), 0, "forum.wild-commodity", "forum.wild-commodity", "forum.wild-commodity")
    give(seaport(game), "ship.pairs", "fish")
    assert keys(game) == ("fish", "wild")
    give(game, "wild", "wild")
    assert lines(game) == [(10, "ship", "pairs.2")], "the second pair is two wild tiles; then nothing is left to add"
    assert mine(game, "hand") == {"fish": 1} and game.state()["out"] == {"forum.wild-commodity": 3}


def test_a_shipment_of_wild_tiles_alone_is_allowed() -> None:
    game = on_mat(table(), 0, "forum.wild-commodity")
    give(seaport(game), "ship.different")
    assert lines(game) == [(2, "ship", "different.1")]


def test_shipped_cards_lie_in_the_display_and_count_for_bonus_tiles_ruling_28() -> None:
    game = bonus(hand(table(), fish=3), 0, wine_fish="yellow")
    give(seaport(game), "ship.identical", "fish", "done", "!count")
    assert (6, "bonus", "wine-fish") in lines(game)


# ---- hidden hands


def hidden(players: int = 2) -> Game:
    game = new_game("trajan", "referee", players)
    give(game, "seat.0")
    on(game, {"hands.seen": "hidden", "setup.card": "draw"}, "sow.tray")
    return game


def test_a_hidden_hand_is_a_number_until_a_card_is_shown() -> None:
    game = hidden()
    assert (mine(game, "cards"), mine(game, "unknown"), mine(game, "hand")) == (3, 3, {})
    seaport(game)
    give(game, "draw")
    assert asked(game) == (0, "card.discard"), "what is drawn is not asked"
    assert len(keys(game)) == 24 and mine(game, "unknown") == 5
    give(game, "fish-1")
    assert (mine(game, "unknown"), game.state()["discards"][0][-1]) == (4, "fish")
    seaport(game, 1)
    give(game, "take.1")
    assert mine(game, "hand", 1) == {"fish": 1} and mine(game, "unknown", 1) == 3, "all saw what was taken"


def test_what_is_in_known_hands_and_on_the_table_cannot_be_in_an_unknown_hand() -> None:
    game = hidden()
    display(game, 0, fish=5 - sum(pile.count("fish") for pile in game.state()["discards"]))
    seaport(game)
    give(game, "play")
    assert "fish" not in keys(game) and why(game, "fish") == "no fish in hand"


def test_a_known_card_is_shown_before_an_unknown_one() -> None:
    game = hidden()
    seaport(game)
    taken = game.state()["discards"][0][-1]
    give(game, "take.1", "card.oils" if taken != "oils" else "card.fish")
    seaport(game, 1)
    give(game, "skip")
    seaport(game)
    give(game, "play", taken, "done")
    assert (mine(game, "unknown"), mine(game, "hand")) == (4, {}), "one of the unknown ones was drawn"


def test_a_viewer_sees_no_other_hand() -> None:
    game = hand(hand(table(3), 0, fish=2), 1, wine=1)
    for viewer in range(3):
        seen = game.state(viewer)
        assert "unseen_cards" not in seen
        for number, seat in enumerate(seen["seats"]):
            assert ("hand" in seat) == (number == viewer)
            assert seat["cards"] == (2, 1, 0)[number]
