"""One file for each version; what was applied never changes."""
