"""The rules that matter for the referee's open question, and what is still owed before the turn can end.

In our own words, a sentence or two each; figures come from the components. Reads the agenda and the boxes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.game import Game
from engine.trajan import actions, arch, calendar, cards, circle, opening, seaport, settlement, sheet
from engine.trajan.kinds import ACTIONS, BOX
from engine.trajan.pieces import ACTION_LABELS
from engine.words import Text

_SEAPORT = (
    Text("One of four: draw two and discard one, take a discard, play one or two, ship on one ship."),
    Text("A coloured ship turns gray once it is used, and stays usable at its gray values."),
)
_SHIPPING = (
    Text("The cards go into the display; a wild tile stands for any card and leaves the game."),
    Text("The hand is not filled up after shipping."),
)
_CARD = (Text("Drawn from the face-down pile. If it is empty, all discards but the two top ones are shuffled."),)
_REFILL = (
    Text("Provinces without tile, leader and legionnaire come first, then the forum, until the stack is empty."),
)

_RULES: dict[str, tuple[Text, ...]] = {
    "start.player": (Text("The start player's disc lies lowest in the senate, the others follow clockwise upward."),),
    "hands.seen": (
        Text("At a table hands stay hidden: then a card is asked for when it is shown, not when it is drawn."),
    ),
    "setup.tray": (Text("Two markers in each tray, of any colours, equal ones too."),),
    "setup.card": (Text("{count} cards, freely mixed from the pile and the discards.", count=BOX.first_cards),),
    "draft.tile": (Text("{count} tiles, at most one of each stack.", count=BOX.first_tiles),),
    "draft.slot": (Text("The first tiles lie on slots II, IV and VI as their owner likes."),),
    "sow.tray": (
        Text("Take all markers of a tray and drop one in each following tray, clockwise."),
        Text("The tray of the last marker gives the action; time moves as many spaces as there were markers."),
    ),
    "sow.colour": (Text("The colour for each tray is free. A tile needs both its colours in the target tray."),),
    "tile.fulfil": (Text("A tile whose markers both lie in the target tray is fulfilled before the action."),),
    "tile.plus-two": (Text("From then on an extra action tile of that kind gives two extra actions."),),
    "action.seaport": _SEAPORT,
    "action.forum": (Text("Take any one tile. The forum is filled up at the end of the quarter only."),),
    "action.military": (
        Text("New legionnaire, or move the leader and take the tile there, or place a legionnaire where it stands."),
        Text(
            "A legionnaire scores the province less {each} for each opposing one, at least {least}.",
            each=BOX.per_opponent,
            least=BOX.province_least,
        ),
    ),
    "action.senate": (Text("One space up, its points, on top of any disc there."),),
    "action.trajan": (Text("Take the top tile of a stack to the arch's slot; the arch goes to the next free slot."),),
    "action.construction": (
        Text("New worker, or a worker onto a site: the first anywhere, later ones beside an own worker."),
        Text("The first tile of a type grants one more action."),
    ),
    "extra.tile": (
        Text("One extra action tile a turn, of the kind of the action just done, or a wild one."),
        Text("With a +2 marker it gives two extra actions."),
    ),
    "card.draw": _CARD,
    "card.turn": (Text("An empty discard pile gets the top card of the face-down pile at once."), *_CARD),
    "card.discard": (Text("Any card of the hand, onto either discard pile."),),
    "card.play": (Text("One or two cards into the display; then as many are drawn."),),
    "ship.identical": (Text("One to four equal cards."), *_SHIPPING),
    "ship.pairs": (Text("One to three pairs, all of different commodities."), *_SHIPPING),
    "ship.second": (Text("One to three pairs, all of different commodities."), *_SHIPPING),
    "ship.different": (Text("One to four cards, all different."), *_SHIPPING),
    "demand.reveal": (
        Text("Each round ends with a new demand. With {count} showing the quarter ends.", count=BOX.demands_shown),
    ),
    "demand.pay": (
        Text("Each demand takes a matching tile or a wild one, or a kept Trajan tile, which stays."),
        Text("What can be met must be met."),
    ),
    "quarter.bonus": (
        Text("The consul takes one bonus tile, yellow side up; the vice-consul the other, gray side up."),
        Text("Then the discs go back: fewest votes lowest, the consul on top."),
    ),
    "refill.province": _REFILL,
    "refill.forum": _REFILL,
}


def rules(game: Game) -> Sequence[Text]:
    """Sentences about the open question; once the game is over, about a ruling that decided it."""
    if game.decision is None:
        return sheet.rules(game)
    kind = game.decision.kind
    if kind == "demand.pay" and game.options["refuse_demand"] == "yes":
        return _RULES[kind][:1]
    return _RULES.get(kind, ())


# ---- what is still owed


_OWED = {
    circle.TRAY.kind: Text("markers to sow"),
    circle.SOW.kind: Text("markers in hand"),
    circle.FULFIL.kind: Text("a Trajan tile to fulfil"),
    circle.PLUS_TWO.kind: Text("a +2 marker to place"),
    arch.TURN.kind: Text("a Trajan tile to turn up"),
    cards.DRAW.kind: Text("cards to draw"),
    cards.TURN_UP.kind: Text("a card to turn up"),
    seaport.DISCARD_ONE.kind: Text("a card to discard"),
    seaport.PLAY_CARD.kind: Text("cards to play"),
    seaport.SAME.kind: Text("a shipment"),
    seaport.DIFFER.kind: Text("a shipment"),
    seaport.PAIR.kind: Text("a shipment"),
    settlement.PAY.kind: Text("demands to pay"),
    settlement.BONUS_TILE.kind: Text("a bonus tile"),
    opening.FIRST_CARD.kind: Text("first cards"),
    opening.DRAFT.kind: Text("first Trajan tiles"),
    opening.MARKERS.kind: Text("starting markers"),
    calendar.DEMAND.kind: Text("a demand to turn up"),
    **{
        step.kind: Text("{action} action", action=ACTION_LABELS[word])
        for word, step in zip(ACTIONS, actions.ACTION, strict=True)
    },
}


def owed(game: Game) -> list[Text]:
    """What the rules still owe before the turn can end, beyond the open question: the next first, each once."""
    found: list[Text] = []
    for step, _, _ in islice(game.to_come(), 1, None):
        if step is calendar.TURN_END:
            found += calendar.owed(game)
            break
        text = _OWED.get(step.kind)
        if text is not None and text not in found:
            found.append(text)
    return found
