"""Why rules cannot be played by: reasons with facts, like refusals in a game."""

from __future__ import annotations

from tilewise.errors import NamedReason, ReasonError


class RulesReason(NamedReason):
    """Why there is no such profile, house rule, game or match: code and English sentence."""

    # Profiles and house rules
    NO_SUCH_PROFILE = ("no-such-profile", "There is no profile {name}; the profiles are {profiles}.")
    NO_SUCH_RULE = ("no-such-rule", "There is no rule {name}; the rules are {rules}.")
    NOT_FIELD_AND_VALUE = ("not-written-so", "A house rule is written field=value, not {word}.")
    GIVEN_TWICE = ("given-twice", "The house rule {name} is given twice.")
    NO_SUCH_CHOICE = ("no-such-choice", "{rule} must be one of {choices}, not {value}.")
    NOT_A_TEXT = ("no-text", "{rule} must be a text, not {value}.")
    NOT_A_NUMBER = ("no-number", "{rule} must be a whole number, not {value}.")
    OUT_OF_RANGE = ("out-of-range", "{rule} must be between {least} and {most}, not {value}.")
    PLAYERS_REVERSED = ("players-reversed", "min_players {least} is more than max_players {most}.")
    NO_GIFT_TILES = ("no-gift-tiles", "The box of {profile} has no gift tiles: gift_tiles can only be 'off'.")
    TOO_MANY_JOKERS = ("too-many-jokers", "A game has at most {most} plain jokers, not {jokers}.")
    ONE_PENALTY = ("one-penalty", "Set both unopened_penalty and missed_opening_penalty, or neither.")
    LATE_TILES = ("late-tiles", "late_tiles_unmoved must not be more than late_tiles.")
    TOO_MANY_PAIRS = ("too-many-pairs", "A rack of {rack_size} cannot hold redeal_pairs={pairs} pairs.")
    TOO_FEW_TO_DEAL = ("too-few-to-deal", "{tiles} tiles are too few to deal {rack_size} to {players} players.")
    WRONG_PLAYERS = ("wrong-players", "{profile} is for {least} to {most} players, not for {players}.")

    # Games and matches
    NO_SUCH_STARTER = ("no-such-starter", "The starter must be a seat from 0 to {last}, not {starter}.")
    WRONG_GAMES = ("wrong-games", "A match has 1 to {most} games, not {games}.")
    NOT_WHOLE_ROUNDS = (
        "no-whole-rounds",
        "With {players} players a round is {players} games, so {games} games are not whole rounds.",
    )

    # Rulebooks
    NO_SUCH_LANGUAGE = (
        "no-such-language",
        "There is no rulebook in the language {language}; the languages are {known}.",
    )


class RulesError(ReasonError):
    """A profile or house rule that does not exist, or rules that no game can be played by."""
