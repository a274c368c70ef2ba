/** The reactions that players can send with one press, each with a picture of our own in a square of 26. */

import type { React } from "../server/protocol";

export type Reaction = React["reaction"];

const FACE = "M13 24a11 11 0 1 0 0-22 11 11 0 0 0 0 22z";
const EYES = "M9 9.5v1.5M17 9.5v1.5";

/** The outlines of each picture. */
export const REACTION_PICTURES: Readonly<Record<Reaction, string>> = {
  "well-played": "M3 12h4v11H3zM7 13l4-9c2.5 0 3 2 2.5 4l-.5 3h7c2 0 3 1.5 2.5 3.5l-1.5 6c-.4 1.5-1.5 2.5-3 2.5H7",
  thanks: "M13 22C6 17 3 13.5 3 9.5 3 6.5 5.5 4 8.5 4c2 0 3.5 1 4.5 2.5C14 5 15.5 4 17.5 4 20.5 4 23 6.5 23 9.5c0 4-3 7.5-10 12.5z",
  wow: `${FACE}${EYES}M13 19.5a2.5 3 0 1 0 0-6 2.5 3 0 0 0 0 6z`,
  oops: `${FACE}${EYES}M8 18c1.5-2 3.5-2 5 0s3.5 2 5 0`,
  hurry: "M6 3h14M6 23h14M8 3c0 6 4 7 4 10s-4 4-4 10M18 3c0 6-4 7-4 10s4 4 4 10",
  "good-game": "M8 4h10v7a5 5 0 0 1-10 0zM8 6H4c0 4 1 6 4 6M18 6h4c0 4-1 6-4 6M13 16v4M8 22h10",
};

export const REACTIONS = Object.keys(REACTION_PICTURES) as Reaction[];

export function isReaction(word: string): word is Reaction {
  return word in REACTION_PICTURES;
}
