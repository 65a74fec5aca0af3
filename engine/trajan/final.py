"""Final scoring as the scorekeeper asks for it, seat by seat: what lies on the mats, and what it is worth.

Each answer goes to the box ``sheet`` (``FIELDS`` places a seat, −1 not said) and each point to the ledger, as soon as
nothing that is still to be said can change it. Questions that cannot matter are not asked. What no mat can hold, since
the other seats have it, is not offered.
"""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.title import Step, nothing
from engine.trajan import quarter, scoring
from engine.trajan.calendar import staying
from engine.trajan.components import BonusTile, components
from engine.trajan.points import FINAL, give, told

_BOX = components()
TYPES = tuple(kind.word for kind in _BOX.construction_types)

# places of a seat's part of the sheet
HAND, WORKERS, LEGIONNAIRES, CIRCLE = range(4)
TYPE = 4
WILDS = TYPE + len(TYPES)
COMMODITY, DEMAND = WILDS + 1, WILDS + 2
TILE = DEMAND + 1
FIELDS = TILE + len(quarter.TILES)
UNSAID = -1
NAMES = (
    *("hand", "workers", "legionnaires", "circle"),
    *TYPES,
    *("wilds", "commodity", "demand"),
    *(f"bonus.{tile.word}" for tile in quarter.TILES),
)

NO_YES = ("no", "yes")  # by value
YES_NO = ("yes", "no")  # as asked
_CARDS = len(_BOX.commodities) * _BOX.commodity_each
_NUMBERS = tuple(str(number) for number in range(_CARDS + 1))
_TYPE_TILES = len(_BOX.construction_values)
_SITES = _BOX.construction_rows * _BOX.construction_columns
_COPIES = {tile.word: tile.copies for tile in _BOX.forum_tiles}


def _upto(most: int) -> tuple[str, ...]:
    return _NUMBERS[: max(most, 0) + 1]


def said(game: Game, seat: int, field: int) -> int:
    """What that seat said, UNSAID if it was not asked yet."""
    value: int = game.board.sheet[seat * FIELDS + field]
    return value


def _say(game: Game, seat: int, field: int, value: int) -> None:
    game.put(game.board.sheet, seat * FIELDS + field, value)


def _known(game: Game, seat: int, field: int) -> int:
    return max(said(game, seat, field), 0)


def _others_have(game: Game, seat: int, field: int) -> int:
    return sum(_known(game, other, field) for other in range(game.players) if other != seat)


def spare_tokens(game: Game, seat: int) -> int:
    """The tokens of a seat that have no place yet."""
    used = _known(game, seat, WORKERS) + _known(game, seat, LEGIONNAIRES)
    for index, tile in enumerate(quarter.TILES):
        if tile.counts in ("workers", "legionnaires"):
            used += _known(game, seat, TILE + index)
    return _BOX.tokens - used


def owned(game: Game, seat: int) -> list[tuple[int, BonusTile, bool]]:
    """The bonus tiles that a seat is known to have: index, tile, whether its yellow side is up."""
    found = []
    for index, (tile, owner) in enumerate(zip(quarter.TILES, game.board.owner, strict=True)):
        if abs(owner) == seat + 1:
            found.append((index, tile, owner > 0))
    return found


def yellow(game: Game, seat: int) -> int:
    """How many of the seat's bonus tiles lie yellow side up."""
    owners: list[int] = game.board.owner
    return owners.count(seat + 1)


# ---- the plain counts


def _room(game: Game, seat: int, field: int) -> int:
    if field == HAND:
        return _CARDS - _others_have(game, seat, HAND)
    if field == WORKERS:
        return _BOX.tokens
    if field == LEGIONNAIRES:
        return spare_tokens(game, seat)
    if field == CIRCLE:
        return len(_BOX.slots)
    return _TYPE_TILES - _others_have(game, seat, field)


def _ask_count(game: Game, seat: int, field: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else _upto(_room(game, seat, field))


WORTH = {
    HAND: ("hand", "", _BOX.hand_card),
    WORKERS: ("camps", "workers", _BOX.worker_in_camp),
    LEGIONNAIRES: ("camps", "legionnaires", _BOX.legionnaire_in_camp),
    CIRCLE: ("circle", "", _BOX.trajan_tile_in_circle),
}


def _take_count(game: Game, seat: int, key: str | None, field: int) -> None:
    if key is None:
        return
    _say(game, seat, field, int(key))
    if field in WORTH:
        reason, place, each = WORTH[field]
        give(game, seat, int(key) * each, reason, place, FINAL)


# ---- sets of construction tiles


def types(game: Game, seat: int) -> list[int]:
    return [_known(game, seat, TYPE + index) for index in range(len(TYPES))]


def _ask_wilds(game: Game, seat: int) -> tuple[str, ...]:
    if game.board.left[seat]:
        return ()
    spare = _COPIES["wild-construction"] - _others_have(game, seat, WILDS)
    counts = types(game, seat)
    # worth asking only if they can complete a set
    if sum(scoring.best_sets(counts, spare)) == sum(scoring.best_sets(counts, 0)):
        return ()
    return _upto(spare)


def _take_wilds(game: Game, seat: int, key: str | None) -> None:
    if game.board.left[seat]:
        return
    wilds = int(key or 0)
    _say(game, seat, WILDS, wilds)
    for word, points in zip(TYPES, scoring.best_sets(types(game, seat), wilds), strict=True):
        give(game, seat, points, "sets", word, FINAL)


# ---- bonus tiles


def _ask_start(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else quarter.unowned(game)


def _take_start(game: Game, seat: int, key: str | None) -> None:
    if game.board.left[seat]:
        return
    if key is not None:
        quarter.own(game, seat, key, True)
    game.push(WILD_DEMAND, seat)
    game.push(WILD_COMMODITY, seat)
    for index, _tile, _up in reversed(owned(game, seat)):
        game.push(BONUS[index], seat, index)
    # worth its points without a question
    for index, tile, up in owned(game, seat):
        if tile.counts == "yellow":
            _score_tile(game, seat, index, yellow(game, seat), up)


def _score_tile(game: Game, seat: int, index: int, count: int, up: bool) -> None:
    tile = quarter.TILES[index]
    _say(game, seat, TILE + index, count)
    give(game, seat, tile.points(count, up), "bonus", tile.word, FINAL)


def _ask_bonus(game: Game, seat: int, index: int) -> tuple[str, ...]:
    if game.board.left[seat]:
        return ()
    tile = quarter.TILES[index]
    if tile.counts == "cards":
        return _upto(min(len(tile.of) * _BOX.commodity_each, _CARDS))
    if tile.counts == "demand":
        return YES_NO
    if tile.counts == "workers":
        return _upto(min(_SITES, spare_tokens(game, seat)))
    if tile.counts == "legionnaires":
        return _upto(min(len(_BOX.provinces), spare_tokens(game, seat)))
    return ()


def _take_bonus(game: Game, seat: int, key: str | None, index: int) -> None:
    if key is None:
        return
    count = NO_YES.index(key) if key in NO_YES else int(key)
    _score_tile(game, seat, index, count, game.board.owner[index] > 0)


def _ask_commodity(game: Game, seat: int) -> tuple[str, ...]:
    if game.board.left[seat] or not any(tile.counts == "cards" for _, tile, _ in owned(game, seat)):
        return ()
    return _upto(_COPIES["wild-commodity"] - _others_have(game, seat, COMMODITY))


def _take_commodity(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    _say(game, seat, COMMODITY, int(key))
    best = scoring.best_for_wild([(tile, up) for _, tile, up in owned(game, seat)])
    assert best is not None
    up = game.board.owner[quarter.TILE_INDEX[best.word]] > 0
    give(game, seat, best.points(int(key), up), "bonus", best.word, FINAL)


def _lacking(game: Game, seat: int) -> list[tuple[BonusTile, bool]]:
    """The demand bonus tiles that no forum tile serves, the one worth most first."""
    found = [
        (tile, up)
        for index, tile, up in owned(game, seat)
        if tile.counts == "demand" and said(game, seat, TILE + index) == 0
    ]
    return sorted(found, key=lambda pair: pair[0].points(1, pair[1]), reverse=True)


def _ask_demand(game: Game, seat: int) -> tuple[str, ...]:
    if game.board.left[seat] or game.options["wild_demand_for_bonus"] != "yes" or not _lacking(game, seat):
        return ()
    return _upto(_COPIES["wild-demand"] - _others_have(game, seat, DEMAND))


def _take_demand(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    _say(game, seat, DEMAND, int(key))
    for tile, up in _lacking(game, seat)[: int(key)]:
        give(game, seat, tile.points(1, up), "bonus", tile.word, FINAL)


def by_wild_demands(game: Game, seat: int) -> int:
    """The points that wild demands have brought a seat."""
    return sum(tile.points(1, up) for tile, up in _lacking(game, seat)[: _known(game, seat, DEMAND)])


def possible_by_wild_demands(game: Game, seat: int) -> int:
    """The points that wild demands could bring a seat if it had as many as there are."""
    return sum(tile.points(1, up) for tile, up in _lacking(game, seat)[: _COPIES["wild-demand"]])


# ---- the end


def _take_done(game: Game, seat: int, _: str | None) -> None:
    if not game.board.left[seat]:
        points = game.points[seat]
        game.tell("final", seat, told(seat, points), points)


def _bonus_kind(tile: BonusTile) -> str:
    return {"workers": "final.sites", "legionnaires": "final.provinces"}.get(tile.counts, f"final.{tile.word}")


COUNTS = tuple(
    (field, Step(f"final.{name}", _ask_count, _take_count))
    for field, name in enumerate(("hand", "workers", "legionnaires", "circle", *TYPES))
)
WILD_CONSTRUCTION = Step("final.wilds", _ask_wilds, _take_wilds)
START = Step("final.start", _ask_start, _take_start)
BONUS = tuple(Step(_bonus_kind(tile), _ask_bonus, _take_bonus) for tile in quarter.TILES)
WILD_COMMODITY = Step("final.commodity", _ask_commodity, _take_commodity)
WILD_DEMAND = Step("final.demand", _ask_demand, _take_demand)
DONE = Step("final.done", nothing, _take_done)


def begin(game: Game) -> None:
    """Push the questions of final scoring, seat by seat."""
    game.push(scoring.OVER, TABLE)
    for seat in reversed(staying(game)):
        game.push(DONE, seat)
        game.push(START, seat)
        game.push(WILD_CONSTRUCTION, seat)
        for field, step in reversed(COUNTS):
            game.push(step, seat, field)
