/** The tiles that were tapped in: how many of each face. */

import { COLOURS, type Face, parseFaces } from "../tiles/tiles";

export const NUMBERS: readonly number[] = Array.from({ length: 13 }, (_, n) => n + 1);

/** All faces in the order of the pad: by colour and number, jokers last. */
export const FACES: readonly Face[] = [...COLOURS.flatMap((colour) => NUMBERS.map((number) => `${colour}${number}`)), "J", "D", "C", "M"];

/** The tiles one by one, in the order of the pad. */
export function facesOf(counts: Readonly<Record<Face, number>>): Face[] {
  return FACES.flatMap((face) => Array.from({ length: counts[face] ?? 0 }, () => face));
}

export function countsOf(text: string): Record<Face, number> {
  const counts: Record<Face, number> = {};
  for (const face of parseFaces(text)) counts[face] = (counts[face] ?? 0) + 1;
  return counts;
}
