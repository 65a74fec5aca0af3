"""Places that the referee asks about as they lie on the mat: trays, markers in hand; and which cards are secret.

Reads the open decision and the boxes and changes nothing. A plate of the ring says where its last marker lands; below
the markers stands where the rest will go and what the tile of the target tray needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import TABLE, Game
from engine.trajan.board import SEEN
from engine.trajan.kinds import ACTIONS, BOX, COLOURS, MARKERS, TILES, TRAYS, count
from engine.trajan.pieces import ACTION_ICONS, ACTION_LABELS
from engine.words import Row, Text

_AS_THEY_LIE = (5, 0, 1, 4, 3, 2)  # VI I II over V IV III
_NAMED = 2  # so many trays are named, more are told by their slots
_TOLD = 6  # and still more by their number

# an answer to one of these shows a card of the hand, or names one that is drawn into it
_SECRET = ("card.discard", "card.play", "card.draw", "ship.identical", "ship.pairs", "ship.second", "ship.different")


def private(game: Game) -> bool:
    """Whether the answers name cards that only their owner may see; a hidden hand is a number to the companion too."""
    decision = game.decision
    return decision is not None and decision.kind in _SECRET and game.board.hands[0] == SEEN


def lots(game: Game) -> bool:
    """The starting markers may be drawn, all of a seat at once."""
    return game.decision is not None and game.decision.seat != TABLE and game.decision.kind == "setup.tray"


def places(game: Game) -> Sequence[tuple[str, Row]]:
    """The trays as they lie; or the markers in hand and, without a key, what there is to say below them; or what a tile
    needs and scores."""
    decision = game.decision
    if decision is None:
        return ()
    if decision.kind == "sow.tray":
        return [_plate(game, decision.seat, tray) for tray in _AS_THEY_LIE]
    if decision.kind == "sow.colour":
        return _marks(game, decision.seat)
    if decision.kind == "tile.fulfil":
        return _needed(game, decision.seat, game.details[0])
    return ()


def _needed(game: Game, seat: int, tray: int) -> list[tuple[str, Row]]:
    """The two markers of the tile that may be fulfilled, and what it scores."""
    tile = TILES[game.board.circle[seat * TRAYS + tray] - 1]
    discs = {word[0].upper(): f"disc-{word}" for word in COLOURS}
    rows = [Row(Text(letter), icon=discs[letter]) for letter in tile.colours]
    return [("", row) for row in (*rows, Row(Text("{signed}", signed=tile.points)))]


def _plate(game: Game, seat: int, tray: int) -> tuple[str, Row]:
    markers = MARKERS[game.board.trays[seat * TRAYS + tray]]
    word = ACTIONS[tray]
    target = BOX.slots[(tray + markers) % TRAYS]
    lands = Text("→{slot}", slot=target) if markers else None
    return word if markers else "", Row(Text(BOX.slots[tray]), markers, ACTION_ICONS[word], note=lands)


def _marks(game: Game, seat: int) -> list[tuple[str, Row]]:
    tray, held, _ = game.details
    shown = [
        (
            word,
            Row(
                Text(word[0].upper()),
                count(held, colour),
                f"disc-{word}",
                note=Text("{count} left", count=count(held, colour)),
            ),
        )
        for colour, word in enumerate(COLOURS)
        if count(held, colour)
    ]
    left = MARKERS[held]
    target = (tray + left - 1) % TRAYS
    lines = [_rest([(tray + step) % TRAYS for step in range(1, left)]), _wanted(game, seat, target)]
    return [*shown, *(("", Row(line)) for line in lines)]


def _rest(trays: Sequence[int]) -> Text:
    """Where the markers after this one go."""
    if len(trays) <= _NAMED:
        return Text("then {trays}", trays=tuple(ACTION_LABELS[ACTIONS[tray]] for tray in trays))
    if len(trays) <= _TOLD:
        return Text("then {trays}", trays=tuple(BOX.slots[tray] for tray in trays))
    return Text("then {count} more, the last to {slot}", count=len(trays), slot=BOX.slots[trays[-1]])


def _wanted(game: Game, seat: int, target: int) -> Text:
    action = ACTION_LABELS[ACTIONS[target]]
    tile = game.board.circle[seat * TRAYS + target]
    if not tile:
        return Text("no tile at {action}", action=action)
    return Text("tile at {action}: {colours}", action=action, colours=" ".join(TILES[tile - 1].colours))
