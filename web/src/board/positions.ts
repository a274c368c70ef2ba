/**
 * Where sets lie on the table. A set stays where it is when other sets change; only a set that changes may move, and no
 * farther than it must.
 *
 * A place is measured in widths of a tile from the middle of the felt, so it does not depend on the size of the screen or
 * the zoom. `arrange` carries the places over from one table to the next; when space runs out, tiles become a step smaller.
 */

import type { PieceSet } from "../tiles/tiles";
import { colourOf, numberOf } from "../tiles/tiles";
import { type Room, type Spot, EDGE, LINE, LINE_GAP, PITCH, SET_GAP, widthOf } from "./geometry";

export interface Place {
  /** The left edge of the set, in widths of a tile from the middle. */
  readonly x: number;
  /** The line of the set, counted from the middle one. */
  readonly row: number;
}

interface Lying extends Place {
  /** The ids of its tiles when it lay there. */
  readonly tiles: readonly string[];
}

export interface Arrangement {
  readonly room: Room;
  readonly tileWidth: number;
  /** The place of each set on the table. */
  readonly places: ReadonlyMap<string, Lying>;
  /** Where each set lay with which tiles: an undone move returns it there. */
  readonly history: ReadonlyMap<string, Lying & { readonly set: string }>;
  /** Whether the sets lie as they were laid out, so that another window may lay them out anew. */
  readonly isTidy: boolean;
}

export interface Wishes {
  /** Where sets were dropped. */
  readonly dropped?: ReadonlyMap<string, Place>;
  /** Where the player sits who lays new sets, from -1 to 1 in both directions. My own, and by default all, lie in the middle. */
  readonly seat?: Spot | null;
}

/** A place with the size of the set on it. */
interface Area extends Place {
  readonly width: number;
  readonly lines: number;
}

/** The part of the felt that tiles of one size can use. */
interface Bounds {
  readonly half: number;
  readonly top: number;
  readonly bottom: number;
  /** The right end of a line, which is shorter where something lies in the corner. */
  readonly right: (row: number) => number;
}

/** One step of zoom. */
export const STEP = 1.12;
/** Space for one more tile between two sets, wherever there is enough. */
const ROOMY_GAP = PITCH + 0.02;
/** A set has this many tiles or more (T1). */
const LEAST_SET = 3;
/** A turned screen is tidied up if that gives tiles that are larger by this factor. */
const WORTH_TIDYING = 1.3;
/** The factor by which the shape of a turned screen differs, at least. */
const OTHER_SHAPE = 1.5;
/** How many places are remembered. */
const MOST_REMEMBERED = 200;

/** Return the places of these sets, given where they lay before. */
export function arrange(before: Arrangement | null, sets: readonly PieceSet[], room: Room, wishes: Wishes = {}): Arrangement {
  if (before === null || (!before.places.size && sets.length > 1 && !wishes.dropped?.size)) return tidy(sets, room, before);
  const sizes = tileWidths(room);
  const isResized = !isSameRoom(before.room, room);
  if (isResized && before.isTidy && isUnchanged(before, sets)) return tidy(sets, room, before);
  const known = isResized ? 0 : Math.max(0, sizes.findIndex((size) => size <= before.tileWidth + 0.01));
  // Tiles grow again only where two steps would fit, so that the zoom does not go to and fro.
  const grown = !isResized && known >= 2 ? placeAll(before, sets, room, sizes[known - 2]!, wishes) : null;
  const from = grown && !grown.hasMoved ? known - 1 : known;
  for (const tileWidth of sizes.slice(from)) {
    const placed = placeAll(before, sets, room, tileWidth, wishes);
    if (!placed) continue;
    const next = remember(before, sets, room, tileWidth, placed.places);
    if (!isResized || !hasOtherShape(before.room, room)) return next;
    const tidied = tidy(sets, room, before);
    return tidied.tileWidth > tileWidth * WORTH_TIDYING ? tidied : next;
  }
  const next = remember(before, sets, room, room.least, placeAll(before, sets, room, room.least, wishes, true)!.places);
  const tidied = isResized ? tidy(sets, room, before) : next;
  return isResized && (tidied.tileWidth > room.least || rowCount(tidied) < rowCount(next)) ? tidied : next;
}

/** Return where a set would lie on a table with these sets, which is not remembered. */
export function placeAmong(now: Arrangement, sets: readonly PieceSet[], id: string): Place | null {
  return (placeAll(now, sets, now.room, now.tileWidth, {}) ?? arrange(now, sets, now.room)).places.get(id) ?? null;
}

/** Lay the sets out anew: runs by colour, then groups by number, in even lines around the middle. */
export function tidy(sets: readonly PieceSet[], room: Room, before: Arrangement | null = null): Arrangement {
  const ordered = [...sets].sort((a, b) => compareRanks(rankOf(a), rankOf(b)));
  const areas = ordered.map((set) => sizeOf(set, room));
  for (const tileWidth of tileWidths(room)) {
    const bounds = boundsAt(room, tileWidth);
    for (const gap of [ROOMY_GAP, SET_GAP]) {
      const places = inEvenLines(areas, bounds, gap, false);
      if (places) return { ...remember(before, sets, room, tileWidth, lying(ordered, places)), isTidy: true };
    }
  }
  const places = inEvenLines(areas, boundsAt(room, room.least), SET_GAP, true)!;
  return { ...remember(before, sets, room, room.least, lying(ordered, places)), isTidy: true };
}

/** The free place for a new set of so many tiles that is nearest to a wish, by default to the middle; null if there is none. */
export function freePlace(arrangement: Arrangement, sets: readonly PieceSet[], count: number, wish?: Place): Place | null {
  const { room, tileWidth, places } = arrangement;
  const bounds = boundsAt(room, tileWidth);
  const taken = sets.flatMap((set) => areaOf(set, places.get(set.id), room));
  const width = widthOf(Math.min(count, tilesPerLine(room)));
  const lines = Math.ceil(count / tilesPerLine(room));
  return nearest({ width, lines }, wish ?? { x: -width / 2, row: 0 }, taken, bounds, { gap: SET_GAP, shape: wish ? LINE : shapeOf(bounds) });
}

/** The first and the last line that the felt has room for or that a set uses. */
export function rowsOf({ room, tileWidth, places }: Arrangement, sets: readonly PieceSet[]): { top: number; bottom: number } {
  let { top, bottom } = boundsAt(room, tileWidth);
  for (const set of sets) {
    const area = areaOf(set, places.get(set.id), room)[0];
    if (area) [top, bottom] = [Math.min(top, area.row), Math.max(bottom, area.row + area.lines - 1)];
  }
  return { top, bottom };
}

/** How many tiles of a set lie in one line. */
export function tilesPerLine(room: Room): number {
  return Math.max(3, Math.floor((room.width / room.least - 2 * EDGE + PITCH - 1) / PITCH + 1e-6));
}

/** The ids of the sets in reading order. */
export function inReadingOrder(arrangement: Arrangement, sets: readonly PieceSet[]): PieceSet[] {
  const place = (set: PieceSet) => arrangement.places.get(set.id) ?? { x: 0, row: 0 };
  return [...sets].sort((a, b) => place(a).row - place(b).row || place(a).x - place(b).x);
}

// Saving

/** Places by the faces of the sets, as they are stored in the browser. */
export interface SavedPlace extends Place {
  readonly faces: string;
}

export function savePlaces(arrangement: Arrangement, sets: readonly PieceSet[]): SavedPlace[] {
  return sets.flatMap((set) => {
    const place = arrangement.places.get(set.id);
    return place ? [{ faces: set.tiles.map((tile) => tile.face).join(" "), x: Math.round(place.x * 1000) / 1000, row: place.row }] : [];
  });
}

/** Return an arrangement in which these sets lie where sets with the same faces, or most of them, lay when they were saved. */
export function restorePlaces(saved: readonly SavedPlace[], sets: readonly PieceSet[], room: Room): Arrangement | null {
  const pairs = sets.flatMap((set) => saved.map((place) => ({ set, place, common: commonFaces(set, place.faces.split(" ")) })));
  pairs.sort((a, b) => b.common.length - a.common.length);
  const places = new Map<string, Lying>();
  const used = new Set<SavedPlace>();
  for (const { set, place, common } of pairs) {
    if (common.length * 2 <= set.tiles.length || places.has(set.id) || used.has(place)) continue;
    used.add(place);
    places.set(set.id, { x: place.x, row: place.row, tiles: common });
  }
  if (!places.size) return null;
  return arrange({ room, tileWidth: room.most, places, history: new Map(), isTidy: false }, sets, room);
}

/** The tiles of a set where the saved faces were; others are named so that no tile matches. */
function commonFaces(set: PieceSet, faces: readonly string[]): string[] {
  const left = [...set.tiles];
  const ids = faces.map((face) => {
    const at = left.findIndex((tile) => tile.face === face);
    return at < 0 ? "" : left.splice(at, 1)[0]!.id;
  });
  return ids.filter(Boolean).length === faces.length ? ids : ids.filter(Boolean);
}

// Placing

/** Place all sets with tiles of this size; null if they do not fit. With `scrolls` there are as many lines as needed. */
function placeAll(before: Arrangement, sets: readonly PieceSet[], room: Room, tileWidth: number, wishes: Wishes, scrolls = false): { places: Map<string, Lying>; hasMoved: boolean } | null {
  const bounds = boundsAt(room, tileWidth);
  const taken: Area[] = [];
  const places = new Map<string, Lying>();
  let hasMoved = false;
  const put = (set: PieceSet, place: Place): void => {
    taken.push({ ...place, ...sizeOf(set, room) });
    places.set(set.id, { x: place.x, row: place.row, tiles: set.tiles.map((tile) => tile.id) });
  };
  // Sets that have not changed stay; then those that have find space, then those that are new.
  const later: { set: PieceSet; wish: Place; rank: number; isNew: boolean }[] = [];
  sets.forEach((set) => {
    const wish = wishFor(set, before, wishes, bounds, room);
    const area = { ...wish.place, ...sizeOf(set, room) };
    if (wish.rank === 0 && (isInside(area, bounds) || (scrolls && isInside({ ...area, row: 0 }, bounds))) && isFreeArea(area, taken, SET_GAP - 0.01)) put(set, wish.place);
    else later.push({ set, wish: wish.place, rank: wish.rank, isNew: wish.rank === 3 });
  });
  if (!scrolls && later.some(({ rank }) => rank === 0)) return null;
  later.sort((a, b) => a.rank - b.rank);
  for (const { set, wish, isNew } of later) {
    const size = sizeOf(set, room);
    const search = { shape: isNew ? shapeOf(bounds) : LINE, scrolls };
    // A new set leaves room to grow: for the tiles that it lacks, and for one more.
    const roomy = { ...size, width: Math.max(size.width, widthOf(LEAST_SET)) };
    const place = (isNew ? nearest(roomy, wish, taken, bounds, { ...search, gap: ROOMY_GAP }) : null) ?? nearest(size, wish, taken, bounds, { ...search, gap: SET_GAP });
    if (!place) return null;
    hasMoved ||= !isNew && !isSamePlace(place, wish);
    put(set, place);
  }
  return { places, hasMoved };
}

/** Where a set should lie, and its rank: 0 has not changed, 1 has changed, 2 was dropped or split off, 3 is new. */
function wishFor(set: PieceSet, before: Arrangement, { dropped, seat }: Wishes, bounds: Bounds, room: Room): { place: Place; rank: number } {
  const wanted = dropped?.get(set.id);
  if (wanted) return { place: wanted, rank: 2 };
  const lies = before.places.get(set.id);
  if (lies && lies.tiles.length === set.tiles.length && set.tiles.every((tile, n) => tile.id === lies.tiles[n])) return { place: lies, rank: 0 };
  const lay = before.history.get(keyOf(set.id, set.tiles.map((tile) => tile.id)));
  if (lay) return { place: lay, rank: 1 };
  const known = lies ?? [...before.history.values()].reverse().find((place) => place.set === set.id);
  if (known) {
    const place = sizeOf(set, room).lines > 1 ? known : anchored(set, known);
    const isSame = lies !== undefined && known.tiles.length === set.tiles.length && isSamePlace(place, known);
    return { place, rank: isSame ? 0 : 1 };
  }
  const source = [...before.places.values()].find((lying) => set.tiles.filter((tile) => lying.tiles.includes(tile.id)).length * 2 > set.tiles.length);
  if (source) return { place: anchored(set, source), rank: 2 };
  const { width } = sizeOf(set, room);
  const middle = (bounds.top + bounds.bottom) / 2;
  const side = set.tiles.some((tile) => tile.mine) ? null : seat;
  return { place: { x: (side?.x ?? 0) * bounds.half * 0.75 - width / 2, row: Math.round(middle + (side?.y ?? 0) * (bounds.bottom - bounds.top) * 0.375) }, rank: 3 };
}

/** The place at which most tiles of a set stay where they were. */
function anchored(set: PieceSet, before: Lying): Place {
  const votes = new Map<number, number>();
  set.tiles.forEach((tile, n) => {
    const was = before.tiles.indexOf(tile.id);
    if (was >= 0) votes.set(was - n, (votes.get(was - n) ?? 0) + 1);
  });
  const [shift] = [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]) || a[0] - b[0])[0] ?? [0];
  return { x: before.x + shift * PITCH, row: before.row };
}

interface Search {
  readonly gap: number;
  /** How much a line counts, compared to the width of a tile. */
  readonly shape: number;
  readonly scrolls?: boolean;
}

/** The free place nearest to a wish, or null if there is none. */
function nearest(size: { width: number; lines: number }, wish: Place, taken: readonly Area[], bounds: Bounds, { gap, shape, scrolls = false }: Search): Place | null {
  const reach = scrolls ? taken.length + size.lines + 2 : 0;
  const [top, bottom] = scrolls ? [Math.min(bounds.top, wish.row) - reach, Math.max(bounds.bottom, wish.row) + reach] : [bounds.top, bounds.bottom];
  let best: (Place & { distance: number }) | null = null;
  for (let row = top; row + size.lines - 1 <= bottom; row += 1) {
    if (best && Math.abs(row - wish.row) * shape > best.distance) continue;
    const right = Math.min(...Array.from({ length: size.lines }, (_, n) => bounds.right(row + n)));
    const beside = taken.filter((area) => area.row < row + size.lines && row < area.row + area.lines).sort((a, b) => a.x - b.x);
    let from = -bounds.half;
    for (const [start, next] of [...beside.map((area) => [area.x - gap, area.x + area.width + gap] as const), [right, right] as const]) {
      const to = Math.min(start, right) - size.width;
      if (to >= from - 1e-6) {
        const x = Math.max(from, Math.min(wish.x, to));
        const distance = Math.hypot(x - wish.x, (row - wish.row) * shape);
        if (!best || distance < best.distance - 1e-6) best = { x, row, distance };
      }
      from = Math.max(from, next);
    }
  }
  return best && { x: best.x, row: best.row };
}

/** Distribute areas over as few lines as possible, of about the same length; null if there are too many lines. */
function inEvenLines(areas: readonly { width: number; lines: number }[], bounds: Bounds, gap: number, scrolls: boolean): Place[] | null {
  const lines = (most: number): number[][] => {
    const rows: number[][] = [];
    let width = Infinity;
    areas.forEach((area, n) => {
      if (width + gap + area.width > most + 1e-6) {
        rows.push([]);
        width = -gap;
      }
      rows.at(-1)!.push(n);
      width += gap + area.width;
    });
    return rows;
  };
  const height = (rows: number[][]) => rows.reduce((sum, row) => sum + Math.max(...row.map((n) => areas[n]!.lines)), 0);
  const most = bounds.half * 2;
  const count = height(lines(most));
  const space = bounds.bottom - bounds.top + 1;
  if (count > space && !scrolls) return null;
  if (!scrolls && areas.some((area) => area.width > most + 1e-6)) return null;
  // The shortest lines that need no more of them.
  let [low, high] = [Math.min(most, Math.max(0, ...areas.map((area) => area.width))), most];
  while (high - low > 0.05) {
    const middle = (low + high) / 2;
    if (height(lines(middle)) <= count) high = middle;
    else low = middle;
  }
  const places: Place[] = [];
  let row = scrolls && count > space ? bounds.top : bounds.top + Math.floor((space - count) / 2);
  for (const line of lines(high)) {
    const width = line.reduce((sum, n) => sum + areas[n]!.width + gap, -gap);
    const tall = Math.max(...line.map((n) => areas[n]!.lines));
    const right = Math.min(...Array.from({ length: tall }, (_, n) => bounds.right(row + n)));
    let x = Math.min(-width / 2, right - width);
    if (x < -bounds.half - 1e-6 && !scrolls) return null;
    x = Math.max(x, -bounds.half);
    for (const n of line) {
      places.push({ x, row });
      x += areas[n]!.width + gap;
    }
    row += tall;
  }
  return places;
}

function boundsAt(room: Room, tileWidth: number): Bounds {
  const half = room.width / tileWidth / 2 - EDGE;
  const height = room.height / tileWidth - 2 * EDGE;
  const count = Math.max(1, Math.floor((height + LINE_GAP) / LINE + 1e-6));
  const top = -Math.floor(count / 2);
  const edge = (height - count * LINE + LINE_GAP) / 2;
  const corner = room.corner;
  const right = (row: number): number => {
    const end = edge + (row - top) * LINE + (LINE - LINE_GAP);
    return corner && corner.width > 0 && end > height - corner.height / tileWidth ? half - corner.width / tileWidth - LINE_GAP : half;
  };
  return { half, top, bottom: top + count - 1, right };
}

/** How much a line counts when new sets spread over the felt: in the shape of the felt. */
function shapeOf({ half, top, bottom }: Bounds): number {
  return Math.max(LINE, (2 * half) / (bottom - top + 1));
}

/** The sizes of tiles from the largest to the smallest. */
function tileWidths({ least, most }: Room): number[] {
  const sizes: number[] = [];
  for (let size = Math.max(least, most); size > least + 0.5; size /= STEP) sizes.push(size);
  return [...sizes, least];
}

function sizeOf(set: PieceSet, room: Room): { width: number; lines: number } {
  const most = tilesPerLine(room);
  return { width: widthOf(Math.min(set.tiles.length, most)), lines: Math.ceil(set.tiles.length / most) };
}

function areaOf(set: PieceSet, place: Place | undefined, room: Room): Area[] {
  return place ? [{ x: place.x, row: place.row, ...sizeOf(set, room) }] : [];
}

function isInside({ x, row, width, lines }: Area, bounds: Bounds): boolean {
  if (row < bounds.top || row + lines - 1 > bounds.bottom || x < -bounds.half - 1e-3) return false;
  return Array.from({ length: lines }, (_, n) => bounds.right(row + n)).every((right) => x + width <= right + 1e-3);
}

function isFreeArea(area: Area, taken: readonly Area[], gap: number): boolean {
  return taken.every((other) => other.row >= area.row + area.lines || area.row >= other.row + other.lines || other.x >= area.x + area.width + gap || area.x >= other.x + other.width + gap);
}

function isSamePlace(one: Place | undefined, other: Place | undefined): boolean {
  return one !== undefined && other !== undefined && one.row === other.row && Math.abs(one.x - other.x) < 0.01;
}

function isSameRoom(one: Room, other: Room): boolean {
  return one.width === other.width && one.height === other.height && one.least === other.least && one.most === other.most;
}

function hasOtherShape(one: Room, other: Room): boolean {
  const factor = (one.width / one.height) * (other.height / other.width);
  return Math.max(factor, 1 / factor) > OTHER_SHAPE;
}

/** Whether these are the sets that lie there, with the same tiles. */
function isUnchanged({ places }: Arrangement, sets: readonly PieceSet[]): boolean {
  return places.size === sets.length && sets.every((set) => places.get(set.id)?.tiles.join() === set.tiles.map((tile) => tile.id).join());
}

/** Return the arrangement with these places, and remember them. */
function remember(before: Arrangement | null, sets: readonly PieceSet[], room: Room, tileWidth: number, places: ReadonlyMap<string, Lying>): Arrangement {
  const history = new Map(before?.history);
  for (const [set, place] of places) {
    const key = keyOf(set, place.tiles);
    history.delete(key);
    history.set(key, { ...place, set });
  }
  const isTidy = before !== null && before.isTidy && isUnchanged(before, sets) && sets.every((set) => isSamePlace(places.get(set.id), before.places.get(set.id)));
  return { room, tileWidth, places, history: new Map([...history].slice(-MOST_REMEMBERED)), isTidy };
}

const keyOf = (set: string, tiles: readonly string[]): string => `${set} ${tiles.join(" ")}`;

function lying(sets: readonly PieceSet[], places: readonly Place[]): Map<string, Lying> {
  return new Map(sets.map((set, n) => [set.id, { ...places[n]!, tiles: set.tiles.map((tile) => tile.id) }]));
}

function rowCount({ places }: Arrangement): number {
  const rows = [...places.values()].map((place) => place.row);
  return rows.length ? Math.max(...rows) - Math.min(...rows) : 0;
}

/** Runs before groups, then by colour and number; what looks like neither comes last. */
function rankOf(set: PieceSet): number[] {
  const faces = set.tiles.map((tile) => tile.face).filter((face) => colourOf(face) !== null);
  const colours = new Set(faces.map(colourOf));
  const numbers = faces.map(numberOf);
  const least = Math.min(14, ...numbers);
  if (faces.length < 2) return [2, least];
  if (colours.size === 1) return [0, "krbo".indexOf(colourOf(faces[0]!)!), least];
  return new Set(numbers).size === 1 ? [1, least] : [2, least];
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (let n = 0; n < Math.max(one.length, other.length); n += 1) {
    const difference = (one[n] ?? 0) - (other[n] ?? 0);
    if (difference) return difference;
  }
  return 0;
}
