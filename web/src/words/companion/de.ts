import type { CompanionTexts } from "./texts";

/** Die deutschen Texte des Bereichs für ein Spiel mit echten Steinen. */
export const de: CompanionTexts = {
  "tools": "Werkzeuge für euren Tisch",
  "tools.back": "Zurück",
  "tools.score": "Punkte",
  "tools.clock": "Uhr",
  "tools.referee": "Regeln",
  "tools.best": "Bester Zug",

  "pad.count": "{tile}, {count} von {limit}",
  "pad.added": "{tile}: {count}",
  "pad.none-left": "Mehr davon sind nicht in der Schachtel: {tile}.",
  "pad.remove": "Steine wegnehmen",
  "pad.chosen": "Steine: {tiles}",
  "pad.empty": "Noch keine Steine",
  "pad.how": "Jeden Stein einmal antippen; gedrückt halten nimmt ihn weg.",
};
