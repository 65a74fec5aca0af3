"""The first edition's mix and Remove 3; the two blank markers for house rules."""

from __future__ import annotations

import pytest

from engine import record
from engine.catalogue import new_game, options
from engine.errors import BadOption, BadRecord
from engine.game import Game
from engine.hansa import TITLE
from engine.hansa.board import LEFT, SUPPLY
from tests.engine.hansa.table import TAVERNS, fill, give, keys, kind, own, pieces, post, supply, table

EFFECT = "Guild: everybody draws one piece"


# ---- the mix


def test_the_first_edition_has_sixteen_markers_of_its_own_mix() -> None:
    game = table(3, marker_mix="first_edition")
    assert game.board.unseen[:6] == [4, 1, 1, 3, 2, 2] and game.board.clock[SUPPLY] == 13


def test_its_game_ends_with_the_fourteenth_marker_taken() -> None:
    game = new_game("hansa", "scorekeeper", 3, {"marker_mix": "first_edition"})
    give(game, "seat.0", "!markers.0.13", "claim", "none", "marker")
    assert game.state()["ends"]["draw_failed"]
    big_box = new_game("hansa", "scorekeeper", 3)
    give(big_box, "seat.0", "!markers.0.12", "claim", "none", "marker")
    assert big_box.state()["ends"]["draw_failed"]


# ---- Remove 3


def removing() -> Game:
    game = table(3, move_3="remove")
    post(game, 1, "hamburg-luebeck", 1)
    supply(game, 0, 3, 0)
    post(game, 0, "stade-hamburg", 1, 1)
    own(game, 0, "move-3")
    return game


def test_remove_3_takes_pieces_of_anybody_off_to_their_owners_supply() -> None:
    game = removing()
    before = [pieces(game, "supply", seat) for seat in (0, 1)]
    assert str(game.words("marker.move-3")) == "Remove 3"
    give(game, "marker.move-3")
    assert (kind(game), keys(game)) == ("remove3.from", ("stade-hamburg", "hamburg-luebeck"))
    give(game, "stade-hamburg")
    assert keys(game) == ("trader.0", "merchant.0")
    give(game, "merchant.0", "hamburg-luebeck")
    assert pieces(game, "supply", 0) == (before[0][0], before[0][1] + 1)
    assert pieces(game, "supply", 1) == (before[1][0] + 1, before[1][1])
    assert keys(game) == ("stade-hamburg", "done"), "fewer may be removed"
    give(game, "done")
    assert kind(game) == "turn.action" and game.board.clock[LEFT] == 2


def test_remove_3_ends_when_no_piece_is_left() -> None:
    game = removing()
    give(game, "marker.move-3", "hamburg-luebeck", "stade-hamburg", "trader.0", "stade-hamburg")
    assert kind(game) == "turn.action" and not any(game.board.at)


def test_remove_3_is_used_between_actions_only() -> None:
    game = removing()
    fill(game, 0, "goslar-magdeburg")
    give(game, "claim")
    assert "marker.move-3" not in keys(game)
    assert str(game.why_not("marker.move-3")) == "Remove 3 is used between actions only"


def test_move_3_takes_no_piece_of_one_s_own_in_the_big_box_ruling_65() -> None:
    game = table(3)
    post(game, 0, "stade-hamburg", 1)
    own(game, 0, "move-3")
    assert "marker.move-3" not in keys(game)
    other = table(3, move_3="remove")
    post(other, 0, "stade-hamburg", 1)
    own(other, 0, "move-3")
    assert "marker.move-3" in keys(other)


def test_remove_3_with_nobody_on_the_board_says_so() -> None:
    game = table(3, move_3="remove")
    own(game, 0, "move-3")
    assert str(game.why_not("marker.move-3")) == "nobody has a piece on any post"


def test_the_set_up_calls_the_start_marker_by_its_name() -> None:
    layout = TITLE.setup("K7F3-Q2", 3, options(TITLE, 3, {"move_3": "remove"}))
    names = [str(item.thing) for area in layout.areas if area.name == "markers" for item in area.items]
    assert sorted(names) == ["Exchange offices", "Extra office", "Remove 3"]


# ---- blank markers


def test_a_blank_marker_comes_on_top_and_carries_the_name_that_the_table_gave_it() -> None:
    game = table(3, blank_1=EFFECT, blank_2="Feast")
    assert game.board.clock[SUPPLY] == 14 and game.board.unseen[-2:] == [1, 1]
    own(game, 0, "blank-1", "blank-2")
    assert str(game.words("marker.blank-1")) == "Guild" and str(game.words("marker.blank-2")) == "Feast"


def test_its_use_is_told_and_counted_and_changes_nothing_else() -> None:
    game = table(3, blank_1=EFFECT)
    own(game, 0, "blank-1")
    before = game.state()
    give(game, "marker.blank-1")
    assert "Guild: everybody draws one piece" in [str(item.text) for item in game.news]
    after = game.state()
    assert after["seats"][0]["markers"] == {"unused": {}, "used": {"blank-1": 1}}
    for each in (before, after):
        each["seats"][0].pop("markers")
    assert before == after
    give(game, "!count")
    assert [entry.place for entry in game.ledger if entry.reason == "markers"] == ["count.1"]


def test_without_a_name_there_is_no_blank_marker() -> None:
    game = table(3, blank_2="Feast")
    assert game.board.unseen[-2:] == [0, 1]
    assert "blank-1" not in game.others()


def test_name_and_effect_stand_in_the_record_to_the_letter() -> None:
    effect = 'Fête: "draw" # one, or none'
    game = table(3, blank_1=effect)
    text = record.write(game, record.header_of(game, ("Ana", "Bo", "Cy")))
    again = record.read(text)
    assert again.header.options["blank_1"] == effect and again.game.state() == game.state()
    assert record.write(again.game, again.header) == text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("option blank_1: two words", "one word or one text in quotation marks"),
        ('option blank_1: "never closed', "never closed"),
        (f"option blank_1: {'x' * 81}", "at most 80"),
    ],
)
def test_a_text_that_is_none_is_refused_with_its_line(line: str, said: str) -> None:
    text = f"tabularius record 1\ntitle: hansa\nrules: 1\nway: scorekeeper\nseats: Ana red, Bo green\n{line}\n"
    with pytest.raises(BadRecord, match=said) as refused:
        record.read(text)
    assert refused.value.line == 6


@pytest.mark.parametrize("value", ["x" * 81, "two\nlines", "bell \a"])
def test_a_text_that_no_display_can_hold_is_refused(value: str) -> None:
    with pytest.raises(BadOption, match="at most 80 printing signs"):
        options(TITLE, 3, {"blank_1": value})


def test_a_text_is_kept_without_blanks_at_its_ends_and_in_composed_form() -> None:
    assert options(TITLE, 3, {"blank_1": "  Fe\u0302te "})["blank_1"] == "Fête"


def test_the_set_up_says_what_goes_into_the_supply() -> None:
    layout = TITLE.setup("K7F3-Q2", 3, options(TITLE, 3, {"blank_1": EFFECT, "tribute": "1"}))
    area = {each.name: each for each in layout.areas}
    assert [(str(item.thing), str(item.note)) for item in area["blanks"].items] == [
        ("Guild", "everybody draws one piece")
    ]
    assert str(area["aside"].items[0].thing) == "1 × Tribute"


def test_the_scorekeeper_lists_a_blank_marker_by_its_name_and_counts_it() -> None:
    game = new_game("hansa", "scorekeeper", 3, {"blank_2": "Feast: eat"})
    give(game, "seat.0", "!markers.0.1", "marker")
    assert "blank-1" not in keys(game) and str(game.words("blank-2")) == "Feast"
    give(game, "blank-2")
    assert game.state()["seats"][0]["markers"] == {"taken": 1, "used": 1}
    assert game.state()["ends"]["markers"] == 13 - 1


# ---- the set-up of every module


def test_a_code_answers_what_the_modules_ask_and_one_code_lays_out_the_same() -> None:
    given = {"emperor": "yes", "missions": "yes", "bonus_swap": "1", "tribute": "2", "block": "1"}
    every = options(TITLE, 5, given)
    layout, again = (TITLE.setup("K7F3-Q2", 5, every) for _ in range(2))
    assert layout == again
    game = new_game("hansa", "referee", 5, given)
    while game.decision is not None and game.decision.kind in layout.answers:
        give(game, layout.answers[game.decision.kind])
    assert kind(game) == "mission.told" and len(game.state()["favour"]) == 5
    words = [item.word for area in layout.areas for item in area.items]
    assert not any(word.startswith("mission.") for word in words), "what lies face down is not the code's"


def test_modules_change_nothing_that_a_code_lays_out_without_them() -> None:
    plain = TITLE.setup("ABCDEF", 4, options(TITLE, 4)).answers
    with_all = TITLE.setup("ABCDEF", 4, options(TITLE, 4, {"emperor": "yes", "tribute": "2"})).answers
    assert {kind: with_all[kind] for kind in plain} == plain
    assert TAVERNS
