"""Pages in a browser: the bench page. Nothing here is imported by the companion itself."""
