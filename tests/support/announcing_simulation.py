"""`tilewise simulate` whose worker processes leave their ids in the folder ANNOUNCED when they play."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tilewise.bots import LEVELS, Beginner, Clock, Level
from tilewise.cli import main
from tilewise.game import Action
from tilewise.view import View


class Announcing(Beginner):
    """A beginner that says which process it is in."""

    def choose(self, view: View, clock: Clock) -> Action:
        Path(os.environ["ANNOUNCED"], str(os.getpid())).touch()
        return super().choose(view, clock)


if __name__ in ("__main__", "__mp_main__"):  # a worker that was not forked imports this file by the second name
    LEVELS["beginner"] = Level(Announcing, "Announces its process.")

if __name__ == "__main__":
    sys.exit(main(["simulate", *sys.argv[1:]]))
