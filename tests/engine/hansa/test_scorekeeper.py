"""The scorekeeper way: a turn's few inputs, claims, desks, the three ends, final scoring by questions, corrections."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.catalogue import new_game
from engine.errors import IllegalAnswer
from engine.game import Game
from engine.hansa import keeping

NAMES = ("Ana", "Bo", "Cyprian", "Göttrik", "Éva")


def evening(players: int = 4, **options: str) -> Game:
    game = new_game("hansa", "scorekeeper", players, options)
    give(game, "seat.0")
    return game


def give(game: Game, *keys: str) -> int:
    """Answer, with every check; the inputs it takes: a seat button 1, a click where the cursor is 1, else turn and
    click."""
    inputs = 0
    for key in keys:
        assert game.decision is not None
        cursor = game.way.usual(game) or game.decision.keys[0]
        inputs += 1 if key == cursor or key.startswith("seat.") else 2
        game.answer(key)
        game.check()
    return inputs


def asked(game: Game) -> tuple[str, tuple[str, ...]]:
    assert game.decision is not None
    return game.decision.kind, game.decision.keys


def lines(game: Game) -> list[tuple[int, int, str, str]]:
    return [(entry.seat, entry.amount, entry.reason, entry.place) for entry in game.ledger]


# ---- inputs a turn may cost


def test_a_turn_with_no_route_claimed_takes_one_input() -> None:
    assert give(evening(), "next") == 1


def test_a_claim_with_both_cities_controlled_takes_at_most_six_inputs() -> None:
    game = evening()
    assert give(game, "claim", "seat.0", "seat.1", "done") <= 6
    assert lines(game) == [(0, 1, "city", ""), (1, 1, "city", "")]


def test_a_claim_with_one_city_controlled_and_a_marker_takes_at_most_seven_inputs() -> None:
    game = evening()
    assert give(game, "claim", "seat.2", "none", "marker", "done") <= 7
    assert game.state()["seats"][0]["markers"] == {"taken": 1, "used": 0}


def test_a_claim_that_scores_for_nobody_takes_at_most_four_inputs_six_with_actions() -> None:
    game = evening()
    assert give(game, "claim", "none", "done") <= 4
    assert give(game, "claim", "none", "ability.actions", "done") <= 6
    assert str(game.words()) == "3 actions"


def test_a_claim_that_completes_a_city_takes_at_most_eight_inputs() -> None:
    game = evening()
    assert give(game, "claim", "seat.0", "seat.0", "full", "done") <= 8
    assert game.totals() == [2, 0, 0, 0]
    assert game.state()["ends"]["cities"] == [1, 10]


# ---- claims


def test_the_cursor_goes_back_to_done_after_each_tick() -> None:
    game = evening()
    give(game, "claim", "none")
    for tick in ("marker", "full", "coin.1"):
        give(game, tick)
        assert asked(game)[0] == "claim.more"
        assert game.way.usual(game) == "done" and tick not in asked(game)[1]


def test_an_office_excludes_ability_and_prestige_and_the_other_way_round() -> None:
    game = evening()
    give(game, "claim", "none", "coin.1")
    assert not [key for key in asked(game)[1] if key.startswith(("ability", "prestige"))]
    why = "a claim brings one office, or one ability, or special prestige"
    assert str(game.why_not("ability.book")) == why
    give(game, "done", "claim", "none", "ability.book")
    assert asked(game)[1] == ("done", "marker")
    assert str(game.why_not("eastwest")) == why
    # with the marker ticked too there is nothing left to tick
    give(game, "marker")
    assert asked(game)[0] == "turn.what"


def test_east_and_west_score_7_4_2_and_no_more() -> None:
    game = evening(5)
    for seat, points in ((0, 7), (1, 4), (2, 2)):
        give(game, "claim", "none")
        assert str(game.words("eastwest")) == f"East–West +{points}"
        give(game, "eastwest", "done", "next")
        assert (seat, points, "eastwest", "") in lines(game)
    give(game, "claim", "none")
    assert str(game.why_not("eastwest")) == "only the first three connections score"
    give(game, "done", "next", "next", "claim", "none")
    assert str(game.why_not("eastwest")) == "seat 1 has connected east and west before"


def test_a_claim_that_names_its_route_scores_with_its_cities() -> None:
    game = evening(name_routes="yes")
    give(game, "claim")
    assert asked(game)[0] == "claim.route"
    assert list(game.way.named(game, "city.luebeck")) == ["hamburg-luebeck"]
    give(game, "hamburg-luebeck")
    assert str(game.words()) == "Who has Hamburg?"
    give(game, "none", "seat.3", "coin.1", "done")
    assert lines(game) == [(3, 1, "city", "luebeck"), (0, 1, "coin", "luebeck")]
    give(game, "claim", "hamburg-luebeck", "none", "none")
    assert asked(game)[1] == ("done", "marker", "full", "coin.1", "eastwest", "ability.bank")
    assert str(game.why_not("ability.keys")) == "the cities of that route do not offer it"


def test_naming_routes_may_be_changed_during_play() -> None:
    game = evening()
    give(game, "!option.name_routes.yes", "claim")
    assert asked(game)[0] == "claim.route"


# ---- markers, desks, actions


def test_used_markers_bring_their_actions_and_abilities() -> None:
    game = evening()
    assert asked(game)[1] == ("next", "claim", "other")
    assert str(game.why_not("marker")) == "seat 1 has no unused marker"
    give(game, "!markers.0.3", "marker", "actions-3")
    assert str(game.words()) == "5 actions"
    give(game, "marker", "develop", "actions")
    assert str(game.words()) == "6 actions"
    give(game, "marker", "exchange")
    assert "marker" not in asked(game)[1]


def test_developing_actions_adds_one_only_where_the_number_goes_up() -> None:
    game = evening()
    for expected in ("3", "3", "4", "4", "5"):
        give(game, "claim", "none", "ability.actions", "done")
        assert str(game.words()) == f"{expected} actions"
    give(game, "claim", "none")
    assert str(game.why_not("ability.actions")) == "Actions is fully developed"


def test_the_desk_of_a_seat_is_on_its_page() -> None:
    game = evening(bank="3-5-7-all")
    give(game, "claim", "none", "ability.bank", "done", "!desk.0.privilege.2")
    assert [str(note) for note in game.page(0).notes] == [
        "Income 5  Move 2  Keys ×1",
        "Colours: white, orange, pink",
        "Actions 2",
    ]


def test_a_drawn_marker_is_owed_until_the_turn_ends() -> None:
    game = evening()
    assert game.way.owed(game) == ()
    give(game, "claim", "none", "marker", "done")
    assert [str(text) for text in game.way.owed(game)] == ["1 marker to place"]
    assert str(game.words("next")) == "Placed, next: seat 2"
    give(game, "next")
    assert game.way.owed(game) == ()


# ---- the three ends


def test_the_distance_to_every_end_is_always_shown() -> None:
    game = evening()
    give(game, "!cities.6", "!markers.1.4", "!score.2.+17.other")
    page = game.page()
    assert [(fact.icon, str(fact.label)) for fact in page.facts] == [
        ("city", "6/10"),
        ("bonus", "8"),
        ("prestige", "17/20"),
    ]
    assert [str(note) for note in page.notes] == ["cities full: 6/10", "someone has 20: 17/20", "markers are gone: 8"]


def test_twenty_prestige_of_anyone_ends_the_game_when_the_claim_is_done() -> None:
    game = evening()
    give(game, "!score.2.+19.other", "claim", "seat.2", "none")
    assert asked(game)[0] == "claim.more"
    give(game, "coin.1", "done")
    assert asked(game)[0] == "final.abilities"
    assert lines(game)[-1] == (0, 1, "coin", "")


def test_the_thirteenth_marker_ends_the_game_and_the_twelfth_does_not() -> None:
    game = evening()
    give(game, "!markers.1.11", "claim", "none", "marker", "done")
    assert asked(game)[0] == "turn.what" and game.state()["ends"]["markers"] == 0
    give(game, "claim", "none")
    hint = game.way.hint(game, "marker")
    assert hint is not None and hint.strong and str(hint.text) == "ends the game"
    give(game, "marker", "done")
    assert asked(game)[0] == "final.abilities"


def test_the_tenth_city_ends_the_game() -> None:
    game = evening()
    give(game, "!cities.9", "claim", "none", "full", "done")
    assert asked(game)[0] == "final.abilities"


def test_a_correction_that_brings_an_end_ends_the_game_with_the_turn() -> None:
    game = evening()
    give(game, "!cities.10")
    assert asked(game)[0] == "turn.what"
    give(game, "next")
    assert asked(game)[0] == "final.abilities"


def test_no_claim_takes_a_marker_after_the_draw_that_failed_or_fills_a_city_more_than_there_are() -> None:
    game = evening()
    give(game, "!markers.1.13", "claim", "none")
    assert "marker" not in asked(game)[1]
    assert str(game.why_not("marker")) == "the draw from the supply has failed before"
    game = evening()
    give(game, "!cities.27", "claim", "none")
    assert "full" not in asked(game)[1]
    assert str(game.why_not("full")) == "every city is full"


# ---- final scoring


def test_final_scoring_asks_each_seat_and_starts_on_what_was_entered() -> None:
    game = evening(3)
    give(game, "!desk.0.bank.3", "!desk.0.keys.3", "!markers.0.4", "!special.9.0", "!score.0.+11.other", "!count")
    usual = []
    told = {"final.cities": "3", "final.network": "7"}
    while game.decision is not None and game.decision.seat == 0:
        kind = game.decision.kind
        key = told.get(kind) or game.way.usual(game) or ""
        usual.append((kind, game.way.usual(game)))
        give(game, key)
    assert usual == [
        ("final.abilities", "1"),
        ("final.markers", "4"),
        ("final.special", "9"),
        ("final.cities", "0"),
        ("final.network", "0"),
        ("final.keys", "3"),
    ]
    assert lines(game) == [
        (0, 11, "correction", "other"),
        (0, 4, "abilities", ""),
        (0, 6, "markers", "count.4"),
        (0, 9, "special", "space.9"),
        (0, 6, "cities", "cities.3"),
        (0, 21, "network", "7x3"),
    ]
    assert [(str(row.label), row.number) for row in game.way.summary(game, 0)] == [
        ("track", 11),
        ("desk 1×4", 4),
        ("4 markers", 6),
        ("special", 9),
        ("cities 3×2", 6),
        ("net 7×3", 21),
    ]


def test_what_others_have_is_not_offered() -> None:
    game = evening(2)
    give(game, "!count", "0", "10", "7+8", "20", "0")
    assert asked(game)[0] == "final.abilities"
    give(game, "0")
    assert asked(game)[1] == tuple(str(number) for number in range(6))
    assert str(game.why_not("6")) == "6 is too many: 5 at most"
    give(game, "5")
    assert asked(game)[1] == ("none", "9", "11", "9+11")
    give(game, "9+11")
    assert asked(game)[1][-1] == "7"


def test_how_far_actions_are_developed_is_asked_only_of_tied_firsts_ruling_82() -> None:
    game = evening(3)
    give(game, "!score.0.+5.other", "!score.1.+5.other", "!desk.1.actions.2", "!count")
    for _ in range(3):
        give(game, "0", "0", "none", "0", "0")
    assert asked(game)[0] == "final.steps" and game.way.usual(game) == "0"
    give(game, "3")
    assert game.way.usual(game) == "2"
    give(game, "2")
    assert game.over
    assert game.standings().places == (2, 1, 3)
    assert str(game.words()) == "seat 2 wins"


def test_nothing_more_is_asked_without_a_tie() -> None:
    game = evening(2)
    give(game, "!score.0.+5.other", "!count", *("0", "0", "none", "0", "0") * 2)
    assert game.over and game.standings().order == (0, 1)


# ---- corrections and leaving


def test_a_seat_that_leaves_is_skipped_and_keeps_its_score() -> None:
    game = evening(3)
    give(game, "!score.1.+4.city", "!leave.1", "next")
    assert game.decision is not None and game.decision.seat == 2
    give(game, "claim")
    assert "seat.1" not in asked(game)[1]
    assert str(game.why_not("seat.1")) == "seat 2 has left"
    give(game, "none", "done", "!count", *("0", "0", "none", "0", "0") * 2)
    if not game.over:
        give(game, "0", "0")
    assert game.totals() == [0, 4, 0] and game.standings().places[1] == 3
    with pytest.raises(IllegalAnswer):
        evening(2).answer("!leave.0")


def test_points_forgotten_go_to_any_seat() -> None:
    game = evening()
    assert give(game, "other", "seat.3", "1") <= 4
    assert lines(game) == [(3, 1, "other", "")]


def test_the_seat_to_move_may_be_corrected() -> None:
    game = evening()
    give(game, "!turn.2")
    assert game.decision is not None and game.decision.seat == 2
    give(game, "next")
    assert game.decision.seat == 3


def test_every_correction_that_is_offered_is_taken_with_its_present_values() -> None:
    game = evening()
    give(game, "claim", "seat.1", "none", "marker", "done", "next")
    for amendment in game.amendments():
        key = ".".join((amendment.stem, *(field.present for field in amendment.fields)))
        twin = game.copy()
        if amendment.stem in ("!score", "!leave", "!count"):
            twin.answer(key)
            twin.check()
            continue
        before = twin.state()
        twin.answer(key)
        twin.check()
        assert twin.state() == before, key


@pytest.mark.parametrize(
    "key",
    [
        *(
            "!markers.0.16",
            "!markers.9.1",
            "!used.0.1",
            "!desk.0.book.4",
            "!desk.0.x.1",
            "!eastwest.0.6",
            "!special.6.0",
        ),
        *("!cities.28", "!actions.x", "!turn.4", "!score.0.0.other", "!score.0.+1.x", "!score.0.+1", "!", "!what.1"),
    ],
)
def test_a_correction_out_of_range_is_refused_and_changes_nothing(key: str) -> None:
    game = evening()
    before = game.state()
    with pytest.raises(IllegalAnswer):
        game.answer(key)
    assert game.state() == before


# ---- any evening


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 5), st.sampled_from(["no", "yes"]))
def test_any_evening_keeps_its_invariants_and_its_record(seed: int, players: int, named: str) -> None:
    draw, game = random.Random(seed), new_game("hansa", "scorekeeper", players, {"name_routes": named})
    states = []
    while game.decision is not None:
        states.append(json.dumps(game.state(), sort_keys=True))
        labels = [game.words(key).render(NAMES) for key in game.decision.keys]
        assert len(set(labels)) == len(labels) and all(labels) and game.words().render(NAMES)
        assert game.way.rules(game) and game.page(0).notes
        for key in game.decision.keys:
            game.way.icon(game, key)
            game.way.hint(game, key)
        for key in game.others():
            assert "is no answer" not in game.why_not(key).render(NAMES)
        key = draw.choice(game.decision.keys)
        game.answer(game.way.usual(game) or key if len(game.past) > 400 else key)
        game.check()
    for seat in range(players):
        assert sum(row.number or 0 for row in game.way.summary(game, seat)) == game.totals()[seat]
    text = record.write(game, record.header_of(game, NAMES[:players]))
    again = record.read(text)
    assert record.write(again.game, again.header) == text and again.game.state() == game.state()
    while game.past:
        game.undo()
        assert json.dumps(game.state(), sort_keys=True) == states.pop()


def test_the_bigger_numbers_of_markers_are_those_of_the_box() -> None:
    assert keeping.supply(new_game("hansa", "scorekeeper", 3)) == 12
