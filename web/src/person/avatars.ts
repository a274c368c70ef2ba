/** The avatars that a person can choose, drawn as SVG paths so that nothing has to be loaded. */

import { type Look, INK, WHITE, dot, eyes, oval } from "./drawing";

export const AVATARS = {
  cat: {
    ground: "#5b6f95",
    shapes: [
      ["M9 9l8 5h6l8-5v14c0 7-5 11-11 11S9 30 9 23z", "#f0b65c"],
      ["M11.5 12.5l4 2.7-4 3zM28.5 12.5l-4 2.7 4 3z", "#d98f3a"],
      eyes(21, 5),
      ["M18 25.5h4l-2 2.4z", "#c2573f"],
      ["M20 27.5q-2.5 3.5-5 1.5l.7-.9q1.8 1.2 3.6-1.6zM20 27.5q2.5 3.5 5 1.5l-.7-.9q-1.8 1.2-3.6-1.6z", INK],
    ],
  },
  owl: {
    ground: "#7a5a86",
    shapes: [
      ["M8 10q4 3 7 2h10q3 1 7-2 1 4-1 8v8c0 5-5 8-11 8S9 31 9 26v-8q-2-4-1-8z", "#b98a5a"],
      [dot(14.5, 19.5, 5.6) + dot(25.5, 19.5, 5.6), WHITE],
      eyes(19.5, 5.5, 2.7),
      ["M17.5 23.5h5L20 28z", "#f0a63c"],
      ["M14 30q3 2.5 6 0 3 2.5 6 0v1.8q-3 2-6 0-3 2-6 0z", "#8f6438"],
    ],
  },
  fox: {
    ground: "#2f7f78",
    shapes: [
      ["M8 9l8 6h8l8-6-1 13q-4 8-11 12Q13 30 9 22z", "#e07a35"],
      ["M9 22q6-1 11 6 5-7 11-6-4 8-11 12Q13 30 9 22z", WHITE],
      eyes(21, 5),
      [dot(20, 31, 2.2), INK],
    ],
  },
  bear: {
    ground: "#4f7a4a",
    shapes: [
      [dot(11.5, 12.5, 4.5) + dot(28.5, 12.5, 4.5), "#7b4f2d"],
      [dot(20, 21.5, 12.2), "#93633b"],
      [dot(11.5, 12.5, 2) + dot(28.5, 12.5, 2), "#c79a6c"],
      [oval(20, 26, 6, 4.9), "#d9b58c"],
      eyes(19.5, 5),
      [oval(20, 24, 2.5, 1.8), INK],
    ],
  },
  frog: {
    ground: "#8a6d2f",
    shapes: [
      [dot(12.5, 13.5, 5) + dot(27.5, 13.5, 5) + oval(20, 23, 13, 10.2), "#63a844"],
      [dot(12.5, 13.5, 3.2) + dot(27.5, 13.5, 3.2), WHITE],
      eyes(13.5, 7.5, 1.8),
      ["M11 24.5q9 8.5 18 0l.9 1.1q-9.9 9.4-19.8 0z", INK],
    ],
  },
  panda: {
    ground: "#3f7f9e",
    shapes: [
      [dot(11, 12, 4.7) + dot(29, 12, 4.7), INK],
      [dot(20, 21.5, 12.4), WHITE],
      ["M11.5 23.5q-1.5-6 3.5-6.5 4 1 1.5 5.5-2 3-5 1zM28.5 23.5q1.5-6-3.5-6.5-4 1-1.5 5.5 2 3 5 1z", INK],
      [dot(14.8, 20.3, 1.3) + dot(25.2, 20.3, 1.3), WHITE],
      [oval(20, 25.5, 2.3, 1.6), INK],
      ["M16.5 28.5q3.5 2.6 7 0l.5.9q-4 3.2-8 0z", INK],
    ],
  },
  rabbit: {
    ground: "#a5566f",
    shapes: [
      [oval(14.5, 10.5, 3.3, 8.2) + oval(25.5, 10.5, 3.3, 8.2) + dot(20, 24.5, 10.6), "#efe6dc"],
      [oval(14.5, 11, 1.5, 5.5) + oval(25.5, 11, 1.5, 5.5), "#e6a3a8"],
      eyes(22.5, 4.5),
      ["M18.3 26h3.4L20 28z", "#c2573f"],
      ["M18.2 29.5h3.6v3.8h-3.6z", WHITE],
    ],
  },
  penguin: {
    ground: "#b0713a",
    shapes: [
      [oval(20, 21, 12.5, 13.5), "#2c3440"],
      ["M20 15q-2.5-4-6.5-2.3-4 2.3-3.3 9.3 1 9.5 9.8 9.8 8.8-.3 9.8-9.8.7-7-3.3-9.3Q22.5 11 20 15z", WHITE],
      eyes(19, 4.5),
      ["M16 23.3q4-2.6 8 0-4 4.8-8 0z", "#f0a63c"],
    ],
  },
} as const satisfies Record<string, Look>;

export type Animal = keyof typeof AVATARS;

export const ANIMALS = Object.keys(AVATARS) as Animal[];
export const CHOICES = ["initial", ...ANIMALS];

const TINTS = ["#37598f", "#7d4a86", "#8a4a3a", "#2f6f5c", "#6d5a24", "#4a5a66", "#93406a", "#3d6b2e"];

/** Return the background colour for a name: the same everywhere. */
export function tintOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return TINTS[sum % TINTS.length]!;
}
