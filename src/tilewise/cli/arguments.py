"""The command line: every subcommand of `tilewise` with its options."""

from __future__ import annotations

import argparse
import dataclasses
import re
import textwrap
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any, Final, NoReturn

from tilewise.arena.lineups import PAIRINGS
from tilewise.bots import LEVELS, WEAKEST_LEVEL
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES, Profile, profile_named
from tilewise.profiles.house_rules import parse_house_rules
from tilewise.rulebook import LANGUAGES
from tilewise.server.settings import Settings, parse_setting
from tilewise.simulator.policies import POLICIES

DEFAULT_PROFILE: Final = "international"

_PROFILE_NAMES: Final = ", ".join(PROFILES)
_LEVEL_NAMES: Final = ", ".join(LEVELS)
_POLICY_NAMES: Final = ", ".join(name for name in POLICIES if name not in LEVELS)

_WITH_LEVELS: Final[dict[str, Any]] = {
    "formatter_class": argparse.RawDescriptionHelpFormatter,
    "epilog": "\n".join(
        [
            "levels, the weakest first:",
            *(
                textwrap.fill(f"{name:10} {level.description}", 78, initial_indent="  ", subsequent_indent=13 * " ")
                for name, level in LEVELS.items()
            ),
        ]
    ),
}
"""What the help of a command says about the levels."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises TilewiseError instead of printing its usage."""

    def error(self, message: str) -> NoReturn:
        raise TilewiseError(f"{message}. See '{self.prog} --help'.")


class _Version(argparse.Action):
    """`tilewise --version`, the same as `tilewise version`."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: object) -> None:
        parser.exit(_lazy("tools", "run_version")(namespace))


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the arguments; `run` of the result is the function to call with it. Raises TilewiseError."""
    parser = _Parser(prog="tilewise", description="Tile rummy by the rules of the box you own.")
    parser.add_argument("--version", nargs=0, action=_Version, help="print the version")
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_play(subcommands)
    _add_simulate(subcommands)
    _add_arena(subcommands)
    _add_league(subcommands)
    _add_bot(subcommands)
    _add_replay(subcommands)
    _add_verify(subcommands)
    _add_rules(subcommands)
    _add_check(subcommands)
    _add_turn(subcommands)
    _add_score(subcommands)
    _add_solve(subcommands)
    _add_serve(subcommands)
    _add_site(subcommands)
    _add_maintenance(subcommands)
    version = subcommands.add_parser("version", help="print the version")
    version.set_defaults(run=_lazy("tools", "run_version"))
    return parser.parse_args(arguments)


def profile_from(options: argparse.Namespace) -> Profile:
    """Return the chosen profile with its house rules; raises RulesError."""
    name = DEFAULT_PROFILE if options.profile is None else options.profile
    return profile_named(name).with_rules(parse_house_rules(options.rule))


def reject_together(options: argparse.Namespace, option: str, others: Iterable[str]) -> None:
    """Raise TilewiseError if any of the other options was given as well, instead of ignoring it silently."""
    for other in others:
        if getattr(options, other) not in (None, False, []):
            raise TilewiseError(f"{_as_typed(option)} and {_as_typed(other)} cannot be used together.")


def _as_typed(option: str) -> str:
    return "SET" if option == "sets" else f"--{option.replace('_', '-')}"


def _add_play(subcommands: Any) -> None:
    parser = subcommands.add_parser("play", help="play in the terminal against computer players", **_WITH_LEVELS)
    _add_rule_options(parser)
    parser.add_argument(
        "--opponents",
        type=_whole_number,
        metavar="N",
        help="computer players, 1 to 5 (3, or as many as the box allows)",
    )
    parser.add_argument("--level", choices=LEVELS, help=f"how well the computer players play ({WEAKEST_LEVEL})")
    parser.add_argument("--seed", help="deal the same game again with the same seed")
    parser.add_argument("--name", help="your name")
    parser.add_argument("--save", metavar="FILE", help="save the game to this file instead of the usual one")
    parser.add_argument("--resume", nargs="?", const="", metavar="FILE", help="continue a saved game")
    parser.set_defaults(run=_lazy("play", "run_play"))


def _add_simulate(subcommands: Any) -> None:
    parser = subcommands.add_parser("simulate", help="let computer players play many games", **_WITH_LEVELS)
    _add_rule_options(parser)
    _add_players_option(parser, "4, or as many as the box allows")
    parser.add_argument("--games", type=_whole_number, default=100, metavar="N", help="number of games (100)")
    parser.add_argument(
        "--levels",
        nargs="+",
        choices=LEVELS,
        default=[WEAKEST_LEVEL],
        metavar="LEVEL",
        help=f"{_LEVEL_NAMES}: one for all players, or one for each seat ({WEAKEST_LEVEL})",
    )
    parser.add_argument("--seed", default="1", help="the seed that the seeds of the games are made from (1)")
    parser.add_argument("--jobs", type=_whole_number, default=1, metavar="N", help="processes to use (1)")
    _add_json_option(parser, "print the statistics as JSON")
    parser.set_defaults(run=_lazy("simulate", "run_simulate"))


def _add_arena(subcommands: Any) -> None:
    parser = subcommands.add_parser("arena", help="compare computer players: win rates, points and Elo")
    _add_rule_options(parser)
    _add_player_option(parser, "a player")
    parser.add_argument("--seats", type=_whole_number, default=2, metavar="N", help="seats at the table (2)")
    parser.add_argument(
        "--pairing",
        choices=PAIRINGS,
        default="crosstable",
        help="; ".join(f"{name}: {meaning}" for name, meaning in PAIRINGS.items()) + " (crosstable)",
    )
    parser.add_argument("--deals", type=_whole_number, default=100, metavar="N", help="deals for each table (100)")
    parser.add_argument("--seed", default="1", help="the seed that the seeds of the deals are made from (1)")
    parser.add_argument(
        "--test",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="stop when it is clear whether the first player's Elo is rather LOW or HIGH",
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="a player's time for each action (no limit)")
    parser.add_argument("--samples", type=_whole_number, metavar="N", help="a player's samples for each action")
    parser.add_argument("--folder", metavar="DIR", help="keep the results here; continue a run that was stopped")
    parser.add_argument("--plot", metavar="FILE", help="write the crosstable and the ratings as SVG")
    _add_worker_options(parser)
    _add_json_option(parser, "print the results as JSON")
    parser.set_defaults(run=_lazy("arena", "run_arena"))


def _add_league(subcommands: Any) -> None:
    parser = subcommands.add_parser("league", help="keep a rating list of computer players")
    parser.add_argument("folder", metavar="FOLDER", help="where the league is kept")
    _add_rule_options(parser)
    _add_player_option(parser, "a player to add")
    parser.add_argument("--seats", type=_whole_number, metavar="N", help="seats at the table of a new league (2)")
    parser.add_argument("--seed", help="the seed of a new league (1)")
    parser.add_argument("--deals", type=_whole_number, default=60, metavar="N", help="deals that rate a player (60)")
    parser.add_argument("--page", metavar="FILE", help="write the rating list as Markdown")
    _add_worker_options(parser)
    parser.set_defaults(run=_lazy("league", "run_league"))


def _add_bot(subcommands: Any) -> None:
    parser = subcommands.add_parser("bot", help="let a program play at a server's table")
    parser.add_argument("--server", required=True, metavar="URL", help="the address of the server")
    parser.add_argument("--token", help="the token of the program's guest or account (environment: TILEWISE_TOKEN)")
    parser.add_argument(
        "--table", metavar="TABLE", help="the table: its id, link or code (the one where the token's owner sits)"
    )
    parser.add_argument("program", nargs=argparse.REMAINDER, metavar="PROGRAM", help="the program and its arguments")
    parser.set_defaults(run=_lazy("bot", "run_bot"))


def _add_player_option(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="P",
        help=f"{what}; repeat for more: a level ({_LEVEL_NAMES}), a policy ({_POLICY_NAMES}), "
        "module:Class, or cmd: PROGRAM; NAME=P gives it a name",
    )


def _add_worker_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=_whole_number, metavar="N", help="processes to use (one for each core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead; auto finds the local one")


def _add_replay(subcommands: Any) -> None:
    parser = subcommands.add_parser("replay", help="step through a recorded game")
    _add_record_argument(parser)
    _add_json_option(parser, "print the whole game as JSON: every action and every position")
    parser.set_defaults(run=_lazy("replay", "run_replay"))


def _add_verify(subcommands: Any) -> None:
    parser = subcommands.add_parser("verify", help="check that a server dealt a game fairly")
    _add_record_argument(parser)
    parser.add_argument("--digest", metavar="TEXT", help="the digest that you saw before the deal")
    parser.add_argument(
        "--added",
        nargs=2,
        action="append",
        default=[],
        metavar=("SEAT", "TEXT"),
        help="the text that a seat added to the deal; repeat for more",
    )
    parser.set_defaults(run=_lazy("verify", "run_verify"))


def _add_rules(subcommands: Any) -> None:
    parser = subcommands.add_parser("rules", help="print the rules of a profile and how the others differ")
    parser.add_argument("profile", metavar="PROFILE", help=_PROFILE_NAMES)
    parser.add_argument(
        "--lang", choices=LANGUAGES, help=f"{', '.join(LANGUAGES)} (default: the language of the printed rulebook)"
    )
    _add_house_rule_option(parser)
    parser.set_defaults(run=_lazy("tools", "run_rules"))


def _add_check(subcommands: Any) -> None:
    parser = subcommands.add_parser("check", help="is this a set?")
    _add_rule_options(parser)
    parser.add_argument("sets", nargs="*", metavar="SET", help='a set, such as "r3 r4 J"')
    _add_batch_option(parser)
    parser.set_defaults(run=_lazy("tools", "run_check"))


def _add_turn(subcommands: Any) -> None:
    parser = subcommands.add_parser("turn", help="was this turn legal?")
    _add_rule_options(parser)
    _add_players_option(parser, "4")
    parser.add_argument("--before", metavar="TABLE", help='the table before the turn, such as "r3 r4 r5 | k7 b7 o7"')
    parser.add_argument("--rack", metavar="TILES", help="the player's rack before the turn")
    parser.add_argument("--after", metavar="TABLE", help="the table after the turn")
    parser.add_argument("--not-opened", action="store_true", help="the player had not opened in an earlier turn")
    parser.add_argument("--leftover", metavar="TILES", help="where do these tiles go if nobody can put them back?")
    _add_batch_option(parser)
    parser.set_defaults(run=_lazy("tools", "run_turn"))


def _add_score(subcommands: Any) -> None:
    parser = subcommands.add_parser("score", help="what are the scores of a game or a match?")
    _add_rule_options(parser)
    parser.add_argument("--racks", nargs="+", metavar="TILES", help='the rack of every seat in order: "" "r5 k10 J"')
    parser.add_argument("--ended", choices=("out", "pool"), help="what ran out: a player's rack or the pool (out)")
    parser.add_argument(
        "--unopened", nargs="+", type=_whole_number, default=[], metavar="SEAT", help="seats that never opened"
    )
    parser.add_argument(
        "--announced",
        nargs="+",
        type=_whole_number,
        default=[],
        metavar="SEAT",
        help="seats that announced their opening",
    )
    parser.add_argument(
        "--game",
        action="append",
        metavar="SCORES",
        help='to check and add up scores: those of one game, "+24 -5 -16 -3"; repeat for more',
    )
    _add_batch_option(parser)
    parser.set_defaults(run=_lazy("tools", "run_score"))


def _add_solve(subcommands: Any) -> None:
    parser = subcommands.add_parser("solve", help="what is the best play?")
    _add_rule_options(parser)
    _add_players_option(parser, "4")
    parser.add_argument("--table", default="", metavar="TABLE", help='the table, such as "r3 r4 r5 | k7 b7 o7"')
    parser.add_argument("--rack", metavar="TILES", help="the player's rack")
    parser.add_argument(
        "--goal",
        choices=("tiles", "points", "out"),
        default="tiles",
        help="place the most tiles or the most points, or go out (tiles)",
    )
    parser.add_argument("--opening", action="store_true", help="the player has not opened: use only sets from the rack")
    parser.add_argument(
        "--steps", action="store_true", help="change the table as little as possible, and list each move"
    )
    _add_json_option(parser, "print the result as JSON")
    _add_batch_option(parser)
    parser.set_defaults(run=_lazy("tools", "run_solve"))


def _add_serve(subcommands: Any) -> None:
    parser = subcommands.add_parser("serve", help="run the game server")
    _add_settings(parser, (field.name for field in dataclasses.fields(Settings)))
    parser.set_defaults(run=_lazy("serve", "run_serve"))


def _add_site(subcommands: Any) -> None:
    parser = subcommands.add_parser("site", help="write the page as files for any web host, to play without a server")
    parser.add_argument("folder", metavar="FOLDER", help="a new folder, or one that this command has written")
    parser.set_defaults(run=_lazy("site", "run_site"))


def _add_maintenance(subcommands: Any) -> None:
    parser = subcommands.add_parser("migrate", help="update the server's database to the current schema")
    parser.add_argument("--check", action="store_true", help="change nothing, only check whether it is up to date")
    _add_settings(parser, ["database"])
    parser.set_defaults(run=_lazy("maintenance", "run_migrate"))
    parser = subcommands.add_parser("backup", help="back up the server's database, even while the server is running")
    parser.add_argument("file", metavar="FILE", help="FILE.jsonl, FILE.jsonl.gz, or FILE.db for a copy of SQLite")
    _add_settings(parser, ["database"])
    parser.set_defaults(run=_lazy("maintenance", "run_backup"))
    parser = subcommands.add_parser("restore", help="restore a backup into an empty database")
    parser.add_argument("file", metavar="FILE", help="a file written by tilewise backup")
    parser.add_argument("--check", action="store_true", help="restore nothing, only check that the backup is complete")
    _add_settings(parser, ["database"])
    parser.set_defaults(run=_lazy("maintenance", "run_restore"))


def _add_settings(parser: argparse.ArgumentParser, names: Iterable[str]) -> None:
    fields = {field.name: field for field in dataclasses.fields(Settings)}
    for field in (fields[name] for name in names):
        flag = f"--{field.name.replace('_', '-')}"
        about = f"{field.metadata['about']} ({field.default if field.default != '' else 'not set'})".replace("%", "%%")
        parser.add_argument(flag, type=partial(_setting, field.name), metavar="VALUE", help=about)


def _setting(name: str, text: str) -> Any:
    """Return the value of a setting; argparse replaces the sentence of any other error."""
    try:
        return parse_setting(name, text)
    except TilewiseError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def _add_rule_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="P", help=f"{_PROFILE_NAMES} ({DEFAULT_PROFILE})")
    _add_house_rule_option(parser)


def _add_house_rule_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rule", action="append", default=[], metavar="FIELD=VALUE", help="a house rule; repeat for more"
    )


def _add_players_option(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--players", type=_whole_number, metavar="N", help=f"players at the table ({default})")


def _add_record_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a game record, as text or JSON; - for standard input")


def _add_json_option(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("--json", action="store_true", help=help_text)


def _add_batch_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--batch", action="store_true", help="read JSON lines, write JSON lines")


def _whole_number(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _lazy(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that imports its module when called: `tilewise check` needs no terminal library."""

    def run(options: argparse.Namespace) -> int:
        code: int = getattr(import_module(f"tilewise.cli.{module}"), function)(options)
        return code

    return run
