"""How likely a lively player takes each answer: for simulated games, which uniformly random play hardly ever ends.

It draws by the kind of action and leans towards claiming: it claims what it can, goes on with a route on which it
stands (most of all where it stands alone), takes income when its supply runs low, builds rather than nothing, and
seldom moves. Every legal answer keeps a chance. No rule depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import TABLE, Game
from engine.hansa import routes
from engine.hansa.kinds import KINDS, MERCHANT, TRADER

_ACTIONS = {"claim": 200, "place": 24, "displace": 4, "move": 1, "income-less": 1, "pass": 1}
_MARKER, _INCOME_LOW, _INCOME, _LOW = 12, 40, 3, 3
_BUILD, _NOTHING, _DONE = 6, 1, 8
_OWN, _ALONE = 12, 40


def _action(game: Game, seat: int, keys: Sequence[str]) -> list[int]:
    supply = game.board.supply
    low = supply[seat * KINDS] + supply[seat * KINDS + 1] < _LOW
    income = _INCOME_LOW if low else _INCOME
    return [_ACTIONS.get(key, income if key == "income" else _MARKER) for key in keys]


def _others(game: Game, seat: int) -> int:
    """The routes on which any other seat stands."""
    return routes.opponents(game, seat, TRADER) | routes.opponents(game, seat, MERCHANT)


def _place(game: Game, seat: int, keys: Sequence[str]) -> list[int]:
    board = game.board
    own, others = routes.stands(game, seat), _others(game, seat)
    found = []
    for key in keys:
        if key not in board.map.route:
            found.append(1)
            continue
        bit = 1 << board.map.route[key]
        found.append((1 if others & bit else 2) if not own & bit else _OWN if others & bit else _ALONE)
    return found


def _reward(game: Game, seat: int, keys: Sequence[str]) -> list[int]:
    return [_NOTHING if key == "none" else _BUILD for key in keys]


def _lift(game: Game, seat: int, keys: Sequence[str]) -> list[int]:
    """Pieces are moved away from others rather than from a route of one's own."""
    board, others = game.board, _others(game, seat)
    return [_DONE if key == "done" else _BUILD if others >> board.map.route[key] & 1 else 1 for key in keys]


def _stop(game: Game, seat: int, keys: Sequence[str]) -> list[int]:
    return [_DONE if key == "done" else 1 for key in keys]


_BY_KIND: dict[str, Callable[[Game, int, Sequence[str]], list[int]]] = {
    "turn.action": _action,
    "place.route": _place,
    "route.reward": _reward,
    "move.from": _lift,
    "move.to": _place,
    "displaced.route": _place,
    "move3.from": _stop,
}


def weights(game: Game) -> Sequence[int]:
    """A weight above 0 for each answer to the open question, in the order of the keys."""
    decision = game.decision
    if decision is None:
        return ()
    if decision.seat == TABLE:
        return game.odds()
    found = _BY_KIND.get(decision.kind)
    return found(game, decision.seat, decision.keys) if found else (1,) * len(decision.keys)
