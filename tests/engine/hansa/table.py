"""Positions for the tests: a referee's game and the corrections that bring it where a test wants it.

``table`` starts at the first action of seat 0, with the start markers extra office, exchange and move 3 at the taverns
Bremen–Osnabrück, Lüneburg–Perleberg and Goslar–Hildesheim. Everything but markers in hand is laid out by corrections,
which keep every piece; every answer is followed by the whole check.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.catalogue import new_game
from engine.game import Game
from engine.hansa import markers
from engine.hansa.board import SUPPLY
from engine.hansa.kinds import KIND, KINDS, MARKER

TAVERNS = ("extra-office", "exchange")  # the third is forced


def table(players: int = 3, **options: str) -> Game:
    game = new_game("hansa", "referee", players, options)
    give(game, "seat.0", *TAVERNS)
    return game


def give(game: Game, *keys: str) -> None:
    for key in keys:
        game.answer(key)
        game.check()


def supply(game: Game, seat: int, traders: int, merchants: int = 1) -> None:
    """So much in the personal supply, the rest in the stock."""
    give(game, f"!supply.{seat}.{traders}.{merchants}")


def all_to_stock(game: Game) -> None:
    """Every trader to the stock; the merchant stays in the supply."""
    for seat in range(game.players):
        supply(game, seat, 0, 1)


def post(game: Game, seat: int, route: str, traders: int = 0, merchants: int = 0) -> None:
    """Pieces of the seat's stock onto a route."""
    if traders:
        give(game, f"!post.{route}.{seat}.trader.{traders}")
    if merchants:
        give(game, f"!post.{route}.{seat}.merchant.{merchants}")


def fill(game: Game, seat: int, route: str, merchants: int = 0) -> None:
    """Every post of a route holds the seat's pieces, so many of them merchants."""
    posts = game.board.map.posts[game.board.map.route[route]]
    post(game, seat, route, posts - merchants, merchants)


def office(game: Game, city: str, *pieces: str) -> None:
    """Pieces ("trader.0") on the offices of a city, from the left."""
    for place, piece in enumerate(pieces, 1):
        give(game, f"!office.{city}.{place}.{piece}")


def desk(game: Game, seat: int, ability: str, steps: int) -> None:
    give(game, f"!desk.{seat}.{ability}.{steps}")


def ships(game: Game, seat: int, route: str, count: int) -> None:
    """So many of the seat's merchants on a route stand on ships."""
    give(game, f"!ships.{route}.{seat}.{count}")


def own(game: Game, seat: int, *words: str) -> None:
    """Unused markers from the supply to a seat."""
    for word in words:
        kind = MARKER[word]
        if game.board.unseen[kind]:
            game.put(game.board.unseen, kind, game.board.unseen[kind] - 1)
            game.put(game.board.clock, SUPPLY, game.board.clock[SUPPLY] - 1)
        markers.gain(game, seat, kind)
    game.answer(f"!actions.{game.board.clock[1]}")  # asks the open question afresh
    game.check()


def actions(game: Game, count: int) -> None:
    give(game, f"!actions.{count}")


def keys(game: Game) -> tuple[str, ...]:
    assert game.decision is not None
    return game.decision.keys


def kind(game: Game) -> str:
    assert game.decision is not None
    return game.decision.kind


def lines(game: Game, *reasons: str) -> list[tuple[int, int, str, str]]:
    """The ledger (of these reasons) as seat, amount, reason, place."""
    return [
        (entry.seat, entry.amount, entry.reason, entry.place)
        for entry in game.ledger
        if not reasons or entry.reason in reasons
    ]


def pieces(game: Game, box: str, seat: int) -> tuple[int, int]:
    """Traders and merchants of a seat in supply or stock."""
    first = seat * KINDS
    found: Sequence[int] = getattr(game.board, box)[first : first + KINDS]
    return found[0], found[1]


def on_ships(game: Game, route: str, seat: int) -> int:
    found: int = game.board.aboard[game.board.map.route[route] * game.players + seat]
    return found


def on_route(game: Game, route: str, seat: int, word: str) -> int:
    at = game.board.map.route[route] * KINDS * game.players + seat * KINDS + KIND[word]
    found: int = game.board.at[at]
    return found


def to_turn(game: Game, seat: int) -> None:
    """Pass until it is that seat's turn."""
    while game.decision is not None and game.decision.seat != seat:
        give(game, "pass")


def britannia(players: int = 4, **options: str) -> Game:
    game = table(players, board="britannia", **options)
    all_to_stock(game)
    return game


def sail(game: Game, seat: int, route: str) -> None:
    """A maritime route full of the seat's pieces, a merchant on every ship."""
    count = game.board.map.ships[game.board.map.route[route]]
    desk(game, seat, "book", count)
    supply(game, seat, 0, 0)
    fill(game, seat, route, count)
