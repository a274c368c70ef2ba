"""Print digests of the program's answers on this machine; the page's engine must print the same.

python -m scripts.engine_digests --positions 2000 --games 200
"""

from __future__ import annotations

import argparse
import asyncio

from tilewise.browser.agreement import game_digests, joint_digest, position_digests


def main() -> None:
    parser = argparse.ArgumentParser(description="Digests of the program's answers, to compare two ways of running it.")
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    print(f"positions {asked.positions} {joint_digest(position_digests(asked.positions))}")
    print(f"games {asked.games} {joint_digest(asyncio.run(game_digests(asked.games)))}")


if __name__ == "__main__":
    main()
