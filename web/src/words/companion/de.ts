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
  "pad.how": "Jeden Stein einmal antippen; gedrückt halten nimmt ihn weg.",

  "score.rack-number": "Der Aufsteller wurde mit {worth} gezählt.",
  "score.announced-number": "Nie eröffnet, aber angesagt; der Aufsteller wurde mit {worth} gezählt.",
  "score.difference-number": "Der Aufsteller wurde mit {worth} gezählt, der niedrigste mit {winner}.",
  "score.own-rack-number": "Der Vorrat ist leer, also verlieren alle den Wert des eigenen Aufstellers, hier {worth}.",
  "score.too-many-tiles": "Diesen Stein ({tile}) gibt es in der Schachtel nur {box}-mal, eingegeben ist er {count}-mal: Sucht, wo er doppelt steht.",
  "score.unknown-sizes": "Die niedrigsten Aufsteller sind gleich viel wert, {worth}. Wer weniger Steine hat, gewinnt: Gebt an, wie viele es sind.",
};
