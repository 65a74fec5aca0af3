"""What is printed on the base board and lies in the box, as the tables of the fact sheet give it, for the second table.

No table of the engine.
"""

from __future__ import annotations

from collections import Counter

# The 4-5 side, as the tables of the fact sheet give it; then what differs on the 2-3 side.
CITIES = """
Groningen: Ws1 Or, book
Emden: Wr Ps
Stade: Wr, privilege
Hamburg: Ws Os Bs
Lübeck: Ws1 Ps, bank
Kampen: Or Bs
Osnabrück: Ws Os Bs
Bremen: Wr Ps
Hannover: Ws Ps
Lüneburg: Or Bs
Perleberg: Ws Ps Br
Arnheim: Ws Wr Os Ps
Münster: Wr Os
Minden: Ws Os Ps Bs
Brunswiek: Os
Stendal: Ws Wr Os Ps
Duisburg: Ws
Dortmund: Wr Os Ps
Paderborn: Ws Br
Hildesheim: Ws Bs
Goslar: Ws Bs
Magdeburg: Wr Os
Coellen: Ws1 Ps
Warburg: Os Ps
Göttingen: Ws Wr Ps, actions
Quedlinburg: Or Pr
Halle: Ws1 Os, keys"""
ROUTES = """
Groningen - Emden 3
Emden - Osnabrück 4
Emden - Stade 3
Stade - Hamburg 3
Hamburg - Lübeck 3
Hamburg - Lüneburg 4
Hamburg - Bremen 4
Kampen - Osnabrück 2
Kampen - Arnheim 3
Bremen - Osnabrück 3 tavern
Bremen - Minden 3
Bremen - Hannover 3
Minden - Hannover 3
Hannover - Lüneburg 3
Lüneburg - Perleberg 3 tavern
Perleberg - Stendal 3
Stendal - Magdeburg 3
Stendal - Brunswiek 4
Brunswiek - Minden 4
Minden - Münster 3
Minden - Paderborn 3
Münster - Arnheim 3
Arnheim - Duisburg 3
Duisburg - Dortmund 2
Dortmund - Paderborn 3
Paderborn - Hildesheim 3
Paderborn - Warburg 3
Warburg - Coellen 4
Warburg - Göttingen 3
Göttingen - Quedlinburg 3
Quedlinburg - Halle 4
Quedlinburg - Goslar 4
Goslar - Hildesheim 3 tavern
Goslar - Magdeburg 2"""
SMALL_CITIES = """
Stade: Wr1, privilege
Kampen: Os Bs
Bremen: Ps
Lüneburg: Wr
Dortmund: Wr Os
Goslar: Ws
Warburg: Os1 Ps
Göttingen: Ws Os, actions
"""
SMALL_LACKS = ("emden-stade", "warburg-goettingen")
COLOURS = "WOPB"
TRACKS = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
KEY_VALUES, ACTION_VALUES, BOOK_VALUES = [1, 2, 2, 3, 4], [2, 3, 3, 4, 4, 5], [2, 3, 4, 5]
BANK_VALUES = {"3-4-7-all": [3, 4, 7, 1000], "3-5-7-all": [3, 5, 7, 1000]}
MARKERS = Counter({"extra-office": 4, "exchange": 3, "move-3": 2, "develop": 2, "actions-3": 2, "actions-4": 2})
START = ("extra-office", "exchange", "move-3")
PRESTIGE = {7: "W", 8: "O", 9: "P", 11: "B"}
MARKER_POINTS = [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21]
KINDS = ("trader", "merchant")


def key_of(name: str) -> str:
    """The name of a city as it stands in keys."""
    for letter, spelt in (("ü", "ue"), ("ö", "oe"), ("ä", "ae"), (" ", ""), ("-", "")):
        name = name.replace(letter, spelt)
    return name.lower()
