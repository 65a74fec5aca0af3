"""Knob logic: what turns, clicks, buttons and tags mean, and what every display shall show meanwhile."""
