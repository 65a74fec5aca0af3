"""The six actions on the second table of Trajan, as the fact sheet has them. No code and no table of the engine."""

from __future__ import annotations

from tests.engine.trajan.second_box import CARDS, GRANTS, PROVINCES, SHIPS
from tests.engine.trajan.second_laid import Laid, Mat


class Actions(Laid):
    """A table at which actions are taken."""

    # ---- actions

    def options(self, seat: int, action: str) -> list[str]:
        mat = self.mats[seat]
        if action == "seaport":
            wild = mat.tiles["forum.wild-commodity"]
            keys = ["draw"] if self.can_draw() else []
            keys += [f"take.{pile + 1}" for pile in (0, 1) if self.discards[pile]]
            keys += ["play"] if self.cards(seat) else []
            if self.cards(seat) or wild:
                keys += ["ship.identical", "ship.different"]
                keys += ["ship.pairs"] if self.pairs(seat, []) else []
            return keys
        if action == "forum":
            return [word for word, number in self.forum.items() if number]
        if action == "military":
            ways = PROVINCES[mat.leader][1].split() if mat.leader else ["alpes", "raetia", "noricum"]
            keys = [f"leader.{province}" for province in ways] + (["raise"] if mat.supply else [])
            can = mat.leader and mat.legionnaires and mat.leader not in mat.provinces
            return keys + (["settle"] if can else [])
        if action == "senate":
            return [] if seat in self.senate[7] else ["senate"]
        if action == "trajan":
            return [f"stack.{word}" for word, top in self.tops.items() if top] if mat.arch is not None else []
        keys = ["worker"] if mat.supply else []
        return keys + ([f"site.{site}" for site in self.legal_sites(mat)] if mat.workers else [])

    @staticmethod
    def legal_sites(mat: Mat) -> list[int]:
        if not mat.sites:
            return list(range(20))
        return [
            site
            for site in range(20)
            if site not in mat.sites
            and any(abs(site // 5 - own // 5) + abs(site % 5 - own % 5) == 1 for own in mat.sites)
        ]

    def act(self, seat: int, action: str) -> None:
        options = self.options(seat, action)
        if not options:
            self.note(f"{action} does nothing")
            return
        key = self.must(seat, f"action.{action}", [*options, "skip"])
        if key == "skip":
            self.note("an action is skipped")
            if self.rules["extra_after_skipped_action"] == "yes":
                self.extra(seat, action)
            return
        granted = self.do(seat, action, key)
        if granted:
            self.note(f"{granted} granted by a first tile")
            self.act(seat, granted)
        self.extra(seat, action)

    def extra(self, seat: int, action: str) -> None:
        mat = self.mats[seat]
        if self.spent and self.rules["extra_tiles_per_turn"] == "1":
            return
        own = [word for word in (f"forum.extra-{action}", f"extra.{action}") if mat.tiles[word]]
        keys = (["extra"] if own else []) + (["wild"] if mat.tiles["forum.wild-extra"] else [])
        if not keys or not self.options(seat, action):
            return
        key = self.must(seat, "extra.tile", ["no", *keys])
        if key == "no":
            return
        self.note("any extra action" if key == "wild" else "extra action")
        mat.tiles["forum.wild-extra" if key == "wild" else own[0]] -= 1
        self.spent += 1
        if action in mat.plus:
            self.note("two extra actions by a +2 marker")
        for _ in range(2 if action in mat.plus else 1):
            self.act(seat, action)

    def do(self, seat: int, action: str, key: str) -> str | None:
        mat = self.mats[seat]
        self.note(f"{action}: {key.partition('.')[0]}")
        if action == "seaport":
            self.seaport(seat, key)
        elif action == "forum":
            self.forum[key] -= 1
            mat.tiles[key] += 1
        elif action == "military":
            self.military(seat, key)
        elif action == "senate":
            space = next(number for number, discs in enumerate(self.senate) if seat in discs)
            self.senate[space].remove(seat)
            self.senate[space + 1].append(seat)
            self.score(seat, space + 2, "senate", f"space.{space + 1}")
        elif action == "trajan":
            assert mat.arch is not None
            slot = mat.arch
            mat.circle[slot] = self.tops[key[6:]]
            free = [(slot + step) % 6 for step in range(1, 6) if mat.circle[(slot + step) % 6] is None]
            mat.arch = free[0] if free else None
            if not free:
                self.note("the arch leaves the circle")
            self.turn_up("stack.turn", key[6:])
        elif key == "worker":
            mat.supply, mat.workers = mat.supply - 1, mat.workers + 1
        else:
            return self.build(seat, int(key[5:]))
        return None

    def build(self, seat: int, site: int) -> str | None:
        mat, tile = self.mats[seat], self.sites[site]
        mat.workers -= 1
        mat.sites.add(site)
        if tile is None:
            self.note("a worker on an emptied site")
            return None
        self.sites[site] = None
        kind, value = tile
        self.score(seat, value, "construction", f"{kind}.{value}")
        mat.built[kind] += 1
        if mat.built[kind] > 1:
            self.note("the second tile of a type grants nothing")
            return None
        return GRANTS[kind]

    def military(self, seat: int, key: str) -> None:
        mat = self.mats[seat]
        if key == "raise":
            mat.supply, mat.legionnaires = mat.supply - 1, mat.legionnaires + 1
        elif key == "settle":
            assert mat.leader is not None
            others = sum(mat.leader in other.provinces for other in self.mats if other is not mat)
            if others:
                self.note("less for opposing legionnaires")
            points = PROVINCES[mat.leader][0] - 3 * others
            if points < 0:
                self.note("a province never costs points")
            mat.legionnaires -= 1
            mat.provinces.add(mat.leader)
            self.score(seat, max(points, 0), "province", mat.leader)
        else:
            mat.leader = key[7:]
            tile = self.provinces.pop(mat.leader, None)
            if tile:
                mat.tiles[tile] += 1
                self.note("the leader takes a tile")

    def seaport(self, seat: int, key: str) -> None:
        mat = self.mats[seat]
        if key == "draw":
            self.draw_cards(seat, 2)
            keys = [f"{card}-{pile}" for card in self.playable(seat) for pile in (1, 2)]
            card, pile = self.must(seat, "card.discard", keys).split("-")
            self.put_down(seat, card)
            self.discards[int(pile) - 1].append(card)
        elif key.startswith("take"):
            self.take_discard(seat, int(key[-1]) - 1)
        elif key == "play":
            number = 0
            while number < 2:
                card = self.ask(seat, "card.play", [*self.playable(seat), *(["done"] if number else [])])
                if card in (None, "done"):
                    break
                self.put_down(seat, str(card))
                mat.display[str(card)] += 1
                number += 1
            self.note(f"{number} played")
            self.draw_cards(seat, number)
        else:
            self.ship(seat, key[5:])

    def use(self, seat: int, card: str) -> None:
        mat = self.mats[seat]
        if card == "wild":
            mat.tiles["forum.wild-commodity"] -= 1
            self.note("a wild commodity is shipped")
        else:
            self.put_down(seat, card)
            mat.display[card] += 1

    def pairs(self, seat: int, done: list[str]) -> list[str]:
        wild = self.mats[seat].tiles["forum.wild-commodity"]
        need = 1 if wild else 2
        keys = [card for card in CARDS if self.may_have(seat, card) >= need and card not in done]
        return keys + (["wild"] if wild > 1 else [])

    def ship(self, seat: int, ship: str) -> None:
        mat, used = self.mats[seat], list[str]()
        points = SHIPS[ship][1 if ship in self.gray else 0]
        self.note(f"ship {ship} {'gray' if ship in self.gray else 'coloured'}")
        while len(used) < len(points):
            wild = ["wild"] if mat.tiles["forum.wild-commodity"] else []
            if ship == "pairs":
                keys = self.pairs(seat, used)
            elif "wild" in used:
                keys = wild
            elif ship == "identical":
                keys = [card for card in self.playable(seat) if not used or card == used[0]] + wild
            else:
                keys = [card for card in self.playable(seat) if card not in used] + wild
            card = self.must(seat, f"ship.{ship}", [*keys, *(["done"] if used else [])])
            if card == "done":
                break
            self.use(seat, card)
            used.append(card)
            if ship == "pairs":
                second = [card] if card == "wild" or self.may_have(seat, card) else []
                if card != "wild" and mat.tiles["forum.wild-commodity"]:
                    second.append("wild")
                self.use(seat, self.must(seat, "ship.second", second))
        self.score(seat, points[len(used) - 1], "ship", f"{ship}.{len(used)}")
        self.gray.add(ship)
