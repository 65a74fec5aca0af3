"""Final scoring as the scorekeeper asks for it, seat by seat: what stands on desk and board, and what it is worth.

What was entered during play is where the cursor starts. Each answer goes to the box ``sheet`` (``FIELDS`` places a
seat, −1 not said) and its points to the ledger. What no seat can have, since the others have it, is not offered. How
far Actions are developed is asked only where it decides the victory.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from engine.game import TABLE, Game
from engine.hansa import scoring
from engine.hansa.desk import KEY_VALUES
from engine.hansa.kinds import ACTIONS, BOX, KEYS, PIECES, STEPS, TRACKS, all_markers
from engine.hansa.maps import map_for
from engine.hansa.points import FINAL, give
from engine.title import Step
from engine.words import Seat, Text

FULL, MARKERS, SPECIAL, CITIES, NETWORK, KEY, STEPS_ON_ACTIONS = range(7)
FIELDS = 7
NAMES = ("full", "markers", "special", "cities", "network", "keys", "steps")
UNSAID = -1
FULL_ABILITIES = sum(1 for ability in BOX.abilities if ability.full)
EACH_FULL = max(ability.full for ability in BOX.abilities)
# every piece that can become an office: all but the one on the prestige track
MOST_OFFICES = sum(PIECES) - BOX.track_traders
NUMBERS = tuple(str(number) for number in range(MOST_OFFICES + 1))
_KEY_NUMBERS = tuple(str(value) for value in dict.fromkeys(KEY_VALUES))
NONE = "none"


def said(game: Game, seat: int, field: int) -> int:
    """What that seat said, UNSAID if it was not asked yet."""
    value: int = game.board.sheet[seat * FIELDS + field]
    return value


def _say(game: Game, seat: int, field: int, value: int) -> None:
    game.put(game.board.sheet, seat * FIELDS + field, value)


def _others(game: Game, seat: int, field: int) -> int:
    return sum(max(said(game, other, field), 0) for other in range(game.players) if other != seat)


def _upto(most: int) -> tuple[str, ...]:
    return NUMBERS[: max(most, 0) + 1]


def each_full(game: Game, seat: int) -> int:
    """What a full ability scores for a seat."""
    worth = EACH_FULL
    for module in game.board.modules:
        worth = module.ability(game, seat, worth)
    return worth


def each_city(game: Game, seat: int) -> int:
    """What a controlled city scores for a seat."""
    worth = BOX.city_end
    for module in game.board.modules:
        worth = module.city(game, seat, worth)
    return worth


# ---- what is known from play


def known_full(game: Game, seat: int) -> int:
    """How many abilities that score are fully developed, as far as it was entered."""
    first = seat * TRACKS
    steps = game.board.desk[first : first + TRACKS]
    return sum(1 for ability, step in enumerate(steps) if scoring.full_points(ability, step))


def known_keys(game: Game, seat: int) -> int:
    """The key value, as far as it was entered."""
    step: int = game.board.desk[seat * TRACKS + KEYS]
    return KEY_VALUES[step]


def known_special(game: Game, seat: int) -> tuple[int, ...]:
    """The special-prestige spaces of a seat, by their points."""
    spaces = map_for(game.players, game.options["board"]).special_spaces
    return tuple(space.points for space, owner in zip(spaces, game.board.special, strict=True) if owner == seat + 1)


def usual(game: Game, seat: int, kind: str) -> str:
    """The answer that what was entered during play suggests."""
    return {
        "final.abilities": lambda: str(known_full(game, seat)),
        "final.markers": lambda: str(game.board.taken[seat]),
        "final.special": lambda: _sum_key(known_special(game, seat)),
        "final.keys": lambda: str(known_keys(game, seat)),
        "final.steps": lambda: str(game.board.desk[seat * TRACKS + ACTIONS]),
    }.get(kind, lambda: "")()


# ---- the questions


def _ask_abilities(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else _upto(FULL_ABILITIES)


def _take_abilities(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        _say(game, seat, FULL, int(key))
        give(game, seat, each_full(game, seat) * int(key), "abilities", "", FINAL)


def _ask_markers(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else _upto(all_markers(game.options) - _others(game, seat, MARKERS))


def _take_markers(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        _say(game, seat, MARKERS, int(key))
        give(game, seat, scoring.marker_points(int(key)), "markers", f"count.{key}", FINAL)


def _sum_key(points: tuple[int, ...]) -> str:
    return "+".join(str(each) for each in points) or NONE


@cache
def _special_keys(spaces: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(_sum_key(some) for count in range(len(spaces) + 1) for some in combinations(spaces, count))


def _ask_special(game: Game, seat: int) -> tuple[str, ...]:
    """Which spaces the seat has: any that no other seat is known to have."""
    board = game.board
    if board.left[seat]:
        return ()
    spaces = map_for(game.players, game.options["board"]).special_spaces
    free = tuple(space.points for space, owner in zip(spaces, board.special, strict=True) if owner in (0, seat + 1))
    return _special_keys(free) if free else ()


def _take_special(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    board = game.board
    chosen = () if key == NONE else tuple(int(part) for part in key.split("+"))
    for space, each in enumerate(map_for(game.players, game.options["board"]).special_spaces):
        owner = seat + 1 if each.points in chosen else 0
        if board.special[space] in (0, seat + 1) and board.special[space] != owner:
            game.put(board.special, space, owner)
        if owner:
            give(game, seat, each.points, "special", f"space.{each.points}", FINAL)
    _say(game, seat, SPECIAL, sum(chosen))


def _ask_cities(game: Game, seat: int) -> tuple[str, ...]:
    cities = len(map_for(game.players, game.options["board"]).cities)
    return () if game.board.left[seat] else _upto(cities - _others(game, seat, CITIES))


def _take_cities(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        _say(game, seat, CITIES, int(key))
        give(game, seat, each_city(game, seat) * int(key), "cities", f"cities.{key}", FINAL)


def _ask_network(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else NUMBERS


def _take_network(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        _say(game, seat, NETWORK, int(key))


def _ask_keys(game: Game, seat: int) -> tuple[str, ...]:
    return _KEY_NUMBERS if not game.board.left[seat] and said(game, seat, NETWORK) > 0 else ()


def _take_keys(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        _say(game, seat, KEY, int(key))
        offices = said(game, seat, NETWORK)
        give(game, seat, offices * int(key), "network", f"{offices}x{key}", FINAL)


def network_points(game: Game, seat: int) -> int:
    """What the largest network of a seat scored, as far as it was said."""
    return max(said(game, seat, NETWORK), 0) * max(said(game, seat, KEY), 0)


# ---- the end


def _ask_nothing(game: Game, seat: int) -> tuple[str, ...]:
    return ()


def _take_done(game: Game, seat: int, _: str | None) -> None:
    if not game.board.left[seat]:
        points = game.totals()[seat]
        game.tell("final", seat, Text("{seat}: {points} points", seat=Seat(seat), points=points), points)


def _first(game: Game) -> list[int]:
    """The seats with the most points, of those that have not left."""
    totals, left = game.totals(), game.board.left
    here = [seat for seat in range(game.players) if not left[seat]]
    most = max(totals[seat] for seat in here)
    return [seat for seat in here if totals[seat] == most]


def _take_tie(game: Game, seat: int, _: str | None) -> None:
    tied = _first(game)
    if len(tied) > 1:
        for each in reversed(tied):
            game.push(STEPS_STEP, each)


def _ask_steps(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else _upto(STEPS[ACTIONS])


def _take_steps(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        _say(game, seat, STEPS_ON_ACTIONS, int(key))


def order(game: Game) -> tuple[list[int], list[int]]:
    """The seats from first to last, and the place of each."""
    board = game.board
    steps = []
    for seat in range(game.players):
        told = said(game, seat, STEPS_ON_ACTIONS)
        steps.append(told if told != UNSAID else board.desk[seat * TRACKS + ACTIONS])
    networks = [network_points(game, seat) for seat in range(game.players)]
    return scoring.ranked(game.totals(), steps, networks, board.left)


def _take_over(game: Game, seat: int, _: str | None) -> None:
    winner = order(game)[0][0]
    game.tell("over", winner, Text("{seat} wins", seat=Seat(winner)), game.totals()[winner], "prestige")


ABILITIES_STEP = Step("final.abilities", _ask_abilities, _take_abilities)
MARKERS_STEP = Step("final.markers", _ask_markers, _take_markers)
SPECIAL_STEP = Step("final.special", _ask_special, _take_special)
CITIES_STEP = Step("final.cities", _ask_cities, _take_cities)
NETWORK_STEP = Step("final.network", _ask_network, _take_network)
KEYS_STEP = Step("final.keys", _ask_keys, _take_keys)
STEPS_STEP = Step("final.steps", _ask_steps, _take_steps)
DONE = Step("final.done", _ask_nothing, _take_done)
TIE = Step("final.tie", _ask_nothing, _take_tie)
OVER = Step("game.over", _ask_nothing, _take_over)
_SEAT_STEPS = (ABILITIES_STEP, MARKERS_STEP, SPECIAL_STEP, CITIES_STEP, NETWORK_STEP, KEYS_STEP)


def begin(game: Game, staying: list[int]) -> None:
    """Push the questions of final scoring, seat by seat."""
    game.push(OVER, TABLE)
    game.push(TIE, TABLE)
    for seat in reversed(staying):
        game.push(DONE, seat)
        for module in reversed(game.board.modules):
            for step in reversed(module.final):
                game.push(step, seat)
        for step in reversed(_SEAT_STEPS):
            game.push(step, seat)


def known_lines(game: Game, seat: int) -> list[tuple[int, str]]:
    """Amount and reason of what final scoring would bring a seat, as far as it was entered during play."""
    found = [(each_full(game, seat) * known_full(game, seat), "abilities")]
    found.append((scoring.marker_points(game.board.taken[seat]), "markers"))
    found.append((sum(known_special(game, seat)), "special"))
    return [line for line in found if line[0]]
