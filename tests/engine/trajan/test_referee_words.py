"""What the referee says: labels, hints, icons, rules, tags, the page; and that no key, however odd, does any harm."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import new_game, title
from engine.errors import GameOver, IllegalAnswer
from engine.game import TABLE, Game
from engine.trajan.ledger_words import place
from engine.words import Hint, Track
from tests.engine.trajan.tabletop import (
    asked,
    asked_again,
    give,
    hand,
    keys,
    lines,
    lying,
    on_forum,
    on_mat,
    settle_now,
    standing,
    table,
    tile,
    trays,
    turn,
    why,
)

TRAJAN = title("trajan")
WORDS = [piece.word for piece in TRAJAN.components()]


def hint(game: Game, key: str) -> str:
    found = game.way.hint(game, key)
    return str(found.text) if found else ""


def random_answer(game: Game, chance: random.Random) -> str:
    assert game.decision is not None
    if game.decision.seat == TABLE:
        return chance.choices(game.decision.keys, game.odds())[0]
    return chance.choice(game.decision.keys)


def test_a_tray_says_where_its_last_marker_lands_and_what_time_it_takes() -> None:
    game = give(table(), "!time.9")
    assert str(game.words()) == "Which tray?" and str(game.words("senate")) == "IV senate"
    found = game.way.hint(game, "seaport")
    assert found == Hint(found.text if found else None, True, Track(11, 9, 2))  # type: ignore[arg-type]
    assert hint(game, "seaport") == "2 to military, ends R1, 0 over"
    give(game, "!time.2")
    assert hint(game, "construction") == "2 to forum, 7 left"


def test_the_marker_that_the_target_tile_lacks_is_kept_for_last() -> None:
    game = tile(trays(table(), seaport="BYW", senate="Y", forum="BYW", construction="GGOOPP"), 0, "senate", "nine.YW")
    game = give(asked_again(trays(game, 0, seaport="BYW", senate="Y", forum="BW", construction="GGOOPP")), "seaport")
    assert str(game.words()) == "into II forum" and game.way.usual(game) == "blue"
    assert hint(game, "white") == "wanted by the tile of the target tray"
    assert (hint(game, "yellow"), hint(game, "blue")) == ("", "")
    give(game, "blue")
    assert game.way.usual(game) == "yellow"
    give(game, "yellow")
    assert lines(game) == [(9, "tile", "nine.YW")]


def test_otherwise_the_cursor_starts_on_the_colour_there_is_most_of() -> None:
    game = give(asked_again(trays(table(), seaport="BYY", forum="BGGOOPPWW")), "seaport")
    assert game.way.usual(game) == "yellow"
    game = tile(trays(table(), seaport="BYW", forum="BGGYOOPPW"), 0, "senate", "nine.YW")
    assert give(asked_again(game), "seaport").way.usual(game) == "blue", "two are lacking: one marker does not do"


def test_labels_of_the_actions_read_as_on_the_board() -> None:
    game = turn(standing(standing(table(), 0, "door.3"), 1, "stairs.2"), "construction")
    assert (str(game.words("worker")), str(game.words("site.0"))) == ("new worker", "door 3")
    assert hint(game, "site.0") == "+3 and senate, row 1.1" and game.way.icon(game, "site.0") == "door"
    game = turn(lying(table(), raetia="forum.bread"), "military")
    assert (str(game.words("leader.raetia")), str(game.words("raise"))) == ("Raetia", "new legionnaire")
    assert (hint(game, "leader.raetia"), hint(game, "leader.noricum")) == ("takes bread", "worth 5 there")
    game = turn(hand(table(), fish=2), "seaport")
    assert str(game.words("ship.identical")) == "ship: Equal cards" and hint(game, "ship.identical") == "2, 6, 12, 20"
    give(game, "ship.identical")
    assert str(game.words()) == "Equal cards: 1" and (hint(game, "fish"), hint(game, "done")) == ("+6", "+2")
    game = turn(on_forum(table(), "extra.senate", "forum.wild-demand"), "forum")
    assert [str(game.words(key)) for key in keys(game)] == ["wild demand", "extra senate, yellow", "skip"]


def test_the_question_of_a_payment_names_the_demand() -> None:
    game = on_mat(table(), 0, "forum.bread", "forum.wild-demand", "forum.games", "forum.religion")
    settle_now(game, "bread", "games", "religion")
    assert str(game.words()) == "bread: pay by" and game.way.icon(game, None) == "bread"
    assert [str(game.words(key)) for key in keys(game)] == ["forum tile", "wild demand"]
    assert hint(game, "tile") == "you have 1"
    assert str(game.page().status) == "Q1 ends"


def test_lines_of_the_score_name_what_brought_them() -> None:
    said = {
        "nine.BW": "9 points, B+W",
        "stairs.3": "stairs 3",
        "germania-superior": "Germania Superior",
        "identical.3": "Equal cards: 3",
        "pairs.2": "Pairs: 2",
        "space.4": "space 4",
        "wine-fish": "wine + fish",
        "workers": "workers",
    }
    assert {word: str(place(word)) for word in said} == said


# ---- tags


def test_a_tag_names_the_answer_that_its_piece_gives() -> None:
    game = turn(on_forum(table(), "forum.bread", "extra.senate"), "forum")
    assert tuple(game.way.named(game, "forum.bread")) == ("forum.bread",)
    assert tuple(game.way.named(game, "extra.senate")) == ("extra.senate",)
    assert tuple(game.way.named(game, "forum.games")) == ()
    game = turn(standing(table(), 7, "roof.4"), "construction")
    assert tuple(game.way.named(game, "construction.roof.4")) == ("site.7",)
    game = turn(table(), "trajan")
    top = game.state()["stacks"]["nine"]
    assert tuple(game.way.named(game, top)) == ("stack.nine",)
    game = turn(hand(table(), fish=2, oils=1), "seaport")
    assert tuple(game.way.named(game, "ship.pairs")) == ("ship.pairs",)
    give(game, "play")
    assert tuple(game.way.named(game, "card.oils")) == ("oils",)
    game = give(turn(on_mat(table(), 0, "forum.extra-senate"), "senate"), "senate")
    assert tuple(game.way.named(game, "forum.extra-senate")) == ("extra",)


def test_a_tag_of_a_card_names_both_piles_it_may_be_discarded_on() -> None:
    game = give(turn(hand(table(), fish=2), "seaport"), "draw", "card.oils", "card.oils")
    assert tuple(game.way.named(game, "card.fish")) == ("fish-1", "fish-2")


def test_every_piece_can_be_tapped_at_every_question() -> None:
    chance = random.Random(4)
    game = new_game("trajan", "referee", 2)
    named = set()
    while game.decision is not None:
        for word in WORDS:
            found = set(game.way.named(game, word))
            assert found <= set(game.decision.keys)
            named |= {(game.decision.kind.split(".")[0]) for _ in found}
        game.answer(random_answer(game, chance))
    assert {"lay", "refill", "demand", "quarter", "action", "card", "stack", "ship"} <= named


# ---- nothing does harm


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 500), st.text(max_size=12))
def test_a_key_that_is_none_is_refused_in_words_and_changes_nothing(seed: int, before: int, key: str) -> None:
    chance = random.Random(seed)
    game = new_game("trajan", "referee", 2 + seed % 3)
    for _ in range(before):
        if game.decision is None:
            break
        game.answer(random_answer(game, chance))
    state, question, answers = game.state(), game.decision, len(game.past)
    tried = [key, *game.others()[:3]]
    for each in tried:
        if question is not None and each in question.keys:
            continue
        with pytest.raises((IllegalAnswer, GameOver)):
            game.answer(each)
    assert (game.state(), game.decision, len(game.past)) == (state, question, answers)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_every_correction_that_is_offered_leaves_every_invariant_true(seed: int) -> None:
    chance = random.Random(seed)
    game, corrected = new_game("trajan", "referee", 2 + seed % 3), 0
    while game.decision is not None:
        offered = game.amendments()
        if offered and corrected < 25 and chance.random() < 0.05:
            corrected += 1
            amendment = chance.choice(offered)
            if amendment.stem != "!count" or chance.random() < 0.02:
                key = ".".join([amendment.stem, *(chance.choice(field.values) for field in amendment.fields)])
                try:
                    game.answer(key)
                except IllegalAnswer as refused:
                    assert str(refused)
                game.check()
                continue
        game.answer(random_answer(game, chance))
        game.check()
    game.check()


def test_why_not_speaks_of_the_piece_and_the_place() -> None:
    game = turn(table(), "senate")
    assert why(game, "forum.bread") == "forum.bread is no answer to action.senate; there is senate, skip"
    assert why(game, "senate") == "senate can be answered"
    over = give(game, "skip", "!count")
    assert asked(over) == (TABLE, "over") and why(over, "senate").startswith("the game is over")
