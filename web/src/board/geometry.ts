/** The boxes of tiles and sets on the screen. Lengths are CSS pixels, except the constants, which are widths of a tile. */

import { LEDGE, TILE, ledgeOf } from "../tiles/slots";

/** Height of a tile divided by its width. */
export const RATIO = 1.36;
/** From one tile of a set to the next. */
export const PITCH = 1.04;
/** Between two sets in a line, at least. */
export const SET_GAP = 0.36;
/** Between two lines of sets, and from one line to the next. */
export const LINE_GAP = 0.24;
export const LINE = RATIO + LINE_GAP;

/** Between the edge of the felt and a set. */
export const EDGE = 0.1;

/** The width of a set of so many tiles. */
export const widthOf = (count: number): number => count * PITCH - (PITCH - 1);

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Spot {
  readonly w: number;
  readonly h: number;
}

export interface Room {
  readonly width: number;
  readonly height: number;
  /** The smallest and the largest width of a tile. */
  readonly least: number;
  readonly most: number;
  /** What lies over the lower right corner. */
  readonly corner?: { readonly width: number; readonly height: number };
}

export interface SetGeometry {
  /** One box, or several if a long set continues on the next line. */
  readonly boxes: readonly Box[];
  /** The top left corner of each tile. */
  readonly spots: readonly Spot[];
}

export interface TableGeometry {
  readonly tileWidth: number;
  readonly width: number;
  readonly height: number;
  /** The line at the top, and the middle of the table in pixels. */
  readonly top: number;
  readonly middle: Spot;
  /** The sets in the order of the layout. */
  readonly sets: readonly SetGeometry[];
  /** Where a new set would go. */
  readonly newSet: Box;
}

interface Lines {
  readonly top: number;
  readonly bottom: number;
  readonly perLine: number;
}

/** The height of a felt with so many lines. */
export const heightOf = (lines: number): number => lines * LINE - LINE_GAP + 2 * EDGE;

/** Return the felt's middle and size for lines of tiles of this width, in a room that is at least as large as the view. */
export function feltOf(room: { width: number; height: number }, { top, bottom }: Lines, u: number): { width: number; height: number; middle: Spot; top: number } {
  const count = bottom - top + 1;
  const height = Math.max(room.height, heightOf(count) * u);
  // The first line lies so that all lines together are in the middle.
  const first = (height - (count * LINE - LINE_GAP) * u) / 2;
  return { width: room.width, height, top, middle: { x: room.width / 2, y: first - top * LINE * u } };
}

/** The boxes of a set of so many tiles at a place. */
export function boxesOf(count: number, place: { x: number; row: number }, middle: Spot, u: number, perLine: number): SetGeometry {
  const [x, y] = [middle.x + place.x * u, middle.y + place.row * LINE * u];
  const spots = Array.from({ length: count }, (_, n) => ({ x: x + (n % perLine) * PITCH * u, y: y + Math.floor(n / perLine) * LINE * u }));
  const boxes = Array.from({ length: Math.ceil(count / perLine) }, (_, n) => ({ x, y: y + n * LINE * u, w: widthOf(Math.min(perLine, count - n * perLine)) * u, h: RATIO * u }));
  return { boxes, spots };
}

export interface RackGeometry {
  readonly tileWidth: number;
  /** Of all slots. */
  readonly width: number;
  readonly height: number;
  /** Whether that is more than the rack shows: it scrolls sideways. */
  readonly scrolls: boolean;
  /** From one shelf to the next. */
  readonly pitch: number;
  /** One for each ledge, or one with both ledges beside each other where there is little height. */
  readonly shelves: 1 | 2;
  /** Half tiles from where the first ledge of a single shelf begins to where the second one does. */
  readonly perShelf: number;
}

/** What the rack has for its tiles. */
export interface RackRoom {
  readonly width: number;
  /** What the table leaves. */
  readonly height: number;
  /** The smallest and the largest width of a tile. */
  readonly least: number;
  readonly most: number;
  /** Whether a single shelf is preferred if that makes its tiles hardly smaller. */
  readonly isLow: boolean;
}

/** From one slot to the next in half tiles, in widths of a tile. */
const HALF_SLOT = 1.05 / TILE;
/** The wood between a tile and the one below it. */
const LEDGE_GAP = 0.22;
/** Around the slots, for the ring of a selected tile: pixels. */
export const RACK_RING = 6;
/** The fewest tiles that a ledge has slots for. */
const LEAST_SLOTS = 7;

const HARDLY_SMALLER = 0.9;

/** Choose the size of the rack's tiles so that all used slots fit. Tiles that would be too small do not shrink: the rack scrolls. */
export function fitRack(slots: readonly number[], { width, height, least, most, isLow }: RackRoom): RackGeometry {
  const length = Math.max(LEAST_SLOTS * TILE, ...slots.map((slot) => slot - ledgeOf(slot) * LEDGE + TILE));
  const halvesOn = (shelves: 1 | 2) => (shelves === 1 ? 2 * length + 1 : length);
  const mostOn = (shelves: 1 | 2) => Math.min(most, height / (shelves * (RATIO + LEDGE_GAP)));
  const fittingOn = (shelves: 1 | 2) => Math.floor(Math.min(mostOn(shelves), width / (halvesOn(shelves) * HALF_SLOT)));
  const rackOf = (shelves: 1 | 2, tileWidth: number): RackGeometry => {
    const pitch = (RATIO + LEDGE_GAP) * tileWidth;
    const wanted = halvesOn(shelves) * HALF_SLOT * tileWidth;
    return { tileWidth, width: Math.max(width, wanted), height: shelves * pitch, scrolls: wanted > width, pitch, shelves, perShelf: length + 1 };
  };
  if (isLow && fittingOn(1) >= Math.max(least, HARDLY_SMALLER * fittingOn(2))) return rackOf(1, fittingOn(1));
  if (fittingOn(2) >= least) return rackOf(2, fittingOn(2));
  return rackOf(mostOn(2) >= least ? 2 : 1, least);
}

/** The top left corner of a slot. */
export function slotSpot(slot: number, { tileWidth, pitch, shelves, perShelf }: RackGeometry): Spot {
  const ledge = ledgeOf(slot);
  const along = slot - ledge * LEDGE;
  if (shelves === 1) return { x: (ledge * perShelf + along) * HALF_SLOT * tileWidth, y: 0 };
  return { x: along * HALF_SLOT * tileWidth, y: ledge * pitch };
}

/** The slot at a point, which is the top left corner of a dragged tile. */
export function slotAt(point: Spot, { tileWidth, pitch, shelves, perShelf }: RackGeometry): number {
  const along = Math.max(0, Math.round(point.x / (HALF_SLOT * tileWidth)));
  if (shelves === 1) return along >= perShelf - 1 ? LEDGE + Math.max(0, along - perShelf) : along;
  return Math.max(0, Math.min(1, Math.round(point.y / pitch))) * LEDGE + along;
}
