/** How large the tiles of the table are if a person wishes it: larger ones are scrolled, smaller ones show everything. */

import { type Fitted, type Room, fit, place } from "./fit";

/** The width of a tile that a person wishes; null: as it fits best. */
export type Wish = number | null;

const STEP = 1.25;
/** Enough for any screen but the largest ones, where tiles are that large from the start: two steps more, there. */
const LARGEST = 160;
/** So that a set can still be read in one line. */
const IN_A_LINE = 4;
/** Below this nothing can be told apart; the largest tables are scrolled even so. */
const SMALLEST = 12;

/** Where everything lies with the tiles as wished. */
export function fitWished(lengths: readonly number[], room: Room, wish: Wish): Fitted {
  if (wish === null) return fit(lengths, room);
  return place(lengths, room.width, Math.max(everything(lengths, room), Math.min(wish, largest(room))));
}

/** One step larger or smaller than tiles are now; never smaller than what shows everything. */
export function stepped(u: number, by: 1 | -1, lengths: readonly number[], room: Room): Wish {
  return scaled(u, by > 0 ? STEP : 1 / STEP, lengths, room);
}

export function scaled(u: number, by: number, lengths: readonly number[], room: Room): Wish {
  return Math.max(everything(lengths, room), Math.min(u * by, largest(room)));
}

/** The wish that shows everything at once: as it fits best, unless that would be scrolled. */
export function whole(lengths: readonly number[], room: Room): Wish {
  return fit(lengths, room).height <= room.height ? null : 0;
}

function everything(lengths: readonly number[], room: Room): number {
  return fit(lengths, { ...room, least: SMALLEST }).u;
}

function largest(room: Room): number {
  return Math.max(room.least, Math.min(Math.max(LARGEST, room.most * STEP * STEP), room.width / IN_A_LINE));
}
