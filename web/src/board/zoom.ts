/** Tiles of the size a person chooses: larger ones make the table scroll, smaller ones show all of it. */

import { type Room, type TableGeometry, fitTable, placeSets } from "./geometry";

/** The chosen width of a tile in pixels; null: the best fit. */
export type Zoom = number | null;

const STEP = 1.25;
/** Large enough for any screen except the largest, where tiles are larger from the start and may grow by two more steps. */
const LARGEST = 160;
/** Tiles that must fit in one line, so that a set can be read. */
const TILES_PER_LINE = 4;
/** Smaller tiles cannot be told apart; a table that needs them scrolls. */
const SMALLEST = 12;

/** Place sets of these lengths with tiles of the chosen size. */
export function fitZoomed(lengths: readonly number[], room: Room, zoom: Zoom): TableGeometry {
  if (zoom === null) return fitTable(lengths, room);
  return placeSets(lengths, room.width, Math.max(smallestWidth(lengths, room), Math.min(zoom, largestWidth(room))));
}

/** Zoom one step in or out, but never smaller than what shows the whole table. */
export function zoomStep(tileWidth: number, by: 1 | -1, lengths: readonly number[], room: Room): Zoom {
  return zoomBy(tileWidth, by > 0 ? STEP : 1 / STEP, lengths, room);
}

/** Zoom by a factor, but never smaller than what shows the whole table. */
export function zoomBy(tileWidth: number, factor: number, lengths: readonly number[], room: Room): Zoom {
  return Math.max(smallestWidth(lengths, room), Math.min(tileWidth * factor, largestWidth(room)));
}

/** Zoom to the whole table: the best fit, unless that would scroll. */
export function zoomToFit(lengths: readonly number[], room: Room): Zoom {
  return fitTable(lengths, room).height <= room.height ? null : 0;
}

function smallestWidth(lengths: readonly number[], room: Room): number {
  return fitTable(lengths, { ...room, least: SMALLEST }).tileWidth;
}

function largestWidth(room: Room): number {
  return Math.max(room.least, Math.min(Math.max(LARGEST, room.most * STEP * STEP), room.width / TILES_PER_LINE));
}
