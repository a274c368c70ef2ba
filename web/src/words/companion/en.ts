/** The English texts of the section for a game with real tiles. */
export const en = {
  "tools": "Tools for your table",
  "tools.back": "Back",
  "tools.score": "Score",
  "tools.clock": "Clock",
  "tools.referee": "Referee",
  "tools.best": "Best play",

  "pad.count": "{tile}, {count} of {limit}",
  "pad.added": "{tile}: {count}",
  "pad.none-left": "The box has no more of this tile: {tile}.",
  "pad.remove": "Take tiles away",
  "pad.chosen": "Tiles: {tiles}",
  "pad.how": "Tap a tile for each one; hold it to take it away.",

  "score.rack-number": "The rack was counted as {worth}.",
  "score.announced-number": "Never opened, but announced it; the rack was counted as {worth}.",
  "score.difference-number": "The rack was counted as {worth}, the winner’s as {winner}.",
  "score.own-rack-number": "The pool is empty, so everyone loses the value of their own rack: {worth}.",
  "score.too-many-tiles": "The box has {box} of this tile ({tile}), but {count} were entered: look for one that was entered twice.",
  "score.unknown-sizes": "The lowest racks are equal, {worth}. Whoever has fewer tiles wins: enter the number of tiles.",
};
