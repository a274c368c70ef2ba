/**
 * What tiles look as if they belonged together: a guess at what a person means, never a ruling.
 *
 * It chooses between two sets that a dragged tile touches, and finds the joker that a tile may replace. The server decides
 * what a set is.
 */

import type { SetPreview } from "../server/protocol";
import { type Face, type PieceSet, colourOf, numberOf } from "../tiles/tiles";

const LARGEST_GROUP = 4;
const HIGHEST = 13;

/** The faces of a set, with jokers as what they stand for where the server has said so. */
export function readingOf(set: PieceSet, preview: SetPreview | undefined): Face[] {
  const meanings = preview?.stands_for;
  if (meanings?.length !== set.tiles.length) return set.tiles.map((tile) => tile.face);
  return set.tiles.flatMap((tile, n) => (colourOf(tile.face) !== null || !meanings[n] ? [tile.face] : meanings[n].split("+").map((part) => (colourOf(part) ? part : "J"))));
}

/** Whether faces look like a run or a group, or like a part of one; a joker fits everywhere. */
export function looksLikeSet(faces: readonly Face[]): boolean {
  const numbers = faces.flatMap((face, n) => (colourOf(face) === null ? [] : [{ colour: colourOf(face), number: numberOf(face), n }]));
  const first = numbers[0];
  if (!first || faces.includes("M")) return faces.length > 0 && !faces.includes("M");
  const isGroup = faces.length <= LARGEST_GROUP && numbers.every(({ number }) => number === first.number) && new Set(numbers.map(({ colour }) => colour)).size === numbers.length;
  const from = first.number - first.n;
  const isRun = from >= 1 && from + faces.length - 1 <= HIGHEST && numbers.every(({ colour, number, n }) => colour === first.colour && number === from + n);
  return isGroup || isRun;
}

/** Return the place nearest to `wish` at which these tiles continue a set, or null if there is none. */
export function fittingPlace(set: readonly Face[], more: readonly Face[], wish: number): number | null {
  const sorted = [...more].sort((a, b) => numberOf(a) - numberOf(b));
  const places = set.map((_, n) => n).concat(set.length).sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish) || a - b);
  return places.find((at) => looksLikeSet([...set.slice(0, at), ...sorted, ...set.slice(at)])) ?? null;
}

/** Whether a tile is what the joker at place `at` of a set stands for, so that the two can be swapped. */
export function replacesJoker(face: Face, set: PieceSet, at: number, preview: SetPreview | undefined): boolean {
  const joker = set.tiles[at]?.face;
  const meaning = preview?.stands_for?.[at];
  const colour = colourOf(face);
  if (joker === undefined || colourOf(joker) !== null || !meaning || meaning.includes("+") || colour === null) return false;
  if (colourOf(meaning) !== null) return meaning === face;
  // A joker whose colour is open stands for any colour that its group does not have.
  return Number(meaning) === numberOf(face) && !set.tiles.some((tile) => colourOf(tile.face) === colour);
}
