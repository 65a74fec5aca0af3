"""What a tag names, and the texts, icons and forms that a display needs."""

from __future__ import annotations

from engine.catalogue import new_game, title
from engine.trajan import ledger_words
from engine.trajan.calendar import QUARTER
from engine.trajan.kinds import COLOURS
from tests.engine.trajan.evening import give, settle, start, until
from tests.engine.trajan.tabletop import table

TRAJAN = title("trajan")


def test_a_demand_tile_names_the_new_demand_and_nothing_else() -> None:
    game = until(start(), "demand.reveal")
    assert tuple(game.way.named(game, "demand.games")) == ("games",)
    assert tuple(game.way.named(game, "forum.games")) == ()
    give(game, "games")
    assert tuple(game.way.named(game, "demand.games")) == ()


def test_construction_trajan_and_ship_tiles_name_what_they_score() -> None:
    game = give(start(), "1")
    assert tuple(game.way.named(game, "construction.stairs.3")) == ("build.3",)
    assert tuple(game.way.named(game, "trajan.nine.BW")) == ("tile.9",)
    assert tuple(game.way.named(game, "trajan.bread.PP")) == ("tile.1",)
    assert tuple(game.way.named(game, "ship.pairs")) == ("ship.1", "ship.5", "ship.6", "ship.10", "ship.11", "ship.15")


def test_every_construction_and_trajan_tile_names_one_score() -> None:
    game = give(start(), "1")
    pieces = [piece.word for piece in TRAJAN.components() if piece.word.startswith(("construction.", "trajan."))]
    assert len(pieces) > 60 and all(len(game.way.named(game, word)) == 1 for word in pieces)


def test_a_bonus_tile_is_named_for_the_quarter_and_at_the_end() -> None:
    game = settle(until(start(), "quarter.unmet"))
    assert tuple(game.way.named(game, "bonus.wine-fish")) == ("wine-fish",)
    give(game, "wine-fish")
    assert tuple(game.way.named(game, "bonus.wine-fish")) == ()
    until(give(game, "bread", "!count"), "final.start")
    assert tuple(game.way.named(game, "bonus.games")) == ("games",)


def test_every_tag_of_the_title_can_be_tapped_at_every_question() -> None:
    game = new_game("trajan", "scorekeeper", 2)
    words = [piece.word for piece in TRAJAN.components()] + ["", "x.y", "demand", "build.3"]
    while game.decision is not None:
        for word in words:
            assert set(game.way.named(game, word)) <= set(game.decision.keys)
        give(
            game,
            {"turn.markers": "12", "turn.points": "none", "quarter.unmet": "0"}.get(
                game.decision.kind, game.decision.keys[0]
            ),
        )


def test_the_start_player_is_asked_for_as_drawn_or_chosen() -> None:
    drawn, chosen = (new_game("trajan", "scorekeeper", 3, {"start_player": by}) for by in ("random", "chosen"))
    assert [str(game.words()) for game in (drawn, chosen)] == ["Who starts?"] * 2
    assert [str(game.way.rules(game)[0]) for game in (drawn, chosen)] == [
        "The start player is drawn.",
        "The table says who starts.",
    ]
    assert drawn.words("seat.1").render(["Ana", "Bo", "Cy"]) == "Bo"
    assert tuple(drawn.odds()) == (1, 1, 1)


def test_the_turn_reads_as_drawn_on_the_screens() -> None:
    names = ["Ana", "Bo", "Cy"]
    game = give(start(), "2", "none")
    assert game.words("forgot").render(names) == "Ana +" and str(game.words()) == "markers"
    give(game, "3")
    said = {key: str(game.words(key)) for key in ("none", "senate", "build.3", "province.6", "ship.12", "tile.9")}
    assert said == {
        "none": "No score",
        "senate": "senate 2",
        "build.3": "build +3",
        "province.6": "province +6",
        "ship.12": "ship +12",
        "tile.9": "tile +9",
    }
    assert [game.way.icon(game, key) for key in said] == ["", "senate", "construction", "military", "seaport", "arch"]


def test_the_status_has_at_most_seven_letters() -> None:
    game = start()
    seen = [str(game.page().status)]
    for kind in ("demand.reveal", "quarter.unmet", "quarter.bonus"):
        seen.append(str(until(game, kind).page().status))
    give(game, "bread", "games", "!count")
    seen.append(str(game.page().status))
    assert seen == ["Q1 R1", "Q1 R1", "Q1 ends", "Q1 ends", "final"]


def test_questions_use_the_form_that_suits_them() -> None:
    game = new_game("trajan", "scorekeeper", 2)
    forms = {}
    while game.decision is not None:
        forms[game.decision.kind] = (game.way.form(game), game.way.usual(game))
        points = "other" if len(forms) < 4 else "none"
        play = {"turn.markers": "11", "turn.points": points, "quarter.unmet": "0", "quarter.bonus": "bread"}
        key = play.get(game.decision.kind)
        give(game, key if key in game.decision.keys else game.decision.keys[0])
    assert forms["start.player"] == ("list", None) and forms["turn.markers"] == ("dial", "2")
    assert forms["turn.points"] == ("grid", "none") and forms["other.amount"] == ("dial", "1")
    assert forms["demand.reveal"] == ("cells", None) and forms["quarter.unmet"] == ("cells", "0")
    assert forms["quarter.votes"] == ("dial", None) and forms["quarter.bonus"] == ("list", None)
    assert forms["final.hand"] == ("dial", None) and forms["final.bread"] == ("yes-no", None)


def test_labels_fit_a_row_of_twenty_letters() -> None:
    long = []
    game = new_game("trajan", "scorekeeper", 4)
    while game.decision is not None:
        texts = [game.words(), *(game.words(key) for key in game.decision.keys)]
        if game.decision.seat >= 0:
            long += [text.render(["Wwwwwwwwwwww"] * 4) for text in texts if len(text.render(["Wwwwwwwwwwww"] * 4)) > 20]
        give(
            game,
            {"turn.markers": "12", "turn.points": "none", "quarter.unmet": "0"}.get(
                game.decision.kind, game.decision.keys[0]
            ),
        )
    assert long == []


def test_every_place_of_a_line_is_said_in_words() -> None:
    said = {
        "build.3": "tile 3",
        "province.6": "worth 6",
        "space.2": "space 2",
        "unmet.1": "1 unmet",
        "wine-fish": "wine + fish",
        "stairs": "stairs",
        "ship": "Ships",
        "": "",
    }
    assert {place: str(ledger_words.place(place)) for place in said} == said


def test_a_marker_is_called_by_its_colour_and_not_as_the_bonus_tile_of_that_word() -> None:
    game = new_game("trajan", "referee", 2)
    while game.decision is not None and game.decision.kind != "sow.colour":
        give(game, game.decision.keys[0])
    assert game.decision is not None
    assert [str(game.words(key)) for key in COLOURS] == list(COLOURS)


def test_any_commodity_has_no_icon_of_an_action() -> None:
    icons = {piece.word: piece.icon for piece in TRAJAN.components()}
    actions = ("seaport", "forum", "military", "senate", "trajan", "construction")
    assert icons["forum.wild-commodity"] == "hand"
    assert icons["forum.wild-commodity"] not in {icons[f"extra.{action}"] for action in actions}


def test_a_key_that_is_no_number_of_a_seat_has_words_all_the_same() -> None:
    for way in ("scorekeeper", "referee"):
        game = new_game("trajan", way, 2)
        assert game.decision is not None and game.decision.kind == "start.player"
        for key in ("seat.²", "seat.", "seat." + "9" * 5000):
            assert str(game.words(key))


def test_the_referee_says_that_the_last_round_ends_the_game_like_the_scorekeeper() -> None:
    game = give(table(), "!time.10", "!demands.bread.games.religion")
    said = {}
    for quarter in (3, 4):
        game.board.clock[QUARTER] = quarter
        hint = game.way.hint(game, "seaport")
        said[quarter] = str(hint.text).partition(", ")[2] if hint else ""
    assert said == {3: "ends Q3, 1 over", 4: "ends the game"}


def test_a_wild_tile_is_called_the_same_on_its_tag_and_at_the_end() -> None:
    tags = {str(piece.label) for piece in TRAJAN.components() if piece.word.startswith("forum.wild-")}
    assert tags == {"wild commodity", "wild demand", "wild construction", "wild extra action"}
    game, asked = start(), set[str]()
    while game.decision is not None:
        asked.add(str(game.words()))
        game.answer(game.way.usual(game) or game.decision.keys[0])
    assert {"wild commodities", "starting bonus tile"} <= asked
