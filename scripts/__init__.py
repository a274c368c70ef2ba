"""Commands for developers: generated files, the web client, golden games, long checks."""
