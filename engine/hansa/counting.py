"""Final scoring as the scorekeeper asks for it, seat by seat: what stands on desk and board, and what it is worth.

What was entered during play is where the cursor starts. Each answer goes to the box ``sheet`` (``FIELDS`` places a
seat, −1 not said) and its points to the ledger. What no seat can have, since the others have it, is not offered. How
far Actions are developed is asked only where it decides the victory, and so are the offices in a country scored at the
end.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from engine.game import TABLE, Game
from engine.hansa import regions, scoring
from engine.hansa.board import EXTRAS
from engine.hansa.desk import KEY_VALUES
from engine.hansa.kinds import ACTIONS, BOX, KEYS, PIECES, STEPS, TRACKS, all_markers
from engine.hansa.maps import SIDES, Region, board_map, map_for
from engine.hansa.points import FINAL, give
from engine.title import Step, nothing
from engine.words import Seat, Text

# the countries that are scored on any board; each has two fields more: cities controlled and offices there
REGIONS = tuple(dict.fromkeys(region.word for side in map(board_map, SIDES) for region in side.regions))
FULL, MARKERS, SPECIAL, CITIES, NETWORK, KEY, STEPS_ON_ACTIONS, IN_REGIONS = range(8)
FIELDS = IN_REGIONS + 2 * len(REGIONS)
NAMES = (
    *("full", "markers", "special", "cities", "network", "keys", "steps"),
    *(name for word in REGIONS for name in (word, f"{word}_offices")),
)
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


# ---- countries


def region_field(word: str) -> int:
    """The place of a country's cities on the sheet; that of its offices follows."""
    return IN_REGIONS + 2 * REGIONS.index(word)


def _ask_region(game: Game, seat: int, region: Region) -> tuple[str, ...]:
    """How many of the seat's cities lie in the country."""
    if game.board.left[seat]:
        return ()
    left = len(region.cities) - _others(game, seat, region_field(region.word))
    return _upto(min(left, max(said(game, seat, CITIES), 0)))


def _take_region(game: Game, seat: int, key: str | None, region: Region) -> None:
    if key is not None:
        _say(game, seat, region_field(region.word), int(key))


def undecided(game: Game, region: Region) -> list[int]:
    """The seats whose offices in a country decide what they get: tied in cities, or without one, where a place that
    scores is left."""
    here = [seat for seat in range(game.players) if not game.board.left[seat]]
    cities = {seat: max(said(game, seat, region_field(region.word)), 0) for seat in here}
    found = []
    for seat, mine in cities.items():
        place = sum(other > mine for other in cities.values())
        tied = list(cities.values()).count(mine)
        if place < len(region.points) and (tied > 1 or not mine):
            found.append(seat)
    return found


def _take_region_end(game: Game, _: int, __: str | None, region: Region) -> None:
    game.push(REGION_SCORE, TABLE, region)
    for seat in reversed(undecided(game, region)):
        game.push(REGION_OFFICES[region.word], seat, region)


def _ask_region_offices(game: Game, seat: int, region: Region) -> tuple[str, ...]:
    if game.board.left[seat]:
        return ()
    side = map_for(game.players, game.options["board"])
    most = sum(len(side.cities[city].offices) for city in region.cities) + EXTRAS
    least = said(game, seat, region_field(region.word))
    return NUMBERS[least : min(most, MOST_OFFICES) + 1]


def _take_region_offices(game: Game, seat: int, key: str | None, region: Region) -> None:
    if key is not None:
        _say(game, seat, region_field(region.word) + 1, int(key))


def _take_region_score(game: Game, _: int, __: str | None, region: Region) -> None:
    field, seats = region_field(region.word), range(game.players)
    cities = [0 if game.board.left[seat] else max(said(game, seat, field), 0) for seat in seats]
    # who has cities and was not asked has an office there, and no tie to break by more
    offices = [0 if game.board.left[seat] else max(said(game, seat, field + 1), cities[seat]) for seat in seats]
    for seat, amount in enumerate(regions.points(cities, offices, region.points, game.options["region_tie"])):
        give(game, seat, amount, "country", region.word, FINAL)


def network_points(game: Game, seat: int) -> int:
    """What the largest network of a seat scored, as far as it was said."""
    return max(said(game, seat, NETWORK), 0) * max(said(game, seat, KEY), 0)


# ---- the end


def _take_done(game: Game, seat: int, _: str | None) -> None:
    if not game.board.left[seat]:
        points = game.points[seat]
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
    game.tell("over", winner, Text("{seat} wins", seat=Seat(winner)), game.points[winner], "prestige")


ABILITIES_STEP = Step("final.abilities", _ask_abilities, _take_abilities)
MARKERS_STEP = Step("final.markers", _ask_markers, _take_markers)
SPECIAL_STEP = Step("final.special", _ask_special, _take_special)
CITIES_STEP = Step("final.cities", _ask_cities, _take_cities)
NETWORK_STEP = Step("final.network", _ask_network, _take_network)
KEYS_STEP = Step("final.keys", _ask_keys, _take_keys)
STEPS_STEP = Step("final.steps", _ask_steps, _take_steps)
DONE = Step("final.done", nothing, _take_done)
TIE = Step("final.tie", nothing, _take_tie)
OVER = Step("game.over", nothing, _take_over)
REGION_CITIES = {word: Step(f"final.{word}", _ask_region, _take_region) for word in REGIONS}
REGION_OFFICES = {word: Step(f"final.{word}.offices", _ask_region_offices, _take_region_offices) for word in REGIONS}
REGION_END = Step("final.country", nothing, _take_region_end)
REGION_SCORE = Step("final.country.score", nothing, _take_region_score)
_SEAT_STEPS = (ABILITIES_STEP, MARKERS_STEP, SPECIAL_STEP, CITIES_STEP, NETWORK_STEP, KEYS_STEP)


def begin(game: Game, staying: list[int]) -> None:
    """Push the questions of final scoring, seat by seat."""
    scored = map_for(game.players, game.options["board"]).regions
    game.push(OVER, TABLE)
    game.push(TIE, TABLE)
    if scored:
        for seat in reversed(staying):
            game.push(DONE, seat)
    for region in reversed(scored):
        game.push(REGION_END, TABLE, region)
    for seat in reversed(staying):
        if not scored:
            game.push(DONE, seat)
        for module in reversed(game.board.modules):
            for step in reversed(module.final):
                game.push(step, seat)
        for step in reversed(_SEAT_STEPS):
            game.push(step, seat)
            if step is NETWORK_STEP:
                for region in reversed(scored):
                    game.push(REGION_CITIES[region.word], seat, region)


def known_lines(game: Game, seat: int) -> list[tuple[int, str]]:
    """Amount and reason of what final scoring would bring a seat, as far as it was entered during play."""
    found = [(each_full(game, seat) * known_full(game, seat), "abilities")]
    found.append((scoring.marker_points(game.board.taken[seat]), "markers"))
    found.append((sum(known_special(game, seat)), "special"))
    return [line for line in found if line[0]]
