/** Tiles as they are written (`r7`, `J`), and as pieces that can be told apart while they move. */

export type Face = string;

/** One tile that lies somewhere: two red sevens have one face, and two ids. */
export interface Piece {
  readonly id: string;
  readonly face: Face;
  /** Whether it came from my rack in this turn, so that it may go back there. */
  readonly mine: boolean;
}

export interface PieceSet {
  readonly id: string;
  readonly tiles: readonly Piece[];
}

export type Colour = "k" | "r" | "b" | "o";
export type JokerKind = "J" | "D" | "C" | "M";

export const COLOURS: readonly Colour[] = ["k", "r", "b", "o"];

/** The symbol of each colour, so that no tile is known by its colour alone. */
export const SYMBOLS: Record<Colour, string> = { k: "●", r: "▲", b: "■", o: "◆" };

export function facesOf(text: string): Face[] {
  return text.split(/\s+/).filter(Boolean);
}

export function written(tiles: readonly Piece[]): string {
  return tiles.map((tile) => tile.face).join(" ");
}

export function colourOf(face: Face): Colour | null {
  const first = face[0] as Colour;
  return COLOURS.includes(first) ? first : null;
}

export function numberOf(face: Face): number {
  return colourOf(face) === null ? 0 : Number(face.slice(1));
}

let made = 0;

export function freshId(): string {
  made += 1;
  return `t${made}`;
}

export type Order = "runs" | "groups";

/** A rack in order: by colour and number (789), or by number and colour (777); jokers last. */
export function sorted(rack: readonly Piece[], order: Order): Piece[] {
  const key = ({ face }: Piece): [number, number] => {
    const colour = colourOf(face);
    if (colour === null) return [99, "JDCM".indexOf(face)];
    const place = COLOURS.indexOf(colour);
    return order === "runs" ? [place, numberOf(face)] : [numberOf(face), place];
  };
  return [...rack].sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    return first[0] - second[0] || first[1] - second[1];
  });
}

/** Whether two neighbours on a sorted rack look as if they belonged together: shown as a small gap, nothing more. */
export function areNeighbours(left: Face, right: Face, order: Order): boolean {
  if (colourOf(left) === null || colourOf(right) === null) return colourOf(left) === colourOf(right);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (order === "groups") return a === b;
  return colourOf(left) === colourOf(right) && b - a <= 1;
}
