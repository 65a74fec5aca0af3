"""Players by a script for the referee's games of Hansa Teutonica: routes to claim and what to build there, in a row.

They keep off routes on which others stand. No chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.hansa import offices, routes
from engine.hansa.kinds import KINDS, MERCHANT

# A script is what a seat does one after the other: the route to claim and what to build there.
Script = tuple[tuple[str, str], ...]
SCRIPTS: dict[str, Script] = {
    "by Brunswiek": (
        ("stade-hamburg", "ability.privilege"),
        ("groningen-emden", "ability.book"),
        ("arnheim-duisburg", "office.arnheim"),
        ("minden-muenster", "office.minden"),
        ("muenster-arnheim", "office.muenster"),
        ("brunswiek-minden", "office.brunswiek"),
        ("stendal-magdeburg", "office.stendal"),
        *(("brunswiek-minden", "none"),) * 9,
    ),
    "by Perleberg": (
        ("perleberg-stendal", "office.stendal"),
        ("emden-stade", "ability.privilege"),
        ("hannover-lueneburg", "office.hannover"),
        ("lueneburg-perleberg", "office.perleberg"),
        ("groningen-emden", "ability.book"),
        ("hannover-lueneburg", "office.lueneburg"),
        ("minden-hannover", "office.minden"),
        ("minden-muenster", "office.muenster"),
        ("kampen-arnheim", "office.arnheim"),
        *(("hannover-lueneburg", "none"),) * 9,
    ),
    "by Paderborn": (
        ("duisburg-dortmund", "office.duisburg"),
        ("paderborn-hildesheim", "office.paderborn"),
        ("goslar-hildesheim", "office.hildesheim"),
        ("stade-hamburg", "ability.privilege"),
        ("goslar-magdeburg", "office.goslar"),
        ("dortmund-paderborn", "office.dortmund"),
        ("groningen-emden", "ability.book"),
        ("goslar-magdeburg", "office.magdeburg"),
        ("perleberg-stendal", "office.stendal"),
        ("kampen-arnheim", "office.arnheim"),
        *(("paderborn-hildesheim", "none"),) * 9,
    ),
    "bystander": (),
    "fills the north": (
        ("stade-hamburg", "ability.privilege"),
        ("stade-hamburg", "office.stade"),
        ("quedlinburg-halle", "office.halle"),
        ("brunswiek-minden", "office.brunswiek"),
        ("quedlinburg-halle", "office.halle"),
        *(("brunswiek-minden", "none"),) * 9,
    ),
    "fills the west": (
        ("arnheim-duisburg", "office.duisburg"),
        ("duisburg-dortmund", "office.dortmund"),
        ("stade-hamburg", "ability.privilege"),
        ("duisburg-dortmund", "office.dortmund"),
        ("groningen-emden", "ability.book"),
        ("minden-muenster", "office.muenster"),
        ("minden-muenster", "office.muenster"),
        *(("minden-muenster", "none"),) * 9,
    ),
    "fills the south": (
        ("goslar-magdeburg", "office.goslar"),
        ("goslar-magdeburg", "office.magdeburg"),
        ("goettingen-quedlinburg", "office.goettingen"),
        ("stade-hamburg", "ability.privilege"),
        ("goslar-magdeburg", "office.magdeburg"),
        ("groningen-emden", "ability.book"),
        ("goettingen-quedlinburg", "office.goettingen"),
        ("hannover-lueneburg", "office.lueneburg"),
        *(("hannover-lueneburg", "none"),) * 9,
    ),
}


class Scripted:
    """A player that does what its script says and keeps off routes on which others stand."""

    def __init__(self, script: Script) -> None:
        self.script, self.done = script, 0

    def answer(self, game: Game) -> str:
        assert game.decision is not None
        seat, kind, keys = game.decision
        if self.done == len(self.script):
            return "pass" if "pass" in keys else keys[-1]
        route, reward = self.script[self.done]
        if kind == "turn.action":
            return self.action(game, seat, keys, game.board.map.route[route])
        if kind == "route.reward":
            self.done += 1
            return reward
        if kind == "place.kind":
            merchant = (
                self.round_office(game, route, reward)
                and routes.count(game, game.board.map.route[route], seat * KINDS + 1) == 0
            )
            return "merchant" if merchant else "trader"
        if kind == "income.merchants":
            return keys[-1]
        return route if route in keys else keys[-1]

    @staticmethod
    def round_office(game: Game, route: str, reward: str) -> bool:
        side = game.board.map
        if not reward.startswith("office."):
            return False
        office = offices.next_vacant(game, side.city[reward.partition(".")[2]])
        return office >= 0 and side.offices[office].kind == MERCHANT

    def action(self, game: Game, seat: int, keys: Sequence[str], route: int) -> str:
        board, piece = game.board, seat * KINDS
        if "claim" in keys and board.full[seat] >> route & 1:
            return "claim"
        others = routes.opponents(game, seat, 0) | routes.opponents(game, seat, 1)
        if "place" in keys and not others >> route & 1:
            _, reward = self.script[self.done]
            needs = self.round_office(game, board.map.routes[route].key, reward)
            if not needs or board.supply[piece + 1] or board.here[piece + 1] >> route & 1:
                return "place"
        return "income" if "income" in keys else "pass"
