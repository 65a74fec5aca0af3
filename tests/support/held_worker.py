"""A worker that does not come back, as when the kernel does not return from a call."""

from __future__ import annotations

from drivers.bench.simulated import SteppedWorker


class HeldWorker(SteppedWorker):
    """No job comes to its end while ``held``. An existing worker may be made one by setting its class."""

    held = False

    def _finish(self) -> None:
        if self.held:
            self._clock.later(0.1, self._finish)
        else:
            super()._finish()
