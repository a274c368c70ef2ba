/** Shapes of which the pictures of people and computer players are drawn, in a square of 40. */

/** A path, and the colour that fills it. */
export type Shape = readonly [string, string];

export interface Look {
  readonly ground: string;
  readonly shapes: readonly Shape[];
}

export const INK = "#26211c";
export const WHITE = "#fffaf0";

export const oval = (x: number, y: number, rx: number, ry: number): string => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
export const dot = (x: number, y: number, r: number): string => oval(x, y, r, r);
export const eyes = (y: number, apart: number, r = 1.9): Shape => [dot(20 - apart, y, r) + dot(20 + apart, y, r), INK];
