"""Why rules make no game: a value with a name and its facts, as refusals of the game have them."""

from __future__ import annotations

from tilewise.errors import NamedReason, ReasonError


class RulesReason(NamedReason):
    """A named reason: its code and its English sentence (the braces name the facts)."""

    NO_SUCH_PROFILE = ("no-such-profile", "There is no profile {name}; the profiles are {profiles}.")
    NO_SUCH_RULE = ("no-such-rule", "There is no rule {name}; the rules are {rules}.")
    NOT_WRITTEN_SO = ("not-written-so", "A house rule is written field=value, not {word}.")
    GIVEN_TWICE = ("given-twice", "The house rule {name} is given twice.")
    NO_SUCH_CHOICE = ("no-such-choice", "{rule} is one of {choices}, not {value}.")
    NO_TEXT = ("no-text", "{rule} is a text, not {value}.")
    NO_NUMBER = ("no-number", "{rule} is a whole number, not {value}.")
    OUT_OF_RANGE = ("out-of-range", "{rule} lies between {least} and {most}, not at {value}.")
    PLAYERS_REVERSED = ("players-reversed", "min_players {least} is more than max_players {most}.")
    NO_GIFT_TILES = ("no-gift-tiles", "The box of {profile} has no gift tiles: gift_tiles can only be 'off'.")
    TOO_MANY_JOKERS = ("too-many-jokers", "A game has at most {most} plain jokers, not {jokers}.")
    ONE_PENALTY = ("one-penalty", "unopened_penalty and missed_opening_penalty are set both or neither.")
    LATE_TILES = ("late-tiles", "late_tiles_unmoved is at most late_tiles: a move begun never costs less.")
    TOO_MANY_PAIRS = ("too-many-pairs", "redeal_pairs {pairs} do not fit on a rack of {rack_size}.")
    TOO_FEW_TO_DEAL = ("too-few-to-deal", "{tiles} tiles are too few to deal {rack_size} to {players} players.")
    WRONG_PLAYERS = ("wrong-players", "{profile} is for {least} to {most} players, not for {players}.")

    NO_SUCH_STARTER = ("no-such-starter", "The starter is a seat from 0 to {last}, not {starter}.")
    NO_SUCH_LANGUAGE = (
        "no-such-language",
        "There is no rulebook in the language {language}; the languages are {known}.",
    )

    # Matches and tables
    WRONG_GAMES = ("wrong-games", "A match has 1 to {most} games, not {games}.")
    NO_WHOLE_ROUNDS = (
        "no-whole-rounds",
        "A round is {players} games for {players} players: {games} games are no whole rounds.",
    )
    TOO_MANY_SPECIAL = ("too-many-special", "At a table of this server {rule} are at most {most}.")
    NO_SUCH_PLAYER = ("no-such-player", "A seat is for a person or one of {levels}, not {seat}.")
    NOBODY = ("no-person", "A table needs a seat for a person.")
    RATED_COMPUTERS = (
        "rated-computers",
        "A rated table is for people only: choose no computer players, or unrated.",
    )
    RATED_RULES = (
        "rated-rules",
        "A rated table has the rules of its profile: leave {rules} alone, or unrated.",
    )
    RATED_HINTS = ("rated-hints", "A rated table has no hints.")
    SLOW_CLOCK = (
        "slow-clock",
        "A game by correspondence has its clock in every turn: add the rule clock_from=first-turn.",
    )


class RulesError(ReasonError):
    """Rules that make no sense, or a profile or field that does not exist; `str()` is the English sentence."""

    reason: RulesReason
