/** Tiles as they are written (`r7`, `J`), and as pieces that can be told apart while they move. */

export type Face = string;

/** One physical tile: two red sevens have the same face and different ids. */
export interface Piece {
  readonly id: string;
  readonly face: Face;
  /** Whether it came from my rack in this turn, so that it may go back there. */
  readonly mine: boolean;
  /** Its slot on my rack; a tile on the table remembers the one that it left. */
  readonly slot?: number;
}

export interface PieceSet {
  readonly id: string;
  readonly tiles: readonly Piece[];
}

export type Colour = "k" | "r" | "b" | "o";
export type JokerKind = "J" | "D" | "C" | "M";

export const COLOURS: readonly Colour[] = ["k", "r", "b", "o"];

/** Parse "r3 r4 J" into faces. */
export function parseFaces(text: string): Face[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Format pieces as "r3 r4 J". */
export function formatTiles(tiles: readonly Piece[]): string {
  return tiles.map((tile) => tile.face).join(" ");
}

const FACE = /^([krbo]([1-9]|1[0-3])|[JDCM])$/;

export function isFace(word: unknown): word is Face {
  return typeof word === "string" && FACE.test(word);
}

/** Return the colour of a face, or null for a joker. */
export function colourOf(face: Face): Colour | null {
  const first = face[0] as Colour;
  return COLOURS.includes(first) ? first : null;
}

/** Return the number on a face, or 0 for a joker. */
export function numberOf(face: Face): number {
  return colourOf(face) === null ? 0 : Number(face.slice(1));
}

let lastId = 0;

export function newId(): string {
  lastId += 1;
  return `t${lastId}`;
}

export type Order = "runs" | "groups";

/** Sort tiles by colour and number (789), or by number and colour (777); jokers come last. */
export function sortTiles(tiles: readonly Piece[], order: Order): Piece[] {
  const key = ({ face }: Piece): [number, number] => {
    const colour = colourOf(face);
    if (colour === null) return [99, "JDCM".indexOf(face)];
    const place = COLOURS.indexOf(colour);
    return order === "runs" ? [place, numberOf(face)] : [numberOf(face), place];
  };
  return [...tiles].sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    return first[0] - second[0] || first[1] - second[1];
  });
}

/** Whether tiles lie in this order; tiles that are equal may lie either way round. */
export function isSorted(tiles: readonly Piece[], order: Order): boolean {
  return formatTiles(tiles) === formatTiles(sortTiles(tiles, order));
}

/** Whether two adjacent tiles of a sorted rack look as if they belong together; where they do not, a small gap is shown. */
export function areNeighbours(left: Face, right: Face, order: Order): boolean {
  if (colourOf(left) === null || colourOf(right) === null) return colourOf(left) === colourOf(right);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (order === "groups") return a === b;
  return colourOf(left) === colourOf(right) && b - a <= 1;
}
