"""Mistakes in texts, and in the command, the arena, the computer players and the simulator."""

from __future__ import annotations

from typing import Final

from scripts.mutations.mutation import Mutation

WORDS_COMMAND: Final = (
    Mutation(
        "In German, the button that takes a step back is called as the one that repeats it.",
        "words",
        "web/src/words/de.ts",
        '  undo: "Zurücknehmen",\n',
        '  undo: "Wiederholen",\n',
        ("web/tests/unit/words",),
    ),
    Mutation(
        "In Polish, two to four free seats have the ending of five.",
        "words",
        "web/src/words/pl.ts",
        'few: "{count} wolne miejsca", ',
        "",
        ("web/tests/unit/words",),
    ),
    Mutation(
        "A Polish text names another fact than the one that the server sends.",
        "words",
        "web/src/words/pl.ts",
        "Liczba par potrzebnych do nowego rozdania: {needed};",
        "Liczba par potrzebnych do nowego rozdania: {wanted};",
        ("web/tests/unit/words",),
    ),
    Mutation(
        "In Polish, an opening that is too low is said to need what it is worth, and to be worth what it needs.",
        "words",
        "web/src/words/pl.ts",
        "Twoje otwarcie jest warte {value}; potrzeba {needed}.",
        "Twoje otwarcie jest warte {needed}; potrzeba {value}.",
        ("web/tests/unit/words", "web/tests/unit/table/sentences.test.ts"),
    ),
    Mutation(
        "The German rules say that an opening needs what a joker costs.",
        "words",
        "src/tilewise/rulebook/de.py",
        "und ist zusammen mindestens {opening_threshold:point} ",
        "und ist zusammen mindestens {joker_penalty:point} ",
        ("tests/rulebook",),
    ),
    Mutation(
        "The Polish rules say that a run may reach from 1 to 12.",
        "words",
        "src/tilewise/rulebook/pl.py",
        "Może sięgać od 1 do 13.",
        "Może sięgać od 1 do 12.",
        ("tests/rulebook",),
    ),
    Mutation(
        "The refusal of an exchanged joker names the wrong rule.",
        "words",
        "src/tilewise/errors.py",
        '        "joker-exchanged",\n        "U8",\n',
        '        "joker-exchanged",\n        "U7",\n',
        ("tests/test_errors.py", "tests/test_turn.py"),
    ),
    Mutation(
        "A saved game is only in the memory of the operating system.",
        "command",
        "src/tilewise/cli/save_file.py",
        "            os.fsync(descriptor)\n",
        "",
        ("tests/cli/test_save_file.py",),
    ),
    Mutation(
        "`tilewise verify` accepts a deal whose digest is not the one that was shown before.",
        "command",
        "src/tilewise/cli/verify.py",
        "if digest is not None and digest != fair.digest:",
        "if digest is not None and not fair.digest:",
        ("tests/cli/test_verify.py",),
    ),
    Mutation(
        "A shared win counts as a whole one for each of its players.",
        "command",
        "src/tilewise/arena/duplicate_deals.py",
        "return 1 / len(self.winners) if seat in self.winners else 0.0",
        "return 1.0 if seat in self.winners else 0.0",
        ("tests/arena/test_duplicate_deals.py", "tests/arena"),
    ),
    Mutation(
        "The weaker computer players take apart one set more than they can.",
        "command",
        "src/tilewise/bots/limited.py",
        "    for count in range(limits.sets + 1):\n",
        "    for count in range(limits.sets + 2):\n",
        ("tests/bots/test_limited.py",),
    ),
    Mutation(
        "In the simulator, whoever draws the last tile has no turn in the last round (kernel).",
        "command",
        "src/tilewise/simulator/counted_game.py",
        "            self.last_round = self.playing\n",
        "            self.last_round = self.playing & ~(1 << seat)\n",
        ("tests/simulator/test_counted_game.py", "tests/simulator/test_simulation.py", "tests/simulator"),
    ),
)
