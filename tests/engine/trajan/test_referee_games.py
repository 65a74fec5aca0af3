"""Whole games of the referee by random players: invariants after every answer, the way back, copies and records."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.catalogue import new_game
from engine.game import TABLE, Game
from tests.engine.whole_games import plays_and_goes_back

OPTIONS = {
    "starting_markers": ("chosen", "random"),
    "draft": ("three_at_once", "one_by_one"),
    "fulfil": ("mandatory", "optional"),
    "extra_tiles_per_turn": ("1", "unlimited"),
    "extra_after_skipped_action": ("no", "yes"),
    "reshuffle": ("yes", "no"),
    "refuse_demand": ("no", "yes"),
    "province_vote_tiles": ("go", "stay"),
    "wild_demand_for_bonus": ("no", "yes"),
    "vice_consul_needs_vote": ("no", "yes"),
    "final_tie": ("new_stack", "track"),
}


def answer(game: Game, chance: random.Random, hands: str = "seen") -> str:
    """Any legal answer; the table's by the odds."""
    assert game.decision is not None
    seat, kind, keys = game.decision
    if kind == "hands.seen":
        return hands
    return chance.choices(keys, game.odds())[0] if seat == TABLE else chance.choice(keys)


@pytest.mark.parametrize(("players", "hands"), list(product((2, 3, 4), ("seen", "hidden"))))
def test_a_random_game_ends_goes_all_the_way_back_and_replays_from_its_record(players: int, hands: str) -> None:
    game, chance = new_game("trajan", "referee", players), random.Random(players)
    plays_and_goes_back(game, lambda game: answer(game, chance, hands))
    assert len([entry for entry in game.ledger if entry.reason == "senate"]) > 2


@pytest.mark.parametrize("seed", range(12))
def test_games_with_every_switch_end_with_every_invariant_held(seed: int) -> None:
    chance = random.Random(seed)
    given = {name: chance.choice(values) for name, values in OPTIONS.items()}
    game, hands = new_game("trajan", "referee", 2 + seed % 3, given), chance.choice(("seen", "hidden"))
    while game.decision is not None:
        game.answer(answer(game, chance, hands))
        game.check()


def test_the_words_of_every_answer_and_of_every_refusal_are_there() -> None:
    chance = random.Random(5)
    game = new_game("trajan", "referee", 3, {"fulfil": "optional", "refuse_demand": "yes", "draft": "one_by_one"})
    names = ["Wwwwwwwwwwww"] * 3
    long = []
    while game.decision is not None:
        keys = game.decision.keys
        texts = [game.words(), *(game.words(key) for key in keys)]
        if game.decision.seat >= 0:
            long += [text.render(names) for text in texts if len(text.render(names)) > 26]
        for key in game.others():
            assert key not in keys and str(game.why_not(key))
        for key in keys:
            game.way.hint(game, key)
            assert " " not in game.way.icon(game, key)
        assert str(game.way.icon(game, None)) or game.decision.kind in ("sow.tray", "sow.colour", "demand.reveal")
        assert game.way.usual(game) in (None, *keys)
        assert len(str(game.page().status)) <= 7
        game.answer(answer(game, chance))
    assert long == []


@pytest.mark.parametrize("markers", ["chosen", "random"])
def test_a_set_up_code_answers_all_that_is_asked_while_the_board_is_laid_out(markers: str) -> None:
    game = new_game("trajan", "referee", 4, {"starting_markers": markers})
    layout = game.title.setup("K7F3-Q2", 4, game.options)
    while game.decision is not None and game.decision.kind in layout.answers:
        game.answer(layout.answers[game.decision.kind])
        game.check()
    assert game.decision is not None
    assert game.decision.kind == ("setup.tray" if markers == "chosen" else "hands.seen")
    laid = game.state()
    for area in layout.areas:
        for item in area.items:
            if area.name == "provinces":
                assert laid["provinces"][item.at] == item.word
            elif area.name == "construction":
                assert laid["sites"][int(item.at[len("site.") :])] == item.word
            elif area.name == "trajan":
                assert laid["stacks"][item.at[len("stack.") :]] == item.word
    assert sum(laid["forum"].values()) == 15 and len(laid["bonus"]) == 4 and len(laid["beside_senate"]) == 2
