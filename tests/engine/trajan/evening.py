"""A scorekeeper's game in the hands of a test: answers in a row, short cuts to the places of the rulings."""

from __future__ import annotations

from collections.abc import Mapping

from engine.catalogue import options, title
from engine.game import TABLE, Entry, Game


def start(players: int = 3, first: int = 0, **given: str) -> Game:
    """A game in which seat ``first`` has been named start player. Any option may be given, fixed rulings too."""
    trajan = title("trajan")
    switches = {option.name for option in trajan.options}
    known = options(trajan, players, {name: value for name, value in given.items() if name in switches})
    game = Game(trajan, "scorekeeper", players, {**known, **given} if given.keys() - switches else known)
    give(game, f"seat.{first}")
    return game


def give(game: Game, *keys: str) -> Game:
    """Answer, with every invariant checked after each answer."""
    for key in keys:
        game.answer(key)
        game.check()
    return game


def asked(game: Game) -> tuple[int, str]:
    """Who is asked what."""
    return (game.decision.seat, game.decision.kind) if game.decision else (TABLE, "over")


def idle(game: Game, turns: int = 1) -> Game:
    """So many turns of one marker and no score."""
    for _ in range(turns):
        assert game.decision is not None and game.decision.kind == "turn.markers"
        give(game, "1", "none")
        if asked(game) == (TABLE, "demand.reveal"):
            return game
    return game


def until(game: Game, kind: str) -> Game:
    """On with idle turns of many markers, the first demand, no debts and no votes, up to a question of that kind."""
    first = {"turn.markers": "10", "turn.points": "none", "quarter.unmet": "0", "quarter.votes": "0"}
    while game.decision is not None and game.decision.kind != kind:
        give(game, first.get(game.decision.kind, game.decision.keys[0]))
    return game


def settle(game: Game, unmet: Mapping[int, str] | None = None, votes: Mapping[int, str] | None = None) -> Game:
    """Answer unmet demands and votes of a quarter's end, "0" where nothing is said, up to the bonus tiles."""
    while game.decision is not None and game.decision.kind in ("quarter.unmet", "quarter.votes"):
        said = (unmet if game.decision.kind == "quarter.unmet" else votes) or {}
        give(game, said.get(game.decision.seat, "0"))
    return game


def final(game: Game, answers: Mapping[int, Mapping[str, str]] | None = None) -> Game:
    """Answer final scoring: by seat and kind ("final.hand"); what is not given has its first answer, bonus "no"."""
    while game.decision is not None:
        seat, kind, keys = game.decision
        plain = "no" if keys == ("yes", "no") else keys[0]
        give(game, (answers or {}).get(seat, {}).get(kind, plain))
    return game


def lines(game: Game, seat: int, reason: str | None = None) -> list[tuple[int, str, str]]:
    """Amount, reason and place of a seat's lines in the ledger."""
    return [(entry.amount, entry.reason, entry.place) for entry in ours(game, seat) if reason in (None, entry.reason)]


def ours(game: Game, seat: int) -> list[Entry]:
    return [entry for entry in game.ledger if entry.seat == seat]
