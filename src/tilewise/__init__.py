"""Tile rummy by the rules of the box you own."""
