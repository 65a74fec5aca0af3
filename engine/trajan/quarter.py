"""The end of a quarter as the scorekeeper asks for it: unmet demands, vote tiles, bonus tiles.

The order is the rulebook's: demands of every seat, then the senate. What the answers mean is in ``demands``,
``senate`` and ``scoring``; here are only the questions. The box ``pool`` has one place: the possible remainders of the
vote tiles; ``owner`` one a bonus tile: 0 not known, seat + 1 yellow side up, −(seat + 1) gray side up.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.title import Step, nothing
from engine.trajan import calendar, demands, senate, turns
from engine.trajan.calendar import NOBODY, QUARTER
from engine.trajan.components import components
from engine.trajan.points import QUARTER_END
from engine.words import Text

TILES = components().bonus_tiles
TILE_INDEX = {tile.word: index for index, tile in enumerate(TILES)}
UNMET_KEYS = tuple(str(number) for number in range(len(demands.PENALTY)))
_UNMET_OR_FORGOT = (turns.FORGOT, *UNMET_KEYS)


def settle(game: Game) -> None:
    """Push the questions of a quarter's end: each seat from the one that moves next, demands before the senate."""
    seats = calendar.from_next(game)
    game.push(RESULT, TABLE)
    for seat in reversed(seats):
        game.push(VOTES, seat)
    for place, seat in reversed(list(enumerate(seats))):
        game.push(UNMET, seat, place == 0)


# ---- demands


def _ask_unmet(game: Game, seat: int, first: bool = False) -> tuple[str, ...]:
    """Until the first seat has answered, the seat that moved last may still enter what it forgot."""
    if game.board.left[seat]:
        return ()
    return _UNMET_OR_FORGOT if first and turns.before(game) != NOBODY else UNMET_KEYS


def _take_unmet(game: Game, seat: int, key: str | None, first: bool = False) -> None:
    if key == turns.FORGOT:
        game.push(UNMET, seat, first)
        turns.remember(game)
    elif key is not None:
        demands.charge(game, seat, int(key), game.board.clock[QUARTER], QUARTER_END)
    elif first and game.agenda is not None and game.agenda[0] is UNMET:
        # who was to answer first has left: now the next seat is the first
        _, following, _, game.agenda = game.agenda
        game.push(UNMET, following, True)


# ---- senate


def _ask_votes(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else senate.sums(game.board.pool[0])


def _take_votes(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        board = game.board
        game.put(board.votes, seat, int(key))
        game.put(board.pool, 0, senate.spent(board.pool[0], int(key)))


def _take_result(game: Game, seat: int, _: str | None) -> None:
    order = senate.ranking(game)
    consul, vice = order[0], order[1]
    game.tell("senate", consul, Text("Q{quarter} senate", quarter=game.board.clock[QUARTER]), 0, "consul16")
    game.push(RESTACK, TABLE, tuple(order))
    _push_vice(game, vice)
    game.push(BONUS, consul, True)


def _push_vice(game: Game, vice: int) -> None:
    if game.options["vice_consul_needs_vote"] != "yes" or senate.votes(game, vice):
        game.push(BONUS, vice, False)


def succeed(game: Game) -> None:
    """A seat has left while the bonus tiles go out: who is next by votes has what it was still to take."""
    waiting: list[tuple[int, bool]] = []
    agenda = game.agenda
    while agenda is not None and agenda[0] is BONUS:
        waiting.append((agenda[1], agenda[2][0]))
        agenda = agenda[3]
    if not waiting:
        return
    assert agenda is not None  # the discs go back when the tiles are out
    order, had = senate.ranking(game), agenda[2][0]
    game.agenda = agenda[3]
    if waiting[0][1]:
        game.push(RESTACK, TABLE, tuple(order))
        _push_vice(game, order[1])
        game.push(BONUS, order[0], True)
    else:
        game.push(RESTACK, TABLE, had)
        vice = waiting[0][0]
        if game.board.left[vice]:
            _push_vice(game, next(seat for seat in order if seat != had[0]))
        else:
            game.push(BONUS, vice, False)


def offices(game: Game) -> tuple[int | None, int]:
    """Consul and vice-consul as the vote stands. While the vice-consul takes its tile it stays what it is, even if the
    consul has left (None) after taking the other."""
    order = senate.ranking(game)
    if game.agenda is not None and game.agenda[0] is BONUS and not game.agenda[2][0]:
        vice = game.agenda[1]
        return (order[0] if order[0] != vice else None), vice
    return order[0], order[1]


def unowned(game: Game) -> tuple[str, ...]:
    """The bonus tiles that nobody is known to have."""
    return tuple(tile.word for tile, owner in zip(TILES, game.board.owner, strict=True) if not owner)


def own(game: Game, seat: int, word: str, yellow: bool) -> None:
    """Note whose the bonus tile is, and which side is up."""
    game.put(game.board.owner, TILE_INDEX[word], seat + 1 if yellow else -(seat + 1))


def _ask_bonus(game: Game, seat: int, yellow: bool) -> tuple[str, ...]:
    return () if game.board.left[seat] else unowned(game)


def _take_bonus(game: Game, seat: int, key: str | None, yellow: bool) -> None:
    if key is not None:
        own(game, seat, key, yellow)


def _take_restack(game: Game, seat: int, _: str | None, order: tuple[int, ...]) -> None:
    senate.restack(game, [each for each in order if not game.board.left[each]])


UNMET = Step("quarter.unmet", _ask_unmet, _take_unmet)
VOTES = Step("quarter.votes", _ask_votes, _take_votes)
RESULT = Step("senate.result", nothing, _take_result)
BONUS = Step("quarter.bonus", _ask_bonus, _take_bonus)
RESTACK = Step("senate.restack", nothing, _take_restack)
