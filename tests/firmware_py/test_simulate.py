"""Random games with every invariant on: they end, repeat exactly, and a fault is found and named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from engine import catalogue, record
from engine.errors import IllegalAnswer, InvariantBroken
from engine.game import TABLE, Game
from engine.trajan.scorekeeper import Scorekeeper
from engine.words import Standings, Text
from firmware_py.__main__ import main
from firmware_py.commands import simulate
from firmware_py.commands.chance import PATIENCE, Chance

KEYS = ["title", "way", "players", "games", "seed", "answers", "seconds", "totals", "hash"]


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["simulate", "trajan", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_with_every_invariant_held(capsys: pytest.CaptureFixture[str], players: int) -> None:
    found = simulated(capsys, "--way", "scorekeeper", "--games", "4", "--players", str(players), "--seed", "1")
    assert list(found) == KEYS
    assert (found["way"], found["players"], found["games"], found["seed"]) == ("scorekeeper", players, 4, "1")
    assert [len(totals) for totals in found["totals"]] == [players] * 4
    assert found["answers"] > 4 * 60
    assert max(max(totals) for totals in found["totals"]) > 50


def test_the_same_seed_plays_the_same_games_and_another_seed_others(capsys: pytest.CaptureFixture[str]) -> None:
    def played(seed: str) -> Any:
        found = simulated(capsys, "--games", "2", "--players", "3", "--seed", seed)
        return found["hash"], found["totals"], found["answers"]

    assert played("a") == played("a")
    assert played("a")[0] != played("b")[0]


def test_fewer_games_are_the_beginning_of_more(capsys: pytest.CaptureFixture[str]) -> None:
    few, more = (simulated(capsys, "--games", games, "--players", "2")["totals"] for games in ("2", "3"))
    assert more[:2] == few


def test_without_invariants_the_games_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    checked, unchecked = (
        simulated(capsys, "--games", "2", "--players", "2", *more)["hash"] for more in ((), ("--no-invariants",))
    )
    assert checked == unchecked


def test_options_are_played_with(capsys: pytest.CaptureFixture[str]) -> None:
    hashes = {
        simulated(capsys, "--games", "1", "--players", "2", "--option", f"time_loop={spaces}")["hash"]
        for spaces in (8, 11, 40)
    }
    assert len(hashes) == 3


def test_the_order_of_hashes_in_memory_does_not_matter() -> None:
    arguments = [sys.executable, "-m", "firmware_py", "simulate", "trajan", "--games", "2", "--json"]
    hashes = {
        json.loads(subprocess.check_output(arguments, env=os.environ | {"PYTHONHASHSEED": seed}))["hash"]
        for seed in ("0", "1", "77")
    }
    assert len(hashes) == 1


def test_people_get_a_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "trajan", "--games", "1", "--players", "Ana,Bo"]) == 0
    first, *_, held, last = capsys.readouterr().out.splitlines()
    assert first == "Trajan (scorekeeper), 2 players, 1 game"
    assert held == "every invariant held"
    assert last.startswith("hash ")


# ---- faults are found


def broken(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["simulate", "trajan", "--games", "1", "--players", "2"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_a_broken_invariant_is_named_with_game_answer_and_key(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(_: Scorekeeper, game: Game) -> None:
        if len(game.past) == 7:
            raise InvariantBroken("two discs of seat 1 in the senate")

    monkeypatch.setattr(Scorekeeper, "check", check)
    said = broken(capsys)
    assert said.startswith("tabularius: game 0, answer 7 (")
    assert "two discs of seat 1 in the senate" in said


def test_an_exception_in_a_rule_is_named_likewise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Game.answer

    def failing(game: Game, key: str) -> None:
        if len(game.past) == 4:
            raise KeyError("consul")
        answer(game, key)

    monkeypatch.setattr(Game, "answer", failing)
    assert "game 0, answer 4 (" in (said := broken(capsys))
    assert "KeyError: 'consul'" in said


def test_a_change_that_undo_forgets_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def put(_: Game, box: list[int], place: int, value: int) -> None:
        box[place] = value

    monkeypatch.setattr(Game, "put", put)
    assert "gives another state than before it" in broken(capsys)


def test_standings_that_are_not_what_the_ledger_comes_to_are_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    standings = Scorekeeper.standings

    def generous(way: Scorekeeper, game: Game) -> Standings:
        found = standings(way, game)
        return found._replace(totals=(found.totals[0], found.totals[1] + (found.totals[1] > 20)))

    monkeypatch.setattr(Scorekeeper, "standings", generous)
    assert "are not the sums of the ledger's lines" in broken(capsys)


def test_a_correction_that_breaks_an_invariant_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(_: Scorekeeper, game: Game) -> None:
        if any(entry.reason == "correction" for entry in game.ledger):
            raise InvariantBroken("a corrected score")

    monkeypatch.setattr(Scorekeeper, "check", check)
    with pytest.raises(InvariantBroken, match=r"after the correction !score\.[01]\.\S+ \(.*a corrected score"):
        for number in range(60):
            simulate.check_correction(game_of("seat.0", "3"), Chance(str(number)), 0)


def test_a_correction_that_is_not_taken_back_whole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def amend(_: Scorekeeper, game: Game, key: str) -> None:
        game.board.clock[3] = 2  # past the trail

    monkeypatch.setattr(Scorekeeper, "amend", amend)
    monkeypatch.setattr(Scorekeeper, "check", lambda *_: None)
    with pytest.raises(InvariantBroken, match="gives another state than before it"):
        for number in range(60):
            simulate.check_correction(game_of("seat.0", "3"), Chance(str(number)), 0)


def test_a_correction_that_is_refused_and_done_all_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def amend(_: Scorekeeper, game: Game, key: str) -> None:
        game.board.clock[3] = 2  # past the trail
        raise IllegalAnswer(Text("no"))

    monkeypatch.setattr(Scorekeeper, "amend", amend)
    with pytest.raises(InvariantBroken, match="was refused and changed the state"):
        for number in range(60):
            simulate.check_correction(game_of("seat.0", "3"), Chance(str(number)), 0)


def test_every_game_is_corrected_now_and_then_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    corrected: list[str] = []
    answer, taken_back = Game.answer, []

    def noting(game: Game, key: str) -> None:
        answer(game, key)
        corrected.extend([key] if key[:1] == "!" else [])

    monkeypatch.setattr(Game, "answer", noting)
    monkeypatch.setattr(simulate, "check_undo", lambda game, states, number: taken_back.append(number))
    for number in range(6):
        game = catalogue.new_game("trajan", "scorekeeper", 3)
        simulate.play(game, f"seed/{number}", number)
        assert not any(past.key[:1] == "!" for past in game.past), "the game itself goes as it would have gone"
    assert taken_back == list(range(6)) and len(corrected) > 6


def game_of(*keys: str) -> Game:
    game = catalogue.new_game("trajan", "scorekeeper", 2)
    for key in keys:
        game.answer(key)
    return game


def test_a_question_that_is_none_is_found() -> None:
    game = game_of("seat.0")
    assert game.decision is not None
    for wrong in ({"keys": ("1",)}, {"keys": ("1", "1")}, {"keys": ("1", "a b")}, {"seat": 2}):
        twin = game.copy()
        twin.decision = game.decision._replace(**wrong)
        with pytest.raises(InvariantBroken):
            simulate.check(twin)


def test_odds_that_do_not_fit_the_answers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of()
    for odds in ((1,), (0, 0), (1, -1)):
        monkeypatch.setattr(Game, "odds", lambda _, odds=odds: odds)
        with pytest.raises(InvariantBroken, match="has the odds"):
            simulate.check(game)


def test_a_record_that_tells_another_game_is_found() -> None:
    game, other = game_of("seat.0", "3", "ship.12"), game_of("seat.0", "3", "ship.11")
    text = record.write(game, record.header_of(game))
    simulate.check_record(game, text, 0)
    with pytest.raises(InvariantBroken, match="replays to another state"):
        simulate.check_record(other, text, 0)
    with pytest.raises(InvariantBroken, match="written otherwise"):
        simulate.check_record(game, text + "# more\n", 0)
    with pytest.raises(InvariantBroken, match="cannot be read"):
        simulate.check_record(game, text + "more\n", 0)


# ---- chance


def test_chance_is_fair_and_depends_on_seed_and_number_alone() -> None:
    chance = Chance("seed")
    seen = [0, 0, 0]
    for number in range(6000):
        seen[chance.weighted(number, (1, 2, 3))] += 1
    # 1000, 2000 and 3000 expected; the largest standard deviation is 39
    assert all(abs(count - expected) < 160 for count, expected in zip(seen, (1000, 2000, 3000), strict=True))
    assert [chance.below(number, 100) for number in range(5)] == [
        Chance("seed").below(number, 100) for number in range(5)
    ]
    assert chance.weighted(3, (0, 1, 0)) == 1


def test_a_turn_without_end_is_brought_to_one() -> None:
    class Endless:
        """A way that asks the same of the same seat again and again."""

        def usual(self, game: Game) -> str:
            return "stop"

        def liking(self, game: Game) -> Sequence[int]:
            return (1,) * len(game.decision.keys) if game.decision else ()

    game = game_of("seat.0")
    game.way = Endless()  # type: ignore[assignment]
    assert game.decision is not None
    assert game.decision.seat != TABLE
    chance = Chance("seed")
    game.past *= PATIENCE
    game.past[:] = [past._replace(turn=game.turn[0]) for past in game.past]
    assert len(game.past) == PATIENCE
    assert chance.lively(game) == "stop"
    game.past.pop()
    assert chance.lively(game) in game.decision.keys
