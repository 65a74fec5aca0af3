"""The rules that matter for the scorekeeper's open question, in our own words, a sentence or two each.

Figures come from the components. Reads the open decision only.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.trajan import final, sheet
from engine.trajan.components import components
from engine.words import Text

_BOX = components()
_SETS = {count: points for count, points in enumerate(_BOX.construction_sets) if points}

_RULES: dict[str, tuple[Text, ...]] = {
    "start.player": (Text("The start player's disc lies lowest in the senate, the others follow clockwise upward."),),
    "turn.markers": (
        Text("The time marker moves as many spaces as markers were sown."),
        Text("On or past the start space the round ends after this turn; what it overshoots is kept."),
    ),
    "turn.points": (
        Text("A fulfilled Trajan tile scores before the action."),
        Text("The first construction tile of a type grants one more action."),
        Text(
            "A legionnaire scores the province less {each} for each opposing one, at least {least}.",
            each=_BOX.per_opponent,
            least=_BOX.province_least,
        ),
    ),
    "demand.reveal": (
        Text("Each round ends with a new demand. With {count} showing the quarter ends.", count=_BOX.demands_shown),
        Text(
            "There are {each} tiles of each; {removed} of all were removed unseen.",
            each=_BOX.demands_each,
            removed=_BOX.demands_removed,
        ),
    ),
    "quarter.unmet": (
        Text("Each demand takes a matching tile or a wild one, or a kept Trajan tile, which stays."),
        Text("What can be met must be met."),
    ),
    "quarter.votes": (
        Text("Votes are those of the space and of all vote tiles; every vote tile goes."),
        Text("A tie goes to the disc further along, then to the one higher in the stack."),
    ),
    "quarter.bonus": (
        Text("The consul takes one bonus tile, yellow side up; the vice-consul the other, gray side up."),
        Text("Then the discs go back: fewest votes lowest, the consul on top."),
    ),
    "final.wilds": (Text("A wild construction tile stands for one tile of any type."),),
    "final.start": (Text("The bonus tile drawn at the start counts with its yellow side."),),
    "final.commodity": (Text("A wild commodity not used up counts as one displayed card for one bonus tile."),),
    "final.demand": (Text("A wild demand not used up serves one bonus tile."),),
    "final.hand": (Text("A card in hand scores {each}.", each=_BOX.hand_card),),
    "final.workers": (Text("A worker in the camp scores {each}.", each=_BOX.worker_in_camp),),
    "final.legionnaires": (
        Text("A legionnaire in the camp scores {each}, the leader nothing.", each=_BOX.legionnaire_in_camp),
    ),
    "final.circle": (
        Text(
            "A tile still in the action circle scores {each}; kept ones score nothing.", each=_BOX.trajan_tile_in_circle
        ),
    ),
}
_SET_RULES = tuple(
    Text("{count} tiles of a type score {points}.", count=count, points=points) for count, points in _SETS.items()
)
_BONUS_RULES: dict[str, tuple[Text, ...]] = {
    "cards": (Text("Only displayed cards count, shipped ones among them; those in hand do not."),),
    "demand": (Text("Only a forum tile of that icon counts, not a kept Trajan tile."),),
    "workers": (Text("Workers on sites count, not those in the camp. A half point is rounded up."),),
    "legionnaires": (Text("Legionnaires in provinces count, not those in the camp."),),
}
_WHO_STARTS = {"random": Text("The start player is drawn."), "chosen": Text("The table says who starts.")}


def rules(game: Game) -> Sequence[Text]:
    """Sentences about the open question; once the game is over, about a ruling that decided it."""
    if game.decision is None:
        return sheet.rules(game)
    kind = game.decision.kind
    if kind == "start.player":
        return (_WHO_STARTS[game.options["start_player"]], *_RULES[kind])
    if kind == "quarter.unmet" and game.options["refuse_demand"] == "yes":
        return _RULES[kind][:1]
    if kind in _RULES:
        return _RULES[kind]
    if kind.partition(".")[2] in final.TYPES:
        return _SET_RULES
    for tile, step in zip(_BOX.bonus_tiles, final.BONUS, strict=True):
        if step.kind == kind:
            return _BONUS_RULES[tile.counts]
    return ()
