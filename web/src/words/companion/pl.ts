import type { CompanionTexts } from "./texts";

/** Polskie teksty działu dla gry prawdziwymi płytkami. */
export const pl: CompanionTexts = {
  "tools": "Narzędzia do waszego stołu",
  "tools.back": "Wróć",
  "tools.score": "Wyniki",
  "tools.clock": "Zegar",
  "tools.referee": "Sędzia",
  "tools.best": "Najlepszy ruch",

  "pad.count": "{tile}, {count} z {limit}",
  "pad.added": "{tile}: {count}",
  "pad.none-left": "W pudełku nie ma więcej takich płytek: {tile}.",
  "pad.remove": "Zabieraj płytki",
  "pad.chosen": "Płytki: {tiles}",
  "pad.how": "Dotknij każdej płytki raz; przytrzymaj, aby ją zabrać.",

  "score.rack-number": "Podstawkę policzono jako {worth}.",
  "score.announced-number": "Bez otwarcia, ale z zapowiedzią; podstawkę policzono jako {worth}.",
  "score.difference-number": "Podstawkę policzono jako {worth}, a zwycięską jako {winner}.",
  "score.own-rack-number": "Bank jest pusty, więc każdy traci wartość własnej podstawki: {worth}.",
  "score.too-many-tiles": "Tych płytek ({tile}) jest w pudełku {box}, a wpisano {count}: poszukajcie wpisanej dwa razy.",
  "score.unknown-sizes": "Najniższe podstawki są równe: {worth}. Wygrywa, kto ma mniej płytek: wpiszcie ich liczbę.",
};
