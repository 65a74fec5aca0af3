"""The rules that matter for the referee's open question, in our own words, a sentence or two each.

Figures come from the components. Reads the open decision only.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.hansa import board_words
from engine.words import Text

_DISPLACED = (
    Text("The displaced piece must be placed, the extra ones may be declined."),
    Text("Posts of routes that share a city come first; only if none is free the next ring of routes."),
    Text("Extra pieces come from the stock, else from the supply, else from posts."),
)
_MOVE = (
    Text("The pieces are taken off first, so the posts they leave count as free."),
    Text("Each piece is moved once."),
)
_RULES: dict[str, Sequence[Text]] = {
    "start.player": (Text("The start player begins with five traders in the supply, each next seat with one more."),),
    "turn.action": (
        Text("Five actions in any order; markers may be used between them."),
        Text("A full route is claimed by an action of its own."),
        Text("Drawn markers are placed at the end of the turn."),
    ),
    "income.total": (Text("Income takes up to the value of the Bank from the general stock."),),
    "income.merchants": (Text("Traders and merchants count one each."),),
    "place.route": (Text("Any free post of any route; whoever else is there does not matter."),),
    "place.kind": (Text("A merchant stands on a post as a trader does, but costs two to displace."),),
    "displace.route": (
        Text("One piece takes the post; one more goes to the stock for a trader, two for a merchant."),
        Text("The owner places the piece anew, with one or two extra ones."),
    ),
    "displace.piece": (Text("Only pieces on posts; a merchant costs one piece more."),),
    "displace.with": (Text("Any piece may displace any piece."),),
    "move.kind": _MOVE,
    "move3.piece": (Text("A merchant counts one, as a trader does."),),
    "extra.kind": (Text("Either kind may become an extra office."),),
    "exchange.pair": (Text("Privilege and shape do not matter."),),
    "displace.fee": (Text("Who pays chooses the kinds."),),
    "displaced.piece": _DISPLACED,
    "displaced.from": _DISPLACED,
    "displaced.route": _DISPLACED,
    "move.from": _MOVE,
    "move.piece": _MOVE,
    "move.to": _MOVE,
    "move3.from": (Text("Up to three pieces of other seats; each is then put on any free post."),),
    "claim.route": (
        Text("First who controls an end city scores one for it, then the marker is taken."),
        Text("Then one office, one ability or special prestige, or nothing."),
    ),
    "route.reward": (
        Text("An office is the leftmost vacant one; it needs its privilege and a piece of its shape."),
        Text("An extra office needs its marker, owned before, and an occupied leftmost office."),
        Text("All other pieces of the route go to the general stock."),
    ),
    "claim.close": (Text("The game ends with this claim; markers owned before it may still be used."),),
    "develop.ability": (Text("The leftmost piece of the track goes to the supply."),),
    "exchange.city": (Text("Two neighbouring printed offices change places; one must be your own. No coin."),),
    "marker.reveal": (Text("The drawn marker is turned up at the end of the turn."),),
    "marker.which": (Text("With several markers the owner chooses the order."),),
    "marker.route": (
        Text("A route without marker and pieces, with a vacant printed office at an end."),
        Text("If there is none, the marker waits until the end of the next own turn."),
    ),
} | board_words.RULES


def rules(game: Game) -> Sequence[Text]:
    """Sentences about the open question; none once the game is over."""
    if game.decision is None:
        return ()
    kind = game.decision.kind
    if kind.startswith("start.") and kind != "start.player":
        return (Text("The gold-faced markers lie at random, one at each tavern."),)
    return _RULES.get(kind, ())
