"""A tiny title for tests of what stands around the engine: take one to three stones, a tile every third turn.

A seat takes 1, 2 or 3 stones (a point each); who takes three says of which kind. After every third turn the table
reveals a tile. The game ends after ``turns`` turns. ``!score.SEAT.POINTS`` corrects a score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import IllegalAnswer
from engine.game import TABLE, Game
from engine.randomiser import Layout
from engine.title import Board, Option, Step, Title, Way
from engine.words import Amendment, News, Page, Row, Seat, Standings, Text

TILES = ("bread", "games", "religion")


class Stones(Board):
    __slots__ = ("kinds", "shown")

    def __init__(self) -> None:
        self.shown = [0, 0, 0]
        self.kinds = [0, 0]


def _ask_take(game: Game, seat: int) -> Sequence[str]:
    return ("1", "2", "3")


def _take(game: Game, seat: int, key: str) -> None:
    game.score(seat, int(key), "stones", "", game.turn[0])
    if key == "3":
        game.push(KIND, seat)


def _ask_kind(game: Game, seat: int) -> Sequence[str]:
    return ("round", "square")


def _kind(game: Game, seat: int, key: str) -> None:
    game.put(game.board.kinds, int(key == "square"), game.board.kinds[int(key == "square")] + 1)


def _ask_tile(game: Game, seat: int) -> Sequence[str]:
    return TILES


def _tile(game: Game, seat: int, key: str) -> None:
    game.put(game.board.shown, TILES.index(key), game.board.shown[TILES.index(key)] + 1)
    game.tell("revealed", TABLE, Text("tile {tile}", tile=key))


def _next(game: Game, seat: int, key: None) -> None:
    turn = game.turn[0]
    if turn == int(game.options["turns"]):
        return
    game.put(game.turn, 0, turn + 1)
    game.push(NEXT, TABLE)
    game.push(TAKE, turn % game.players)
    if turn and turn % 3 == 0:
        game.push(TILE, TABLE)


TAKE = Step("take", _ask_take, _take)
KIND = Step("kind", _ask_kind, _kind)
TILE = Step("tile", _ask_tile, _tile)
NEXT = Step("next", lambda game, seat: (), _next)


class Count(Way):
    name = "count"
    label = Text("Count")
    note = Text("stones")
    emblem = "arch"
    players = (2, 4)
    worth = 1

    def board(self, players: int, options: Mapping[str, str]) -> Board:
        return Stones()

    def begin(self, game: Game) -> None:
        game.push(NEXT, TABLE)

    def words(self, game: Game, key: str | None) -> Text:
        return Text("What?") if key is None else Text("key {key}", key=key)

    def why_not(self, game: Game, key: str) -> Text:
        return Text("{key} is not asked", key=key)

    def amendments(self, game: Game) -> Sequence[Amendment]:
        return (Amendment("!score", Text("Score"), "", ()),)

    def amend(self, game: Game, key: str) -> None:
        parts = key.split(".")
        if len(parts) != 3 or parts[0] != "!score" or int(parts[1]) >= game.players:
            raise IllegalAnswer(Text("no such correction"))
        game.score(int(parts[1]), int(parts[2]), "correction", "", game.turn[0])

    def standings(self, game: Game) -> Standings:
        totals = game.totals()
        order = sorted(range(game.players), key=lambda seat: -totals[seat])
        return Standings(
            tuple(totals), (0,) * game.players, tuple(order), tuple(1 + order.index(s) for s in range(game.players))
        )

    def page(self, game: Game, viewer: int | None) -> Page:
        rows = tuple(Row(Text("{seat}", seat=Seat(s)), n, seat=s) for s, n in enumerate(game.totals()))
        return Page(Text("T{turn}", turn=game.turn[0]), Text(""), (), rows)

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return {
            "turn": game.turn[0],
            "shown": list(game.board.shown),
            "kinds": list(game.board.kinds),
            "decision": list(game.decision) if game.decision else None,
        }

    def odds(self, game: Game) -> Sequence[int]:
        return (2, 1, 1) if game.decision and game.decision.kind == "tile" else ()

    def reason(self, reason: str) -> Text:
        return Text(reason.capitalize())

    def place(self, place: str) -> Text:
        return Text(place)

    def when(self, when: int) -> Text:
        return Text("T{turn}", turn=when)

    def check(self, game: Game) -> None:
        pass


class Strict(Count):
    """The same under later rules: nobody may take one."""

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        return {**super().state(game, viewer), "strict": True}


def toy(name: str = "toy", way: Way | None = None, rules: int = 1) -> Title:
    return Title(
        name=name,
        label=Text("Toy stones"),
        emblem="arch",
        rules_version=rules,
        colours=("red", "green", "blue", "brown"),
        ways={"count": way or Count()},
        options=(Option("turns", ("12",), Text("Turns"), counted=(1, 400)),),
        components=tuple,
        setup=lambda code, players, options: Layout(code, (), {}),
    )


TOY = toy()

__all__ = ["TILES", "TOY", "Count", "News", "Strict", "toy"]
