"""The parts of the box: one module a device kind. A driver knows no game and not whether its wire is real."""
