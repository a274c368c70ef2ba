#!/usr/bin/env python3
"""An external player for Tilewise, with nothing but the standard library: it lays complete sets from its rack.

tilewise arena --player beginner --player "cmd: python3 examples/rack_player.py"
"""

from __future__ import annotations

import json
import sys
from typing import Any

COLOURS = "rbok"


def sets_in(rack: list[str]) -> list[list[str]]:
    """Return runs, then groups, that can be laid side by side. Jokers stay on the rack."""
    left = sorted(tile for tile in rack if tile[1:].isdigit())
    found = []
    for colour in COLOURS:
        run: list[str] = []
        for number in range(1, 15):
            tile = f"{colour}{number}"
            if tile in left:
                run.append(tile)
                continue
            if len(run) >= 3:
                found.append(run)
                for used in run:
                    left.remove(used)
            run = []
    for number in range(1, 14):
        group = [tile for tile in (f"{colour}{number}" for colour in COLOURS) if tile in left]
        if len(group) >= 3:
            found.append(group)
            for used in group:
                left.remove(used)
    return found


def choose(view: dict[str, Any], opening: int) -> dict[str, Any]:
    """Return the action for a turn."""
    sets = sets_in(view["rack"].split())
    value = sum(int(tile[1:]) for tiles in sets for tile in tiles)
    if sets and (view["opened"][view["seat"]] or value >= opening):
        return {"action": "play", "table": [*view["table"], *(" ".join(tiles) for tiles in sets)]}
    return {"action": "draw" if view["pool_size"] else "pass"}


def main() -> None:
    """Answer the questions of one game."""
    opening = 0
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, Any] | None = None
        if message["type"] == "hello":
            answer = {"type": "ready", "protocol": 1, "name": "rack player"}
        elif message["type"] == "start":
            opening = message["profile"]["opening_threshold"]
        elif message["type"] == "choose":
            answer = {"id": message["id"], **choose(message["view"], opening)}
        elif message["type"] == "choose-out-of-turn":
            answer = {"id": message["id"], "action": "none"}
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
