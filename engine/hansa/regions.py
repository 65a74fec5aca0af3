"""Countries scored at the end: who controls most cities there, tied by offices there; the points of tied places.

Plain functions of numbers for every way, and what a referee's board says. A seat without an office in the country gets
nothing. As printed, the points of a place and the next lower one are divided by all who tie for it, rounded down; by
the switch ``region_tie`` those of all the places that the tied would fill (ruling 94).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.hansa import network
from engine.hansa.maps import Region

PLACES_PRINTED = 2


def points(cities: Sequence[int], offices: Sequence[int], of: Sequence[int], tie: str) -> list[int]:
    """What each seat gets: from its cities controlled and its offices in the country, and the points by place."""
    worth = list(zip(cities, offices, strict=True))
    found = []
    for mine in worth:
        place = sum(other > mine for other in worth)
        tied = worth.count(mine)
        places = tied if tie == "shared" or tied == 1 else PLACES_PRINTED
        found.append(sum(of[place : place + places]) // tied if mine[1] else 0)
    return found


def standing(game: Game, region: Region) -> tuple[list[int], list[int]]:
    """Cities controlled and offices of every seat in a country."""
    board, seats = game.board, range(game.players)
    cities = [sum(board.control[city] == seat + 1 for city in region.cities) for seat in seats]
    counts = [network.offices(game, seat) for seat in seats]
    return cities, [sum(counts[seat][city] for city in region.cities) for seat in seats]


def scored(game: Game) -> list[list[tuple[int, str]]]:
    """For every seat the points and the word of each country, as the board is now."""
    found: list[list[tuple[int, str]]] = [[] for _ in range(game.players)]
    for region in game.board.map.regions:
        for seat, amount in enumerate(points(*standing(game, region), region.points, game.options["region_tie"])):
            found[seat].append((amount, region.word))
    return found
