"""The construction action: new workers, and workers onto sites (board: construction district and worker camp).

The first worker may go anywhere, later ones only beside an own worker. A tile that still lies there is taken and
scores; an owner's first tile of a type grants an action. On an emptied site there is neither, but the worker counts.
"""

from __future__ import annotations

from engine.game import Game
from engine.trajan.calendar import now
from engine.trajan.kinds import ALL_SITES, GRANTS, SITE, TYPES, VALUES, beside, site_keys
from engine.trajan.points import give

WORKER = "worker"
_NEW = ((), (WORKER,))


def open_sites(game: Game, seat: int) -> int:
    """The set of sites on which the seat may put a worker, if it has one."""
    own: int = game.board.sites[seat]
    return beside(own) if own else ALL_SITES


def options(game: Game, seat: int) -> tuple[str, ...]:
    """Whether there is a new worker, and the legal sites."""
    board = game.board
    new = _NEW[1 if board.supply[seat] else 0]
    return new + site_keys(open_sites(game, seat)) if board.workers[seat] else new


def do(game: Game, seat: int, key: str) -> int | None:
    """The index of the action that a first tile of its type grants, or None."""
    board, put = game.board, game.put
    if key == WORKER:
        put(board.supply, seat, board.supply[seat] - 1)
        put(board.workers, seat, board.workers[seat] + 1)
        return None
    site = SITE[key]
    put(board.workers, seat, board.workers[seat] - 1)
    put(board.sites, seat, board.sites[seat] | 1 << site)
    tile = board.standing[site]
    if not tile:
        return None
    put(board.standing, site, 0)
    kind, value = divmod(tile - 1, len(VALUES))
    place = seat * len(TYPES) + kind
    had = board.built[place]
    put(board.built, place, had + 1)
    give(game, seat, VALUES[value], "construction", f"{TYPES[kind]}.{VALUES[value]}", now(game))
    return None if had else GRANTS[kind]
