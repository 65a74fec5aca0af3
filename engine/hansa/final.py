"""The end of a game in the referee way: final scoring, category by category, and what it would bring today."""

from __future__ import annotations

from engine.game import TABLE, Game
from engine.hansa import desk, markers, network, regions, scoring
from engine.hansa.board import EARLY, FULL, PLAY
from engine.hansa.kinds import ABILITIES, ACTIONS, BOX, KEYS, TRACKS
from engine.hansa.points import FINAL, give
from engine.title import Step, nothing
from engine.words import Seat, Text


def network_points(game: Game, seat: int) -> tuple[int, int]:
    """Offices in the largest network, and the best uncovered key value."""
    return network.largest(game, seat), desk.value(game, seat, KEYS)


def lines(game: Game, seat: int) -> list[tuple[int, str, str]]:
    """Amount, reason and place of every line that final scoring would write for a seat now."""
    board = game.board
    found = []
    for ability, word in enumerate(ABILITIES):
        points = scoring.full_points(ability, board.desk[seat * TRACKS + ability])
        if points:
            found.append((points, "abilities", word))
    count = markers.collected(game, seat)
    if count:
        found.append((scoring.marker_points(count), "markers", f"count.{count}"))
    for space, owner in enumerate(board.special):
        if owner == seat + 1:
            points = board.map.special_spaces[space].points
            found.append((points, "special", f"space.{points}"))
    for city, holder in enumerate(board.control):
        if holder == seat + 1:
            found.append((BOX.city_end, "cities", board.map.cities[city].key))
    offices, keys = network_points(game, seat)
    if offices:
        found.append((offices * keys, "network", f"{offices}x{keys}"))
    if board.map.regions:
        found += [(points, "country", word) for points, word in regions.scored(game)[seat] if points]
    for module in board.modules:
        found = module.lines(game, seat, found)
    return found


def begin(game: Game, early: bool = False) -> None:
    """Final scoring comes next; whatever was still to come is dropped."""
    game.put(game.board.clock, PLAY, EARLY if early else FULL)
    game.agenda = None
    game.push(COUNT, TABLE)
    for module in reversed(game.board.modules):
        module.ending(game)


def _take_count(game: Game, _: int, __: str | None) -> None:
    """Write every line of final scoring."""
    for seat in range(game.players):
        for amount, reason, place in lines(game, seat):
            give(game, seat, amount, reason, place, FINAL)
        points = game.points[seat]
        game.tell("final", seat, Text("{seat}: {points} points", seat=Seat(seat), points=points), points)
    winner = order(game)[0][0]
    game.tell("over", winner, Text("{seat} wins", seat=Seat(winner)), game.points[winner], "prestige")


COUNT = Step("final.count", nothing, _take_count)


def order(game: Game) -> tuple[list[int], list[int]]:
    """The seats from first to last, and the place of each."""
    steps = [desk.steps(game, seat, ACTIONS) for seat in range(game.players)]
    networks = []
    for seat in range(game.players):
        offices, keys = network_points(game, seat)
        networks.append(offices * keys)
    return scoring.ranked(game.totals(), steps, networks, [0] * game.players)


def over(game: Game) -> bool:
    """Whether everything is counted."""
    return game.decision is None and bool(game.board.clock[PLAY] in (FULL, EARLY))
