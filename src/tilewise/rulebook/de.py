"""The rulebook in German."""

from typing import Final

from tilewise.rulebook.phrases import Differences, Headings, Phrases, Rules, singular_or_plural

_HEADINGS: Final = Headings(
    title="Rommé mit Zahlensteinen: {title}",
    box="Mitspielende und Steine",
    set_up="Vorbereitung",
    sets="Gruppen und Reihen",
    turn="Dein Zug",
    special_jokers="Die Sonderjoker",
    clock="Zeit und Strafen",
    end="Das Ende eines Spiels",
    scoring="Wertung",
    match="Mehrere Spiele",
    strategy="Strategie",
    other_boxes="Unterschiede zu den anderen Schachteln",
    house_rules="Hausregeln an diesem Tisch",
    independence="Unabhängigkeit",
)

_RULES: Final = Rules(
    compatible="Diese Regeln passen zu dieser Rummikub®-Schachtel: {title}. Wir erzählen sie in eigenen Worten.",
    house_note="An diesem Tisch gelten Hausregeln; was sie ändern, steht gegen Ende.",
    look_up="Am Schluss jeder Regel steht ihre Nummer in eckigen Klammern, zum Nachschlagen.",
    aim="Das Ziel: Werde vor allen anderen sämtliche Steine auf deinem Aufsteller los.",
    # Players and tiles
    players_range="Ein Spiel für {min_players} bis {max_players:player}.",
    players_exact="Ein Spiel für genau {max_players:player}.",
    tiles="Ihr spielt mit {tiles:tile_dative}: den Zahlen 1 bis 13 in Schwarz, Rot, Blau und Orange. "
    "Jeder Stein ist {times} dabei.",
    large_tiles="Ab {large_game_from:player} spielt ihr mit {large_tiles:tile_dative}: Jeder Stein ist "
    "{large_times} dabei.",
    jokers="Nehmt {jokers:joker} dazu.",
    no_jokers="Normale Joker gibt es nicht.",
    large_jokers="Ab {large_game_from:player} sind es {large_game_jokers:joker}.",
    special_jokers="Nehmt die Sonderjoker dazu: {special}.",
    gift_off="Lasst die Souvenirsteine ({gift_tiles_in_box}) in der Schachtel, oder nehmt sie, wenn ihr "
    "wollt, als zusätzliche Joker oder anstelle der üblichen.",
    gift_added="Nehmt auch {gift_tiles_in_box:gift} dazu: Jeder davon ist ein weiterer Joker.",
    gift_instead="Lasst die üblichen Joker in der Schachtel und nehmt {gift_tiles_in_box:gift} als Joker.",
    # Getting ready
    starter="Mischt alle Steine verdeckt. Alle decken einen Stein auf, die höchste Zahl beginnt. Ist die "
    "höchste Zahl mehrfach dabei, decken alle, die sie haben, noch einmal auf. Danach wird alles neu "
    "gemischt.",
    starter_joker="Ein aufgedeckter Joker zählt nichts.",
    clockwise="Es geht im Uhrzeigersinn reihum.",
    deal="Alle stellen {rack_size:tile} so auf ihren Aufsteller, dass die anderen nichts sehen.",
    piles="Das geht leichter, wenn ihr die Steine vorher verdeckt zu je sieben stapelt ({piles}): Dann "
    "nehmen alle {rack_piles:pile}.",
    large_piles="Das geht leichter, wenn ihr die Steine vorher verdeckt zu je sieben stapelt ({piles}; ab "
    "{large_game_from:player} {large_piles}): Dann nehmen alle {rack_piles:pile}.",
    pool="Alle übrigen Steine bleiben verdeckt: Sie sind der Vorrat.",
    redeal="Hast du gleich zu Beginn mindestens {redeal_pairs:pair}? Dann darfst du die Paare vorzeigen und "
    "verlangen, dass alles neu gemischt und verteilt wird. Ein Paar sind zwei Steine mit gleicher Zahl "
    "und gleicher Farbe; drei solche Steine sind auch nur ein Paar, und Joker bilden keines. Du "
    "entscheidest selbst, solange noch niemand am Zug war, und nach dem neuen Verteilen wieder.",
    no_redeal="Neu verteilt wird nicht: Du spielst mit den Steinen, die du bekommst.",
    next_highest="Wer ein weiteres Spiel beginnt, entscheidet ihr jedes Mal wieder durch Aufdecken.",
    next_left="Jedes weitere Spiel beginnt, wer links von der Person sitzt, die zuletzt begonnen hat.",
    # Sets
    notation="So schreiben wir Steine: `k` ist Schwarz, `r` Rot, `b` Blau, `o` Orange; `r7` ist die rote 7.",
    group="Eine Gruppe sind drei oder vier Steine einer Zahl, jeder in einer anderen Farbe: `r9 b9 o9`.",
    run="Eine Reihe sind mindestens drei Zahlen hintereinander, alle in einer Farbe: `k5 k6 k7`. Sie kann "
    "von 1 bis 13 reichen.",
    lowest="Die 1 ist immer die niedrigste Zahl. Nach der 13 ist eine Reihe zu Ende.",
    joker="Ein Joker (`J`) kann an jeder Stelle für jeden Stein stehen, welche Farbe er auch selbst hat: "
    "`r4 J r6`. Eine Kombination darf mehrere Joker haben, sogar nur Joker. In einer Dreiergruppe steht er "
    "für eine der beiden fehlenden Farben, gleich welche.",
    joker_place="In einer Reihe sagt der Platz eines Jokers, wofür er steht. Liegen die Steine "
    "durcheinander, ergeben aber in irgendeiner Ordnung eine Kombination, so gilt sie: Tilewise sortiert "
    "sie, mit den Jokern dort, wo sie am meisten wert sind.",
    # A turn
    choose="Entweder legst du mindestens einen Stein von deinem Aufsteller, oder du ziehst einen Stein. "
    "Mit dem Ziehen endet dein Zug.",
    drawn="Ein gerade gezogener Stein muss bis zu deinem nächsten Zug warten.",
    opening="Wenn du zum ersten Mal legst, ist das deine Eröffnung. Sie besteht aus ganzen, neuen "
    "Kombinationen, alle vom eigenen Aufsteller, und ist zusammen mindestens {opening_threshold:point} "
    "wert.",
    opening_any="Wenn du zum ersten Mal legst, ist das deine Eröffnung. Sie besteht aus ganzen, neuen "
    "Kombinationen, alle vom eigenen Aufsteller. Einen Mindestwert gibt es nicht: Jede Kombination "
    "genügt.",
    opening_value="Ein Joker zählt so viel wie der Stein, für den er steht.",
    opening_table="Beim Eröffnen ist der Tisch tabu: Was dort liegt, wird in diesem Zug weder bewegt noch "
    "ergänzt noch weggenommen, nicht vor dem Legen und nicht danach.",
    no_duty="Du musst nie eröffnen, auch wenn du könntest.",
    any_set_advised="Für die ersten Spiele, mit Kindern oder zu fünft und zu sechst empfiehlt die "
    "Anleitung, ohne Mindestwert zu spielen: Dann genügt jede Kombination.",
    no_duty_yet="Solange im Vorrat Steine liegen, musst du nie eröffnen, auch wenn du könntest.",
    rearrange="Ab dem Zug nach deiner Eröffnung darfst du alles umbauen, was auf dem Tisch liegt.",
    turn_end="Am Ende deines Zuges muss jeder Stein auf dem Tisch zu einer gültigen Kombination "
    "gehören, nichts von dem, was dort lag, darf fehlen, und mindestens ein Stein muss von deinem "
    "Aufsteller kommen. Bis dahin "
    "darfst du nach Herzenslust probieren. Vom Tisch kommt nie ein Stein auf einen Aufsteller zurück.",
    freeing="Hast du in einem früheren Zug eröffnet, darfst du auch Joker befreien: sie ersetzen, ihre "
    "Kombination teilen oder auflösen. Ein befreiter Joker bleibt in einer gültigen Kombination auf dem "
    "Tisch, und du musst trotzdem mindestens einen eigenen Stein legen.",
    freed_anywhere="Ein befreiter Joker darf in jede Kombination, auch zurück in die, aus der er kommt.",
    freed_another_set="Ein befreiter Joker darf in jede Kombination außer der, aus der er kommt: Legst du "
    "die rote 4 an seine Stelle, wird aus `r3 J r5` nicht `r3 r4 r5 J`.",
    freed_new_set="Ein befreiter Joker darf nur in eine Kombination, die in diesem Zug neu entsteht, nicht in eine, "
    "die schon auf dem Tisch lag. Ein Joker von deinem Aufsteller darf überallhin, wo er passt.",
    pool_short="Hat der Vorrat weniger Steine, als du ziehen sollst, nimm, was da ist. Ist er leer und du "
    "legst nichts, passt du.",
    last_tile="Wer den letzten Stein zieht, sagt es den anderen.",
    # Special jokers
    special_sets="Welche Joker auch dabei sind: Auf dem Tisch besteht eine Kombination immer aus "
    "wenigstens drei Steinen, Joker mitgezählt. Mehrere Joker verschiedener Art in einer Kombination sind "
    "erlaubt.",
    double="Der Doppeljoker (`D`) steht für genau zwei Steine und nimmt zwei Plätze ein: zwei benachbarte "
    "Zahlen einer Reihe oder zwei Farben einer Gruppe. `D r5 r6` ist eine Reihe von 3 bis 6, `r3 b3 D` "
    "eine volle Gruppe. Er darf überall stehen, solange beide Zahlen zwischen 1 und 13 liegen: nie direkt "
    "vor einer 2 oder direkt nach einer 12. In der Eröffnung zählen beide Zahlen.",
    colour_change="Der Farbwechseljoker (`C`) gehört nur in Reihen. Er nimmt den Platz einer Zahl ein, "
    "und hinter ihm geht die Reihe in einer anderen Farbe weiter: `b3 b4 C r6 r7`. Er darf auch ganz "
    "außen stehen; dort geht es dann nur in einer anderen Farbe weiter. In der Eröffnung zählt er so "
    "viel wie die Zahl, für die er steht.",
    colour_change_twice="Mit zweien hat eine Reihe drei Abschnitte, jeder in einer anderen Farbe als der "
    "davor; nebeneinander liegen die beiden nie.",
    mirror="Der Spiegeljoker (`M`) hat keine Zahl. Links und rechts von ihm liegen die gleichen Steine, "
    "gespiegelt in Zahl und Farbe: `k3 k4 M k4 k3` oder `r7 b7 M b7 r7`. Ein Stein auf jeder Seite genügt, "
    "und was du auf einer Seite änderst, änderst du auch auf der anderen. Eine Kombination hat höchstens "
    "einen Spiegel. In der Eröffnung zählt er 0. Ein anderer Joker darf gegenüber dem Stein liegen, den er "
    "ersetzt.",
    mirror_double="Ein Doppeljoker liegt beiden Steinen gegenüber, für die er steht.",
    mirror_colour_change="Gegenüber einem Farbwechseljoker passt nur ein zweiter.",
    no_exchange="Tausche nie Joker verschiedener Art gegeneinander, in keiner Richtung: Hinterher darf "
    "keine Kombination, auch wenn sie länger oder kürzer ist, einen Joker anderer Art an derselben Stelle "
    "haben. Einen Joker mit Zahlensteinen oder durch Umbauen zu befreien, ist in Ordnung.",
    double_freed="Einen Doppeljoker befreist du mit beiden Steinen, für die er steht, oder durch Umbauen.",
    special_freed="Sonderjoker werden befreit wie jeder Joker und bleiben danach auf dem Tisch.",
    # The clock and penalties
    clock_always="Für jeden Zug hast du {turn_seconds:time} Zeit.",
    clock_opened="Bis zu deiner Eröffnung lass dir Zeit. Danach hast du für jeden Zug {turn_seconds:time}.",
    no_clock="Es läuft keine Uhr: Nimm dir die Zeit, die du brauchst.",
    clocks_advised="Die Anleitung schlägt auch vor, es mit 30 oder 40 Sekunden oder ganz ohne Uhr zu versuchen.",
    time_up="Ist die Zeit um, kommen Tisch und Aufsteller zurück in den Stand vor deinem Zug, und der Zug ist vorbei.",
    late_same="Zur Strafe ziehst du {late_tiles:tile}.",
    late_split="Zur Strafe ziehst du {late_tiles_unmoved:tile}, wenn du noch nichts bewegt hattest, und "
    "{late_tiles:tile}, wenn du schon etwas bewegt hattest.",
    late_begun_only="Hattest du schon etwas bewegt, ziehst du zur Strafe {late_tiles:tile}.",
    late_none="Eine weitere Strafe gibt es nicht.",
    wrong_refused="Eine falsche Auslage wird nicht angenommen. Du erfährst, was nicht stimmt, und machst weiter.",
    wrong_penalty="Stimmt die Auslage am Ende deines Zuges nicht, kommt alles zurück, du ziehst "
    "{late_tiles:tile}, und der Zug ist vorbei.",
    wrong_no_tiles="Stimmt die Auslage am Ende deines Zuges nicht, kommt alles zurück, und der Zug ist vorbei.",
    leftover_pool="Weiß niemand mehr, wohin ein paar Steine gehören? Dann kommen sie in den Vorrat.",
    leftover_draw="Weiß niemand mehr, wohin ein paar Steine gehören? Dann kommen sie in den Vorrat. Wer "
    "am Zug war, zieht {late_tiles:tile} und für jeden übrigen Stein noch einen.",
    leftover_draw_only="Weiß niemand mehr, wohin ein paar Steine gehören? Dann kommen sie in den Vorrat. "
    "Wer am Zug war, zieht für jeden übrigen Stein einen.",
    leftover_rack="Weiß niemand mehr, wohin ein paar Steine gehören? Dann nimmt, wer am Zug war, sie auf "
    "den Aufsteller und zieht zur Strafe {late_tiles:tile}.",
    leftover_rack_only="Weiß niemand mehr, wohin ein paar Steine gehören? Dann nimmt, wer am Zug war, "
    "sie auf den Aufsteller.",
    # The end
    win="Wer mit einem gültigen Zug den letzten Stein vom Aufsteller legt, gewinnt auf der Stelle.",
    call_out="Am echten Tisch ruft man es dabei laut aus; jedes Wort ist recht.",
    passes="Ist der Vorrat leer, geht es weiter. Passen ist immer erlaubt; haben alle nacheinander "
    "gepasst, ist Schluss.",
    stuck="Ist der Vorrat leer, geht es weiter, bis niemand mehr einen Stein legen kann; wer noch nicht "
    "eröffnet hat, müsste eröffnen können. Passen ist immer erlaubt; haben alle nacheinander gepasst, ist "
    "ebenfalls Schluss.",
    must_place="Ist der Vorrat leer, geht es weiter, bis niemand mehr einen Stein legen kann. Wer legen oder "
    "eröffnen kann, muss es tun; nur wer nicht kann, passt.",
    late_passes="Ist die Zeit um, gilt das trotzdem als Passen, und haben alle nacheinander gepasst, ist Schluss.",
    last_round="Ist der Vorrat leer, folgt eine letzte Runde: Alle haben noch genau einen Zug, und es "
    "beginnt, wer den letzten Stein gezogen hat, auch wenn es zur Strafe war. Dann ist Schluss.",
    # Scoring
    rack_worth="Ein Aufsteller ist so viel wert wie die Summe seiner Zahlen.",
    joker_worth="Jeder Joker darauf zählt {joker_penalty:point}.",
    winner_plus="Hat jemand den Aufsteller geleert, verlieren alle anderen, was ihre Aufsteller wert "
    "sind, und wer gewonnen hat, bekommt das alles. Dann ergeben die Punkte des Spiels zusammen 0.",
    sum_check="Wenn nicht, zählt noch einmal nach.",
    plus_example="Beispiel: Die anderen haben noch 5, 16 und 3; das ergibt +24, −5, −16 und −3.",
    unopened="Hat jemand den Aufsteller geleert und du hast noch nicht eröffnet, verlierst du statt des "
    "Wertes deines Aufstellers einen festen Betrag: {unopened_penalty:point}, wenn deine Steine zum "
    "Eröffnen nicht gereicht hätten, {missed_opening_penalty:point}, wenn doch (Joker zählen mit). Hat es "
    "erst der zuletzt gezogene Stein möglich gemacht und du hast die Eröffnung für den nächsten Zug "
    "angesagt, verlierst du nur den Wert deines Aufstellers. Was du verlierst, bekommt, wer gewonnen hat.",
    announced_tile="Wenn du die Eröffnung ansagst, stell den gezogenen Stein für sich an den linken oder "
    "rechten Rand deines Aufstellers.",
    pool_rack="Ist der Vorrat leer und niemand fertig geworden, gewinnt, wessen Aufsteller am wenigsten "
    "wert ist. Alle anderen verlieren, was ihre Aufsteller wert sind, und wer gewonnen hat, bekommt die "
    "Summe.",
    pool_difference="Ist der Vorrat leer und niemand fertig geworden, gewinnt, wessen Aufsteller am "
    "wenigsten wert ist. Alle anderen verlieren nur den Betrag, um den ihr Aufsteller mehr wert ist als "
    "der niedrigste, und wer gewonnen hat, bekommt die Summe.",
    pool_all_minus="Ist der Vorrat leer und niemand fertig geworden, gewinnt, wessen Aufsteller am "
    "wenigsten wert ist. Alle verlieren, was ihr Aufsteller wert ist, auch wer gewonnen hat.",
    pool_example="Beispiel: Aufsteller mit 1, 5, 10 und 15 ergeben {scores}.",
    tie_shared="Haben mehrere denselben niedrigsten Wert, teilen sie sich den Sieg.",
    tie_fewest="Haben mehrere denselben niedrigsten Wert, gewinnt, wer die wenigsten Steine hat; ist auch "
    "das gleich, teilen sie sich den Sieg.",
    share_plus="Der Gewinn wird dann zu gleichen Teilen aufgeteilt; gerundet wird nicht.",
    share_big="Einen großen Punkt bekommen sie alle.",
    # A match
    match_score="Ihr könnt mehrere Spiele spielen. Die höchste Gesamtpunktzahl gewinnt.",
    match_games="Eine Runde hat so viele Spiele, wie Leute am Tisch sitzen; macht vorher aus, wie viele "
    "Runden ihr spielt. Wer die meisten Spiele gewonnen hat, siegt; bei Gleichstand entscheidet die "
    "höhere Gesamtpunktzahl.",
    match_big="Wer ein Spiel gewinnt, bekommt 1 großen Punkt, alle anderen 0; die Wertung gibt die "
    "kleinen Punkte. Die meisten großen Punkte gewinnen; bei Gleichstand entscheiden die kleinen.",
    shared_place="Wer in allem gleichauf ist, teilt sich den Platz.",
    example_games="Beispiel: Drei Spiele ergeben +24 −5 −16 −3, dann −6 −11 +22 −5, dann −32 −13 −2 +47. "
    "Das macht −14 −29 +4 +39.",
    example_score="Die vierte Person gewinnt.",
    example_won="Die erste, die dritte und die vierte Person haben je ein Spiel gewonnen, also "
    "entscheiden die Punkte: Die vierte liegt vorn.",
    example_big="Ein viertes Spiel ergibt −10 −25 +41 −6: Nun sind es −24 −54 +45 +33 kleine und 1, 0, 2, "
    "1 große Punkte. Das sind die Plätze drei, vier, eins und zwei.",
    # Strategy, which the books advise
    hold_back="Am Anfang geht wenig, doch je mehr Kombinationen auf dem Tisch liegen, desto mehr lässt "
    "sich umbauen. Es kann sich lohnen, anfangs Steine zurückzuhalten und erst die anderen auslegen zu "
    "lassen.",
    keep_fourth="Hast du vier Steine für eine Kombination, leg manchmal nur drei: Den vierten kannst du "
    "im nächsten Zug legen, statt zu ziehen.",
    keep_joker="Auch einen Joker aufzuheben, kann sich lohnen. Das Risiko: Ist jemand anders vorher "
    "fertig, kostet er dich {joker_penalty:point}.",
    mirror_duplicates="Hast du Steine doppelt? Mit dem Spiegeljoker wirst du sie gut los.",
    # After the last chapter
    house_rules="„Hier“ ist euer Tisch, „dort“ sind die Regeln der Schachtel.",
    compared="Verglichen mit „{title}“:",
    same_rules="Verglichen mit „{title}“: dieselben Regeln.",
    independent="Tilewise ist ein unabhängiges Projekt. Rummikub ist eine eingetragene Marke ihrer "
    "Inhaber, die mit diesem Text nichts zu tun haben.",
)

_DIFFERENCES: Final = Differences(
    sentence="{subject}: hier {here}; dort {there}.",
    players="Mitspielende",
    players_range="{min_players} bis {max_players}",
    players_exact="genau {max_players}",
    tiles="Zahlensteine",
    tiles_count="{tiles}",
    tiles_large=", ab {large_game_from:player} {large_tiles}",
    jokers="Normale Joker",
    jokers_count="{jokers}",
    jokers_large=", ab {large_game_from:player} {large_game_jokers}",
    gift_off=" (Souvenirsteine: {gift_tiles_in_box}, nicht im Spiel)",
    gift_added=", dazu {gift_tiles_in_box:gift} als Joker",
    gift_instead="stattdessen {gift_tiles_in_box:gift}",
    special="Sonderjoker",
    special_double="{double_jokers:double} (`D`)",
    special_colour_change="{colour_change_jokers:colour_change} (`C`)",
    special_mirror="{mirror_jokers:mirror} (`M`)",
    special_none="keine",
    rack="Zu Beginn auf dem Aufsteller",
    rack_size="{rack_size:tile}",
    redeal="Neu verteilen",
    redeal_pairs="auf Wunsch ab {redeal_pairs:pair_dative}",
    redeal_none="nie",
    starter="Weitere Spiele",
    starter_highest="beginnt, wer die höchste Zahl aufdeckt",
    starter_left="beginnt, wer links neben der Person sitzt, die zuletzt begonnen hat",
    opening="Eröffnung",
    opening_threshold="mindestens {opening_threshold:point}",
    opening_any="jede Kombination",
    freed_joker="Ein befreiter Joker",
    freed_joker_anywhere="darf er in jede Kombination",
    freed_joker_another_set="darf er in jede Kombination außer der, aus der er kommt",
    freed_joker_new_set="darf er nur in eine neue Kombination",
    clock="Zeit für einen Zug",
    clock_always="{turn_seconds:time}, vom ersten Zug an",
    clock_opened="{turn_seconds:time}, aber erst nach der Eröffnung",
    clock_none="unbegrenzt",
    late="Strafe, wenn die Zeit um ist",
    late_same="{late_tiles:tile}",
    late_split="{late_tiles_unmoved:tile}, wenn nichts bewegt wurde, sonst {late_tiles:tile}",
    late_none="keine Steine",
    wrong="Eine falsche Auslage",
    wrong_refused="wird sie nicht angenommen, und du machst weiter",
    wrong_penalty="kostet sie die Strafe, und der Zug ist vorbei",
    leftover="Steine, die niemand zurücklegen kann",
    leftover_pool="kommen sie in den Vorrat",
    leftover_draw="kommen sie in den Vorrat, und für jeden wird einer mehr gezogen",
    leftover_rack="kommen sie auf den Aufsteller der Person am Zug",
    empty_pool="Bei leerem Vorrat",
    empty_pool_passes="wird gespielt, bis alle passen",
    empty_pool_stuck="wird gespielt, bis niemand mehr legen kann, und Passen ist erlaubt",
    empty_pool_must_place="wird gespielt, bis niemand mehr legen kann, und wer kann, muss legen",
    empty_pool_last_round="haben alle noch einen letzten Zug",
    joker_worth="Ein Joker auf dem Aufsteller",
    joker_worth_points="zählt er am Ende {joker_penalty:point}",
    unopened="Jemand ist fertig und du hast nie eröffnet",
    unopened_points="verlierst du {unopened_penalty:point}, oder {missed_opening_penalty:point}, wenn du "
    "hättest eröffnen können",
    unopened_none="verlierst du wie immer den Wert deines Aufstellers",
    pool_score="Wertung, wenn niemand fertig wird",
    pool_score_rack="verlieren alle anderen den Wert ihres Aufstellers, und wer gewonnen hat, bekommt die Summe",
    pool_score_difference="verlieren alle anderen den Unterschied zum niedrigsten Aufsteller, und wer gewonnen "
    "hat, bekommt die Summe",
    pool_score_all_minus="verlieren alle den Wert des eigenen Aufstellers, auch wer gewonnen hat",
    pool_tie="Bei gleich niedrigen Aufstellern",
    pool_tie_shared="wird der Sieg geteilt",
    pool_tie_fewest="gewinnt, wer weniger Steine hat",
    match="Über mehrere Spiele entscheiden",
    match_score="alle Punkte zusammen",
    match_games="die gewonnenen Spiele, dann die Punkte",
    match_big="die großen Punkte, dann die kleinen",
)

GERMAN: Final = Phrases(
    plural=singular_or_plural,
    nouns={
        "player": ("Person", "Personen"),
        "tile": ("Stein", "Steine"),
        "tile_dative": ("Stein", "Steinen"),
        "joker": ("Joker", "Joker"),
        "double": ("Doppeljoker", "Doppeljoker"),
        "colour_change": ("Farbwechseljoker", "Farbwechseljoker"),
        "mirror": ("Spiegeljoker", "Spiegeljoker"),
        "gift": ("Souvenirstein", "Souvenirsteine"),
        "pile": ("Stapel", "Stapel"),
        "pair": ("Paar", "Paare"),
        "pair_dative": ("Paar", "Paaren"),
        "point": ("Punkt", "Punkte"),
        "day": ("Tag", "Tage"),
        "hour": ("Stunde", "Stunden"),
        "minute": ("Minute", "Minuten"),
        "second": ("Sekunde", "Sekunden"),
    },
    times=("einmal", "zweimal", "dreimal", "viermal"),
    last_separator=" und ",
    titles={
        "vienna-de": "Ausgabe Wien, deutsche Regeln",
        "vienna-en": "Ausgabe Wien, englische Regeln",
        "jumbo": "Ausgabe von Jumbo",
        "tm-toys": "Ausgabe von TM Toys, auch für sechs Personen",
        "international": "Internationale Ausgabe",
        "twist": "Ausgabe mit Sonderjokern",
    },
    headings=_HEADINGS,
    rules=_RULES,
    differences=_DIFFERENCES,
)
