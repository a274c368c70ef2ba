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
  "pad.empty": "Jeszcze bez płytek",
  "pad.how": "Dotknij każdej płytki raz; przytrzymaj, aby ją zabrać.",
};
