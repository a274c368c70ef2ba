"""What can be typed behind `tilewise`."""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from tilewise.bots import LEVELS
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES, Profile, profile_named
from tilewise.profiles.house_rules import parse_rules
from tilewise.rulebook import LANGUAGES
from tilewise.server.settings import Settings, parse_setting

DEFAULT_PROFILE = "international"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise TilewiseError(f"{message}. See '{self.prog} --help'.")


class _Version(argparse.Action):
    """`tilewise --version` says what `tilewise version` says."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: object) -> None:
        parser.exit(_runner("tools", "run_version")(namespace))


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Read the arguments; `run` of the result is the function to call. Raises TilewiseError."""
    parser = _Parser(prog="tilewise", description="Tile rummy by the rules of the box you own.")
    parser.add_argument("--version", nargs=0, action=_Version, help="say which version this is")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_play(commands)
    _add_simulate(commands)
    _add_replay(commands)
    _add_verify(commands)
    _add_rules(commands)
    _add_check(commands)
    _add_turn(commands)
    _add_score(commands)
    _add_solve(commands)
    _add_serve(commands)
    _add_databases(commands)
    version = commands.add_parser("version", help="say which version this is")
    version.set_defaults(run=_runner("tools", "run_version"))
    return parser.parse_args(arguments)


def rules_from(chosen: argparse.Namespace) -> Profile:
    """Return the profile that was chosen, with its house rules; raises RulesError."""
    return profile_named(DEFAULT_PROFILE if chosen.profile is None else chosen.profile).with_rules(
        parse_rules(chosen.rule)
    )


def refuse_together(chosen: argparse.Namespace, option: str, others: Iterable[str]) -> None:
    """Raise TilewiseError if one of the other options was given too: it would be ignored."""
    for other in others:
        if getattr(chosen, other) not in (None, False, []):
            raise TilewiseError(f"{_typed(option)} and {_typed(other)} do not go together.")


def _typed(option: str) -> str:
    return "SET" if option == "sets" else f"--{option.replace('_', '-')}"


def _add_play(commands: Any) -> None:
    parser = commands.add_parser("play", help="play in the terminal against computer players")
    _add_rule_options(parser)
    parser.add_argument(
        "--opponents", type=_whole, metavar="N", help="computer players, 1 to 5 (3, or as many as can play)"
    )
    parser.add_argument("--level", choices=LEVELS, help=f"how the computer players play ({next(iter(LEVELS))})")
    parser.add_argument("--seed", help="for a game that can be dealt again")
    parser.add_argument("--name", help="how you are called")
    parser.add_argument("--save", metavar="FILE", help="where to keep the game (a file of its own if not given)")
    parser.add_argument("--resume", nargs="?", const="", metavar="FILE", help="go on with a saved game")
    parser.set_defaults(run=_runner("play", "run_play"))


def _add_serve(commands: Any) -> None:
    parser = commands.add_parser("serve", help="run the game server")
    _add_settings(parser, (field.name for field in dataclasses.fields(Settings)))
    parser.set_defaults(run=_runner("serve", "run_serve"))


def _add_databases(commands: Any) -> None:
    parser = commands.add_parser("migrate", help="bring the server's database up to date")
    parser.add_argument("--check", action="store_true", help="change nothing, only say whether it is up to date")
    _add_settings(parser, ["database"])
    parser.set_defaults(run=_runner("maintenance", "run_migrate"))
    parser = commands.add_parser("backup", help="write the server's database to a file, also while it runs")
    parser.add_argument("file", metavar="FILE", help="FILE.jsonl or FILE.jsonl.gz, or FILE.db for a copy of SQLite")
    _add_settings(parser, ["database"])
    parser.set_defaults(run=_runner("maintenance", "run_backup"))
    parser = commands.add_parser("restore", help="read a backup into an empty database")
    parser.add_argument("file", metavar="FILE", help="what tilewise backup has written")
    parser.add_argument("--check", action="store_true", help="restore nothing, only see whether it could be")
    _add_settings(parser, ["database"])
    parser.set_defaults(run=_runner("maintenance", "run_restore"))


def _add_settings(parser: argparse.ArgumentParser, names: Iterable[str]) -> None:
    fields = {field.name: field for field in dataclasses.fields(Settings)}
    for field in (fields[name] for name in names):
        flag = f"--{field.name.replace('_', '-')}"
        about = f"{field.metadata['about']} ({field.default if field.default != '' else 'not set'})".replace("%", "%%")
        parser.add_argument(flag, type=partial(parse_setting, field.name), metavar="VALUE", help=about)


def _add_simulate(commands: Any) -> None:
    parser = commands.add_parser("simulate", help="let computer players play many games")
    _add_rule_options(parser)
    parser.add_argument("--players", type=_whole, metavar="N", help="players at the table (4, or as many as can play)")
    parser.add_argument("--games", type=_whole, default=100, metavar="N", help="how many games (100)")
    parser.add_argument(
        "--levels",
        nargs="+",
        choices=LEVELS,
        default=[next(iter(LEVELS))],
        metavar="LEVEL",
        help="one for all, or one per seat",
    )
    parser.add_argument("--seed", default="1", help="the games' seeds are made from it (1)")
    parser.add_argument("--jobs", type=_whole, default=1, metavar="N", help="processes side by side (1)")
    parser.add_argument("--json", action="store_true", help="the statistics as JSON")
    parser.set_defaults(run=_runner("simulate", "run_simulate"))


def _add_replay(commands: Any) -> None:
    parser = commands.add_parser("replay", help="step through a recorded game")
    parser.add_argument("file", help="a record, as text or JSON; - for standard input")
    parser.add_argument("--json", action="store_true", help="the whole game as JSON: every action and every position")
    parser.set_defaults(run=_runner("replay", "run_replay"))


def _add_verify(commands: Any) -> None:
    parser = commands.add_parser("verify", help="was this game of a server dealt fairly?")
    parser.add_argument("file", help="a record, as text or JSON; - for standard input")
    parser.add_argument("--digest", metavar="TEXT", help="the digest that you saw before the deal")
    parser.add_argument(
        "--added",
        nargs=2,
        action="append",
        default=[],
        metavar=("SEAT", "TEXT"),
        help="what a seat added; repeat for more",
    )
    parser.set_defaults(run=_runner("verify", "run_verify"))


def _add_rules(commands: Any) -> None:
    parser = commands.add_parser("rules", help="the rules of a profile, and how the others differ")
    parser.add_argument("profile", metavar="PROFILE", help=", ".join(PROFILES))
    parser.add_argument("--lang", choices=LANGUAGES, help="en, de or pl (the language of the rulebook)")
    parser.add_argument(
        "--rule", action="append", default=[], metavar="FIELD=VALUE", help="a house rule; repeat for more"
    )
    parser.set_defaults(run=_runner("tools", "run_rules"))


def _add_check(commands: Any) -> None:
    parser = commands.add_parser("check", help="is this a set?")
    _add_rule_options(parser)
    parser.add_argument("sets", nargs="*", metavar="SET", help='a set, such as "r3 r4 J"')
    _add_batch_option(parser)
    parser.set_defaults(run=_runner("tools", "run_check"))


def _add_turn(commands: Any) -> None:
    parser = commands.add_parser("turn", help="was this turn legal?")
    _add_rule_options(parser)
    parser.add_argument("--players", type=_whole, metavar="N", help="players at the table (4)")
    parser.add_argument("--before", metavar="TABLE", help='the table before, such as "r3 r4 r5 | k7 b7 o7"')
    parser.add_argument("--rack", metavar="TILES", help="the player's rack before")
    parser.add_argument("--after", metavar="TABLE", help="the table after")
    parser.add_argument("--not-opened", action="store_true", help="the player had not opened in an earlier turn")
    parser.add_argument("--leftover", metavar="TILES", help="what happens with tiles that nobody can put back?")
    _add_batch_option(parser)
    parser.set_defaults(run=_runner("tools", "run_turn"))


def _add_score(commands: Any) -> None:
    parser = commands.add_parser("score", help="what are the scores of a game, or of a match?")
    _add_rule_options(parser)
    parser.add_argument("--racks", nargs="+", metavar="TILES", help='every rack, by seat: "" "r5 k10 J"')
    parser.add_argument("--ended", choices=("out", "pool"), help="a rack was emptied, or the pool (out)")
    parser.add_argument(
        "--unopened", nargs="+", type=_whole, default=[], metavar="SEAT", help="seats that never opened"
    )
    parser.add_argument(
        "--announced", nargs="+", type=_whole, default=[], metavar="SEAT", help="seats that announced it"
    )
    parser.add_argument(
        "--game", action="append", metavar="SCORES", help='for a match: the scores of a game, "+24 -5 -16 -3"; repeat'
    )
    _add_batch_option(parser)
    parser.set_defaults(run=_runner("tools", "run_score"))


def _add_solve(commands: Any) -> None:
    parser = commands.add_parser("solve", help="what is the best play?")
    _add_rule_options(parser)
    parser.add_argument("--players", type=_whole, metavar="N", help="players at the table (4)")
    parser.add_argument("--table", default="", metavar="TABLE", help='the table, such as "r3 r4 r5 | k7 b7 o7"')
    parser.add_argument("--rack", metavar="TILES", help="the rack")
    parser.add_argument(
        "--goal", choices=("tiles", "points"), default="tiles", help="most tiles, or most points (tiles)"
    )
    parser.add_argument("--opening", action="store_true", help="the player has not opened: sets from the rack alone")
    parser.add_argument("--steps", action="store_true", help="disturb as little as possible, and say how move by move")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    _add_batch_option(parser)
    parser.set_defaults(run=_runner("tools", "run_solve"))


def _add_rule_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="P", help=f"{', '.join(PROFILES)} ({DEFAULT_PROFILE})")
    parser.add_argument(
        "--rule", action="append", default=[], metavar="FIELD=VALUE", help="a house rule; repeat for more"
    )


def _add_batch_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--batch", action="store_true", help="JSON lines in, JSON lines out")


def _whole(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _runner(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Import a command's module only when it runs: `tilewise check` needs no terminal library."""

    def run(chosen: argparse.Namespace) -> int:
        code: int = getattr(import_module(f"tilewise.cli.{module}"), function)(chosen)
        return code

    return run
