"""The displays of a box for a command that has something to show on them: all say the same. Knows no game."""

from __future__ import annotations

from collections.abc import Callable

from config.schema import Settings
from drivers.display_bus import DisplayBus, OpenedBus
from drivers.events import Event
from drivers.oled import Display, load_library
from drivers.seams import Clock, Worker
from firmware_py.box import open_display
from firmware_py.screens import render
from firmware_py.view import View


class Glasses:
    """Every display of the settings. One that does not answer is passed over: the terminal says everything too."""

    def __init__(
        self,
        settings: Settings,
        open_bus: Callable[[int], OpenedBus],
        clock: Clock,
        worker: Callable[[str], Worker],
    ) -> None:
        load_library()
        self._buses: dict[int, DisplayBus] = {}
        self._displays: list[Display] = []
        for each in settings.displays:
            if each.bus not in self._buses:

                def opened(number: int = each.bus) -> OpenedBus:
                    return open_bus(number)

                self._buses[each.bus] = DisplayBus(each.bus, opened, clock, worker(f"bus {each.bus}"))
            self._displays.append(open_display(each, self._buses[each.bus], _nobody))

    def show(self, view: View) -> None:
        for display in self._displays:
            display.show(render(view, display.width, display.height))

    def close(self) -> None:
        """Dark again; a companion that starts paints them anew."""
        for display in self._displays:
            display.close()
        for bus in self._buses.values():
            bus.close()


def _nobody(event: Event) -> None:
    """A display that is lost here is for the doctor."""
