"""The emulated world of the box: pins, display chips, reader, tags and supply, at the wire."""
