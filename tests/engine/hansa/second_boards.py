"""The Eastern board and Britannia for the second table, from the fact sheet alone: ships, printed markers, green
cities, countries, permissions, Wales and Scotland. As ``second_table``: no code and no table of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.engine.hansa.second_board import City
from tests.engine.hansa.second_printed import KINDS
from tests.engine.hansa.second_table import Table

# offices and abilities of each city; posts of each route, its country, "hss" a house and two ships, the printed marker
EAST_CITIES = """
Lübeck: Ws Os Bs
Wismar: Os Pr
Stralsund: Os Or
Malmö: Wr Os Pr
Visby: Or
Königsberg: Os Bs
Danzig: Ws Os Ps Bs
Belgard:
Anklam: Ws Ps
Waren:, actions bank
Perleberg: Os
Havelberg: Ws1 Wr Ps Bs
Stettin: Os Bs
Kulm: Ws Ps
Elbing: Os Bs
Braunsberg: Ws Or
Allenstein: Ws Ps
Thorn: Ws1 Os Bs
Frankfurt: Ws Os Ps
Berlin-Cölln: Os
Brandenburg: Wr Ps
Tangermünde: Os
Magdeburg: Ws1 Os, privilege
Halle: Ws Or
Wittenberg: Ps
Dresden:, keys
Breslau: Ws Or Bs, book
Krakau: Ws Ps Bs"""
EAST_ROUTES = """
Lübeck - Wismar 3
Wismar - Waren 3
Wismar - Stralsund 3 hss move-any-2
Stralsund - Malmö 3 hss develop-privilege
Malmö - Visby 3 hsh office-in-green-city
Malmö - Danzig 4 shhh place-2-from-route
Danzig - Königsberg 4
Danzig - Belgard 4
Belgard - Anklam 3
Belgard - Kulm 3
Anklam - Stettin 3
Stettin - Waren 4
Waren - Havelberg 3
Havelberg - Perleberg 2
Stettin - Kulm 3 tavern
Kulm - Elbing 2
Elbing - Braunsberg 3
Danzig - Braunsberg 4
Braunsberg - Allenstein 3 tavern
Allenstein - Thorn 3
Thorn - Krakau 3
Krakau - Breslau 3
Breslau - Frankfurt 3
Frankfurt - Stettin 2
Stettin - Brandenburg 3
Brandenburg - Tangermünde 2 tavern
Brandenburg - Berlin-Cölln 3
Brandenburg - Halle 3
Halle - Magdeburg 3
Halle - Wittenberg 2
Halle - Dresden 4
Dresden - Krakau 4"""
# the side for three; then what differs on the side for four and five
BRITISH_CITIES = """
London: Ws Os Ps Pr Bs Br, privilege
Cambridge: Wr Bs
Ipswich: Os2
Norwich: Ws Ps, book
Nottingham: Os Ps
York: Ws Or, keys
Durham: Os
Richmond: Ws
Lancaster: Ps
Hereford: Ws Ps Bs
Coventry: Ws Ps
Oxford: Wr Os
Bristol: Os2
Salisbury: Os Ps
Plymouth: Ws Or2
Southampton: Ws Os Bs
Canterbury: Ws Pr
Calais: Ws Or Ps
Newcastle: Ws Os Pr, bank
Carlisle: Ws Os Bs
Cardiff: Ws Os Ps Pr
Pembroke: Ws Os Br
Montgomery: Os Ps
Conway: Ws Os
Chester: Ws Or Bs, actions
Isle of Man: Ws Ps"""
BRITISH_ROUTES = """
London - Cambridge 3 England
London - Oxford 4 England
London - Canterbury 3 England
Canterbury - Calais 3 England hsh move-any-2
Calais - Southampton 3 England hss place-2-outside-england
Salisbury - Southampton 2 England tavern
Salisbury - Plymouth 4 England
Salisbury - Bristol 4 England
Salisbury - Oxford 4 England
Oxford - Cardiff 4 England
Coventry - Cardiff 3 England
Coventry - Hereford 3 England
Coventry - Cambridge 3 England
Coventry - Nottingham 3 England tavern
Cambridge - Ipswich 4 England
Cambridge - Norwich 3 England
Nottingham - Norwich 3 England
Nottingham - York 3 England
Durham - York 3 England
Durham - Lancaster 3 England
Durham - Carlisle 4 England
Durham - Newcastle 3 England
Carlisle - Newcastle 4 England
Carlisle - Isle of Man 3 England hss move-any-2
Hereford - Chester 4 England
Hereford - Lancaster 2 England
Richmond - Carlisle 3 England
Richmond - Lancaster 2 England tavern
Montgomery - Cardiff 3 Wales
Montgomery - Pembroke 3 Wales
Montgomery - Conway 3 Wales
Montgomery - Hereford 3 Wales
Cardiff - Pembroke 3 Wales
Conway - Chester 3 Wales
Conway - Isle of Man 3 Wales ssh"""
LARGE_CITIES = """
London: Ws Os Os Ps Ps Pr Bs Br, privilege
Carlisle: Ws Os Ps Bs Br
Cardiff: Ws Os Ps Pr Br
Isle of Man: Wr Pr
Falkirk: Ws Ps Bs
Glasgow: Os
Edinburgh: Ws Pr
Dunbar: Bs"""
LARGE_ROUTES = """
Carlisle - Isle of Man 3 Scotland hss
Chester - Carlisle 3 England ssh
Carlisle - Falkirk 2 Scotland
Glasgow - Falkirk 2 Scotland
Glasgow - Edinburgh 2 Scotland
Dunbar - Edinburgh 2 Scotland
Dunbar - Newcastle 3 Scotland"""
LARGE_LACKS = ("carlisle-newcastle",)
WELSH = ("cardiff", "pembroke", "montgomery", "conway", "chester", "isleofman")
SCOTTISH = ("newcastle", "carlisle", "isleofman", "falkirk", "glasgow", "edinburgh", "dunbar")
GREEN = ("belgard", "waren", "dresden")
AWARDS = [7, 4, 2, 0, 0, 0, 0]


class Afloat(Table):
    """A board with ships and printed markers."""

    def __init__(self, *args: object) -> None:
        self.ships: dict[str, int] = {}
        self.aboard: dict[str, list[int]] = {}
        self.marker_printed: dict[str, str] = {}
        super().__init__(*args)  # type: ignore[arg-type]
        self.note(f"{self.rules['board']}: {self.players} players")

    def route_printed(self, route: str, words: list[str]) -> None:
        order = next((word for word in words if set(word) <= {"h", "s"}), "")
        self.ships[route], self.aboard[route] = order.count("s"), []
        self.marker_printed[route] = next((word for word in words if "-" in word), "")

    def markable(self, route: str) -> bool:
        return not self.marker_printed[route]

    # ---- ships

    def ships_free(self, route: str) -> int:
        return self.ships[route] - len(self.aboard[route])

    def houses_free(self, route: str) -> int:
        return self.posts[route] - len(self.on[route]) - self.ships_free(route)

    def fits(self, route: str, kind: str) -> bool:
        return self.houses_free(route) > 0 or (kind == "merchant" and self.ships_free(route) > 0)

    def ashore(self, route: str, owner: int) -> int:
        """The owner's merchants on houses of the route."""
        return self.on[route].count((owner, "merchant")) - self.aboard[route].count(owner)

    def put(self, seat: int, route: str, piece: tuple[int, str], crowded: bool = False) -> None:
        ship = piece[1] == "merchant" and self.ships_free(route) > 0
        if ship and self.houses_free(route) and not crowded:
            ship = self.must(seat, "post.to", ["house", "ship"]) == "ship"
            self.note("a merchant chooses a ship" if ship else "a merchant chooses a house")
        self.on[route].append(piece)
        self.aboard[route] += [piece[0]] if ship else []

    def lift(self, seat: int, route: str, piece: tuple[int, str]) -> None:
        ship = piece[1] == "merchant" and piece[0] in self.aboard[route]
        if ship and self.ashore(route, piece[0]):
            ship = self.must(seat, "post.from", ["house", "ship"]) == "ship"
            self.note("which merchant is taken off is asked")
        self.on[route].remove(piece)
        if ship:
            self.aboard[route].remove(piece[0])

    def victims(self, seat: int, route: str) -> list[tuple[int, str]]:
        own = self.desks[seat].supply["merchant"]
        found = super().victims(seat, route)
        return [(owner, kind) for owner, kind in found if own or kind == "trader" or self.ashore(route, owner)]

    def which_post(self, seat: int, route: str, owner: int, kind: str) -> str:
        if kind == "trader" or owner not in self.aboard[route]:
            return "house"
        if not self.ashore(route, owner):
            self.note("a merchant on a ship is displaced")
            return "ship"
        if not self.desks[seat].supply["merchant"]:
            return "house"
        return self.must(seat, "displace.post", ["house", "ship"])

    def exchanged(self, post: str, route: str, displaced: tuple[int, str], piece: tuple[int, str]) -> None:
        super().exchanged(post, route, displaced, piece)
        if post == "ship":
            self.aboard[route].remove(displaced[0])
            self.aboard[route].append(piece[0])

    def leave(self, seat: int, route: str, kept: str | None) -> None:
        super().leave(seat, route, kept)
        self.aboard[route] = []

    def crowded(self, hand: list[tuple[str, int, str]], country: str, kind: str, stay: bool) -> bool:
        traders = sum(each == "trader" and (not stay or land == country) for land, _, each in hand)
        if kind == "trader" or not traders:
            return False
        return sum(self.houses_free(route) for route in self.posts if self.leads(country, route, stay)) <= traders

    # ---- printed markers

    def printed_marker(self, seat: int, route: str, left: Counter[str]) -> None:
        marker = self.marker_printed[route]
        if marker == "move-any-2":
            self.move_any_two(seat)
        elif marker == "develop-privilege" and "privilege" in self.open_tracks(seat):
            if self.must(seat, "permanent.develop", ["privilege", "none"]) == "privilege":
                self.develop(seat, "privilege")
                self.note("the printed marker develops Privilege")
            else:
                self.note("a printed marker is left alone")
        elif marker == "office-in-green-city" and self.desks[seat].supply.total():
            self.green_office(seat)
        elif marker == "place-2-from-route":
            self.place_two(seat, left)
        elif marker == "place-2-outside-england":
            self.place_two(seat, None)

    def move_any_two(self, seat: int) -> None:
        hand: list[tuple[str, int, str]] = []
        while len(hand) < 2:
            places = [route for route in self.posts if self.on[route]]
            route = self.ask(seat, "any.from", [*places, "done"] if places else [])
            if route is None or route == "done":
                break
            word = self.must(seat, "any.piece", [f"{kind}.{owner}" for owner, kind in self.on[route]])
            piece = (int(word.partition(".")[2]), word.partition(".")[0])
            self.lift(seat, route, piece)
            hand.append((self.country(route), *piece))
        self.note(f"any {len(hand)} pieces are moved")
        self.put_down(seat, hand, stay=True)

    def green_office(self, seat: int) -> None:
        name = self.must(seat, "permanent.city", [*GREEN, "none"])
        if name == "none":
            return
        supply, city = self.desks[seat].supply, self.cities[name]
        kind = self.must(seat, "permanent.kind", [kind for kind in KINDS if supply[kind]])
        supply[kind] -= 1
        self.first_in_green(city)
        city.right.append((seat, kind))
        self.note("an office in a green city by the printed marker")
        self.connect(seat)

    def place_two(self, seat: int, left: Counter[str] | None) -> None:
        """Up to two pieces: of those left of the route anywhere, or of stock, supply or board outside England."""
        desk = self.desks[seat]
        for _ in range(2):
            have = self.source(seat) if left is None else [kind for kind in KINDS if left[kind]]
            there = [each for each in self.posts if left is not None or self.country(each) != "england"]
            places = {kind: [each for each in there if self.fits(each, kind)] for kind in have}
            kinds = [kind for kind in have if places[kind]]
            kind = self.ask(seat, "permanent.piece", [*kinds, "none"] if kinds else [])
            if kind is None or kind == "none":
                return
            if left is not None:
                left[kind] -= 1
                desk.stock[kind] -= 1
            elif desk.stock.total() or desk.supply.total():
                (desk.stock if desk.stock.total() else desk.supply)[kind] -= 1
            else:
                places_of = [each for each in self.posts if kind in self.mine(seat, each)]
                self.lift(seat, self.must(seat, "permanent.from", places_of), (seat, kind))
            to = self.must(seat, "permanent.route", [each for each in places[kind] if self.fits(each, kind)])
            self.put(seat, to, (seat, kind))
            self.note("a piece is placed outside England" if left is None else "a piece of the route is placed")


class Eastern(Afloat):
    """The Eastern board."""

    RED = ("luebeck", "danzig")
    PRESTIGE_ROUTE = "danzig-koenigsberg"

    def printed(self) -> tuple[str, str, tuple[str, ...]]:
        return EAST_CITIES, EAST_ROUTES, ()

    def exchangeable(self, city: City) -> list[tuple[list[tuple[int, str]], int]]:
        rule = self.rules["green_city_exchange"]
        if city.printed or rule == "no":
            return super().exchangeable(city)
        right = [(city.right, place) for place in range(len(city.right))]
        return [(city.extra, place) for place in range(len(city.extra))] + right if rule == "yes" else right


class British(Afloat):
    """Britannia, either side."""

    RED = ("oxford", "york")
    PRESTIGE_ROUTE = "salisbury-plymouth"
    CITIES_TO_END, ALL_CITIES = 8, "eight cities"

    def __init__(self, *args: object) -> None:
        self.land: dict[str, str] = {}
        self.used: set[str] = set()
        self.held: set[str] = set()
        super().__init__(*args)
        everywhere = ["wales"] if self.players == 3 else ["wales", "scotland"]
        self.permissions = {"cardiff": ["wales"], "carlisle": ["scotland"], "london": everywhere}
        if self.players == 3:
            del self.permissions["carlisle"]
        self.scored = {"wales": WELSH} if self.players == 3 else {"wales": WELSH, "scotland": SCOTTISH}

    def printed(self) -> tuple[str, str, tuple[str, ...]]:
        if self.players == 3:
            return BRITISH_CITIES, BRITISH_ROUTES, ()
        return BRITISH_CITIES + LARGE_CITIES, BRITISH_ROUTES + LARGE_ROUTES, LARGE_LACKS

    def route_printed(self, route: str, words: list[str]) -> None:
        super().route_printed(route, words)
        self.land[route] = words[0].lower()

    def markable(self, route: str) -> bool:
        return self.land[route] == "england" and super().markable(route)

    # ---- countries

    def country(self, route: str) -> str:
        return self.land[route]

    def leads(self, country: str, route: str, stay: bool) -> bool:
        return self.land[route] == country or (self.land[route] == "england" and not stay)

    # ---- permissions

    def holds(self, seat: int) -> set[str]:
        """The cities whose rightmost occupied office is the seat's."""
        offices = {name: self.cities[name].filled for name in self.permissions}
        return {name for name, filled in offices.items() if filled and filled[-1][0] == seat}

    def new_turn(self, seat: int) -> None:
        self.used, self.held = set(), self.holds(seat)

    def open(self, seat: int, route: str) -> list[str]:
        holds = self.holds(seat) - self.used
        if self.rules["permission_gained"] == "next_turn":
            holds &= self.held
        return [name for name, lands in self.permissions.items() if name in holds and self.land[route] in lands]

    def permitted(self, seat: int, route: str) -> bool:
        return self.land[route] == "england" or bool(self.open(seat, route))

    def permission_used(self, seat: int, route: str) -> None:
        if self.land[route] != "england":
            city = self.open(seat, route)[0]
            self.used.add(city)
            self.note(f"permission of {city} for {self.land[route]}")
            if len(self.used) > 1:
                self.note("two permissions in a turn")
            if self.cities[city].controller() != seat:
                self.note("a permission without control of its city")

    # ---- Wales and Scotland

    def countries_scored(self, seat: int) -> None:
        for country, cities in self.scored.items():
            rows = [self.cities[name].row() for name in cities]
            worth = {}
            for each in range(self.players):
                offices = sum(owner == each for row in rows for owner, _ in row)
                if offices:
                    worth[each] = (sum(self.cities[name].controller() == each for name in cities), offices)
            place = 0
            for value in sorted(set(worth.values()), reverse=True):
                tied = [each for each in worth if worth[each] == value]
                count = 1 if len(tied) == 1 else 2 if self.rules["region_tie"] == "printed" else len(tied)
                if seat in tied:
                    self.score(seat, sum(AWARDS[place : place + count]) // len(tied), "country", country)
                    self.note(f"{country} is scored", f"{len(tied)} at a place in a country")
                    if not value[0]:
                        self.note("offices without a city in a country")
                place += len(tied)


def table_of(rules: Mapping[str, str]) -> type[Table]:
    """The table of the board that these options play on."""
    return {"standard": Table, "east": Eastern, "britannia": British}[rules["board"]]
