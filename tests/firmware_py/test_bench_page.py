"""The bench page in a real browser: an evening by mouse and by keys, tags, plugs, trouble, and who else may use it."""

from __future__ import annotations

import http.server
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from chromium import Page
from evening import icon_at
from page_line import HOST, BenchProcess, art_of
from reading import seen
from selenium.webdriver import Chrome, Keys

pytestmark = pytest.mark.browser


Begin = Callable[..., tuple[Page, BenchProcess]]


@pytest.fixture
def bench() -> Iterator[BenchProcess]:
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        process = BenchProcess(Path(name))
        yield process
        process.close()


@pytest.fixture
def page(browser: Chrome, bench: BenchProcess) -> Iterator[Page]:
    yield Page(browser, bench.address)
    browser.get("about:blank")


@pytest.fixture
def begin(laid: Begin) -> Begin:
    """Begin in the middle of a game of three."""
    return partial(laid, names=("red", "green", "blue"))


def saved(page: Page) -> None:
    """Wait until no display has the mark of what is not saved yet."""
    page.wait(lambda: not any(icon_at(page.art(name), "unsaved") for name in page.displays()), "all to be saved")


def test_a_game_is_started_and_a_turn_entered_with_wheel_and_click(page: Page) -> None:
    page.sees("Hansa Teutonica", "Trajan")
    page.wheel(1)
    page.click("#knob")
    page.sees("Scorekeeper")
    page.click("#knob")
    page.sees("2", "players")
    page.wheel(1)
    page.sees("3", "players")
    page.click("#knob")
    page.sees("spaces")
    page.click("#knob")
    page.sees("Who starts?")
    page.wheel(2)
    page.wheel(-1)
    page.click("#knob")
    page.sees("red", "14 left then")
    page.wheel(1)
    page.sees("13 left then")
    page.click("#knob")
    page.sees("Points?")
    page.drag("#knob", (0, -50), (30, -40), (50, 0))
    page.sees("build +4")
    page.click("#knob")
    page.sees("No more")
    page.click("#knob")
    page.sees("green", "red 4")
    page.click('[data-control="back"]')
    page.sees("No more")


def test_a_game_is_started_and_a_turn_entered_with_keys_alone(page: Page) -> None:
    page.keys(Keys.ARROW_RIGHT, Keys.ENTER)
    page.sees("Scorekeeper")
    page.keys(Keys.SPACE)
    page.sees("2", "players")
    page.keys(Keys.ARROW_RIGHT)
    page.sees("3", "players")
    page.keys(Keys.ENTER)
    page.sees("spaces")
    page.keys(Keys.ENTER)
    page.sees("Who starts?")
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ENTER)
    page.sees("red", "14 left then")
    page.keys(Keys.ARROW_LEFT)
    page.sees("15 left then")
    page.keys(Keys.ENTER)
    page.sees("No score")
    page.keys(Keys.ENTER)
    page.sees("green")
    page.keys(Keys.ESCAPE)
    page.sees("No score")
    page.keys("3")
    page.sees("blue")
    page.keys(Keys.BACKSPACE)
    page.sees("No score")
    page.hold_key(Keys.ENTER, 0.9)
    page.sees("Undo")


def test_the_keys_are_the_knobs_whatever_was_clicked_before(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    page.hold_mouse("#knob", 1.1)
    page.sees("Undo")
    page.click("#back")
    page.keys(Keys.ARROW_RIGHT)
    page.sees("13 left then")
    page.click('[data-part="back"]')
    page.keys(Keys.ARROW_RIGHT)
    page.sees("12 left then")
    page.click("#leave")
    page.keys(Keys.ENTER)
    page.sees("Points?")


def test_the_knob_is_pushed_as_soon_as_its_middle_is_and_a_hold_fills_a_ring(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    with page.pressing("#knob"):
        page.wait(lambda: page.run(RING) != "none", "the ring of a hold")
        page.sees("Undo")
    assert page.run(RING) == "none"


RING = "return getComputedStyle(document.getElementById('knob'), '::after').animationName"


def test_a_double_click_is_one_click(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    page.double_click("#knob")
    page.sees("No score")
    page.wait(lambda: "counts once" in page.find("#hint").text, "the hint")
    page.keys(Keys.ESCAPE)
    page.sees("14 left then")


def test_a_page_that_is_loaded_anew_in_mid_game_goes_on_and_leaves_no_button_pressed(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    with page.pressing("#knob"):
        page.sees("Undo")
        page.load()
    page.sees("Undo")
    page.keys(Keys.ESCAPE, Keys.ENTER)
    page.sees("No score")


def test_of_many_tabs_the_one_that_is_looked_at_works(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    first = page.browser.current_window_handle
    try:
        for _ in range(8):
            page.browser.switch_to.new_window("tab")
            page.load()
        page.keys(Keys.ARROW_LEFT)
        page.sees("15 left then")
    finally:
        for handle in page.browser.window_handles:
            if handle != first:
                page.browser.switch_to.window(handle)
                page.browser.close()
        page.browser.switch_to.window(first)
    page.sees("15 left then")
    page.keys(Keys.ENTER)
    page.sees("No score")


def test_a_tag_that_is_nowhere_is_said_and_the_tags_of_the_game_come_first(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    page.wait(lambda: page.texts("#tray summary")[0] == "Trajan", "the tags of Trajan first")
    assert page.find('[data-tag="trajan/demand.bread"]').is_displayed()
    assert not page.find('[data-tag="hansa/city.hamburg"]').is_displayed()
    page.keys("/", *"hamburg")
    page.wait(lambda: page.find('[data-tag="hansa/city.hamburg"]').is_displayed(), "a tag of another game")
    assert not page.find("#no-tag").is_displayed()
    page.keys(*" x")
    page.wait(lambda: page.find("#no-tag").text == "No tag is called “hamburg x”.", "that no tag is called so")
    page.keys(Keys.ESCAPE)
    page.wait(lambda: not page.find("#no-tag").is_displayed(), "the search to be over")
    page.keys(Keys.ARROW_LEFT)
    page.sees("15 left then")


def test_a_tag_that_is_tapped_answers_the_demand(begin: Begin) -> None:
    page, _ = begin("seat.0", "12 none", "3")
    page.sees("No score")
    page.keys(Keys.ENTER)
    page.sees("blue")
    page.wheel(-1)
    page.sees("ends R1")
    page.keys(Keys.ENTER)
    page.sees("No score")
    page.keys(Keys.ENTER)
    page.sees("New demand?")
    page.keys("/", *"demand: games", Keys.ENTER)
    page.sees("R2", on="status")
    page.wait(lambda: "nothing" in page.find("#on-reader").text, "the tag to be lifted again")


def test_a_tag_stays_on_the_reader_until_it_is_lifted_and_two_are_one_too_many(begin: Begin) -> None:
    page, _ = begin("seat.0")

    def lie(text: str) -> None:
        page.wait(lambda: page.find("#on-reader").text == text, f"{text!r} on the reader")

    page.sees("14 left then")
    page.keys(Keys.ARROW_RIGHT, Keys.ENTER)
    page.sees("No score")  # by now the reader has looked round; what lay on it before would be ignored
    page.click("#leave")
    page.click('[data-tag="trajan/demand.bread"]')
    page.sees("Does not fit now")
    lie("demand: bread ✕")
    page.click('[data-tag="trajan/demand.games"]')
    page.sees("One at a time")
    page.click('[data-tag="trajan/demand.games"]')
    lie("demand: bread ✕")
    page.click('[data-lift="trajan/demand.bread"]')
    lie("nothing on the reader")
    page.click("#leave")
    page.drag_to('[data-tag="trajan/demand.games"]', "#reader")
    lie("demand: games ✕")


def test_the_canvas_has_the_pixels_of_the_glass(begin: Begin) -> None:
    page, bench = begin("seat.0", "3 build.4")
    page.sees("No more")
    for name in page.displays():
        glass = art_of(bench.glimpse(lambda glance, name=name: glance.get("glass") == name)["lit"])
        assert any("#" in row for row in glass)
        page.wait(lambda name=name, glass=glass: page.pixels(name) == glass, f"the pixels of {name}")


def test_after_the_plug_was_pulled_the_prompt_is_where_it_was_and_nothing_is_lost(begin: Begin) -> None:
    page, _ = begin("seat.0", "3")
    page.sees("No score")
    page.wheel(5)
    page.sees("build +4")
    page.keys(Keys.ENTER)
    page.sees("No more")
    page.sees("4", on="status")
    saved(page)
    before = page.art("status")
    page.click("#plug")
    page.reads("the plug is pulled")
    page.wait(lambda: not any("#" in row for name in page.displays() for row in page.art(name)), "dark glass")
    assert page.find("#plug").text == "Plug back in"
    page.click("#plug")
    page.reads("running")
    page.sees("No more")
    page.wait(lambda: page.art("status") == before, "the status as it was")


def test_shut_down_says_when_it_is_safe_to_unplug_and_can_be_started_again(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    page.click("#stop")
    page.sees("Saved", "safe to unplug")
    page.reads("it is safe to pull the plug")
    page.click("#stop")
    page.reads("running")
    page.sees("Go on")


def test_an_unplugged_display_is_told_on_the_other_and_comes_back(begin: Begin) -> None:
    page, _ = begin("seat.0")
    page.sees("14 left then")
    saved(page)
    page.click('[data-part="status"]')
    page.wait(lambda: not any("#" in row for row in page.art("status")), "a dark display")
    page.reads("running: 2 displays, a tag reader · unplugged: display status")
    page.keys(Keys.ENTER)
    page.sees("A part is lost", "Display at 0x3D on i2c-1")
    page.click('[data-part="status"]')
    page.sees("Q1 R1", on="status")
    page.wait(lambda: "unplugged" not in page.state(), "nothing to be unplugged")


def test_a_companion_that_dies_is_told_and_can_be_started_again(page: Page, bench: BenchProcess) -> None:
    page.sees("New game")
    os.kill(bench.companion(), signal.SIGKILL)
    page.reads("the companion has ended by itself (SIGKILL)")
    page.click("#stop")
    page.reads("running")


def test_the_page_finds_the_bench_again(page: Page, bench: BenchProcess) -> None:
    page.reads("running")
    assert bench.end() == 0
    page.reads("the bench does not answer")
    assert page.run(FAINT) is True  # what stood there is no longer what the box shows
    bench.start()
    page.reads("running")
    assert page.run(FAINT) is False
    page.keys(Keys.ENTER)
    page.sees("Scorekeeper")


FAINT = "return getComputedStyle(document.querySelector('canvas')).opacity < 1"


def test_hands_on_a_touch_screen_are_told_what_they_can_do(page: Page) -> None:
    keys, touch = page.find(".by-keys"), page.find(".by-touch")
    assert (keys.is_displayed(), touch.is_displayed()) == (True, False)
    touching = {"enabled": True, "maxTouchPoints": 1}
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", touching)
    try:
        page.wait(lambda: touch.is_displayed() and not keys.is_displayed(), "the words for fingers")
    finally:
        page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_an_error_has_a_line_of_its_own_and_goes_with_the_next_move(page: Page) -> None:
    page.run("move({ turn: 99 })")
    page.wait(lambda: "no such move" in page.find("#error").text, "the error")
    assert "running" in page.state()
    page.keys(Keys.ENTER)
    page.wait(lambda: not page.find("#error").is_displayed(), "the error to go")


@pytest.mark.parametrize("count", [2, 4])
def test_everything_is_in_sight_at_1250_by_800_and_nothing_sticks_out_at_400(
    browser: Chrome, tmp_path: Path, count: int
) -> None:
    roles = ("all", "status", "seat.0", "seat.1")
    wiring = tmp_path / "tabularius.toml"
    wiring.write_text(
        'profile = "bench"\n'
        + "".join(
            f'[[display]]\nname = "d{n}"\nrole = "{roles[n]}"\nbus = {1 + n}\nheight = {64 if n % 2 else 32}\n'
            for n in range(count)
        )
    )
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        bench = BenchProcess(Path(name), "--config", str(wiring))
        try:
            page = Page(browser, bench.address)
            for dark in (False, True):
                page.size(1250, 800, dark)
                for part in ("#displays", "#seats", "#knob", "#back", "#reader", "#find", "#tray", "#plug", "#parts"):
                    box = page.run("return arguments[0].getBoundingClientRect().toJSON()", page.find(part))
                    assert isinstance(box, dict)
                    assert box["top"] >= 0 and box["left"] >= 0, part
                    assert box["bottom"] <= 800 and box["right"] <= 1250, (part, box)
            page.size(400, 800)
            page.wait(lambda: page.run(STICKS_OUT) == 0, "nothing to stick out")
            for each in page.displays():
                width = page.run("return document.getElementById(arguments[0]).clientWidth", f"glass-{each}")
                assert isinstance(width, int)
                assert 256 <= width <= 380
        finally:
            browser.get("about:blank")
            bench.close()


def test_a_box_with_a_knob_alone_has_no_other_hand_on_the_page_and_its_ring_is_clear_of_the_glass(
    browser: Chrome,
) -> None:
    with tempfile.TemporaryDirectory(prefix="tab-") as name:
        bench = BenchProcess(Path(name), "--profile", "one-oled-knob")
        try:
            page = Page(browser, bench.address)
            for part in ("#seats", "#back", "#reader-place", "#hear-place"):
                assert not page.find(part).is_displayed(), part
            room = page.run(
                "return arguments[0].getBoundingClientRect().top - arguments[1].getBoundingClientRect().bottom",
                page.find("#knob"),
                page.find("figure"),
            )
            assert isinstance(room, (int, float))
            assert room > 9  # as far as the ring stands out
        finally:
            browser.get("about:blank")
            bench.close()


STICKS_OUT = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """A page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, format: str, *args: object) -> None:
        pass


TRY = """
const [address, done] = arguments, tries = [];
const body = JSON.stringify({ press: "knob" });
for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"])
  for (const mode of ["cors", "no-cors"])
    tries.push(fetch(address + "move", { method: "POST", mode, body, headers: { "Content-Type": type } })
      .then((answer) => answer.ok, () => false));
tries.push(fetch(address + "furniture").then((answer) => answer.ok, () => false));
Promise.all(tries).then(done);
"""


def test_the_page_of_another_origin_neither_moves_the_hands_nor_reads(browser: Chrome, bench: BenchProcess) -> None:
    bench.wait_for_glass(lambda art: seen(art, "New game"))
    server = http.server.ThreadingHTTPServer((HOST, 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        browser.get(f"http://{HOST}:{server.server_port}/")
        browser.set_script_timeout(20)
        answered = browser.execute_async_script(TRY, bench.address)
    finally:
        browser.get("about:blank")
        server.shutdown()
        server.server_close()
        thread.join()
    assert answered == [False] * 7
    bench.play((1, "[Trajan]"))  # a press before it would have opened the first title
