"""The engine's core, shown on a title made for it: a pile of beans from which two seats take one or two.

A taken bean scores a point; when the pile is low, the table reveals whether beans are put back; a pile of one is a
forced answer. Whoever finds the pile empty ends the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.errors import (
    BadPlayers,
    EngineError,
    GameOver,
    IllegalAnswer,
    InvariantBroken,
    NothingToUndo,
    UnknownTitle,
)
from engine.game import TABLE, Decision, Entry, Game
from engine.ledger import by_reason, totals
from engine.title import Board, Option, Step, Title, Way
from engine.words import Amendment, News, Page, Row, Seat, Standings, Text


class Beans(Board):
    __slots__ = ("pile", "turns")

    def __init__(self, beans: int) -> None:
        self.pile = [beans]
        self.turns = [0, 0]


def ask_take(game: Game, seat: int, bonus: int) -> tuple[str, ...]:
    keys = ("one", "two") if game.options["spoon"] == "none" else ("one", "two", "spoonful")
    return keys[: game.board.pile[0]]


def take(game: Game, seat: int, key: str | None, bonus: int) -> None:
    if key is None:
        return  # nothing is left: nobody is asked again
    beans = 1 if key == "one" else 2
    game.put(game.turn, 0, game.turn[0] + 1)
    game.put(game.board.pile, 0, game.board.pile[0] - beans)
    game.put(game.board.turns, seat, game.board.turns[seat] + 1)
    game.score(seat, beans, "beans", key, 0)
    if seat == 1 and key == "two" and game.board.pile[0] == 0:
        raise RuntimeError("the bowl broke")
    game.push(TAKE, 1 - seat, bonus)
    if game.board.pile[0] == 2:
        game.push(BACK, TABLE)


def ask_back(game: Game, seat: int) -> tuple[str, ...]:
    return ("none", "three")


def put_back(game: Game, seat: int, key: str) -> None:
    if key == "three":
        game.put(game.board.pile, 0, game.board.pile[0] + 3)
        game.tell("revealed", TABLE, Text("three beans more"))


TAKE = Step("bean.take", ask_take, take)
BACK = Step("bean.back", ask_back, put_back)


class Plain(Way):
    name, label, note, emblem, players = "plain", Text("Plain"), Text(""), "", (2, 2)

    def board(self, players: int, options: Mapping[str, str]) -> Board:
        return Beans(int(options["beans"]))

    def begin(self, game: Game) -> None:
        game.push(TAKE, 0, 0)

    def words(self, game: Game, key: str | None) -> Text:
        assert game.decision is not None
        return Text("{kind}: {key}", kind=game.decision.kind, key=key or "?")

    def why_not(self, game: Game, key: str) -> Text:
        return Text("{key} cannot be taken", key=key)

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return ()

    def amend(self, game: Game, key: str) -> None:
        game.put(game.board.pile, 0, 9)
        if key != "!nine":
            raise IllegalAnswer(Text("no such correction"))

    def standings(self, game: Game) -> Standings:
        return Standings(tuple(game.totals()), (0, 0), (0, 1), (1, 2))

    def page(self, game: Game, viewer: int | None) -> Page:
        return Page(Text(""), Text(""), (), (Row(Text("")),))

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return {"pile": game.board.pile[0], "turns": list(game.board.turns), "turn": game.turn[0]}

    def reason(self, reason: str) -> Text:
        return Text(reason)

    def place(self, place: str) -> Text:
        return Text(place)

    def when(self, when: int) -> Text:
        return Text("")

    def check(self, game: Game) -> None:
        if game.board.pile[0] < 0:
            raise InvariantBroken("fewer than no beans")


def no_setup(code: str, players: int, options: Mapping[str, str]) -> Any:
    raise NotImplementedError


TITLE = Title(
    "beans",
    Text("Beans"),
    "",
    1,
    ("red", "blue"),
    {"plain": Plain()},
    (
        Option("beans", ("7",), Text("Beans")),
        Option("spoon", ("none", "small", "very_large"), Text("Spoon"), in_play=True),
    ),
    tuple,
    no_setup,
)


def beans(count: int = 7) -> Game:
    return Game(TITLE, "plain", 2, {"beans": str(count), "spoon": "none"})


def everything(game: Game) -> tuple[object, ...]:
    return (
        game.state(),
        game.decision,
        list(game.ledger),
        game.agenda,
        list(game.trail),
        list(game.past),
        list(game.news),
    )


def test_a_title_is_kept_only_in_its_ways_and_by_its_numbers() -> None:
    with pytest.raises(UnknownTitle, match="'referee': it can be plain"):
        Game(TITLE, "referee", 2, {"beans": "7"})
    with pytest.raises(BadPlayers, match="for 2 to 2 players, not 3"):
        Game(TITLE, "plain", 3, {"beans": "7"})


def test_an_answer_opens_the_next_question_and_scores() -> None:
    game = beans()
    assert game.decision == Decision(0, "bean.take", ("one", "two"))
    game.answer("two")
    assert game.decision == Decision(1, "bean.take", ("one", "two"))
    assert list(game.ledger) == [Entry(0, 2, "beans", "two", 1, 0, 0)]
    assert (game.totals(), game.turn) == ([2, 0], [1])


def test_the_table_is_asked_with_odds() -> None:
    game = beans(4)
    assert tuple(game.odds()) == ()
    game.answer("two")
    assert game.decision == Decision(TABLE, "bean.back", ("none", "three"))
    assert tuple(game.odds()) == (1, 1)


def test_an_answer_without_a_choice_is_taken_and_told_with_the_words_of_its_question() -> None:
    game = beans(3)
    game.answer("two")
    assert game.over and game.totals() == [2, 1]
    assert game.news == [
        News("points", 0, Text("beans"), 2),
        News("forced", 1, Text("{kind}: {key}", kind="bean.take", key="one")),
        News("points", 1, Text("beans"), 1),
    ]
    assert [past.key for past in game.past] == ["two"], "what was forced is no answer"


def test_undo_takes_back_the_answer_with_all_that_was_forced_by_it() -> None:
    game = beans(3)
    fresh = everything(game)
    game.answer("two")
    assert game.undo() == "two"
    assert everything(game) == fresh
    with pytest.raises(NothingToUndo):
        game.undo()


def test_a_refused_answer_changes_nothing_and_says_why() -> None:
    game = beans()
    game.answer("one")
    before = everything(game)
    for key in ("three", "", "!eight"):
        with pytest.raises(IllegalAnswer) as refused:
            game.answer(key)
        assert refused.value.text == (
            Text("no such correction") if key[:1] == "!" else Text("{key} cannot be taken", key=key)
        )
        assert everything(game) == before


def test_a_fault_in_the_middle_of_an_answer_changes_nothing() -> None:
    game = beans(3)
    game.answer("one")
    game.answer("none")
    before = everything(game)
    with pytest.raises(RuntimeError, match="the bowl broke"):
        game.answer("two")
    assert everything(game) == before


def test_a_correction_goes_the_way_of_an_answer_and_the_question_is_asked_afresh() -> None:
    game = beans(2)
    game.answer("one")
    assert game.over
    game.undo()
    game.answer("!nine")
    assert game.state()["pile"] == 9 and game.decision == Decision(0, "bean.take", ("one", "two"))
    assert game.undo() == "!nine" and game.state()["pile"] == 2


def test_an_option_that_may_change_in_play_is_listed_with_its_values_and_the_one_in_force() -> None:
    (spoon,) = beans().amendments()
    assert (spoon.stem, str(spoon.label)) == ("!option.spoon", "Spoon")
    (field,) = spoon.fields
    assert (field.values, field.present) == (("none", "small", "very_large"), "none")
    assert [str(label) for label in field.labels] == ["none", "small", "very large"]


def test_a_changed_option_is_in_force_at_once_and_undone_like_any_answer() -> None:
    game = beans()
    game.answer("one")
    before = everything(game)
    game.answer("!option.spoon.very_large")
    assert game.decision is not None and game.decision.keys == ("one", "two", "spoonful")
    assert game.options == game.state()["options"] == {"beans": "7", "spoon": "very_large"}
    assert game.amendments()[0].fields[0].present == "very_large"
    assert [(item.kind, str(item.text)) for item in game.news] == [("corrected", "Spoon: very large")]
    game.check()
    game.answer("!option.spoon.small")
    assert game.undo() == "!option.spoon.small" and game.options["spoon"] == "very_large"
    assert game.undo() == "!option.spoon.very_large"
    before[-1].clear()  # type: ignore[attr-defined]
    assert everything(game) == before and game.options["spoon"] == "none"


def test_what_was_agreed_at_the_start_stays_known_when_an_option_changes() -> None:
    game = beans()
    game.answer("!option.spoon.small")
    assert dict(game.agreed) == {"beans": "7", "spoon": "none"}


def test_a_copy_has_the_options_in_force_and_changes_them_for_itself() -> None:
    game = beans()
    game.answer("!option.spoon.small")
    for twin in (game.copy(), game.copy(past=True)):
        assert twin.options["spoon"] == "small"
        twin.answer("!option.spoon.none")
        twin.check()
        assert (twin.options["spoon"], game.options["spoon"]) == ("none", "small")
        assert twin.undo() == "!option.spoon.none" and twin.options["spoon"] == "small"
    whole = game.copy(past=True)
    whole.undo()
    assert (whole.options["spoon"], game.options["spoon"]) == ("none", "small")


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("!option.spoon.huge", "Spoon cannot be huge: it is none, small, very_large"),
        ("!option.spoon", "Spoon cannot be : it is none, small, very_large"),
        ("!option.beans.7", "Beans: that is agreed before the game"),
        ("!option.fork.small", "fork is no option that may change: there is spoon"),
        ("!option", "is no option that may change: there is spoon"),
        ("!options.spoon.small", "no such correction"),
    ],
)
def test_an_option_that_cannot_change_or_cannot_be_so_is_refused_in_words(key: str, says: str) -> None:
    game = beans()
    before = everything(game)
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(key)
    assert says in str(refused.value) and says in str(game.why_not(key))
    assert everything(game) == before and game.options["spoon"] == "none"


def test_an_option_cannot_change_when_the_way_says_no() -> None:
    game = beans(1)
    assert game.over and list(game.amendments()) == []
    with pytest.raises(IllegalAnswer, match="Spoon: that cannot be changed now"):
        game.answer("!option.spoon.small")


def test_why_a_correction_cannot_be_made_is_what_the_correction_itself_says() -> None:
    game = beans()
    before = everything(game)
    assert str(game.why_not("!eight")) == "no such correction"
    assert str(game.why_not("!nine")) == "!nine can be answered"
    assert everything(game) == before


@pytest.mark.parametrize("key", ["x" * 100_000, "\x1b[31m", "!" + "x" * 100_000, "!\x1b[31m", "!a b", "!a#b", "!é"])
def test_a_key_that_nobody_can_mean_is_repeated_short_and_without_signs_for_the_terminal(key: str) -> None:
    game = beans()
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(key)
    for said in (str(refused.value), str(game.why_not(key))):
        assert said.isprintable() and len(said) < 200


def test_points_may_belong_to_an_earlier_turn() -> None:
    game = beans()
    game.answer("one")
    game.score(0, 3, "beans", "late", 7, turn=5)
    assert (game.ledger[-1].turn, game.ledger[-1].when, game.ledger[0].turn) == (5, 7, 1)


def test_only_a_question_to_the_table_is_drawn() -> None:
    game = beans(4)
    assert not game.drawn()
    game.answer("two")
    assert game.drawn()


def test_nothing_but_a_correction_is_taken_once_the_game_is_over() -> None:
    game = beans(1)
    assert game.over and game.totals() == [1, 0]
    with pytest.raises(GameOver):
        game.answer("one")
    game.answer("!nine")
    assert game.state()["pile"] == 9 and game.over


def test_a_copy_goes_its_own_way_and_its_past_only_if_it_was_asked_for() -> None:
    game = beans(9)
    game.answer("one")
    game.answer("two")
    before = everything(game)
    short, long = game.copy(), game.copy(past=True)
    for twin in (short, long):
        twin.answer("two")
        assert twin.ledger[-1].answer == 2, "answers are counted from the beginning of the game"
        twin.undo()
        assert twin.state() == game.state()
    with pytest.raises(NothingToUndo):
        short.undo()
    assert [long.undo(), long.undo()] == ["two", "one"]
    assert long.state() == beans(9).state() and long.totals() == [0, 0]
    assert everything(game) == before


def test_fits_tries_an_answer_without_giving_it() -> None:
    game = beans()
    before = everything(game)
    assert (game.fits("two"), game.fits("three"), game.fits("!nine"), game.fits("!ten")) == (True, False, True, False)
    assert everything(game) == before


def test_check_finds_what_contradicts_itself() -> None:
    game = beans()
    game.check()
    game.decision = Decision(0, "bean.take", ("one", "one"))
    with pytest.raises(InvariantBroken, match="distinct"):
        game.check()
    for key in ("a b", "a#b", "!a", "", "ä"):
        game.decision = Decision(0, "bean.take", ("one", key))
        with pytest.raises(InvariantBroken, match="no record can hold"):
            game.check()
    game.decision = None
    with pytest.raises(InvariantBroken, match="steps to come"):
        game.check()
    game = beans()
    game.put(game.board.pile, 0, -1)
    with pytest.raises(InvariantBroken, match="fewer than no beans"):
        game.check()


def test_check_finds_points_without_a_line_and_lines_without_their_points() -> None:
    game = beans()
    game.answer("two")
    game.answer("one")
    game.check()
    game.put(game.points, 1, 3)
    with pytest.raises(InvariantBroken, match=r"the points \[2, 3\] are not the sums of the ledger's lines, \[2, 1\]"):
        game.check()
    game.undo()
    assert game.totals() == [2, 0]
    game.ledger.clear()
    with pytest.raises(InvariantBroken, match=r"the points \[2, 0\] are not the sums of the ledger's lines, \[0, 0\]"):
        game.check()


def test_every_exception_is_the_engines_and_also_the_matching_built_in() -> None:
    assert issubclass(IllegalAnswer, EngineError) and issubclass(IllegalAnswer, ValueError)
    assert issubclass(NothingToUndo, EngineError) and issubclass(NothingToUndo, IndexError)


# ---- ledger and words


def test_points_add_up_by_seat_and_by_reason() -> None:
    ledger = [Entry(0, 3, "ship", "", 1, 0, 0), Entry(1, 2, "ship", "", 2, 0, 1), Entry(0, -4, "demands", "", 3, 0, 2)]
    ledger.append(Entry(0, 5, "ship", "", 4, 0, 3))
    assert totals(ledger, 3) == [4, 2, 0]
    assert by_reason(ledger, 0) == {"ship": 8, "demands": -4}


def test_a_text_names_seats_signs_numbers_and_is_translated_at_the_edge() -> None:
    text = Text("{seat} {signed} ({plain}): {parts}", seat=Seat(1), signed=-4, plain=-2, parts=(Seat(0), Text("more")))
    assert text.render(["Ana", "Bo"]) == "Bo −4 (−2): Ana, more"
    assert Text("{signed}", signed=3).render() == "+3" and str(Text("{seat}", seat=Seat(2))) == "seat 3"
    german = {"{seat} has left": "{seat} ist gegangen"}
    assert (
        Text("{seat} has left", seat=Seat(0)).render(["Ana"], lambda message: german.get(message, message))
        == "Ana ist gegangen"
    )
    assert Text("a", n=1) == Text("a", n=1) != Text("a", n=2)
    assert len({Text("a", n=1), Text("a", n=1)}) == 1
