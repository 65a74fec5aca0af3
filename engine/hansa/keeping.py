"""A turn as the scorekeeper asks for it: routes claimed and who scores for them, markers used, other points.

The table plays; these few questions keep prestige, desks, markers and the three ends of the game. A claim asks who
controls its two cities, then for everything else that happened in it, a tick each. Shared with nobody: the referee
knows the moves themselves.
"""

from __future__ import annotations

from functools import cache

from engine.game import TABLE, Game
from engine.hansa import counting
from engine.hansa.desk import ACTION_VALUES
from engine.hansa.kinds import (
    ABILITIES,
    ABILITY,
    ACTIONS,
    ACTIONS_3,
    ACTIONS_4,
    BOX,
    DEVELOP,
    MARKER,
    MARKERS,
    PRIVILEGE,
    SEAT_KEYS,
    START_MARKERS,
    STEPS,
    TILE_SHOWN,
    TRACKS,
    all_markers,
    copies,
)
from engine.hansa.maps import Map, map_for
from engine.hansa.module import Kept
from engine.hansa.points import give, now
from engine.title import Board, Step, nothing
from engine.words import Text, to_move

# places in the box ``clock``: seat to move, actions in this turn, completed cities, connections made, markers drawn in
# this turn that its end must place, state of play
MOVER, TURN_ACTIONS, COMPLETED, LINKS, DRAWN, PLAY = range(6)

# values of the place PLAY
OPENING, PLAYING, FULL, EARLY = range(4)

NEXT, CLAIM, MARKER_USED, OTHER_POINTS = "next", "claim", "marker", "other"
TURN_KEYS = (NEXT, CLAIM, MARKER_USED, OTHER_POINTS)
DONE, NONE, TAKEN, CITY_FULL, EAST_WEST = "done", "none", "marker", "full", "eastwest"
PRINTED_PRIVILEGE = "printed.privilege"
OTHER_LEAST, OTHER_MOST = -20, 40
OTHER_KEYS = tuple(str(amount) for amount in range(OTHER_LEAST, OTHER_MOST + 1) if amount)
ABILITY_KEYS = tuple(f"ability.{word}" for word in ABILITIES)
USES = tuple(MARKERS[kind] for kind in (DEVELOP, ACTIONS_3, ACTIONS_4)) + tuple(
    word for kind, word in enumerate(MARKERS) if kind not in (DEVELOP, ACTIONS_3, ACTIONS_4)
)
NO_ROUTE = -1


_BOXES = ("clock", "desk", "left", "link", "sheet", "special", "taken", "tiles", "used")


class ScorekeeperBoard(Board):
    """What the scorekeeper knows. ``desk`` steps developed, 5 a seat; ``taken`` and ``used`` markers, ``link`` (1 for
    the first to connect east and west …) and ``left`` (1 for a seat that left) one a seat; ``special`` seat + 1 of each
    space; ``sheet`` what final scoring was told (``counting``); ``tiles`` who has which Emperor tile (``favour``);
    ``modules``, no box, are those in play."""

    __slots__ = (*_BOXES, "modules")

    modules: tuple[Kept, ...]

    def __init__(self, players: int, side: Map, modules: tuple[Kept, ...] = ()) -> None:
        self.modules = modules
        self.clock = [0, 0, 0, 0, 0, OPENING]
        self.desk = [0] * (players * TRACKS)
        self.taken, self.used = [0] * players, [0] * players
        self.link, self.left = [0] * players, [0] * players
        self.special = [0] * len(side.special_spaces)
        self.sheet = [counting.UNSAID] * (players * counting.FIELDS)
        self.tiles = [TILE_SHOWN] * len(BOX.tiles) + [0]

    def copy(self) -> ScorekeeperBoard:
        twin = ScorekeeperBoard.__new__(ScorekeeperBoard)
        for name in _BOXES:
            setattr(twin, name, getattr(self, name)[:])
        twin.modules = self.modules
        return twin

    def boxes(self) -> dict[str, list[int]]:
        return {name: getattr(self, name) for name in _BOXES}


# ---- what anyone may ask


def side(game: Game) -> Map:
    """The side of the board that is played on."""
    return map_for(game.players, game.options["board"])


def staying(game: Game) -> list[int]:
    """The seats that have not left."""
    return [seat for seat, gone in enumerate(game.board.left) if not gone]


def following(game: Game, seat: int) -> int:
    """The next seat clockwise that has not left."""
    left = game.board.left
    seat = (seat + 1) % game.players
    while left[seat]:
        seat = (seat + 1) % game.players
    return seat


def supply(game: Game) -> int:
    """The markers in the supply; below 0 once a draw has failed."""
    taken: int = sum(game.board.taken)
    return all_markers(game.options) - len(START_MARKERS) - taken


def ending(game: Game) -> bool:
    """Whether one of the three triggers has come up."""
    here = side(game)
    done = game.board.clock[COMPLETED] >= here.cities_to_end
    return supply(game) < 0 or done or max(game.points) >= here.prestige_to_end


def connection(game: Game) -> int:
    """The points of the next east-west connection; 0 for the fourth."""
    points = side(game).east_west_points
    links = game.board.clock[LINKS]
    return points[links] if links < len(points) else 0


def coins(game: Game) -> tuple[int, ...]:
    """The values of the coins on this side of the board."""
    return _coins(side(game))


@cache
def _coins(here: Map) -> tuple[int, ...]:
    return tuple(sorted({office.points for office in here.offices if office.points}))


def coin_keys(game: Game, route: int) -> tuple[str, ...]:
    """The ticks of the coins that a claim can bring; with the city where both of a named route pay alike."""
    if route == NO_ROUTE:
        return tuple(f"coin.{value}" for value in coins(game))
    here = side(game)
    paying = [(office.points, city) for city in here.ends[route] for office in here.cities[city].offices]
    values = [value for value, _ in dict.fromkeys(paying)]
    return tuple(
        f"coin.{value}.{here.cities[city].key}" if values.count(value) > 1 else f"coin.{value}"
        for value, city in sorted(dict.fromkeys(paying))
        if value
    )


# ---- the frame


def _ask_start(game: Game, seat: int) -> tuple[str, ...]:
    return SEAT_KEYS[: game.players]


def _take_start(game: Game, seat: int, key: str) -> None:
    game.put(game.board.clock, PLAY, PLAYING)
    start_turn(game, SEAT_KEYS.index(key))


def refresh(game: Game, seat: int) -> None:
    """The actions that a seat's desk gives for a turn."""
    actions = ACTION_VALUES[game.board.desk[seat * TRACKS + ACTIONS]]
    for module in game.board.modules:
        actions += module.turn(game, seat)
    game.put(game.board.clock, TURN_ACTIONS, actions)


def start_turn(game: Game, seat: int) -> None:
    """The turn of ``seat`` begins."""
    game.put(game.turn, 0, game.turn[0] + 1)
    game.put(game.board.clock, MOVER, seat)
    game.put(game.board.clock, DRAWN, 0)
    refresh(game, seat)
    game.tell("turn", seat, to_move(seat))
    game.push(TURN, seat)


def _ask_turn(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    if board.left[seat]:
        return ()
    keys: tuple[str, ...] = TURN_KEYS if board.taken[seat] > board.used[seat] else (NEXT, CLAIM, OTHER_POINTS)
    for module in board.modules:
        keys = module.turn_keys(game, seat, keys)
    return keys


def _take_turn(game: Game, seat: int, key: str | None) -> None:
    if key is None or key == NEXT:
        if ending(game):
            finish(game)
        else:
            start_turn(game, following(game, seat))
        return
    game.push(TURN, seat)
    if key == CLAIM:
        game.push(CLOSE, seat)
        if game.options["name_routes"] == "yes":
            game.push(ROUTE, seat)
        else:
            game.push(MORE, seat, NO_ROUTE, "")
            game.push(CITY, seat, 0, NO_ROUTE)
    elif key == MARKER_USED:
        game.push(USED, seat)
    elif key not in TURN_KEYS:
        next(module for module in game.board.modules if key in module.keys).act(game, seat, key)
    else:
        game.push(OTHER_SEAT, seat)


START = Step("start.player", _ask_start, _take_start)
TURN = Step("turn.what", _ask_turn, _take_turn)


def finish(game: Game, early: bool = False) -> None:
    """Go straight to final scoring; whatever was still to come is dropped."""
    game.put(game.board.clock, PLAY, EARLY if early else FULL)
    game.agenda = None
    counting.begin(game, staying(game))


# ---- a claim


def _ask_route(game: Game, seat: int) -> tuple[str, ...]:
    here = side(game)
    return () if game.board.left[seat] else here.keys(here.every_route)


def _take_route(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    route = side(game).route[key]
    game.push(MORE, seat, route, "")
    game.push(CITY, seat, 1, route)
    game.push(CITY, seat, 0, route)


def _ask_city(game: Game, seat: int, which: int, route: int) -> tuple[str, ...]:
    if game.board.left[seat]:
        return ()
    return (NONE, *(SEAT_KEYS[each] for each in staying(game)))


def _take_city(game: Game, seat: int, key: str | None, which: int, route: int) -> None:
    """One point to who controls the city. With the route not named, the two cities are asked in any order, and no more
    once nobody has the next."""
    if key is None or key == NONE:
        return
    here = side(game)
    place = here.cities[here.ends[route][which]].key if route != NO_ROUTE else ""
    give(game, SEAT_KEYS.index(key), BOX.city, "city", place, now(game))
    if route == NO_ROUTE and which == 0:
        game.push(CITY, seat, 1, route)


def prints(here: Map, route: int, marker: str) -> bool:
    """Whether that marker is printed at the route, or at any if the route is not named."""
    return marker in here.permanent if route == NO_ROUTE else here.permanent[route] == marker


def _ticks(game: Game, seat: int, route: int, ticked: str) -> list[str]:
    """What may still be ticked. An office (with what it brings) excludes ability and special prestige."""
    board, here = game.board, side(game)
    done = ticked.split()
    keys = [DONE] + [TAKEN] * (TAKEN not in done and supply(game) >= 0)
    chosen = next((key for key in done if key != TAKEN), "")
    if chosen.startswith(("ability.", "prestige.")):
        return keys
    ends = [here.cities[city] for city in here.ends[route]] if route != NO_ROUTE else list(here.cities)
    # a printed marker may bring an office of its own, and with it a second completed city
    at_once = 1 + prints(here, route, "office-in-green-city")
    if done.count(CITY_FULL) < at_once and board.clock[COMPLETED] < len(here.cities):
        keys.append(CITY_FULL)
    if not any(key.startswith("coin.") for key in done):
        keys += coin_keys(game, route)
    if EAST_WEST not in done and not board.link[seat] and connection(game):
        keys.append(EAST_WEST)
    open_privilege = board.desk[seat * TRACKS + PRIVILEGE] < STEPS[PRIVILEGE]
    if PRINTED_PRIVILEGE not in done and open_privilege and prints(here, route, "develop-privilege"):
        keys.append(PRINTED_PRIVILEGE)
    if not chosen:
        offered = {ability for city in ends for ability in city.abilities}
        keys += [
            ABILITY_KEYS[ability]
            for ability in range(TRACKS)
            if ability in offered and board.desk[seat * TRACKS + ability] < STEPS[ability]
        ]
        if route in (NO_ROUTE, here.special_route):
            keys += [
                f"prestige.{space.points}"
                for space, owner in zip(here.special_spaces, board.special, strict=True)
                if not owner
            ]
    return keys


def _ask_more(game: Game, seat: int, route: int, ticked: str) -> tuple[str, ...]:
    return () if game.board.left[seat] else tuple(_ticks(game, seat, route, ticked))


def _take_more(game: Game, seat: int, key: str | None, route: int, ticked: str) -> None:
    if key is None or key == DONE:
        return
    board, here = game.board, side(game)
    what, _, which = key.partition(".")
    if key == TAKEN:
        game.put(board.taken, seat, board.taken[seat] + 1)
        if supply(game) >= 0:
            game.put(board.clock, DRAWN, board.clock[DRAWN] + 1)
        left = Text("{count} markers left", count=max(supply(game), 0))
        game.tell("marker", seat, left, 0, "bonus")
    elif key == CITY_FULL:
        game.put(board.clock, COMPLETED, board.clock[COMPLETED] + 1)
        game.tell("city", TABLE, Text("{count} cities full", count=board.clock[COMPLETED]), 0, "city")
    elif what == "coin":
        worth, _, place = which.partition(".")
        if route != NO_ROUTE and not place:
            ends = [here.cities[city] for city in here.ends[route]]
            place = next(city.key for city in ends if any(str(office.points) == worth for office in city.offices))
        give(game, seat, int(worth), "coin", place, now(game))
    elif key == EAST_WEST:
        points = connection(game)
        game.put(board.clock, LINKS, board.clock[LINKS] + 1)
        game.put(board.link, seat, board.clock[LINKS])
        give(game, seat, points, "eastwest", "", now(game))
    elif what in ("ability", "printed"):
        develop(game, seat, ABILITY[which])
    else:
        space = next(s for s, each in enumerate(here.special_spaces) if str(each.points) == which)
        game.put(board.special, space, seat + 1)
    ticks = f"{ticked} {key}".strip()
    if len(_ticks(game, seat, route, ticks)) > 1:
        game.push(MORE, seat, route, ticks)


def develop(game: Game, seat: int, ability: int) -> None:
    """One step on a track; Actions bring one more action at once where the number goes up."""
    board, place = game.board, seat * TRACKS + ability
    step = board.desk[place]
    game.put(board.desk, place, step + 1)
    if ability == ACTIONS and ACTION_VALUES[step + 1] > ACTION_VALUES[step]:
        game.put(board.clock, TURN_ACTIONS, board.clock[TURN_ACTIONS] + 1)


def _take_close(game: Game, seat: int, _: str | None) -> None:
    if ending(game):
        finish(game)


ROUTE = Step("claim.route", _ask_route, _take_route)
CITY = Step("claim.city", _ask_city, _take_city)
MORE = Step("claim.more", _ask_more, _take_more)
CLOSE = Step("claim.close", nothing, _take_close)


# ---- markers used


def _ask_used(game: Game, seat: int) -> tuple[str, ...]:
    board = game.board
    if board.left[seat] or board.taken[seat] <= board.used[seat]:
        return ()  # or a correction has left none to use
    here = copies(game.options)
    words = tuple(word for word in (USES if open_tracks(game, seat) else USES[1:]) if here[MARKER[word]])
    for module in game.board.modules:
        words = module.usable(game, seat, words)
    return words


def _take_used(game: Game, seat: int, key: str | None) -> None:
    if key is None:
        return
    board, kind = game.board, MARKER[key]
    if any(module.used(game, seat, kind) for module in board.modules):
        return
    game.put(board.used, seat, board.used[seat] + 1)
    if kind == DEVELOP:
        game.push(DEVELOPED, seat)
    actions = BOX.markers[kind].actions
    if actions:
        game.put(board.clock, TURN_ACTIONS, board.clock[TURN_ACTIONS] + actions)


def open_tracks(game: Game, seat: int) -> tuple[str, ...]:
    """The abilities that can still be developed."""
    desk, first = game.board.desk, seat * TRACKS
    return tuple(word for ability, word in enumerate(ABILITIES) if desk[first + ability] < STEPS[ability])


def _ask_developed(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else open_tracks(game, seat)


def _take_developed(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        develop(game, seat, ABILITY[key])


USED = Step("marker.used", _ask_used, _take_used)
DEVELOPED = Step("develop.ability", _ask_developed, _take_developed)


# ---- other points


def _ask_other_seat(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else SEAT_KEYS[: game.players]


def _take_other_seat(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        game.push(OTHER, seat, SEAT_KEYS.index(key))


def _ask_other(game: Game, seat: int, of: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else OTHER_KEYS


def _take_other(game: Game, seat: int, key: str | None, of: int) -> None:
    if key is not None:
        give(game, of, int(key), "other", "", now(game))


OTHER_SEAT = Step("other.seat", _ask_other_seat, _take_other_seat)
OTHER = Step("other.amount", _ask_other, _take_other)


def begin(game: Game) -> None:
    game.push(START, TABLE)


def reseat(game: Game, seat: int) -> None:
    """The turn going on is that seat's: whatever of it is still on the agenda."""
    steps = list(game.to_come())
    game.agenda = None
    for step, _, details in reversed(steps):
        game.push(step, seat, *details)
    game.put(game.board.clock, MOVER, seat)
    refresh(game, seat)
