/**
 * The slots of my rack: two ledges on which tiles stay where they are put.
 *
 * A slot is a distance from the left end of its ledge in half tiles, so that half a tile can separate what does not belong
 * together; slots of the second ledge begin at `LEDGE`.
 */

import { type Order, type Piece, areNeighbours, sortTiles } from "./tiles";

/** More half tiles than a ledge ever has. */
export const LEDGE = 1000;
/** The width of a tile in half tiles. */
export const TILE = 2;

export const ledgeOf = (slot: number): number => Math.floor(slot / LEDGE);

/** Give a slot to every tile that has none or whose slot is taken, and return the rack in the order of its slots. */
export function settle(rack: readonly Piece[]): Piece[] {
  const taken: number[] = [];
  const settled: Piece[] = [];
  const late: Piece[] = [];
  for (const piece of rack) {
    if (piece.slot === undefined || !isFree(piece.slot, taken)) late.push(piece);
    else {
      taken.push(piece.slot);
      settled.push(piece);
    }
  }
  for (const piece of late) {
    const slot = firstFree(taken);
    taken.push(slot);
    settled.push({ ...piece, slot });
  }
  return inSlotOrder(settled);
}

/** Sort the rack and close its gaps: about half of the tiles on each ledge; with `apart`, what does not belong together is half a tile apart. */
export function sortIntoSlots(rack: readonly Piece[], order: Order, apart: boolean): Piece[] {
  const sorted = sortTiles(rack, order);
  const isApart = (n: number) => !areNeighbours(sorted[n - 1]!.face, sorted[n]!.face, order);
  const half = Math.ceil(sorted.length / 2);
  // The lower ledge begins near the middle, where nothing is torn apart.
  const second = sorted.length < 3 ? half : ([half, half - 1, half + 1].find(isApart) ?? half);
  let slot = 0;
  return sorted.map((piece, n) => {
    if (n === second) slot = LEDGE;
    else if (n > 0) slot += apart && isApart(n) ? TILE + 1 : TILE;
    return { ...piece, slot };
  });
}

/** Put tiles into a slot and the ones after it. Tiles that lie there make way towards the nearest gap. */
export function insertAtSlot(rack: readonly Piece[], moving: readonly Piece[], slot: number): Piece[] {
  const ledge = ledgeOf(slot);
  const here = inSlotOrder(rack.filter((piece) => ledgeOf(piece.slot!) === ledge));
  const width = moving.length * TILE;
  const wayRight = pushRight(here, slot, width);
  const wayLeft = pushLeft(here, slot, width, ledge * LEDGE);
  const end = Math.max(-1, ...here.map((piece) => piece.slot!));
  const isLonger = Math.max(wayRight.start + width - TILE, ...wayRight.slots) > Math.max(end, slot + width - TILE);
  const way = wayLeft !== null && (isLonger || wayLeft.moved < wayRight.moved) ? wayLeft : wayRight;
  return inSlotOrder([
    ...rack.filter((piece) => ledgeOf(piece.slot!) !== ledge),
    ...here.map((piece, n) => ({ ...piece, slot: way.slots[n]! })),
    ...moving.map((piece, n) => ({ ...piece, slot: way.start + n * TILE })),
  ]);
}

/** The empty slots that tiles have left, each once: recesses in the wood. */
export function emptySlots(rack: readonly Piece[], away: readonly Piece[]): number[] {
  const taken = rack.map((piece) => piece.slot ?? 0);
  const empty: number[] = [];
  for (const { slot } of away) {
    // Two tiles can have left the same slot, one after the other.
    if (slot !== undefined && isFree(slot, [...taken, ...empty])) empty.push(slot);
  }
  return empty;
}

interface Way {
  /** The slot of the first inserted tile, and those of the tiles that were there. */
  readonly start: number;
  readonly slots: readonly number[];
  /** How many tiles make way. */
  readonly moved: number;
}

function pushRight(here: readonly Piece[], slot: number, width: number): Way {
  const before = here.filter((piece) => piece.slot! < slot);
  const start = Math.max(slot, ...before.map((piece) => piece.slot! + TILE));
  let least = start + width;
  const slots = here.map((piece) => {
    if (piece.slot! < slot) return piece.slot!;
    const pushed = Math.max(piece.slot!, least);
    least = pushed + TILE;
    return pushed;
  });
  return { start, slots, moved: slots.filter((pushed, n) => pushed !== here[n]!.slot).length };
}

function pushLeft(here: readonly Piece[], slot: number, width: number, end: number): Way | null {
  const after = here.filter((piece) => piece.slot! > slot);
  const start = Math.min(slot + TILE, ...after.map((piece) => piece.slot!)) - width;
  let most = start - TILE;
  const slots = here.map((piece) => piece.slot!);
  for (let n = here.length - after.length - 1; n >= 0; n -= 1) {
    slots[n] = Math.min(slots[n]!, most);
    most = slots[n]! - TILE;
  }
  if (start < end || slots.some((pushed) => pushed < end)) return null;
  return { start, slots, moved: slots.filter((pushed, n) => pushed !== here[n]!.slot).length };
}

function isFree(slot: number, taken: readonly number[]): boolean {
  return taken.every((other) => Math.abs(other - slot) >= TILE);
}

/** The first gap on the upper ledge, then on the lower one, then the end of the shorter ledge. */
function firstFree(taken: readonly number[]): number {
  const ends = [0, 1].map((ledge) => Math.max(-TILE, ...taken.filter((slot) => ledgeOf(slot) === ledge).map((slot) => slot - ledge * LEDGE)) + TILE);
  for (const ledge of [0, 1]) {
    for (let slot = ledge * LEDGE; slot < ledge * LEDGE + ends[ledge]!; slot += 1) if (isFree(slot, taken)) return slot;
  }
  return ends[0]! <= ends[1]! ? ends[0]! : LEDGE + ends[1]!;
}

function inSlotOrder(rack: readonly Piece[]): Piece[] {
  return [...rack].sort((a, b) => a.slot! - b.slot!);
}
