"""The rules: titles as plain state, steps and words. Knows no clock, file, thread, display or chance."""
