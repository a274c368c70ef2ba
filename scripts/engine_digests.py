"""Print digests of the program's answers on this machine; the page's engine must print the same.

python -m scripts.engine_digests --positions 2000 --games 200          one digest for each
python -m scripts.engine_digests --positions 100 --first 300 --each    all of them, as JSON
"""

from __future__ import annotations

import argparse
import asyncio
import json

from tilewise.browser.agreement import game_digests, joint_digest, position_digests


def main() -> None:
    parser = argparse.ArgumentParser(description="Digests of the program's answers, to compare two ways of running it.")
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first position and of the first game")
    parser.add_argument("--each", action="store_true", help="print the digests of single positions and games")
    asked = parser.parse_args()
    digests = {
        "positions": position_digests(asked.positions, asked.first),
        "games": asyncio.run(game_digests(asked.games, asked.first)),
    }
    if asked.each:
        print(json.dumps(digests))
        return
    for kind, each in digests.items():
        print(f"{kind} {len(each)} {joint_digest(each)}")


if __name__ == "__main__":
    main()
