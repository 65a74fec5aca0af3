"""The daemon: joins rules, parts and settings into the companion at the table."""
