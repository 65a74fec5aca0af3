"""Mission cards: one a seat, secret until the end; points for its cities with an office, more for controlling all.

The table says whether every seat tells its card at the start, for itself alone, or all of them at the end. A seat is
offered every card, whatever others have told: what is missing from a list would give a card away. Cards that two seats
have told, one of them by mistake, are asked again at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.corrections import Correction, known, refuse, seat_field, seat_in
from engine.errors import InvariantBroken
from engine.game import TABLE, Game
from engine.hansa import network
from engine.hansa.board import PLAY, PLAYING
from engine.hansa.kinds import BOX
from engine.hansa.maps import Map
from engine.hansa.module import Kept, Line, Module, Part
from engine.hansa.points import FINAL, give
from engine.randomiser import Area, Item
from engine.title import Component, Step, nothing
from engine.words import Amendment, Field, Row, Seat, Text

CARDS = tuple("-".join(cities) for cities in BOX.missions)
CARD = {key: number for number, key in enumerate(CARDS)}
AT_END, NOW = "at-end", "now"
REASON = "missions"
_SHORT = 4
# what a card can bring: so many cities with an office, or all three controlled
WORTHS = tuple(count * BOX.mission_office for count in range(len(BOX.missions[0]) + 1))
MOST = WORTHS[-1] + BOX.mission_all
SCORES = tuple(str(points) for points in (*WORTHS, MOST))


def fits(side: Map) -> bool:
    """Whether a side of a board has the cities of the cards: those of the base board do."""
    return all(city in side.city for card in BOX.missions for city in card)


def _what_it_scores() -> tuple[Text, ...]:
    return (
        Text("{each} point for each of its cities with an own office.", each=BOX.mission_office),
        Text("{whole} more for controlling all three.", whole=BOX.mission_all),
    )


def short(side: Map, key: str) -> Text:
    """A card by the beginnings of its cities: "Arnh Perl Hann"."""
    names = [side.cities[side.city[city]].name[:_SHORT] for city in key.split("-")]
    return Text("{one} {two} {three}", one=names[0], two=names[1], three=names[2])


def cities(side: Map, key: str) -> Text:
    """A card in full: "Arnheim, Perleberg, Hannover"."""
    return Text("{cities}", cities=tuple(side.cities[side.city[city]].name for city in key.split("-")))


def tagged() -> list[Component]:
    """The cards, for tags."""
    return [Component(f"mission.{key}", Text(key.replace("-", " ")), "city", 1) for key in CARDS]


# ---- questions


def _ask_told(game: Game, seat: int) -> tuple[str, ...]:
    return AT_END, NOW


def _take_told(game: Game, seat: int, key: str) -> None:
    if key == NOW:
        for each in reversed(range(game.players)):
            game.push(OWN, each)


def _ask_own(game: Game, seat: int) -> tuple[str, ...]:
    return CARDS


def _take_own(game: Game, seat: int, key: str) -> None:
    game.put(game.board.mission, seat, CARD[key] + 1)


def _unclear(game: Game) -> list[int]:
    """The seats whose card is not known, or is another seat's too."""
    mission = game.board.mission
    return [seat for seat in range(game.players) if not mission[seat] or mission.count(mission[seat]) > 1]


def _take_shown(game: Game, seat: int, _: str | None) -> None:
    unclear = _unclear(game)
    for each in unclear:
        if game.board.mission[each]:
            game.put(game.board.mission, each, 0)
    for each in reversed(unclear):
        game.push(SHOWN, TABLE, each)


def _ask_shown(game: Game, _: int, seat: int) -> tuple[str, ...]:
    mission = game.board.mission
    return tuple(key for number, key in enumerate(CARDS) if number + 1 not in mission)


def _take_card(game: Game, _: int, key: str, seat: int) -> None:
    game.put(game.board.mission, seat, CARD[key] + 1)
    text = Text("{seat}: {cities}", seat=Seat(seat), cities=cities(game.board.map, key))
    game.tell("revealed", TABLE, text, 0, "city")


TOLD = Step("mission.told", _ask_told, _take_told)
OWN = Step("mission.own", _ask_own, _take_own)
ALL_SHOWN = Step("mission.all", nothing, _take_shown)
SHOWN = Step("mission.shown", _ask_shown, _take_card)


def worth(game: Game, seat: int) -> list[Line]:
    """The lines that a seat's card brings now; none if it is not known."""
    board, card = game.board, game.board.mission[seat]
    if not card:
        return []
    here = [board.map.city[key] for key in BOX.missions[card - 1]]
    counts = network.offices(game, seat)
    found = [(BOX.mission_office, REASON, board.map.cities[city].key) for city in here if counts[city]]
    if all(board.control[city] == seat + 1 for city in here):
        found.append((BOX.mission_all, REASON, "all"))
    return found


# ---- the scorekeeper: the points, seat by seat


def _ask_scored(game: Game, seat: int) -> tuple[str, ...]:
    return () if game.board.left[seat] else SCORES


def _take_scored(game: Game, seat: int, key: str | None) -> None:
    if key is not None:
        give(game, seat, int(key), REASON, "", FINAL)


SCORED = Step("final.missions", _ask_scored, _take_scored)


# ---- corrections


def _offer(game: Game) -> Sequence[Amendment]:
    """Which card a seat has; what is known of it is not shown."""
    if not any(game.board.mission):
        return []
    labels = tuple(short(game.board.map, key) for key in CARDS)
    return [Amendment("!mission", Text("Mission card"), "city", (seat_field(range(game.players), 0), _field(labels)))]


def _field(labels: tuple[Text, ...]) -> Field:
    return Field(Text("Card"), CARDS, labels, CARDS[0])


def _correct(game: Game, parts: list[str]) -> None:
    seat, card = seat_in(game, parts[0]), known(parts[1], CARD, "mission card")
    if not game.board.mission[seat]:
        raise refuse("the cards are turned up at the end")
    game.put(game.board.mission, seat, card + 1)
    game.tell("corrected", seat, Text("Mission card"), 0, "city")


# ---- what it adds to the rules of the boards


class _Played(Part):
    name = "missions"

    @classmethod
    def played(cls, options: Mapping[str, str], side: Map) -> bool:
        return options["missions"] == "yes" and fits(side)


class KeptMissions(_Played, Kept):
    """What the card of each seat scored is asked at the end."""

    kinds = ("final.missions",)
    reasons = (REASON,)
    final = (SCORED,)

    def question(self, game: Game) -> Text:
        return Text("mission card")

    def icon(self, game: Game, key: str | None) -> str:
        return "city" if key is None else ""

    def hint(self, game: Game, key: str) -> Text | None:
        points = int(key)
        if points == MOST:
            return Text("all three controlled")
        return Text("{count} of its cities with an office", count=points // BOX.mission_office)

    def rules(self, game: Game) -> Sequence[Text]:
        return _what_it_scores()

    def every(self, game: Game) -> Sequence[str]:
        return SCORES

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        if not any(entry.reason == REASON for entry in game.ledger):
            return ()
        points = sum(e.amount for e in game.ledger if e.seat == seat and e.reason == REASON and e.when == FINAL)
        return (Row(Text("mission"), points, seat=seat),)


class Missions(_Played, Module):
    """One card a seat, where the board has the cities of them."""

    kinds = ("mission.",)

    def opening(self, game: Game) -> None:
        game.push(TOLD, TABLE)

    def laid_out(self, code: str, players: int) -> tuple[Area, dict[str, str]] | None:
        """What lies face down is not the code's: only that a card is dealt to each seat."""
        item = Item(
            Text("Mission cards"),
            Text("One for each seat"),
            "city",
            "missions",
            Text("Dealt face down"),
            at="missions",
        )
        return Area("missions", Text("Mission cards"), (item,)), {}

    def ending(self, game: Game) -> None:
        game.push(ALL_SHOWN, TABLE)

    def lines(self, game: Game, seat: int, found: list[Line]) -> list[Line]:
        """Not before play is over: what final scoring would bring today is for everybody to see."""
        return [*found, *worth(game, seat)] if game.board.clock[PLAY] > PLAYING else found

    def question(self, game: Game) -> Text:
        kind = game.asked.kind
        if kind == "mission.told":
            return Text("Mission cards told?")
        if kind == "mission.own":
            return Text("Your mission?")
        return Text("{seat}'s mission?", seat=Seat(game.details[0]))

    def answer(self, game: Game, key: str) -> Text | None:
        if key in CARD:
            return short(game.board.map, key)
        return {AT_END: Text("At the end"), NOW: Text("Now, each alone")}.get(key)

    def icon(self, game: Game, key: str | None) -> str:
        return "city" if key is None or key in CARD else ""

    def rules(self, game: Game) -> Sequence[Text]:
        if game.asked.kind == "mission.told":
            return (
                Text("Every seat has one card, secret until the end."),
                Text("Told now, a seat's page shows what its card brings."),
            )
        return _what_it_scores()

    def every(self, game: Game) -> Sequence[str]:
        return CARDS if game.asked.kind == "mission.shown" else ()

    def why_not(self, game: Game, key: str) -> Text | None:
        if key not in CARD or game.asked.kind != "mission.shown":
            return None
        owner = game.board.mission.index(CARD[key] + 1)
        return Text("{seat} has that card", seat=Seat(owner))

    def drawn(self, game: Game) -> bool:
        """Whether cards are told now or at the end the table decides."""
        return game.asked.kind != "mission.told"

    def private(self, game: Game) -> bool:
        return game.asked.kind == "mission.own"

    def notes(self, game: Game, seat: int) -> Sequence[Text]:
        card = game.board.mission[seat]
        if not card:
            return ()
        points = sum(amount for amount, _, _ in worth(game, seat))
        return (Text("{card}: {signed}", card=short(game.board.map, CARDS[card - 1]), signed=points),)

    def seat_rows(self, game: Game, seat: int, shown: bool) -> Sequence[Row]:
        card = game.board.mission[seat]
        if not card or not (shown or game.over):
            return ()
        points = sum(amount for amount, _, _ in worth(game, seat))
        return (Row(Text("Mission"), points, "city", note=cities(game.board.map, CARDS[card - 1])),)

    def state(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """``missions``: of each seat its card, as far as the viewer may see it."""
        cards = [
            CARDS[card - 1] if card and (viewer in (None, seat) or game.over) else None
            for seat, card in enumerate(game.board.mission)
        ]
        return {"missions": cards}

    def summary(self, game: Game, seat: int) -> Sequence[Row]:
        if not game.over:
            return ()
        return (Row(Text("mission"), sum(amount for amount, _, _ in worth(game, seat)), seat=seat),)

    def corrections(self) -> Mapping[str, Correction]:
        return {"mission": Correction(_offer, _correct, 2)}

    def check(self, game: Game) -> None:
        mission = game.board.mission
        if not all(0 <= card <= len(CARDS) for card in mission):
            raise InvariantBroken(f"there is no such mission card: {mission}")
        if game.over and (0 in mission or len(set(mission)) < len(mission)):
            raise InvariantBroken(f"two seats have the same mission card, or one has none: {mission}")
