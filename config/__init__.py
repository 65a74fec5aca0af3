"""What the box is told: its wiring and its settings, typed, checked and each with its origin."""

from config.errors import ConfigError, SettingsError, SettingsFileError
from config.learned import learn
from config.loader import Loaded, Origin, data_folder, is_pi, load, profiles
from config.schema import (
    Back,
    Bench,
    Buzzer,
    Contacts,
    Data,
    Display,
    Knob,
    Reader,
    Seat,
    Settings,
    Table,
)

__all__ = [
    "Back",
    "Bench",
    "Buzzer",
    "ConfigError",
    "Contacts",
    "Data",
    "Display",
    "Knob",
    "Loaded",
    "Origin",
    "Reader",
    "Seat",
    "Settings",
    "SettingsError",
    "SettingsFileError",
    "Table",
    "data_folder",
    "is_pi",
    "learn",
    "load",
    "profiles",
]
