/** What a tap, or a key, means for hands: the same for mouse, finger and keyboard. */

import { type Hands, type Target, drop, letGo, pick, placeOf, tilesAt, toggle } from "./hands";

/** A tile is tapped: pick it up, pick it up too, or put what is picked up beside it. */
export function tapTile(hands: Hands, id: string, half: "left" | "right"): Hands {
  const place = placeOf(hands.layout, id);
  if (place === null) return hands;
  if (!hands.picked.length) return pick(hands, [id]);
  const gathering = place === "rack" || hands.picked.some((other) => placeOf(hands.layout, other) === place);
  if (gathering) return toggle(hands, id);
  return drop(hands, beside(hands, id, half));
}

/** Empty table is tapped. */
export function tapTable(hands: Hands, at: number): Hands {
  return hands.picked.length ? drop(hands, { on: "new", at }) : hands;
}

/** The rack is tapped beside its tiles: what came from it goes back. */
export function tapRack(hands: Hands, at: number): Hands {
  const fromTable = hands.picked.some((id) => placeOf(hands.layout, id) !== "rack");
  return fromTable ? drop(hands, { on: "rack", at }) : letGo(hands);
}

/** The place left or right of a tile. */
export function beside(hands: Hands, id: string, half: "left" | "right"): Target {
  const place = placeOf(hands.layout, id) ?? "rack";
  const at = tilesAt(hands.layout, place).findIndex((tile) => tile.id === id) + (half === "right" ? 1 : 0);
  return place === "rack" ? { on: "rack", at } : { on: "set", set: place, at };
}

/** All picked tiles back to the rack, as far as they came from it. */
export function backToRack(hands: Hands): Hands {
  return drop(hands, { on: "rack", at: hands.layout.rack.length });
}

/** All picked tiles as a new set at the end of the table. */
export function asNewSet(hands: Hands): Hands {
  return drop(hands, { on: "new", at: hands.layout.sets.length });
}
