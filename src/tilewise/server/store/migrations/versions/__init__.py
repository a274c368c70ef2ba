"""One file for each schema version; an applied migration must never change."""
