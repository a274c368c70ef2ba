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
  "pad.empty": "No tiles yet",
  "pad.how": "Tap a tile for each one; hold it to take it away.",
};
