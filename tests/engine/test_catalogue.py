"""Finding titles and beginning games with options checked."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product

import pytest

from engine import catalogue
from engine.errors import BadOption, BadPlayers, UnknownTitle


def test_every_title_is_found_by_its_folder() -> None:
    assert "trajan" in [title.name for title in catalogue.titles()]
    assert catalogue.title("trajan").label.render() == "Trajan"


@pytest.mark.parametrize("name", ["chess", "", "Trajan", "trajan.senate", "game", "../trajan"])
def test_an_unknown_title_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(UnknownTitle, match=r"there is no title .*; there is .*trajan"):
        catalogue.title(name)


def test_an_unknown_way_is_refused() -> None:
    with pytest.raises(UnknownTitle, match="scorekeeper"):
        catalogue.new_game("trajan", "umpire", 3)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 100])
def test_too_few_and_too_many_players_are_refused(players: int) -> None:
    with pytest.raises(BadPlayers, match=f"2 to 4 players, not {players}"):
        catalogue.new_game("trajan", "scorekeeper", players)


@pytest.mark.parametrize(("players", "loop"), [(2, "11"), (3, "16"), (4, "21")])
def test_the_loop_in_force_is_the_one_for_the_number_of_players(players: int, loop: str) -> None:
    assert catalogue.new_game("trajan", "scorekeeper", players).options["time_loop"] == loop


def test_the_other_list_of_loops_can_be_chosen() -> None:
    game = catalogue.new_game("trajan", "scorekeeper", 4, {"time_loop": "12/17/22"})
    assert game.options["time_loop"] == "22"


@pytest.mark.parametrize(("counted", "kept"), [("8", "8"), ("40", "40"), ("017", "17")])
def test_a_counted_loop_is_kept_as_a_number(counted: str, kept: str) -> None:
    assert catalogue.new_game("trajan", "scorekeeper", 3, {"time_loop": counted}).options["time_loop"] == kept


@pytest.mark.parametrize(
    "value",
    [
        "7",
        "41",
        "-16",
        "16.0",
        "",
        "sixteen",
        "9" * 5000,
        "１６",
        "11/16",
        "00016",
        "0000000169999",
        "016" + "9" * 5000,
    ],
)
def test_a_loop_that_no_board_has_is_refused_with_what_is_allowed(value: str) -> None:
    with pytest.raises(BadOption, match=r"time_loop .*11/16/21, 12/17/22 or a whole number from 8 to 40") as refused:
        catalogue.new_game("trajan", "scorekeeper", 3, {"time_loop": value})
    assert len(str(refused.value)) < 200


def test_an_unknown_option_is_refused_with_what_there_is() -> None:
    with pytest.raises(BadOption, match=r"no option 'loop'; there is time_loop"):
        catalogue.new_game("trajan", "scorekeeper", 3, {"loop": "16"})


def test_an_unknown_value_is_refused_with_what_is_allowed() -> None:
    with pytest.raises(BadOption, match="final_tie cannot be 'dice': it is new_stack, track"):
        catalogue.new_game("trajan", "scorekeeper", 3, {"final_tie": "dice"})


def test_every_option_of_every_title_is_in_force_in_a_new_game() -> None:
    for title in catalogue.titles():
        for way in title.ways.values():
            game = catalogue.new_game(title, way.name, way.players[0])
            assert list(game.options) == [option.name for option in title.options]


@pytest.mark.parametrize("name", [title.name for title in catalogue.titles()])
def test_the_options_that_may_change_in_play_are_those_that_matter(name: str) -> None:
    title = catalogue.title(name)
    boards = next((option.values for option in title.options if option.name == "board"), ("",))
    for way, board, emperor in product(title.ways.values(), boards, ("no", "yes")):
        chosen = {"board": board, "emperor": emperor, "modules_on_other_boards": "yes"} if board else {}
        game = catalogue.new_game(title, way.name, way.players[1], chosen)
        while not game.turn[0]:
            assert game.decision is not None
            game.answer(game.decision.keys[0])
        matter = {option.name for option in catalogue.applying(title, way.name, game.players, game.options)}
        in_play = {option.name for option in title.options if option.in_play}
        assert set(way.may_change(game)) == matter & in_play


def test_options_that_do_not_matter_are_still_legal() -> None:
    hansa = catalogue.title("hansa")
    for board, tie in (("standard", False), ("britannia", True)):
        in_force = catalogue.options(hansa, 3, {"board": board, "region_tie": "shared"})
        assert in_force["region_tie"] == "shared"
        names = [option.name for option in catalogue.applying(hansa, "referee", 3, in_force)]
        assert ("region_tie" in names) is tie
        assert ("missions" in names) is not tie


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys; from engine import catalogue, record; catalogue.titles();"
        "own = {name.partition('.')[0] for name in sys.modules};"
        "print(sorted(own - set(sys.stdlib_module_names) - {'engine', '__main__'}))"
    )
    found = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=os.environ | {"PYTHONPATH": os.path.curdir},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.strip() == "[]"
