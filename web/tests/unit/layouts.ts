/** Short notations for layouts in tests. */

import { type Draft, createDraft } from "../../src/board/draft";
import { TILE } from "../../src/tiles/slots";
import type { Piece, PieceSet } from "../../src/tiles/tiles";

const piece = (face: string, mine: boolean): Piece => ({ id: face, face, mine });
const pieces = (faces: string, mine: boolean): Piece[] => faces.split(" ").filter(Boolean).map((face) => piece(face, mine));

/** A draft with a rack of one ledge, whose sets have the ids s1, s2..., and whose tiles have their faces as ids. */
export function draftOf(sets: readonly string[], rack: string): Draft {
  return createDraft({ sets: sets.map((set, n) => ({ id: `s${n + 1}`, tiles: pieces(set, false) })), rack: pieces(rack, true).map((tile, n) => ({ ...tile, slot: n * TILE })) });
}

/** The faces of each set. */
export function faces(sets: readonly PieceSet[]): string[] {
  return sets.map((set) => set.tiles.map((tile) => tile.face).join(" "));
}

/** The faces on table and rack. */
export function shown({ layout }: Draft): [table: string, rack: string] {
  return [faces(layout.sets).join(" | "), layout.rack.map((tile) => tile.face).join(" ")];
}
