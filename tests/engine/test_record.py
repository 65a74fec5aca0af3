"""The text record: what is written, what is read, and what is said about a line that is wrong."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from dataclasses import replace
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue, record, record_text
from engine.errors import BadRecord
from engine.game import TABLE, Game

PLAIN = """\
tabularius record 1
title: trajan
rules: 1
way: scorekeeper
seats: Ana red, Bo green, Cy brown
option time_loop: 16
setup: K7F3-Q2
started: 2026-11-29T19:30Z

*: seat.0
1 Ana: 3 build.3 none
2 Bo: 2 senate
3 Cy: !score.0.+5.ship 4 none
4 Ana: 9 ship.12
*: bread
5 Bo: 1
"""


def played(players: int, seed: int, **options: str) -> Game:
    luck = random.Random(seed)
    game = catalogue.new_game("trajan", "scorekeeper", players, options)
    while game.decision is not None:
        game.answer(luck.choice(game.decision.keys))
    return game


def wrong(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        record.read(text)
    return caught.value


def changed(old: str, new: str) -> str:
    assert PLAIN.count(old) == 1
    return PLAIN.replace(old, new)


# ---- what a record says


def test_a_record_is_read_and_written_again_to_the_letter() -> None:
    read = record.read(PLAIN)
    assert record.write(read.game, read.header) == PLAIN


def test_the_header_is_read() -> None:
    header = record.read(PLAIN).header
    assert header.seats == (("Ana", "red"), ("Bo", "green"), ("Cy", "brown"))
    assert (header.title, header.rules, header.way) == ("trajan", 1, "scorekeeper")
    assert (header.setup, header.started) == ("K7F3-Q2", "2026-11-29T19:30Z")
    assert header.options["time_loop"] == "16"
    assert header.options["final_tie"] == "new_stack"


def test_the_game_of_a_record_goes_on_where_it_stops() -> None:
    game = record.read(PLAIN).game
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "turn.points")
    assert game.totals() == [3 + 5 + 12, 2, 0]
    game.answer("none")
    assert game.turn == [6]


def test_the_game_of_a_record_knows_the_whole_way_back() -> None:
    read = record.read(PLAIN)
    for given_ in reversed(read.answers):
        assert read.game.undo() == given_.key
    assert read.game.decision == catalogue.new_game("trajan", "scorekeeper", 3).decision


def test_answers_know_where_they_stand() -> None:
    first, *_, last = record.read(PLAIN).answers
    assert first == record.Given("seat.0", 10, 4)
    assert last == record.Given("1", 16, 7)


def test_an_amendment_stands_in_the_line_of_the_open_question() -> None:
    entry = next(entry for entry in record.read(PLAIN).game.ledger if entry.reason == "correction")
    assert (entry.seat, entry.amount, entry.turn) == (0, 5, 3)


def test_an_unfinished_game_has_no_result_and_a_finished_one_has() -> None:
    assert record.read(PLAIN).result is None
    game = played(3, 1)
    text = record.write(game, record.header_of(game, ["Ana", "Bo", "Cy"]))
    ana, bo, cy = game.totals()
    assert text.endswith(f"\nresult: Ana {ana}, Bo {bo}, Cy {cy}\n")
    assert record.read(text).result == (ana, bo, cy)


def test_undone_answers_are_not_in_it() -> None:
    read = record.read(PLAIN)
    read.game.answer("tile.9")
    read.game.undo()
    assert record.write(read.game, read.header) == PLAIN


def test_a_seat_without_name_or_colour_gets_the_next_free() -> None:
    game = catalogue.new_game("trajan", "scorekeeper", 3)
    assert record.header_of(game).seats == (("Red", "red"), ("Green", "green"), ("Blue", "blue"))
    named = record.header_of(game, ["Ana"], ["green"])
    assert named.seats == (("Ana", "green"), ("Red", "red"), ("Blue", "blue"))


def test_options_are_written_where_they_are_not_the_default_and_the_loop_always() -> None:
    game = catalogue.new_game("trajan", "scorekeeper", 2, {"final_tie": "track", "refuse_demand": "no"})
    lines = record.write(game, record.header_of(game)).splitlines()
    assert [line for line in lines if line.startswith("option")] == ["option time_loop: 11", "option final_tie: track"]


def test_a_record_without_the_loop_has_the_usual_one() -> None:
    read = record.read(changed("option time_loop: 16\n", ""))
    assert read.header.options["time_loop"] == "16"


def test_a_copy_that_does_not_know_its_beginning_is_not_written() -> None:
    read = record.read(PLAIN)
    with pytest.raises(ValueError, match="not known to this copy"):
        record.write(read.game.copy(), read.header)


def test_the_header_of_another_game_is_not_written() -> None:
    read = record.read(PLAIN)
    with pytest.raises(ValueError, match="no header of 2 players"):
        record.write(catalogue.new_game("trajan", "scorekeeper", 2), read.header)


# ---- replay up to a line


@pytest.mark.parametrize(("line", "answers"), [(0, 0), (9, 0), (10, 1), (11, 4), (13, 9), (16, 13), (999, 13)])
def test_a_replay_stops_after_the_line(line: int, answers: int) -> None:
    read = record.read(PLAIN)
    game = record.replay(read, line)
    assert [past.key for past in game.past] == [given_.key for given_ in read.answers[:answers]]
    assert len(read.game.past) == 13


def test_a_replay_is_a_game_of_its_own() -> None:
    read = record.read(PLAIN)
    record.replay(read).answer("none")
    assert read.game.turn == [5]


# ---- what is tolerated


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        ("\ufeff" + PLAIN.replace("\n", "\r\n")).encode(),
        PLAIN.rstrip("\n"),
        PLAIN + "\n\n# good evening\n",
        PLAIN.replace("\n", "   # why\n"),
        PLAIN.replace(" ", "\t").replace("tabularius\trecord\t1", "tabularius record 1"),
        "# kept by Cy\n\n" + PLAIN,
        changed("1 Ana: 3 build.3 none", "1 Ana: 3\n1 Ana: build.3 # fountain\n 1  Ana : none"),
        changed("setup: K7F3-Q2", "setup: k7f3 q2"),
        changed("seats: Ana red,", 'seats: "Ana" red ,'),
    ],
)
def test_what_an_editor_or_a_hand_does_to_a_record_is_tolerated(text: str | bytes) -> None:
    read = record.read(text)
    assert record.write(read.game, read.header) == PLAIN


@pytest.mark.parametrize(
    "name",
    ["Ana Maria", "Ana, Bo", 'Ana "A"', "", "*", "Ana#1", "a:b", "back\\slash", "tab\there", "line\nbreak", "Zoë",
     "Émile", "\u2028", "12", "result", "😀", "🏛\u200d"],
)  # fmt: skip
def test_any_name_survives(name: str) -> None:
    game = played(2, 5)
    text = record.write(game, record.header_of(game, [name, "Bo"]))
    text.encode()
    read = record.read(text)
    assert read.header.names == (name, "Bo")
    assert record.write(read.game, read.header) == text


@pytest.mark.parametrize("name", ["Ana", "Zoë", "Émile-7", "O'Neil", "12", "李"])
def test_a_plain_name_is_not_quoted(name: str) -> None:
    assert record_text.quoted(name) == name


@pytest.mark.parametrize(
    ("name", "quoted"),
    [("Ana Maria", '"Ana Maria"'), ('A"', '"A\\""'), ("", '""'), ("a\nb", '"a\\nb"'), ("\u2028", '"\\u2028"')],
)
def test_another_name_is_quoted_as_json_does(name: str, quoted: str) -> None:
    assert record_text.quoted(name) == quoted


def test_two_seats_may_have_the_same_name() -> None:
    game = played(2, 6)
    text = record.write(game, record.header_of(game, ["Ana", "Ana"]))
    assert record.write(record.read(text).game, record.read(text).header) == text


# ---- what is refused, and where


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("", 1, 1, "this is no record"),
        ("\n\n", 3, 1, "this is no record"),
        ("tabularius record", 1, 1, "first line is not 'tabularius record 1'"),
        ("tabularius record 2\n", 1, 1, "version '2' cannot be read, only 1: update the program"),
        ("#!/bin/sh\necho\n", 2, 1, "this is no record"),
        (changed("title: trajan", "title: chess"), 2, 8, "no title 'chess'; there is "),
        (changed("title: trajan", "title: trajan hansa"), 2, 8, "one word, not 2"),
        (changed("title: trajan\n", ""), 9, 1, "no line 'title: …'"),
        (changed("rules: 1", "rules: 7"), 3, 8, "rules 7 of trajan are not known here, only 1"),
        (changed("rules: 1", "rules: " + "1" * 5000), 3, 8, "are not known here, only 1: update the program"),
        (changed("rules: 1", "rules: x"), 3, 8, "'x' is no rules version: it is a whole number; known here is 1"),
        (changed("way: scorekeeper", "way: umpire"), 4, 6, "not kept as 'umpire': there is scorekeeper"),
        (changed("way: scorekeeper", "way: scorekeeper\nway: scorekeeper"), 5, 1, "a second time, after line 4"),
        (changed("way: scorekeeper", "weather: fine"), 4, 1, "'weather' is no line of a header"),
        (changed("Cy brown", "Cy mauve"), 5, 30, "'mauve' is no free colour: there is blue, brown"),
        (changed("Cy brown", "Cy red"), 5, 30, "'red' is no free colour: there is blue, brown"),
        (changed("Cy brown", "Cy"), 5, 27, "a seat is a name and a colour"),
        (changed("Cy brown", ""), 5, 27, "a seat is a name and a colour"),
        (changed("Cy brown", "Cy brown, Di blue, Ed red"), 5, 44, "Trajan is for 2 to 4 players, not 5"),
        (changed("Bo green", "Bo Li green"), 5, 20, "a name with a blank in it is quoted: \"Bo Li\""),
        (changed("seats: Ana red", 'seats: "\\ud800" red'), 5, 8, "half a surrogate pair"),
        (changed("Bo green, ", "Bo green "), 5, 26, "seats are parted by commas"),
        (changed("seats: Ana red, Bo green, Cy brown", "seats: Ana red"), 5, 8, "2 to 4 players, not 1"),
        (changed("seats: Ana red, Bo green, Cy brown", "seats: # none"), 5, 8, "nobody plays"),
        (changed("seats: Ana red", 'seats: "Ana red'), 5, 8, "never closed"),
        (changed("seats: Ana red", 'seats: "A\\q" red'), 5, 8, "no quoted name"),
        (changed("time_loop: 16", "time_loop: 99"), 6, 19, "time_loop cannot be '99'"),
        (changed("option time_loop", "option tide"), 6, 14, "no option 'tide'"),
        (changed("K7F3-Q2", "K7F3-0O"), 7, 8, "0, 1, I and O are not used"),
        (changed("time_loop: 16", "time_loop: 0000000169999"), 6, 19, "time_loop cannot be '0000000169999'"),
        (changed("time_loop: 16", "time_loop: 000000016" + "9" * 5000), 6, 19, "or a whole number from 8 to 40"),
        (changed("2026-11-29T19:30Z", "yesterday"), 8, 10, "no time like 2026-11-29T19:30Z"),
        (changed("2026-11-29T19:30Z", "2026-99-99T99:99Z"), 8, 10, "no time like 2026-11-29T19:30Z"),
        (changed("2026-11-29T19:30Z", "2026-02-29T19:30Z"), 8, 10, "no time like 2026-11-29T19:30Z"),
        (changed("2026-11-29T19:30Z", "0000-11-29T19:30Z"), 8, 10, "no time like 2026-11-29T19:30Z"),
        (changed("*: seat.0", "*: seat.7"), 10, 4, "'seat.7' cannot be answered"),
        (changed("*: seat.0", "0 Ana: seat.0"), 10, 1, "here answers the table ('*'), not Ana in turn 0"),
        (changed("1 Ana: 3 build.3", "1 Ana: 3 build.9"), 11, 10, "legal are none, senate"),
        (changed("1 Ana: 3", "2 Ana: 3"), 11, 1, "here answers Ana in turn 1, not Ana in turn 2"),
        (changed("1 Ana: 3", "1 Bo: 3"), 11, 1, "here answers Ana in turn 1, not Bo in turn 1"),
        (changed("1 Ana: 3", "1 Ann: 3"), 11, 1, "here answers Ana in turn 1, not Ann in turn 1"),
        (changed("1 Ana: 3", "*: 3"), 11, 1, "here answers Ana in turn 1, not the table ('*')"),
        (changed("none\n2 Bo: 2 senate", "none 2 senate"), 11, 23, "here answers Bo in turn 2, not Ana in turn 1"),
        (changed("2 Bo: 2 senate", "2 Bo:"), 12, 6, "no answer stands on this line; asked is 'markers', legal are"),
        (changed("2 Bo: 2 senate", "2 Bo 2 senate"), 12, 1, "begins with 'TURN NAME:' or '*:'; asked is 'markers'"),
        (changed("2 Bo: 2", "Bo: 2"), 12, 1, "begins with 'TURN NAME:' or '*:'; asked is 'markers', legal are forgot,"),
        (changed("*: seat.0", "1 Ana # c: 3"), 10, 1, "begins with 'TURN NAME:' or '*:'; asked is 'Who starts?'"),
        (changed("*: seat.0", "Ana: 3"), 10, 1, "'Ana' is no line of a header"),
        (changed("*: seat.0", "Ana: 3"), 10, 1, "legal are seat.0, seat.1, seat.2"),
        (changed("!score.0.+5.ship", "!score.0.+500.ship"), 13, 7, "'!score.0.+500.ship' cannot be answered"),
        (PLAIN + "result: Ana 20, Bo 2, Cy 0\n", 17, 1, "the game is not over"),
        (PLAIN.encode().replace(b"Cy:", b"\xff\xfe:"), 13, 3, "no text in UTF-8"),
        (b"\x7fELF\x02\x01\x01\x00", 1, 1, "this is no record"),
        (b"\x89PNG\r\n\x1a\n", 1, 1, "no text in UTF-8"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_its_place(text: str | bytes, line: int, column: int, said: str) -> None:
    error = wrong(text)
    assert said in error.message
    assert (error.line, error.column) == (line, column)
    assert str(error) == f"line {line}, column {column}: {error.message}"


def test_a_day_that_there_is_only_in_leap_years_is_a_day_then() -> None:
    for moment in ("2028-02-29T00:00Z", "2000-02-29T23:59:59Z", "2026-12-31T19:30Z"):
        assert record.read(changed("2026-11-29T19:30Z", moment)).header.started == moment
    for moment in ("2100-02-29T00:00Z", "2026-04-31T00:00Z", "2026-04-30T24:00Z", "2026-04-30T23:59:60Z"):
        assert "is no time" in wrong(changed("2026-11-29T19:30Z", moment)).message


def test_rules_of_the_past_need_no_newer_program() -> None:
    assert "update" not in wrong(changed("rules: 1", "rules: 0")).message


def test_a_text_with_half_a_surrogate_pair_is_none() -> None:
    assert "this is no text" in wrong(PLAIN.replace("Ana", "\ud800")).message


def test_a_name_is_the_same_however_its_accents_were_typed() -> None:
    apart = PLAIN.replace("Cy", "Zoe\u0308")
    together = PLAIN.replace("Cy", "Zo\u00eb")
    for text in (
        apart,
        together,
        apart.replace("seats: Ana red, Bo green, Zoe\u0308", "seats: Ana red, Bo green, Zo\u00eb"),
    ):
        read = record.read(text)
        assert read.header.names[2] == "Zo\u00eb"
        assert record.write(read.game, read.header) == together


def test_a_game_with_a_name_that_no_text_can_hold_can_be_read_again() -> None:
    game = played(2, 5)
    text = record.write(game, record.header_of(game, ["A\ud800", "Zoe\u0308"]))
    assert record.read(text).header.names == ("A\ufffd", "Zo\u00eb")
    assert record.write(record.read(text).game, record.read(text).header) == text


@pytest.mark.parametrize(
    "old", ["seat.0", "1 Ana", "scorekeeper", "trajan\n", "Bo green", "time_loop", "16\n", "K7F3-Q2", "19:30Z"]
)
def test_what_is_wrong_is_repeated_short_and_without_signs_for_the_terminal(old: str) -> None:
    end = "\n" if old.endswith("\n") else ""
    for bad in ("a" * 100_000, "\x1b[31m", "é\x07" * 500):
        for text in (PLAIN.replace(old, bad + end, 1), PLAIN.replace(old, f"{old.strip()}{bad}{end}", 1)):
            message = str(wrong(text))
            assert message.isprintable() and len(message) < 600, message[:1000]


def test_a_result_that_the_answers_do_not_give_is_refused() -> None:
    game = played(2, 3)
    text = record.write(game, record.header_of(game, ["Ana", "Bo"]))
    ana, bo = game.totals()
    for stated in (f"Ana {ana + 1}, Bo {bo}", f"Bo {bo}, Ana {ana}", f"Ana {ana}", "", f"Ana {ana}, Bo {bo},"):
        error = wrong(text.replace(f"result: Ana {ana}, Bo {bo}", f"result: {stated}"))
        assert f"the answers give another result: Ana {ana}, Bo {bo}" in error.message


def test_nothing_follows_a_result() -> None:
    game = played(2, 3)
    text = record.write(game, record.header_of(game, ["Ana", "Bo"]))
    assert "nothing may follow the result" in wrong(text + "99 Ana: 3\n").message
    before, result = text.rstrip("\n").rsplit("\n", 1)
    assert "the game is over" in wrong(f"{before}\n99 Ana: 3\n{result}\n").message


def test_a_long_list_of_legal_answers_is_cut_short() -> None:
    assert " more" in wrong(changed("build.3", "build.9")).message


def test_a_record_of_earlier_rules_is_replayed_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = replace(catalogue.title("trajan"), rules_version=0)
    module = ModuleType("trajan_as_it_was")
    module.__dict__["TITLE"] = earlier
    monkeypatch.setitem(sys.modules, "trajan_as_it_was", module)
    monkeypatch.setattr(catalogue, "FORMER", {("trajan", 0): "trajan_as_it_was"})
    text = changed("rules: 1", "rules: 0")
    read = record.read(text)
    assert read.game.title is earlier
    assert record.write(read.game, read.header) == text
    assert "only 0, 1" in wrong(changed("rules: 1", "rules: 2")).message
    assert record.read(PLAIN).game.title is catalogue.title("trajan")


# ---- for any game and any text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_written_and_read_exactly(players: int) -> None:
    for seed in range(4):
        game = played(players, seed, final_tie="track", time_loop="13")
        text = record.write(game, record.header_of(game, ["Ana M", "Bo"], started="2026-11-29T19:30:05Z"))
        read = record.read(text)
        assert record.write(read.game, read.header) == text
        assert read.game.ledger == game.ledger
        assert read.game.state() == game.state()
        assert len({past.turn for past in game.past if past.seat != TABLE}) > 8


LONG = record.write(game := played(3, 2), record.header_of(game, ["Ana", "B o", "Cy"], setup="K7F3Q2"))
LINES = LONG.splitlines(keepends=True)
SIGNS = st.sampled_from(list(' \t\n\r:,#"\\*!.0123456789-+aZé\x00\u2028\ufeff'))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real record to which one to three small things happened."""
    lines = LINES[:]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        what = draw(st.sampled_from(["drop", "twice", "swap", "cut", "sign", "key", "end"]))
        if what == "drop":
            del lines[at]
        elif what == "twice":
            lines.insert(at, lines[at])
        elif what == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif what == "cut":
            lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
        elif what == "sign":
            place = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:place] + draw(SIGNS) + lines[at][place + draw(st.integers(0, 1)) :]
        elif what == "key":
            keys = st.sampled_from(
                ["!leave.0", "!time.3", "!score.1.-4.other", "!turn.0", "none", "!senate.0.7.2", "7"]
            )
            lines[at] = lines[at].rstrip("\n") + " " + draw(keys) + "\n"
        else:
            del lines[at + 1 :]
        lines = lines or [""]
    return "".join(lines)


@given(mutated())
def test_a_damaged_record_is_refused_or_is_another_record(text: str) -> None:
    try:
        read = record.read(text)
    except BadRecord as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1
        return
    again = record.write(read.game, read.header)
    assert record.write(record.read(again).game, read.header) == again


@given(st.text(st.sampled_from(list('tabularius record1\n:#"\\*, !é.')), max_size=120))
def test_no_text_raises_anything_but_bad_record(text: str) -> None:
    for start in ("", "tabularius record 1\n", "".join(LINES[:9])):
        with suppress(BadRecord):
            record.read(start + text)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_bad_record(data: bytes) -> None:
    for start in (b"", b"tabularius record 1\n", "".join(LINES[:9]).encode()):
        with suppress(BadRecord):
            record.read(start + data)
