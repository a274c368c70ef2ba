"""The rulebook in Polish."""

from typing import Final

from tilewise.rulebook.phrases import Differences, Headings, Phrases, Rules

_HEADINGS: Final = Headings(
    title="Remik z kostkami: {title}",
    box="Gracze i kostki",
    set_up="Przygotowanie",
    sets="Grupy i serie",
    turn="Twój ruch",
    special_jokers="Jokery specjalne",
    clock="Czas i kary",
    end="Koniec gry",
    scoring="Punktacja",
    match="Mecz",
    strategy="Strategia",
    other_boxes="Różnice w stosunku do innych pudełek",
    house_rules="Zasady domowe przy tym stole",
    independence="Niezależność",
)

_RULES: Final = Rules(
    compatible="Te zasady pasują do tego pudełka Rummikub®: {title}. Opowiadamy je własnymi słowami.",
    house_note="Przy tym stole obowiązują zasady domowe; pod koniec widać, co zmieniają.",
    look_up="Na końcu każdej zasady podany jest w nawiasie kwadratowym jej numer, żeby łatwo było ją odszukać.",
    aim="Cel gry: pozbądź się wszystkich kostek z podstawki szybciej niż inni.",
    # Players and tiles
    players_range="Gra dla {min_players}–{max_players} graczy.",
    players_exact="Gra dla dokładnie {max_players} graczy.",
    tiles="Weźcie {tiles:tile}: liczby od 1 do 13 w kolorach czarnym, czerwonym, niebieskim i "
    "pomarańczowym. Każda kostka jest w grze {times}.",
    large_tiles="Od {large_game_from} graczy wzwyż weźcie {large_tiles:tile}: każda jest w grze {large_times}.",
    jokers="Dodajcie {jokers:joker}.",
    no_jokers="Zwykłych jokerów nie ma.",
    large_jokers="Od {large_game_from} graczy wzwyż dodajcie razem {large_game_jokers:joker}.",
    special_jokers="Dodajcie jokery specjalne: {special}.",
    gift_off="Odłóżcie kostki pamiątkowe ({gift_tiles_in_box}) albo, jeśli chcecie, użyjcie ich jako "
    "dodatkowych jokerów lub zamiast zwykłych.",
    gift_added="Dodajcie jeszcze {gift_tiles_in_box:gift}: każda taka kostka to dodatkowy joker.",
    gift_instead="Odłóżcie zwykłe jokery i zamiast nich weźcie {gift_tiles_in_box:gift}.",
    # Getting ready
    starter="Wymieszajcie wszystkie kostki, ułożone liczbami do dołu. Każdy odkrywa jedną; zaczyna osoba z najwyższą "
    "liczbą. Jeśli najwyższą liczbę ma kilka osób, losują one między sobą jeszcze raz. Potem wszystko znów "
    "mieszacie.",
    starter_joker="Odkryty joker się nie liczy.",
    clockwise="Gra toczy się zgodnie z ruchem wskazówek zegara.",
    deal="Każdy bierze {rack_size:tile} na swoją podstawkę i nie pokazuje innym, co ma.",
    piles="Wygodniej jest najpierw ustawić zakryte kostki w stosy po siedem ({piles}); każdy bierze wtedy "
    "{rack_piles:pile}.",
    large_piles="Wygodniej jest najpierw ustawić zakryte kostki w stosy po siedem ({piles}; od "
    "{large_game_from} graczy wzwyż {large_piles}); każdy bierze wtedy {rack_piles:pile}.",
    pool="Pozostałe kostki leżą zakryte: to bank.",
    redeal="Masz na początku co najmniej {redeal_pairs:pair}? Możesz je pokazać i zażądać, by wszystko "
    "wymieszać i rozdać od nowa. Para, czyli dublet, to dwie kostki o tej samej liczbie i w tym samym kolorze; trzy "
    "takie kostki to nadal jedna para, a jokery par nie tworzą. Możesz to zrobić, dopóki nikt nie "
    "wykonał ruchu; po nowym rozdaniu znów masz to prawo.",
    no_redeal="Nowego rozdania nie ma: grasz kostkami, które dostajesz.",
    next_highest="Przed każdą następną grą meczu znów odkrywacie kostki, by ustalić, kto zaczyna.",
    next_left="Każdą następną grę meczu zaczyna osoba po lewej stronie tej, która zaczynała ostatnio.",
    # Sets
    notation="Tak zapisujemy kostki: `k` to kolor czarny, `r` czerwony, `b` niebieski, `o` pomarańczowy; "
    "`r7` to czerwona 7.",
    group="Grupa to trzy albo cztery kostki z jedną liczbą, każda w innym kolorze: `r9 b9 o9`.",
    run="Seria to co najmniej trzy liczby po kolei, wszystkie w jednym kolorze: `k5 k6 k7`. Może sięgać od 1 do 13.",
    lowest="Jedynka jest zawsze najniższą liczbą. Na trzynastce seria się kończy.",
    joker="Joker (`J`) może być dowolną kostką w dowolnym miejscu, bez względu na swój kolor: `r4 J r6`. W "
    "układzie może być kilka jokerów, a nawet same jokery. W grupie z trzech kostek joker może oznaczać "
    "dowolny z dwóch brakujących kolorów.",
    joker_place="W serii o tym, co zastępuje joker, decyduje jego miejsce. Kostki leżące nie po kolei też są "
    "przyjmowane, jeśli w jakimś porządku tworzą układ: Tilewise ustawia je tak, by jokery były warte jak "
    "najwięcej.",
    # A turn
    choose="Albo wykładasz co najmniej jedną kostkę z podstawki, albo dobierasz jedną kostkę z banku. "
    "Dobranie kończy ruch.",
    drawn="Świeżo dobrana kostka musi poczekać do twojego następnego ruchu.",
    opening="Gdy wykładasz kostki po raz pierwszy, jest to twoje otwarcie. Składa się z kompletnych, nowych "
    "układów wyłącznie z twojej podstawki i jest warte razem co najmniej {opening_threshold:point}.",
    opening_any="Gdy wykładasz kostki po raz pierwszy, jest to twoje otwarcie. Składa się z kompletnych, "
    "nowych układów wyłącznie z twojej podstawki. Progu nie ma: wystarczy dowolny układ.",
    opening_value="Joker liczy się tak jak kostka, którą zastępuje.",
    opening_table="Przy otwarciu stół jest nietykalny: niczego, co na nim leży, w tym ruchu nie "
    "przesuwasz, nie uzupełniasz i nie zabierasz – ani przed wyłożeniem, ani po nim.",
    no_duty="Otwarcie nigdy nie jest obowiązkowe, nawet gdy masz z czego je ułożyć.",
    any_set_advised="Instrukcja poleca grę bez progu na początek, z dziećmi oraz w pięć lub sześć osób: "
    "wtedy wystarczy dowolny układ.",
    no_duty_yet="Dopóki w banku są kostki, otwarcie nie jest obowiązkowe, nawet gdy masz z czego je ułożyć.",
    rearrange="Od następnego ruchu po otwarciu możesz przebudowywać wszystko, co leży na stole.",
    turn_end="Gdy kończysz ruch, każda kostka na stole musi należeć do poprawnego układu, nie może "
    "brakować niczego, co tam leżało, i co najmniej jedna kostka musi pochodzić z twojej "
    "podstawki. Po drodze próbuj do woli. Żadna kostka nie wraca ze stołu na podstawkę.",
    freeing="Jeśli masz za sobą otwarcie w którymś z wcześniejszych ruchów, możesz też uwalniać jokery: "
    "zastępować je, dzielić układ, w którym leżą, albo go rozkładać. Uwolniony joker zostaje na stole w poprawnym "
    "układzie, a ty i tak musisz dołożyć własną kostkę.",
    freed_anywhere="Uwolniony joker może trafić do dowolnego układu, także z powrotem do tego, z którego pochodzi.",
    freed_another_set="Uwolniony joker może trafić do każdego układu oprócz tego, z którego pochodzi: gdy "
    "zastąpi go czerwona 4, z `r3 J r5` nie powstanie `r3 r4 r5 J`.",
    freed_new_set="Uwolniony joker może trafić tylko do układu, który powstaje w tym ruchu, a nie do takiego, który "
    "już leżał na stole. Jokera z podstawki możesz dołożyć wszędzie, gdzie pasuje.",
    pool_short="Jeśli w banku jest mniej kostek, niż masz dobrać, bierzesz tyle, ile zostało. Gdy bank "
    "jest pusty, a ty nic nie wykładasz, pasujesz.",
    last_tile="Kto dobiera ostatnią kostkę, mówi o tym pozostałym.",
    # Special jokers
    special_sets="Bez względu na jokery układ to zawsze co najmniej trzy kostki na stole, wliczając "
    "jokery. Wolno w nim łączyć kilka jokerów różnych rodzajów.",
    double="Joker podwójny (`D`) zastępuje dokładnie dwie kostki i zajmuje dwa miejsca: dwie sąsiednie "
    "liczby w serii albo dwa kolory w grupie. `D r5 r6` to seria od 3 do 6, a `r3 b3 D` to pełna grupa. "
    "Może stać wszędzie, byle obie liczby mieściły się między 1 a 13: nigdy tuż przed 2 ani tuż po 12. "
    "Przy otwarciu liczą się obie liczby.",
    colour_change="Jokera zmiany koloru (`C`) można użyć tylko w serii. Zajmuje on miejsce jednej liczby, a za "
    "nim seria biegnie dalej w innym kolorze: `b3 b4 C r6 r7`. Może też stać na początku lub na końcu; "
    "wtedy z tej strony wolno dokładać tylko inny kolor. Przy otwarciu liczy się jego liczba.",
    colour_change_twice="Z dwoma takimi jokerami seria ma trzy odcinki, każdy w innym kolorze niż "
    "poprzedni; te dwa jokery nigdy nie leżą obok siebie.",
    mirror="Joker lustrzany (`M`) nie ma liczby. Po jego lewej i prawej stronie leżą te same kostki w "
    "lustrzanym odbiciu, z tą samą liczbą i kolorem: `k3 k4 M k4 k3` albo `r7 b7 M b7 r7`. Wystarczy po "
    "jednej kostce z każdej strony, a każdą zmianę po jednej stronie powtarzasz po drugiej. W układzie "
    "jest najwyżej jedno lustro. Przy otwarciu liczy się za 0. Inny joker może leżeć naprzeciw kostki, "
    "którą zastępuje.",
    mirror_double="Joker podwójny leży naprzeciw obu kostek, które zastępuje.",
    mirror_colour_change="Naprzeciw jokera zmiany koloru pasuje tylko drugi taki sam.",
    no_exchange="Nigdy nie wymieniaj na siebie jokerów różnych rodzajów, w żadną stronę: żaden układ, "
    "choćby dłuższy albo krótszy, nie może mieć potem w tym samym miejscu jokera innego rodzaju. Wolno "
    "uwolnić jokera kostkami z liczbami albo przebudową.",
    double_freed="Jokera podwójnego uwalniasz obiema kostkami, które zastępuje, albo przebudową.",
    special_freed="Jokery specjalne uwalnia się tak jak każdego jokera; uwolnione zostają na stole.",
    # The clock and penalties
    clock_always="Na każdy ruch masz {turn_seconds:time}.",
    clock_opened="Do otwarcia graj bez pośpiechu. Potem na każdy ruch masz {turn_seconds:time}.",
    no_clock="Zegara nie ma: zastanawiaj się tak długo, jak potrzebujesz.",
    clocks_advised="Instrukcja zachęca też, by wypróbować 30 lub 40 sekund albo grę bez zegara.",
    time_up="Gdy czas minie, stół i twoja podstawka wracają do stanu sprzed ruchu, a ruch się kończy.",
    late_same="Za karę dobierasz {late_tiles:tile}.",
    late_split="Za karę dobierasz {late_tiles_unmoved:tile}, jeśli żadna kostka nie została jeszcze "
    "przesunięta, a {late_tiles:tile}, jeśli któraś już została.",
    late_begun_only="Jeśli jakaś kostka została już przesunięta, za karę dobierasz {late_tiles:tile}.",
    late_none="Innej kary nie ma.",
    wrong_refused="Błędne ułożenie nie jest przyjmowane. Dowiadujesz się, co się nie zgadza, i grasz dalej.",
    wrong_penalty="Jeśli na koniec ruchu coś na stole się nie zgadza, wszystko wraca na miejsce, "
    "dobierasz {late_tiles:tile} i ruch się kończy.",
    wrong_no_tiles="Jeśli na koniec ruchu coś na stole się nie zgadza, wszystko wraca na miejsce i ruch się kończy.",
    leftover_pool="Nikt nie pamięta, skąd pochodzą niektóre kostki? Trafiają do banku.",
    leftover_draw="Nikt nie pamięta, skąd pochodzą niektóre kostki? Trafiają do banku. Osoba, która "
    "wykonywała ruch, dobiera {late_tiles:tile} i jeszcze po jednej za każdą z nich.",
    leftover_draw_only="Nikt nie pamięta, skąd pochodzą niektóre kostki? Trafiają do banku. Osoba, która "
    "wykonywała ruch, dobiera po jednej za każdą z nich.",
    leftover_rack="Nikt nie pamięta, skąd pochodzą niektóre kostki? Osoba, która wykonywała ruch, bierze je "
    "na swoją podstawkę i za karę dobiera {late_tiles:tile}.",
    leftover_rack_only="Nikt nie pamięta, skąd pochodzą niektóre kostki? Osoba, która wykonywała ruch, "
    "bierze je na swoją podstawkę.",
    # The end
    win="Kto poprawnym ruchem wyłoży ostatnią kostkę z podstawki, od razu wygrywa.",
    call_out="Przy prawdziwym stole trzeba to głośno ogłosić, dowolnym słowem.",
    passes="Gdy bank jest pusty, gra toczy się dalej. Pasować wolno zawsze; gdy spasują wszyscy po kolei, "
    "gra się kończy.",
    stuck="Gdy bank jest pusty, gra toczy się dalej, dopóki ktokolwiek może wyłożyć kostkę, a przed "
    "otwarciem – dopóki może otworzyć. Pasować wolno zawsze; gdy spasują wszyscy po kolei, gra też się "
    "kończy.",
    must_place="Gdy bank jest pusty, gra toczy się dalej, dopóki ktokolwiek może wyłożyć kostkę. Kto może "
    "wyłożyć kostkę albo otworzyć, musi to zrobić; pasuje tylko ten, kto nie może.",
    late_passes="Przekroczenie czasu mimo to liczy się jak pas, a gdy spasują wszyscy po kolei, gra się kończy.",
    last_round="Gdy bank jest pusty, następuje ostatnia runda: każdy ma jeszcze dokładnie jeden ruch, a "
    "zaczyna osoba, która wzięła ostatnią kostkę, choćby za karę. Potem gra się kończy.",
    # Scoring
    rack_worth="Podstawka jest warta tyle, ile wynosi suma jej liczb.",
    joker_worth="Każdy joker na niej to {joker_penalty:point}.",
    winner_plus="Gdy ktoś opróżni podstawkę, wszyscy inni tracą wartość swoich podstawek, a zwycięzca "
    "zyskuje to wszystko. Wyniki takiej gry dają razem 0.",
    sum_check="Jeśli nie, policzcie jeszcze raz.",
    plus_example="Przykład: innym zostało 5, 16 i 3; wyniki to +24, −5, −16 i −3.",
    unopened="Jeśli ktoś opróżni podstawkę, a otwarcie jest wciąż przed tobą, zamiast wartości podstawki "
    "tracisz stałą liczbę punktów: {unopened_penalty:point}, jeśli z twoich kostek nie dało się ułożyć "
    "otwarcia, a {missed_opening_penalty:point}, jeśli się dało (jokery też się liczą). Jeśli umożliwiła "
    "to dopiero ostatnia dobrana kostka i zapowiadasz wtedy otwarcie w następnym ruchu, tracisz tylko "
    "wartość podstawki. To, co tracisz, zyskuje zwycięzca.",
    announced_tile="Zapowiadając otwarcie, ustaw dobraną kostkę osobno, z lewej lub z prawej strony podstawki.",
    pool_rack="Jeśli bank jest pusty i nikt nie skończył, wygrywa osoba, której podstawka jest warta "
    "najmniej. Pozostali tracą wartość swoich podstawek, a zwycięzca zyskuje ich sumę.",
    pool_difference="Jeśli bank jest pusty i nikt nie skończył, wygrywa osoba, której podstawka jest "
    "warta najmniej. Pozostali tracą tylko tyle, o ile ich podstawka jest warta więcej niż podstawka "
    "zwycięzcy, a zwycięzca zyskuje sumę tych różnic.",
    pool_all_minus="Jeśli bank jest pusty i nikt nie skończył, wygrywa osoba, której podstawka jest warta "
    "najmniej. Każdy traci wartość swojej podstawki, zwycięzca też.",
    pool_example="Przykład: podstawki warte 1, 5, 10 i 15 dają wyniki {scores}.",
    tie_shared="Jeśli najmniej ma po równo kilka osób, wygrana jest wspólna.",
    tie_fewest="Jeśli najmniej ma po równo kilka osób, wygrywa ta, która ma najmniej kostek; jeśli i to "
    "jest równe, wygrana jest wspólna.",
    share_plus="Zysk dzieli się wtedy po równo, bez zaokrąglania.",
    share_big="Każda z tych osób dostaje jeden duży punkt.",
    # A match
    match_score="Możecie rozegrać kilka gier. Wygrywa najwyższa suma punktów.",
    match_games="Runda to tyle gier, ilu jest graczy; umówcie się wcześniej, ile rund gracie. Mecz "
    "wygrywa osoba, która wygrała najwięcej gier; przy remisie decyduje wyższa suma punktów.",
    match_big="Zwycięzca gry dostaje 1 duży punkt, pozostali 0; wyniki gier to małe punkty. Mecz wygrywa "
    "osoba, która ma najwięcej dużych punktów; przy remisie decydują małe.",
    shared_place="Osoby równe we wszystkim zajmują wspólne miejsce.",
    example_games="Przykład: trzy gry dają +24 −5 −16 −3, potem −6 −11 +22 −5, potem −32 −13 −2 +47. "
    "Razem to −14 −29 +4 +39.",
    example_score="Wygrywa czwarta osoba.",
    example_won="Pierwsza, trzecia i czwarta osoba mają po jednej wygranej grze, więc decydują punkty: "
    "prowadzi czwarta.",
    example_big="Czwarta gra daje −10 −25 +41 −6: małe punkty to teraz −24 −54 +45 +33, a duże 1, 0, 2, "
    "1. Kolejne osoby zajmują miejsca trzecie, czwarte, pierwsze i drugie.",
    # Strategy, which the books advise
    hold_back="Gra rozkręca się powoli, ale im więcej układów na stole, tym więcej można przebudować. Na "
    "początku warto czasem przetrzymać kostki i poczekać, aż wyłożą inni.",
    keep_fourth="Masz cztery kostki do jednego układu? Czasem lepiej wyłożyć tylko trzy: czwartą możesz "
    "wyłożyć w następnym ruchu, zamiast dobierać.",
    keep_joker="Czasem opłaca się też zachować jokera na później. Ryzyko jest takie: jeśli ktoś skończy "
    "przed tobą, stracisz za niego {joker_penalty:point}.",
    mirror_duplicates="Masz po dwie takie same kostki? Z jokerem lustrzanym łatwo się ich pozbyć.",
    # After the last chapter
    house_rules="„Tutaj” to wasz stół, „tam” to zasady z pudełka.",
    compared="Porównanie z pudełkiem „{title}”:",
    same_rules="Porównanie z pudełkiem „{title}”: te same zasady.",
    independent="Tilewise jest niezależnym projektem. Rummikub jest zastrzeżonym znakiem towarowym swoich "
    "właścicieli, którzy nie mają nic wspólnego z tym tekstem.",
)

_DIFFERENCES: Final = Differences(
    sentence="{subject}: tutaj {here}; tam {there}.",
    players="Gracze",
    players_range="od {min_players} do {max_players}",
    players_exact="dokładnie {max_players}",
    tiles="Kostki z liczbami",
    tiles_count="{tiles}",
    tiles_large=", od {large_game_from} graczy {large_tiles}",
    jokers="Zwykłe jokery",
    jokers_count="{jokers}",
    jokers_large=", od {large_game_from} graczy {large_game_jokers}",
    gift_off=" (kostki pamiątkowe: {gift_tiles_in_box}, poza grą)",
    gift_added=" (do tego kostki pamiątkowe jako jokery: {gift_tiles_in_box})",
    gift_instead="kostki pamiątkowe w ich miejsce: {gift_tiles_in_box}",
    special="Jokery specjalne",
    special_double="{double_jokers:double} (`D`)",
    special_colour_change="{colour_change_jokers:colour_change} (`C`)",
    special_mirror="{mirror_jokers:mirror} (`M`)",
    special_none="brak",
    rack="Na początku",
    rack_size="bierzesz {rack_size:tile}",
    redeal="Nowe rozdanie",
    redeal_pairs="na życzenie, gdy masz co najmniej {redeal_pairs:pair}",
    redeal_none="nigdy",
    starter="Następne gry zaczyna",
    starter_highest="osoba, która odkryje najwyższą liczbę",
    starter_left="osoba po lewej stronie tej, która zaczynała ostatnio",
    opening="Otwarcie",
    opening_threshold="co najmniej {opening_threshold:point}",
    opening_any="dowolny układ",
    freed_joker="Uwolniony joker",
    freed_joker_anywhere="może trafić do dowolnego układu",
    freed_joker_another_set="może trafić do każdego układu oprócz tego, z którego pochodzi",
    freed_joker_new_set="może trafić tylko do nowego układu",
    clock="Czas na ruch",
    clock_always="masz {turn_seconds:time}, od pierwszego ruchu",
    clock_opened="masz {turn_seconds:time}, ale dopiero po otwarciu",
    clock_none="bez ograniczeń",
    late="Kara za przekroczenie czasu",
    late_same="dobierasz {late_tiles:tile}",
    late_split="dobierasz {late_tiles_unmoved:tile}, jeśli nic nie zostało przesunięte, "
    "w przeciwnym razie {late_tiles:tile}",
    late_none="nie dobierasz kostek",
    wrong="Błędne ułożenie",
    wrong_refused="nie jest przyjmowane i grasz dalej",
    wrong_penalty="oznacza karę i koniec ruchu",
    leftover="Kostki, których nikt nie umie odłożyć na miejsce",
    leftover_pool="trafiają do banku",
    leftover_draw="trafiają do banku, a za każdą dobiera się o jedną więcej",
    leftover_rack="trafiają na podstawkę osoby, która wykonywała ruch",
    empty_pool="Gdy bank jest pusty",
    empty_pool_passes="gracie, aż wszyscy spasują",
    empty_pool_stuck="gracie, aż nikt nie może nic wyłożyć, a pasować wolno zawsze",
    empty_pool_must_place="gracie, aż nikt nie może nic wyłożyć, a kto może, ten musi",
    empty_pool_last_round="każdy ma jeszcze jeden, ostatni ruch",
    joker_worth="Joker na podstawce",
    joker_worth_points="liczy się na koniec za {joker_penalty:point}",
    unopened="Ktoś skończył, a otwarcie jest wciąż przed tobą",
    unopened_points="tracisz {unopened_penalty:point}, a jeśli dało się otworzyć – {missed_opening_penalty:point}",
    unopened_none="tracisz jak zawsze wartość podstawki",
    pool_score="Wyniki, gdy nikt nie skończył",
    pool_score_rack="pozostali tracą wartość podstawek, a zwycięzca zyskuje ich sumę",
    pool_score_difference="pozostali tracą różnicę do podstawki zwycięzcy, a zwycięzca zyskuje sumę różnic",
    pool_score_all_minus="każdy traci wartość swojej podstawki, zwycięzca też",
    pool_tie="Przy równych najniższych podstawkach",
    pool_tie_shared="wygrana jest wspólna",
    pool_tie_fewest="wygrywa osoba, która ma mniej kostek",
    match="O meczu decydują",
    match_score="wszystkie punkty razem",
    match_games="wygrane gry, a potem punkty",
    match_big="duże punkty, a potem małe",
)


def polish_plural(number: int) -> int:
    """Return the index of the form of a Polish noun: for 1, for 2 to 4 (also 22, but not 12), or for other numbers.

    >>> forms = ("kostka", "kostki", "kostek")
    >>> [forms[polish_plural(n)] for n in (0, 1, 2, 5, 12, 22, 101)]
    ['kostek', 'kostka', 'kostki', 'kostek', 'kostek', 'kostki', 'kostek']
    """
    if number == 1:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


POLISH: Final = Phrases(
    plural=polish_plural,
    nouns={
        # In the accusative, except for the three special jokers (nominative, in a list).
        "tile": ("kostkę", "kostki", "kostek"),
        "joker": ("jokera", "jokery", "jokerów"),
        "double": ("joker podwójny", "jokery podwójne", "jokerów podwójnych"),
        "colour_change": ("joker zmiany koloru", "jokery zmiany koloru", "jokerów zmiany koloru"),
        "mirror": ("joker lustrzany", "jokery lustrzane", "jokerów lustrzanych"),
        "gift": ("kostkę pamiątkową", "kostki pamiątkowe", "kostek pamiątkowych"),
        "pile": ("stos", "stosy", "stosów"),
        "pair": ("parę", "pary", "par"),
        "point": ("punkt", "punkty", "punktów"),
        "day": ("dzień", "dni", "dni"),
        "hour": ("godzinę", "godziny", "godzin"),
        "minute": ("minutę", "minuty", "minut"),
        "second": ("sekundę", "sekundy", "sekund"),
    },
    times=("raz", "dwa razy", "trzy razy", "cztery razy"),
    last_separator=" i ",
    titles={
        "vienna-de": "Wiedeń, zasady niemieckie",
        "vienna-en": "Wiedeń, zasady angielskie",
        "jumbo": "Wydanie Jumbo",
        "tm-toys": "Wydanie TM Toys, do sześciu osób",
        "international": "Wydanie międzynarodowe",
        "twist": "Wydanie z jokerami specjalnymi",
    },
    headings=_HEADINGS,
    rules=_RULES,
    differences=_DIFFERENCES,
)
