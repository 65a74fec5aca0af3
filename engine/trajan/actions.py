"""The action of a tray, actions granted by a building, and extra action tiles (board: mats).

An action is optional. After an action that was done one tile of the same kind, or a wild one, may be spent to do it
again: twice if a +2 marker lies on that kind. A turn has one such tile (option ``extra_tiles_per_turn``), and none
after a skipped action (``extra_after_skipped_action``). Extra actions touch neither markers, time nor Trajan tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Game
from engine.title import Step
from engine.trajan import arch, construction, forum, military, seaport, senate
from engine.trajan.calendar import now
from engine.trajan.kinds import ACTIONS, EXTRA_TILES, SKIP, WILD_EXTRA

EXTRA, WILD, NO = "extra", "wild", "no"
_SENATE = ("senate",)
_OFFERED = {
    (own, wild): (NO, *((EXTRA,) if own else ()), *((WILD,) if wild else ())) for own in (0, 1) for wild in (0, 1)
}


def _senate_options(game: Game, seat: int) -> tuple[str, ...]:
    """One step up; nothing on the last space."""
    return () if game.board.space[seat] == senate.LAST else _SENATE


def _senate_do(game: Game, seat: int, key: str) -> None:
    senate.climb(game, seat, now(game))


OPTIONS: tuple[Callable[[Game, int], Sequence[str]], ...] = (
    seaport.options,
    forum.options,
    military.options,
    _senate_options,
    arch.options,
    construction.options,
)
_DO: tuple[Callable[[Game, int, str], int | None], ...] = (
    seaport.do,
    forum.do,
    military.do,
    _senate_do,
    arch.do,
    construction.do,
)


def _ask_action(game: Game, seat: int, action: int) -> Sequence[str]:
    keys = OPTIONS[action](game, seat)
    return (*keys, SKIP) if keys else ()


def _take_action(game: Game, seat: int, key: str | None, action: int) -> None:
    if key is None:
        return
    if key == SKIP:
        if game.options["extra_after_skipped_action"] == "yes":
            game.push(EXTRA_TILE, seat, action)
        return
    # the question comes after all that the action brings, and a tile that it brings may be spent at once
    extras = game.board.extras
    if extras[seat]:
        game.push(EXTRA_TILE, seat, action)
        granted = _DO[action](game, seat, key)
    else:
        granted = _DO[action](game, seat, key)
        if extras[seat] or granted is not None:
            game.push(EXTRA_TILE, seat, action)
    if granted is not None:
        game.push(ACTION[granted], seat, granted)


# ---- extra action tiles


def _ask_extra(game: Game, seat: int, action: int) -> tuple[str, ...]:
    """Only where a tile fits (``extra_tile_of_other_type``) and the action can be done."""
    board = game.board
    has = board.extras[seat]
    if not has or (board.spent[0] and game.options["extra_tiles_per_turn"] == "1"):
        return ()
    offered = _OFFERED[has >> action & 1, 1 if has & forum.WILD else 0]
    return offered if len(offered) > 1 and OPTIONS[action](game, seat) else ()


def _take_extra(game: Game, seat: int, key: str | None, action: int) -> None:
    if key is None or key == NO:
        return
    board = game.board
    kinds = (WILD_EXTRA,) if key == WILD else EXTRA_TILES[action]
    forum.spend(game, seat, next(kind for kind in kinds if forum.on_mat(game, seat, kind)))
    game.put(board.spent, 0, board.spent[0] + 1)
    game.push(ACTION[action], seat, action)
    if board.plus[seat] >> action & 1:
        game.push(ACTION[action], seat, action)


ACTION = tuple(Step(f"action.{word}", _ask_action, _take_action) for word in ACTIONS)
EXTRA_TILE = Step("extra.tile", _ask_extra, _take_extra)
