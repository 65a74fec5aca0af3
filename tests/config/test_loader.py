"""Settings as a builder meets them: layers, origins, and messages that say where and what."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Loaded, SettingsError, SettingsFileError, data_folder, is_pi, load, profiles
from config.loader import Origin


class Home:
    """A computer of its own for one test: a home folder, no settings, not a Pi unless said."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.system_file = root / "etc" / "tabularius.toml"
        self.model = root / "model"
        self.environ = {"HOME": str(root / "home")}
        self.data = root / "data"

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def load(self, *overrides: str, profile: str | None = None, config: Path | None = None) -> Loaded:
        return load(
            profile,
            config,
            self.data,
            overrides,
            environ=self.environ,
            system_file=self.system_file,
            model_file=self.model,
        )

    def problems(self, text: str) -> str:
        """What is said about a settings file with this text, without the folder."""
        path = self.write("box.toml", text)
        with pytest.raises(SettingsError) as caught:
            self.load(config=path)
        return str(caught.value).replace(str(self.root) + "/", "")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_any_computer_without_settings_starts_the_bench_and_says_so(home: Home) -> None:
    loaded = home.load()
    assert loaded.profile == "bench"
    assert loaded.messages == ("no wiring profile is set: starting with bench",)


def test_a_pi_without_settings_starts_with_one_knob_and_one_display(home: Home) -> None:
    home.model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    loaded = home.load()
    assert loaded.profile == "one-oled-knob"
    assert "one-oled-knob" in loaded.messages[0]
    assert (loaded.settings.back, loaded.settings.seats, loaded.settings.reader) == (None, (), None)


@pytest.mark.parametrize("model", [b"Raspberry Pi 5 Model B Rev 1.0\0", b"Raspberry Pi 4"])
def test_a_pi_is_known_by_its_device_tree(tmp_path: Path, model: bytes) -> None:
    (tmp_path / "model").write_bytes(model)
    assert is_pi(tmp_path / "model")


def test_another_board_or_none_at_all_is_no_pi(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Orange \xff\0")
    assert not is_pi(tmp_path / "model")
    assert not is_pi(tmp_path / "absent")


@pytest.mark.parametrize("name", profiles())
def test_every_profile_loads_without_a_warning(home: Home, name: str) -> None:
    loaded = home.load(profile=name)
    assert loaded.profile == name
    assert loaded.messages == ()
    assert loaded.settings.displays[0].address == 0x3C


def test_the_three_profiles_are_there() -> None:
    assert profiles() == ("bench", "one-oled-knob", "two-oled-seat-buttons")


def test_the_bench_has_both_kinds_of_chip(home: Home) -> None:
    assert {display.chip for display in home.load(profile="bench").settings.displays} == {"ssd1306", "sh1106"}


def test_later_layers_win_and_every_value_knows_its_origin(home: Home) -> None:
    home.write("etc/tabularius.toml", '# mine\nprofile = "two-oled-seat-buttons"\n\n[knob]\na = 4\nb = 24\n')
    home.write("data/learned.toml", "[knob]\nb = 8\nreversed = true\n")
    loaded = home.load("knob.reversed=false", "table.toast_s=2")
    knob = loaded.settings.knob
    assert (knob.a, knob.b, knob.push, knob.reversed) == (4, 8, 22, False)
    origins = {name: str(origin).replace(f"{home.root}/", "") for name, _, origin in loaded.rows()}
    assert origins["profile"] == "etc/tabularius.toml, line 2"
    assert origins["[knob] a"] == "etc/tabularius.toml, line 5"
    assert origins["[knob] b"] == "data/learned.toml, line 2"
    assert origins["[knob] push"].startswith("profile two-oled-seat-buttons, line ")
    assert origins["[knob] reversed"] == "command line"
    assert origins["[table] toast_s"] == "command line"
    assert origins["[table] language"] == "built-in"


def test_the_named_file_wins_over_the_system_file_and_that_over_the_users(home: Home) -> None:
    home.write("home/.config/tabularius/tabularius.toml", "[bench]\nport = 1001\n")
    assert home.load().settings.bench.port == 1001
    home.write("etc/tabularius.toml", "[bench]\nport = 1002\n")
    assert home.load().settings.bench.port == 1002
    assert home.load(config=home.write("mine.toml", "[bench]\nport = 1003\n")).settings.bench.port == 1003


def test_the_users_configuration_folder_may_lie_elsewhere(home: Home) -> None:
    home.environ["XDG_CONFIG_HOME"] = str(home.root / "conf")
    home.write("conf/tabularius/tabularius.toml", "[bench]\nport = 1001\n")
    assert home.load().settings.bench.port == 1001


def test_a_list_of_displays_replaces_that_of_the_profile(home: Home) -> None:
    path = home.write("box.toml", '[[display]]\nname = "big"\nchip = "ssd1309"\n')
    loaded = home.load(config=path)
    assert [display.name for display in loaded.settings.displays] == ["big"]
    assert loaded.origins["display", 0, "chip"] == Origin(str(path), 3)
    assert ("display", 1, "chip") not in loaded.origins


def test_single_keys_of_a_display_can_be_changed(home: Home) -> None:
    path = home.write("box.toml", "[display.1]\nrotate = 180\n")
    settings = home.load(config=path).settings
    assert [(display.chip, display.rotate) for display in settings.displays] == [("ssd1306", 0), ("sh1106", 180)]


def test_a_part_of_the_profile_can_be_left_out(home: Home) -> None:
    loaded = home.load(config=home.write("box.toml", 'without = ["reader", "seat"]\n'))
    assert loaded.settings.reader is None
    assert loaded.settings.seats == ()
    assert not [path for path in loaded.origins if path[0] in ("reader", "seat")]


def test_a_builders_own_profile_is_named_by_its_path(home: Home) -> None:
    own = home.write("own.toml", '[knob]\na = 4\nb = 8\npush = 9\n[[display]]\nname = "x"\nbus = 20\n')
    loaded = home.load(profile=str(own))
    assert loaded.settings.displays[0].bus == 20
    assert str(loaded.origins["knob", "a"]) == f"{own}, line 2"


def test_all_problems_are_told_at_once_with_file_line_key_found_and_allowed(home: Home) -> None:
    text = '[knob]\na = 99\nreverse = true\n\n[reader]\nport = "serial0"\npoll_ms = "fast"\n[tabel]\n'
    assert home.problems(text).splitlines() == [
        "box.toml, line 2: [knob] a: found 99; allowed: a whole number from 0 to 27",
        "box.toml, line 3: [knob] reverse: there is no such key; meant: reversed?",
        'box.toml, line 6: [reader] port: found "serial0"; allowed: a device, as "/dev/serial0"',
        'box.toml, line 7: [reader] poll_ms: found "fast"; allowed: a whole number from 50 to 5000',
        "box.toml, line 8: [tabel]: there is no such table; meant: table?",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[knob]\na = true\n", "box.toml, line 2: [knob] a: found true; allowed: a whole number from 0 to 27"),
        ("knob = 3\n", "box.toml, line 1: [knob]: found 3; allowed: a table"),
        (
            "[contacts]\ndebounce_ms = nan\n",
            "line 2: [contacts] debounce_ms: found nan; allowed: a number from 5 to 100",
        ),
        (
            "[knob]\ntransitions_per_detent = 3\n",
            "line 2: [knob] transitions_per_detent: found 3; allowed: 1, 2 or 4",
        ),
        ("seat = 5\n", "line 1: [seat]: found 5; allowed: [[seat]], a list of tables"),
        ("seat = [5]\n", "line 1: [seat.0]: found 5; allowed: a table"),
        ("[[display]]\nchip = 'sh1106'\n", "line 1: [display.0] name: missing; allowed: a short word"),
        (
            '[[display]]\nname = "a"\n[[display]]\nname = "b"\nrole = "seat.5"\naddress = 0x3D\n',
            'line 5: [display.1] role: found "seat.5"; allowed: "all", "status", "prompt" or "seat.0" to "seat.4"',
        ),
        ("[display.7]\nrotate = 180\n", "line 1: [display.7]: found number 7, but there are 2, counted from 0"),
        ("display = []\n", "profile bench: [[display]]: missing; allowed: every box has at least one"),
        ('without = ["knob"]\n', 'line 1: without: found ["knob"]; allowed: a list of parts'),
        ("profile = 4\n", "line 1: profile: found 4; allowed: the name of a wiring profile"),
        ('profile = "big"\n', 'line 1: profile: found "big"; allowed: bench, one-oled-knob, two-oled'),
        ('without = ["buzzer"]\n[buzzer]\nmuted = true\n', "line 3: [buzzer] pin: missing; allowed: a whole number"),
        ("[knob\n", "box.toml: is not TOML: Expected ']' at the end of a table declaration (at line 1"),
    ],
)
def test_a_wrong_setting_is_named_with_its_place(home: Home, text: str, said: str) -> None:
    assert said in home.problems(text)


def test_a_file_that_is_not_text_is_refused_with_its_line(home: Home) -> None:
    path = home.root / "box.toml"
    path.write_bytes(b"[knob]\n# caf\xe9\n")
    with pytest.raises(SettingsError, match=r"box\.toml, line 2: is not UTF-8 text"):
        home.load(config=path)


def test_a_pin_used_twice_is_refused_with_both_its_users(home: Home) -> None:
    said = home.problems("[back]\npin = 17\n")
    assert said == "box.toml, line 2: [back] pin: found 17, which is [knob] a already; allowed: a free pin"


def test_a_lamp_on_a_buttons_pin_is_refused(home: Home) -> None:
    said = home.problems("[[seat]]\nbutton = 5\nlamp = 5\n")
    assert said == "box.toml, line 3: [seat.0] lamp: found 5, which is [seat.0] button already; allowed: a free pin"


def test_two_displays_at_one_address_or_with_one_name_are_refused(home: Home) -> None:
    assert home.problems('[[display]]\nname = "a"\n[[display]]\nname = "a"\naddress = 0x3C\n').splitlines() == [
        'box.toml, line 4: [display.1] name: found "a", which display 0 has already; allowed: a name of its own',
        (
            'box.toml, line 5: [display.1] address: found 0x3C on bus 1, where "a" is already; '
            "allowed: another address or bus"
        ),
    ]


def test_the_same_address_on_two_buses_is_fine(home: Home) -> None:
    text = '[[display]]\nname = "a"\n[[display]]\nname = "b"\nbus = 21\n'
    assert len(home.load(config=home.write("box.toml", text)).settings.displays) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[back]\npin = 2\n", "line 2: [back] pin: pin 2 is SDA of i2c-1; take another one"),
        ("[back]\npin = 15\n", "line 2: [back] pin: pin 15 is RXD of the reader's serial port; take another one"),
        ("[back]\npin = 0\n", "line 2: [back] pin: pin 0 is ID_SD of the board's own memory; take another one"),
    ],
)
def test_a_pin_that_the_board_uses_itself_is_a_warning(home: Home, text: str, said: str) -> None:
    (message,) = home.load(profile="bench", config=home.write("box.toml", text)).messages
    assert message == f"{home.root}/box.toml, {said}"


def test_the_serial_pins_are_free_where_the_reader_is_on_usb(home: Home) -> None:
    text = '[back]\npin = 15\n[reader]\nport = "/dev/nfc-reader"\n'
    assert home.load(profile="bench", config=home.write("box.toml", text)).messages == ()


@pytest.mark.parametrize("text", ["", "[kn", "[knob]\na = 99\n", "\0\0\0", '[data]\nfolder = "/x"\n'])
def test_a_damaged_learned_file_never_keeps_the_box_from_starting(home: Home, text: str) -> None:
    home.write("data/learned.toml", text)
    loaded = home.load(profile="bench")
    assert loaded.settings.knob.a == 17
    if text:
        assert f"{home.data}/learned.toml" in loaded.messages[0]
        assert loaded.messages[0].endswith("going on without what was learned")
    else:
        assert loaded.messages == ()


@pytest.mark.parametrize(
    ("learned", "found"),
    [
        ("[display.1]\nrotate = 180\n", "line 2: [display.1]: found number 1, but there are 1, counted from 0"),
        ("[reader]\npoll_ms = 300\n", "line 3: [reader] port: missing"),
        ("[back]\npin = 22\n", "line 3: [back] pin: found 22, which is [knob] push already"),
        ('profile = "/gone/mine.toml"\n', "line 2: profile: /gone/mine.toml: cannot be read: No such file"),
    ],
)
def test_what_was_learned_under_other_settings_never_keeps_the_box_from_starting(
    home: Home, learned: str, found: str
) -> None:
    home.write("data/learned.toml", "# learned\n" + learned)
    loaded = home.load(config=home.write("box.toml", 'profile = "one-oled-knob"\n'))
    assert (loaded.profile, len(loaded.settings.displays), loaded.settings.back) == ("one-oled-knob", 1, None)
    (message,) = loaded.messages
    assert message.startswith(f"{home.data}/learned.toml, {found}")
    assert message.endswith("going on without what was learned")


def test_of_two_that_meet_the_one_that_was_set_later_is_named(home: Home) -> None:
    text = 'profile = "two-oled-seat-buttons"\n[knob]\na = 23\n[display.0]\naddress = 0x3D\n'
    assert home.problems(text).splitlines() == [
        "box.toml, line 3: [knob] a: found 23, which is [back] pin already; allowed: a free pin",
        (
            'box.toml, line 5: [display.0] address: found 0x3D on bus 1, where "status" is already; '
            "allowed: another address or bus"
        ),
    ]


def test_a_named_file_that_is_missing_is_an_error(home: Home) -> None:
    with pytest.raises(SettingsFileError, match=r"absent\.toml: cannot be read: No such file or directory"):
        home.load(config=home.root / "absent.toml")


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("knob.a", 'command line: found "knob.a"; allowed: table.key=value'),
        ("=4", "allowed: table.key=value"),
        ("knob.a=4\nb=5", 'command line: [knob] a: found "4\\nb=5"; allowed: a whole number from 0 to 27'),
        ("knob.a.b=4", "command line: [knob] a: found { b = 4 }; allowed: a whole number from 0 to 27"),
        ("display.0.chip=oled", 'command line: [display.0] chip: found "oled"; allowed: "sh1106", "ssd1306"'),
    ],
)
def test_a_wrong_override_is_named_as_the_command_lines(home: Home, override: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        home.load(override)
    assert said in str(caught.value)


def test_an_override_needs_no_quotes_for_a_word(home: Home) -> None:
    loaded = home.load("display.0.role=all", "knob.reversed=true", "without=['buzzer']")
    assert loaded.settings.displays[0].role == "all"
    assert loaded.settings.knob.reversed
    assert loaded.settings.buzzer is None
    assert loaded.settings.displays[1].role == "status"


def test_the_data_folder_is_the_named_then_the_set_then_the_services_then_the_users(tmp_path: Path) -> None:
    environ = {"HOME": "/home/ana"}
    assert data_folder(environ=environ) == Path("/home/ana/.local/state/tabularius")
    environ["XDG_STATE_HOME"] = "/state"
    assert data_folder(environ=environ) == Path("/state/tabularius")
    environ["STATE_DIRECTORY"] = "/var/lib/tabularius:/var/lib/other"
    assert data_folder(environ=environ) == Path("/var/lib/tabularius")
    assert data_folder(None, "/srv/table", environ=environ) == Path("/srv/table")
    assert data_folder(tmp_path, "/srv/table", environ=environ) == tmp_path


def test_a_relative_state_folder_is_ignored_as_its_standard_demands() -> None:
    environ = {"HOME": "/home/ana", "XDG_STATE_HOME": "state"}
    assert data_folder(environ=environ) == Path("/home/ana/.local/state/tabularius")


def test_a_list_of_words_is_one_value_with_one_origin(tmp_path: Path) -> None:
    loaded = load("bench", None, tmp_path, ['buzzer.silent=["turn", "undo"]'], environ={"HOME": str(tmp_path)})
    assert loaded.settings.buzzer is not None
    assert loaded.settings.buzzer.silent == ("turn", "undo")
    row = next(row for row in loaded.rows() if row[0] == "[buzzer] silent")
    assert (list(row[1]), str(row[2])) == (["turn", "undo"], "command line")  # type: ignore[call-overload]
    with pytest.raises(
        SettingsError, match=r'allowed: a list of "over", "quarter", "refused", "round", "turn" or "undo"'
    ):
        load("bench", None, tmp_path, ['buzzer.silent=["turm"]'], environ={"HOME": str(tmp_path)})


def test_on_a_box_with_the_service_the_commands_find_its_folder_and_the_emulated_box_has_its_own(
    tmp_path: Path,
) -> None:
    environ, service = {"HOME": str(tmp_path)}, tmp_path / "service"
    mine = tmp_path / ".local" / "state" / "tabularius"
    assert data_folder(environ=environ, service=service) == mine
    service.mkdir()
    assert data_folder(environ=environ, service=service) == service
    assert data_folder(tmp_path, environ=environ, service=service) == tmp_path
    assert load("one-oled-knob", environ=environ, service_folder=service).data == service
    assert load("bench", environ=environ, service_folder=service).data == mine
