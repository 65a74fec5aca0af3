"""How far each of the three ends of the game is, for pages, leaves and pictures, whoever keeps the game.

Knows the ledger and what of the map ends a game; how many cities are full and markers are left is the way's to say.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game
from engine.hansa.maps import Map
from engine.hansa.points import FINAL
from engine.words import Row, Text


class Ends(NamedTuple):
    """Full cities, the most prestige on the track, markers in the supply; how many of the first two end the game."""

    cities: int
    prestige: int
    markers: int
    cities_to_end: int
    prestige_to_end: int


def ends(game: Game, side: Map, cities: int, markers: int) -> Ends:
    return Ends(cities, best(game), markers, side.cities_to_end, side.prestige_to_end)


def best(game: Game) -> int:
    """The most prestige on the track: what was scored before final scoring."""
    tracks = [0] * game.players
    for entry in game.ledger:
        if entry.when < FINAL:
            tracks[entry.seat] += entry.amount
    return max(tracks)


def rows(now: Ends) -> tuple[Row, ...]:
    """A line for each."""
    cities, prestige, markers, full, goal = now
    return (
        Row(Text("cities full"), cities, "city", note=Text("{count}/{all}", count=cities, all=full)),
        Row(
            Text("someone has {goal}", goal=goal),
            prestige,
            "prestige",
            note=Text("{count}/{all}", count=prestige, all=goal),
        ),
        Row(Text("markers are gone"), markers, "bonus"),
    )


def lines(now: Ends) -> tuple[Text, ...]:
    """The same in words."""
    return tuple(Text("{label}: {count}", label=row.label, count=row.note or row.number or 0) for row in rows(now))


def facts(now: Ends) -> tuple[Row, ...]:
    """The same in a few letters each."""
    return (
        Row(Text("{count}/{all}", count=now.cities, all=now.cities_to_end), icon="city"),
        Row(Text("{count}", count=now.markers), icon="bonus"),
        Row(Text("{count}/{all}", count=now.prestige, all=now.prestige_to_end), icon="prestige"),
    )


def notes(now: Ends) -> tuple[Text, ...]:
    """Sentences below a picture."""
    return (
        Text("{count} of {all} cities full", count=now.cities, all=now.cities_to_end),
        Text("{count} of {all} prestige", count=now.prestige, all=now.prestige_to_end),
        Text("{count} markers in the supply", count=now.markers),
    )
