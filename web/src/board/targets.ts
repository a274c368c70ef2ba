/** Which drop target a dragged rectangle on the board means, and where its marker goes. Pure geometry, without the DOM. */

import type { SetPreview } from "../server/protocol";
import { type Piece, type PieceSet, colourOf } from "../tiles/tiles";
import type { Layout, Target } from "./draft";
import { fittingPlace, readingOf, replacesJoker } from "./fits";
import { type Box, PITCH, RATIO, type RackGeometry, type SetGeometry, type Spot, type TableGeometry, slotAt, slotSpot } from "./geometry";

/** How near a tile must be to a set to join it, in widths of a tile: beside a set that it continues, beside any other, and above or below. */
const NEAR_FITTING = 0.55;
const NEAR_END = 0.3;
const NEAR_LINE = 0.16;
/** The share of a tile that must lie over a set which it does not continue. */
const LEAST_OVERLAP = 0.22;
/** How much it counts that a tile continues a set, in shares of a tile. */
const FITTING = 0.6;
/** The share of a joker that a tile must cover to replace it. */
const COVERS_JOKER = 0.55;

/** A set with fewer tiles is never complete. */
const SMALLEST_SET = 3;

export interface Dragged {
  /** Its rectangle, in the table's coordinates. */
  readonly box: Box;
  readonly tiles: readonly Piece[];
}

/** Return the target of dragged tiles on the table: the set that they overlap or nearly touch, preferably one that they continue. */
export function tableTarget(layout: Layout, table: TableGeometry, { box, tiles }: Dragged, previews: ReadonlyMap<string, SetPreview>): Target {
  const { tileWidth } = table;
  const dragged = new Set(tiles.map((tile) => tile.id));
  const faces = tiles.map((tile) => tile.face);
  let best: { target: Target; score: number } | null = null;
  for (const [n, set] of layout.sets.entries()) {
    const placed = table.sets[n];
    const left = set.tiles.filter((tile) => !dragged.has(tile.id));
    const near = placed && nearness(box, placed, tileWidth);
    if (!near || !left.length) continue;
    const joker = tiles.length === 1 && set.tiles.findIndex((tile, at) => !dragged.has(tile.id) && replacesJoker(faces[0]!, set, at, previews.get(set.id)) && share(box, tileBox(placed.spots[at]!, tileWidth)) >= COVERS_JOKER);
    if (joker !== false && joker >= 0) return { on: "joker", joker: set.tiles[joker]!.id };
    const at = placeInSet(placed, box, tileWidth);
    const staying = left.length === set.tiles.length;
    const fit = staying ? fittingPlace(readingOf(set, previews.get(set.id)), faces, at) : fittingPlace(left.map((tile) => tile.face), faces, at);
    // With jokers that stand for two tiles the reading is longer than the set.
    const fitsAt = fit === null || !staying ? fit : Math.min(fit, set.tiles.length);
    const isNear = fitsAt === null ? near.overlap >= LEAST_OVERLAP || (near.beside <= NEAR_END && near.level >= 0.5) : near.overlap > 0 || (near.beside <= NEAR_FITTING && near.level >= 0.3) || (near.above <= NEAR_LINE && near.beside === 0);
    if (!isNear) continue;
    const score = near.overlap - Math.max(near.beside, near.above) + (fitsAt === null ? 0 : FITTING);
    if (!best || score > best.score + 1e-6) best = { target: { on: "set", set: set.id, at: staying ? (fitsAt ?? at) : at }, score };
  }
  return best?.target ?? { on: "new" };
}

interface Nearness {
  /** The share of a tile that lies over the set. */
  readonly overlap: number;
  /** The gaps to the side and above or below, in widths of a tile. */
  readonly beside: number;
  readonly above: number;
  /** The share of its height that is level with the set. */
  readonly level: number;
}

/** How near a box is to a set; null if it is far away. */
function nearness(box: Box, { boxes }: SetGeometry, tileWidth: number): Nearness | null {
  let best: Nearness | null = null;
  for (const other of boxes) {
    const [dx, dy] = [common(box.x, box.w, other.x, other.w), common(box.y, box.h, other.y, other.h)];
    const beside = Math.max(0, -dx) / tileWidth;
    const above = Math.max(0, -dy) / tileWidth;
    if (beside > 1 || above > 1) continue;
    const overlap = dx > 0 && dy > 0 ? (dx * dy) / (Math.min(box.w, tileWidth) * box.h) : 0;
    const next = { overlap: Math.min(1, overlap), beside, above, level: Math.max(0, dy) / box.h };
    if (!best || next.overlap - Math.max(next.beside, next.above) > best.overlap - Math.max(best.beside, best.above)) best = next;
  }
  return best;
}

/** Before which tile of a set a box lies: the one whose middle is right of the box's middle. */
function placeInSet({ boxes, spots }: SetGeometry, box: Box, tileWidth: number): number {
  const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const line = boxes.reduce((best, other) => (Math.abs(other.y + other.h / 2 - middle.y) < Math.abs(best.y + best.h / 2 - middle.y) ? other : best));
  return spots.filter((spot) => spot.y < line.y - 1 || (spot.y < line.y + line.h && spot.x + tileWidth / 2 < middle.x)).length;
}

/** Return the target of a dragged tile whose top left corner is at this point of the rack. */
export function rackTarget(rack: RackGeometry, point: Spot): Target {
  return { on: "rack", slot: slotAt(point, rack) };
}

/** Return the box of a slot on the rack. */
export function slotBox(slot: number, rack: RackGeometry): Box {
  return tileBox(slotSpot(slot, rack), rack.tileWidth);
}

export function tileBox({ x, y }: Spot, tileWidth: number): Box {
  return { x, y, w: tileWidth, h: tileWidth * RATIO };
}

/** The box around tiles at these places; null if there are none. */
export function around(spots: readonly Spot[], tileWidth: number): Box | null {
  if (!spots.length) return null;
  const [x, y] = [Math.min(...spots.map((spot) => spot.x)), Math.min(...spots.map((spot) => spot.y))];
  return { x, y, w: Math.max(...spots.map((spot) => spot.x)) + tileWidth - x, h: Math.max(...spots.map((spot) => spot.y)) + tileWidth * RATIO - y };
}

/** Where the next tile of an unfinished set goes: right of it, or left of it if that is taken; null if neither is free. */
export function missingSlot(set: PieceSet, layout: Layout, table: TableGeometry): Box | null {
  const placed = table.sets[layout.sets.indexOf(set)];
  if (!placed || set.tiles.length >= SMALLEST_SET || placed.boxes.length !== 1) return null;
  const { tileWidth } = table;
  const [first, last] = [placed.spots[0]!, placed.spots.at(-1)!];
  const others = table.sets.filter((other) => other !== placed).flatMap((other) => other.boxes);
  const isFree = (box: Box) => box.x >= 0 && box.x + box.w <= table.width && others.every((other) => share(box, other) === 0);
  const sides = [last.x + PITCH * tileWidth, first.x - PITCH * tileWidth];
  return sides.map((x) => tileBox({ x, y: first.y }, tileWidth)).find(isFree) ?? null;
}

/** The rule for a freed joker: where the table lets it go. */
export type FreedJoker = "anywhere" | "another-set" | "new-set";

/** The sets that a joker from the table may go to; the server judges. `start` is the table at the start of the turn. */
export function jokerSets(joker: Piece, layout: Layout, start: Layout, rule: FreedJoker): Set<string> {
  const from = start.sets.find((set) => set.tiles.some((tile) => tile.id === joker.id));
  const others = layout.sets.filter((set) => set.tiles.some((tile) => tile.id !== joker.id));
  if (rule === "anywhere" || !from) return new Set(others.map((set) => set.id));
  const continued = (set: Layout["sets"][number]) => start.sets.filter((old) => numbersOf(old).length > 0 && numbersOf(old).every((id) => set.tiles.some((tile) => tile.id === id)));
  return new Set(others.filter((set) => (rule === "new-set" ? continued(set).length === 0 : !continued(set).includes(from))).map((set) => set.id));
}

const numbersOf = (set: { readonly tiles: readonly Piece[] }): string[] => set.tiles.filter((tile) => colourOf(tile.face) !== null).map((tile) => tile.id);

/** A place that the arrow keys can reach. */
export interface FocusStop extends Spot {
  readonly id: string;
}

/** Return the nearest stop in the line above or below, or null if there is none. */
export function verticalNeighbour(stops: readonly FocusStop[], from: string, key: "ArrowUp" | "ArrowDown", tileWidth: number): string | null {
  const here = stops.find((stop) => stop.id === from);
  if (!here) return stops[0]?.id ?? null;
  const up = key === "ArrowUp";
  const beyond = stops.filter((stop) => (up ? stop.y < here.y - tileWidth / 2 : stop.y > here.y + tileWidth / 2));
  if (!beyond.length) return null;
  const line = up ? Math.max(...beyond.map((stop) => stop.y)) : Math.min(...beyond.map((stop) => stop.y));
  const inLine = beyond.filter((stop) => Math.abs(stop.y - line) < tileWidth / 2);
  return inLine.reduce((best, stop) => (Math.abs(stop.x - here.x) < Math.abs(best.x - here.x) ? stop : best)).id;
}

/** The length that two intervals have in common; negative: the gap between them. */
function common(a: number, aLength: number, b: number, bLength: number): number {
  return Math.min(a + aLength, b + bLength) - Math.max(a, b);
}

/** The share of the second box that the first one covers. */
function share(one: Box, other: Box): number {
  const [dx, dy] = [common(one.x, one.w, other.x, other.w), common(one.y, one.h, other.y, other.h)];
  return dx > 0 && dy > 0 ? (dx * dy) / (other.w * other.h) : 0;
}
