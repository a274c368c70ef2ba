"""The rulebook in English."""

from typing import Final

from tilewise.rulebook.phrases import Differences, Headings, Phrases, Rules, singular_or_plural

_HEADINGS: Final = Headings(
    title="Tile rummy: {title}",
    box="Players and tiles",
    set_up="Getting ready",
    sets="Groups and runs",
    turn="Your turn",
    special_jokers="The special jokers",
    clock="The clock and penalties",
    end="The end of a game",
    scoring="Scoring",
    match="A match",
    strategy="Strategy",
    other_boxes="Differences from the other boxes",
    house_rules="House rules at this table",
    independence="Independence",
)

_RULES: Final = Rules(
    compatible="These rules fit this Rummikub® box: {title}. We tell them in our own words.",
    house_note="This table plays by house rules; near the end you can see what they change.",
    look_up="Each rule ends with its number in brackets, so that you can look it up.",
    aim="The aim: get rid of every tile on your rack before anyone else does.",
    # Players and tiles
    players_range="A game for {min_players} to {max_players:player}.",
    players_exact="A game for exactly {max_players:player}.",
    tiles="You play with {tiles:tile}: the numbers 1 to 13 in black, red, blue and orange. Each of them "
    "is there {times}.",
    large_tiles="From {large_game_from:player} on, you play with {large_tiles:tile}: each is there {large_times}.",
    jokers="Add {jokers:joker}.",
    no_jokers="There are no plain jokers.",
    large_jokers="From {large_game_from:player} on, make it {large_game_jokers:joker}.",
    special_jokers="Add the special jokers: {special}.",
    gift_off="Leave the gift tiles ({gift_tiles_in_box}) in the box; or, if you like, use them as extra "
    "jokers or in place of the usual ones.",
    gift_added="Add {gift_tiles_in_box:gift} too: each is one more joker.",
    gift_instead="Leave the usual jokers in the box and play with {gift_tiles_in_box:gift} as jokers.",
    # Getting ready
    starter="Mix all tiles face down. Everyone turns up one tile, and the highest number starts. If "
    "several have the highest number, they each turn up another. Then mix everything again.",
    starter_joker="A joker turned up counts for nothing.",
    clockwise="The turns go round clockwise.",
    deal="Everyone takes {rack_size:tile} onto the rack, hidden from the others.",
    piles="That is easier if you first stack the tiles face down in piles of seven ({piles}) and everyone "
    "takes {rack_piles:pile}.",
    large_piles="That is easier if you first stack the tiles face down in piles of seven ({piles}; from "
    "{large_game_from:player} on {large_piles}) and everyone takes {rack_piles:pile}.",
    pool="All other tiles stay face down: they are the pool.",
    redeal="Does your first rack hold at least {redeal_pairs:pair}? Then you may show them and have "
    "everything mixed and dealt again. A pair is two tiles with the same number and colour; three such "
    "tiles are still one pair, and jokers make none. The choice is yours until the first turn is taken, "
    "and again after a new deal.",
    no_redeal="There is no second deal: you play the tiles you get.",
    next_highest="Before each later game of a match you turn up tiles again to see who starts.",
    next_left="In later games of a match, the player to the left of the last starter starts.",
    # Sets
    notation="How we write tiles: `k` is black, `r` red, `b` blue, `o` orange; `r7` is the red 7.",
    group="A group is three or four tiles of one number, each in a different colour: `r9 b9 o9`.",
    run="A run is at least three numbers in a row, all in one colour: `k5 k6 k7`. It can reach from 1 to 13.",
    lowest="The 1 is only ever the lowest number. After 13 a run is over.",
    joker="A joker (`J`) can be any tile, anywhere, whatever its own colour: `r4 J r6`. A set may have "
    "several jokers, or even nothing else. In a group of three, a joker is either of the missing colours.",
    joker_place="In a run, the place of a joker says what it stands for. Tiles laid in a muddle are never "
    "refused if some order makes them a set: Tilewise sorts them, with the jokers where they are worth "
    "most.",
    # A turn
    choose="Either place at least one tile from your rack, or draw one tile. Drawing ends your turn.",
    drawn="A tile you have just drawn has to wait for your next turn.",
    opening="The first time you place tiles is your opening. It is made of whole new sets, all from your "
    "own rack, and is worth at least {opening_threshold:point} in all.",
    opening_any="The first time you place tiles is your opening. It is made of whole new sets, all from "
    "your own rack. It has no minimum: any set will do.",
    opening_value="A joker counts as much as the tile it stands for.",
    opening_table="While you open, hands off the table: in that turn you touch, extend or take nothing "
    "that lies there, neither before nor after laying your sets.",
    no_duty="You never have to open, even if you could.",
    any_set_advised="For your first games, with children, or with five or six players, the book "
    "recommends playing without the minimum: then any set will do.",
    no_duty_yet="As long as the pool has tiles, you never have to open, even if you could.",
    rearrange="From the turn after your opening on, you may rearrange everything on the table.",
    turn_end="When you finish your turn, every tile on the table is part of a valid set, nothing that lay "
    "there is missing, and at least one tile came from your rack. On the way there, try what you like. No "
    "tile ever returns from the table to a rack.",
    freeing="Once you have opened in an earlier turn, you may also free jokers: replace them, split their "
    "set or take it apart. A freed joker stays on the table in a valid set, and you still need to place a "
    "tile of your own.",
    freed_anywhere="A freed joker may go into any set, even back into the one it came from.",
    freed_another_set="A freed joker may go into any set but the one it came from: with the red 4 in its "
    "place, `r3 J r5` does not become `r3 r4 r5 J`.",
    freed_new_set="A freed joker may only go into a set that is new this turn, not into one that was on "
    "the table already. A joker from your rack may go wherever it fits.",
    pool_short="If the pool has fewer tiles than you have to draw, take what is left. Once it is empty, "
    "you pass if you place nothing.",
    last_tile="Whoever draws the last tile tells the others.",
    # Special jokers
    special_sets="Whatever jokers it has, a set is always at least three pieces on the table, jokers "
    "included. It may mix several jokers of several kinds.",
    double="The double joker (`D`) stands for exactly two tiles and takes two places: two neighbouring "
    "numbers of a run, or two colours of a group. `D r5 r6` is a run from 3 to 6; `r3 b3 D` is a full "
    "group. It may stand anywhere as long as both numbers lie between 1 and 13: never right before a 2 or "
    "right after a 12. In the opening, both numbers count.",
    colour_change="The colour-change joker (`C`) belongs in runs only. It takes the place of one number, "
    "and the run goes on in another colour behind it: `b3 b4 C r6 r7`. It may stand at either end; then "
    "only another colour can follow on that side. In the opening it counts as the number it stands for.",
    colour_change_twice="With two of them a run has three stretches, each in a different colour from the "
    "one before; the two never lie side by side.",
    mirror="The mirror joker (`M`) has no number. Left and right of it lie the same tiles, mirrored in "
    "number and colour: `k3 k4 M k4 k3` or `r7 b7 M b7 r7`. One tile on each side is enough, and whatever "
    "you change on one side, you change on the other. A set has one mirror at most. In the opening it "
    "counts 0. Another joker may lie opposite the tile it stands for.",
    mirror_double="A double joker lies opposite both of its tiles.",
    mirror_colour_change="Opposite a colour-change joker, only another one fits.",
    no_exchange="Never swap jokers of different kinds for one another, in either direction: afterwards no "
    "set, even if it is longer or shorter, may have a joker of another kind in the place of the first. "
    "Freeing a joker with numbered tiles or by rearranging is fine.",
    double_freed="You free a double joker with both of the tiles it stands for, or by rearranging.",
    special_freed="Special jokers are freed like all jokers, and a freed one stays on the table.",
    # The clock and penalties
    clock_always="You have {turn_seconds:time} for each turn.",
    clock_opened="Until you have opened, take your time. After that you have {turn_seconds:time} for each turn.",
    no_clock="There is no clock: take the time you need.",
    clocks_advised="The book also suggests trying 30 seconds, 40 seconds, or no clock at all.",
    time_up="If time runs out, the table and your rack go back to how they were, and your turn is over.",
    late_same="You also draw {late_tiles:tile} as a penalty.",
    late_split="You also draw {late_tiles_unmoved:tile} if you had not moved anything yet, and "
    "{late_tiles:tile} if you had begun a move.",
    late_begun_only="If you had begun a move, you also draw {late_tiles:tile} as a penalty.",
    late_none="There is no further penalty.",
    wrong_refused="A wrong arrangement is not accepted. You are told what is wrong, and carry on with your turn.",
    wrong_penalty="If the table is wrong at the end of your turn, everything goes back, you draw "
    "{late_tiles:tile}, and your turn is over.",
    wrong_no_tiles="If the table is wrong at the end of your turn, everything goes back, and your turn is over.",
    leftover_pool="Does nobody remember where some tiles belong? Then they go into the pool.",
    leftover_draw="Does nobody remember where some tiles belong? Then they go into the pool. The player "
    "whose turn it was draws {late_tiles:tile}, and one more for every tile that was left over.",
    leftover_draw_only="Does nobody remember where some tiles belong? Then they go into the pool. The "
    "player whose turn it was draws one tile for every tile that was left over.",
    leftover_rack="Does nobody remember where some tiles belong? Then the player whose turn it was takes "
    "them onto the rack, and draws {late_tiles:tile} as a penalty.",
    leftover_rack_only="Does nobody remember where some tiles belong? Then the player whose turn it was "
    "takes them onto the rack.",
    # The end
    win="Whoever places the last tile of their rack in a valid play wins at once.",
    call_out="At a real table, call it out; any word will do.",
    passes="When the pool is empty, play goes on. You may always pass; once everyone has passed in a row, "
    "the game ends.",
    stuck="When the pool is empty, play goes on until nobody can place a tile any more; if you have not "
    "opened yet, that means opening. You may always pass; once everyone has passed in a row, the game ends "
    "too.",
    must_place="When the pool is empty, play goes on until nobody can place a tile any more. Whoever can "
    "place a tile, or open, must; only a player who cannot may pass.",
    late_passes="Running out of time still counts as a pass, and a full round of passes ends the game.",
    last_round="When the pool is empty, there is one last round: everyone has exactly one more turn, "
    "beginning with whoever drew the last tile, even as a penalty. Then the game ends.",
    # Scoring
    rack_worth="A rack is worth the sum of its numbers.",
    joker_worth="Each joker on it counts {joker_penalty:point}.",
    winner_plus="If someone empties their rack, all others lose what their racks are worth, and the "
    "winner gains all of it. The scores of the game then add up to 0.",
    sum_check="If they do not, count again.",
    plus_example="Example: the others hold 5, 16 and 3; the scores are +24, −5, −16 and −3.",
    unopened="If someone empties their rack and you have not opened yet, you lose a fixed number in place "
    "of what your rack is worth: {unopened_penalty:point} if your tiles could not have opened, "
    "{missed_opening_penalty:point} if they could, jokers included. If only your last drawn tile made it "
    "possible and you announced that you would open next turn, you lose just what your rack is worth. The winner "
    "gains what you lose.",
    announced_tile="If you announce your opening, set the tile that you drew apart, at the left or right "
    "end of your rack.",
    pool_rack="If the pool is empty and nobody went out, the lowest rack wins. All others lose what their "
    "racks are worth, and the winner gains the sum.",
    pool_difference="If the pool is empty and nobody went out, the lowest rack wins. All others lose only "
    "what their rack is worth beyond the winner's, and the winner gains the sum.",
    pool_all_minus="If the pool is empty and nobody went out, the lowest rack wins. Everyone loses what "
    "their rack is worth, and so does the winner.",
    pool_example="Example: racks of 1, 5, 10 and 15 score {scores}.",
    tie_shared="If several racks are lowest, they share the win.",
    tie_fewest="If several racks are lowest, the one with the fewest tiles wins; if they are equal in "
    "that too, they share the win.",
    share_plus="What the winner gains is divided equally among those who share, without rounding.",
    share_big="Each of them gets one big point.",
    # A match
    match_score="You can play several games. The highest total score wins.",
    match_games="A round is as many games as there are players; agree beforehand on how many rounds you "
    "play. Whoever has won the most games wins the match; if that is equal, the higher total score "
    "decides.",
    match_big="The winner of a game gets 1 big point, everyone else 0; the scores are the small points. "
    "The most big points win the match; if they are equal, the small points decide.",
    shared_place="Players who are equal in everything share a place.",
    example_games="Example: three games score +24 −5 −16 −3, then −6 −11 +22 −5, then −32 −13 −2 +47. "
    "That makes −14 −29 +4 +39.",
    example_score="The fourth player wins.",
    example_won="The first, the third and the fourth player have each won one game, so the score decides: "
    "the fourth is ahead.",
    example_big="A fourth game scores −10 −25 +41 −6: now the small points are −24 −54 +45 +33 and the "
    "big points 1, 0, 2, 1. The players come third, fourth, first and second.",
    # Strategy, which the books advise
    hold_back="A game starts slowly, but the more sets there are, the more you can rearrange. Early on "
    "it can pay to hold tiles back and let the others fill the table first.",
    keep_fourth="If you have four tiles for a set, sometimes lay only three: next turn you can place the "
    "fourth instead of drawing.",
    keep_joker="Keeping a joker for later can pay too. The risk: if someone else goes out first, it "
    "costs you {joker_penalty:point}.",
    mirror_duplicates="Do you hold the same tiles twice? The mirror joker is a good way to place them.",
    # After the last chapter
    house_rules="“Here” is your table, “there” are the rules of the box.",
    compared="Compared with “{title}”:",
    same_rules="Compared with “{title}”: the same rules.",
    independent="Tilewise is an independent project. Rummikub is a registered trade mark of its owners, "
    "who have nothing to do with this text.",
)

_DIFFERENCES: Final = Differences(
    sentence="{subject}: here {here}; there {there}.",
    players="Players",
    players_range="{min_players} to {max_players}",
    players_exact="exactly {max_players}",
    tiles="Numbered tiles",
    tiles_count="{tiles}",
    tiles_large=", from {large_game_from:player} on {large_tiles}",
    jokers="Plain jokers",
    jokers_count="{jokers}",
    jokers_large=", from {large_game_from:player} on {large_game_jokers}",
    gift_off=" ({gift_tiles_in_box:gift} left aside)",
    gift_added=", plus {gift_tiles_in_box:gift} as jokers",
    gift_instead="{gift_tiles_in_box:gift} in their place",
    special="Special jokers",
    special_double="{double_jokers:double} (`D`)",
    special_colour_change="{colour_change_jokers:colour_change} (`C`)",
    special_mirror="{mirror_jokers:mirror} (`M`)",
    special_none="none",
    rack="First rack",
    rack_size="{rack_size:tile}",
    redeal="A new deal",
    redeal_pairs="on request with {redeal_pairs:pair} or more",
    redeal_none="never",
    starter="Start of later games",
    starter_highest="whoever turns up the highest number",
    starter_left="the player to the left of the last starter",
    opening="Opening",
    opening_threshold="at least {opening_threshold:point}",
    opening_any="any set",
    freed_joker="A freed joker",
    freed_joker_anywhere="it may go into any set",
    freed_joker_another_set="it may go into any set but the one it came from",
    freed_joker_new_set="it may only go into a new set",
    clock="Time for a turn",
    clock_always="{turn_seconds:time}, from the first turn on",
    clock_opened="{turn_seconds:time}, but only once you have opened",
    clock_none="no limit",
    late="Penalty when time runs out",
    late_same="{late_tiles:tile}",
    late_split="{late_tiles_unmoved:tile} if nothing was moved, otherwise {late_tiles:tile}",
    late_none="no tiles",
    wrong="A wrong arrangement",
    wrong_refused="it is not accepted, and you carry on",
    wrong_penalty="it costs the penalty, and the turn is over",
    leftover="Tiles that nobody can put back",
    leftover_pool="they go into the pool",
    leftover_draw="they go into the pool, and the player draws one extra for each",
    leftover_rack="they go onto the player's rack",
    empty_pool="With an empty pool",
    empty_pool_passes="you play until everyone passes",
    empty_pool_stuck="you play until nobody can place a tile, and may always pass",
    empty_pool_must_place="you play until nobody can place a tile, and whoever can must",
    empty_pool_last_round="everyone has one last turn",
    joker_worth="A joker left on a rack",
    joker_worth_points="it counts {joker_penalty:point}",
    unopened="Someone went out and you never opened",
    unopened_points="you lose {unopened_penalty:point}, or {missed_opening_penalty:point} if you could have opened",
    unopened_none="you lose what your rack is worth, as always",
    pool_score="Scores when nobody went out",
    pool_score_rack="the losers lose the value of their racks, and the winner gains the sum",
    pool_score_difference="the losers lose the difference from the winner's rack, and the winner gains the sum",
    pool_score_all_minus="everyone loses the value of their own rack, the winner too",
    pool_tie="Equal lowest racks",
    pool_tie_shared="they share the win",
    pool_tie_fewest="the one with fewer tiles wins",
    match="A match is decided by",
    match_score="the total score",
    match_games="the games won, then the score",
    match_big="the big points, then the small ones",
)

ENGLISH: Final = Phrases(
    plural=singular_or_plural,
    nouns={
        "player": ("player", "players"),
        "tile": ("tile", "tiles"),
        "joker": ("joker", "jokers"),
        "double": ("double joker", "double jokers"),
        "colour_change": ("colour-change joker", "colour-change jokers"),
        "mirror": ("mirror joker", "mirror jokers"),
        "gift": ("gift tile", "gift tiles"),
        "pile": ("pile", "piles"),
        "pair": ("pair", "pairs"),
        "point": ("point", "points"),
        "day": ("day", "days"),
        "hour": ("hour", "hours"),
        "minute": ("minute", "minutes"),
        "second": ("second", "seconds"),
    },
    times=("once", "twice", "three times", "four times"),
    last_separator=" and ",
    titles={
        "vienna-de": "Vienna city edition, German rules",
        "vienna-en": "Vienna city edition, English rules",
        "jumbo": "Jumbo edition",
        "tm-toys": "TM Toys edition, also for six",
        "international": "International edition",
        "twist": "Edition with special jokers",
    },
    headings=_HEADINGS,
    rules=_RULES,
    differences=_DIFFERENCES,
)
