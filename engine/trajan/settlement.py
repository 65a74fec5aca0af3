"""The end of a quarter on the whole board: demands are paid, the senate votes, the board is laid out anew.

The order is the rulebook's. Who can meet a demand must (option ``refuse_demand``): its owner chooses what pays, but not
so that a demand stays unmet that could have been met. All vote tiles count and go. What is laid out is asked of the
TABLE, provinces before the forum (``refill_order``), until the stack runs out.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import TABLE, Game
from engine.title import Step, nothing
from engine.trajan import calendar, demands, forum, kinds, opening, quarter, senate
from engine.trajan.calendar import QUARTER, QUARTERS
from engine.trajan.demands import DEMANDS
from engine.trajan.kinds import BONUS, BOX, DEMAND_TILES, GOODS, PROVINCES, VOTE_TILES, WILD_DEMAND
from engine.trajan.points import QUARTER_END
from engine.words import Text

KEPT, TILE, WILD, REFUSE = "kept", "tile", "wild", "refuse"
_KINDS = len(DEMANDS)
_NONE_USED = (0,) * _KINDS


def settle(game: Game) -> None:
    """Push the steps of a quarter's end: each seat from the one that moves next, demands before the senate."""
    game.push(RESET, TABLE)
    game.push(VOTE, TABLE)
    for seat in reversed(calendar.from_next(game)):
        game.push(PAY, seat, 0, 0, _NONE_USED)


# ---- demands


def _could_meet(game: Game, seat: int, space: int, used: tuple[int, ...], but: str) -> int:
    """How many of the demands from ``space`` on the seat could meet, after paying the one before by ``but``."""
    board = game.board
    own = [
        board.kept[seat * _KINDS + demand] - used[demand] + forum.on_mat(game, seat, DEMAND_TILES[demand])
        for demand in range(_KINDS)
    ]
    wild = forum.on_mat(game, seat, WILD_DEMAND)
    met = 0
    for place in range(space, demands.SPACES):
        demand = board.shown[place] - 1
        if place == space and but:
            if but == WILD:
                wild -= 1
            else:
                own[demand] -= 1
            met += 1
        elif own[demand] > 0:
            own[demand] -= 1
            met += 1
        elif wild > 0:
            wild -= 1
            met += 1
    return met


def _ask_pay(game: Game, seat: int, space: int, unmet: int, used: tuple[int, ...]) -> Sequence[str]:
    board = game.board
    if board.left[seat]:
        return ()
    demand = board.shown[space] - 1
    refusable = game.options["refuse_demand"] == "yes"
    keys = []
    if board.kept[seat * _KINDS + demand] > used[demand]:
        keys.append(KEPT)
    if forum.on_mat(game, seat, DEMAND_TILES[demand]):
        keys.append(TILE)
    if forum.on_mat(game, seat, WILD_DEMAND) and (
        not keys or refusable or _could_meet(game, seat, space, used, WILD) == _could_meet(game, seat, space, used, "")
    ):
        keys.append(WILD)
    return [*keys, REFUSE] if keys and refusable else keys


def _take_pay(game: Game, seat: int, key: str | None, space: int, unmet: int, used: tuple[int, ...]) -> None:
    board = game.board
    if board.left[seat]:
        return
    demand = board.shown[space] - 1
    if key == KEPT:
        used = tuple(number + (kind == demand) for kind, number in enumerate(used))
    elif key == TILE:
        forum.spend(game, seat, DEMAND_TILES[demand])
    elif key == WILD:
        forum.spend(game, seat, WILD_DEMAND)
    else:
        unmet += 1
    if space + 1 < demands.SPACES:
        game.push(PAY, seat, space + 1, unmet, used)
    else:
        demands.charge(game, seat, unmet, board.clock[QUARTER], QUARTER_END)


# ---- senate


def _take_vote(game: Game, _: int, __: str | None) -> None:
    """The votes decide; every vote tile goes. The vice-consul's tile is the one that the consul leaves."""
    order = senate.ranking(game)
    consul, vice = order[0], order[1]
    game.tell("senate", consul, Text("Q{quarter} senate", quarter=game.board.clock[QUARTER]), 0, "consul16")
    game.push(RESTACK, TABLE, tuple(order))
    if game.options["vice_consul_needs_vote"] != "yes" or senate.votes(game, vice):
        game.push(BONUS_TILE, vice, False)
    game.push(BONUS_TILE, consul, True)


def _ask_bonus(game: Game, seat: int, yellow: bool) -> Sequence[str]:
    return [BONUS[tile - 1].word for tile in game.board.beside if tile]


def _take_bonus(game: Game, seat: int, key: str, yellow: bool) -> None:
    tile = quarter.TILE_INDEX[key]
    game.put(game.board.beside, game.board.beside.index(tile + 1), 0)
    quarter.own(game, seat, key, yellow)


def _take_restack(game: Game, _: int, __: str | None, order: tuple[int, ...]) -> None:
    for seat in range(game.players):
        for kind in VOTE_TILES:
            number = forum.on_mat(game, seat, kind)
            if number:
                forum.spend(game, seat, kind, number)
    senate.restack(game, list(order))


# ---- the board anew


def _take_reset(game: Game, _: int, __: str | None) -> None:
    """What is left goes, ships turn to colour, and the table lays out the next quarter. Not after the last one."""
    board = game.board
    if board.clock[QUARTER] == QUARTERS:
        return
    for kind in range(len(GOODS)):
        number = board.market[kind]
        if number:
            game.put(board.gone, kind, board.gone[kind] + number)
            forum.off_market(game, kind, number)
    if game.options["province_vote_tiles"] == "go":
        for province, tile in enumerate(board.lying):
            if tile and tile - 1 in VOTE_TILES:
                game.put(board.lying, province, 0)
                game.put(board.gone, tile - 1, board.gone[tile - 1] + 1)
    for place, tile in enumerate(board.beside):
        if tile:
            game.put(board.beside, place, 0)  # the vice-consul had no vote
    for ship, gray in enumerate(board.gray):
        if gray:
            game.put(board.gray, ship, 0)
    for _space in range(BOX.yellow_spaces):
        game.push(REFILL_YELLOW, TABLE, True)
    for _space in range(BOX.forum_spaces[game.players]):
        game.push(REFILL_FORUM, TABLE, False)
    for province in reversed(range(len(PROVINCES))):
        if not board.lying[province] and not occupied(game, province):
            game.push(REFILL_PROVINCE, TABLE, province)
    for place in reversed(range(BOX.bonus_tiles_a_quarter)):
        game.push(REFILL_BONUS, TABLE, place)


def occupied(game: Game, province: int) -> bool:
    """Whether a leader or a legionnaire stands in a province."""
    board = game.board
    return province in board.leader or any(provinces >> province & 1 for provinces in board.legion)


PAY = Step("demand.pay", _ask_pay, _take_pay)
VOTE = Step("senate.vote", nothing, _take_vote)
BONUS_TILE = Step("quarter.bonus", _ask_bonus, _take_bonus)
RESTACK = Step("senate.restack", nothing, _take_restack)
RESET = Step("board.reset", nothing, _take_reset)
REFILL_BONUS = Step("refill.bonus", opening.ask_bonus, opening.take_beside)
REFILL_PROVINCE = Step("refill.province", opening.ask_province, opening.take_province)
REFILL_FORUM = Step("refill.forum", opening.ask_space, opening.take_space)
REFILL_YELLOW = Step("refill.yellow", opening.ask_space, opening.take_space)


def odds(game: Game) -> list[int]:
    """Weights of the forum or extra action tiles that may come up, in the order of the keys."""
    return [game.board.stock[kinds.GOOD[key]] for key in game.asked.keys]
