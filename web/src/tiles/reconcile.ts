/** Map a table from the server onto the pieces already shown, so that each tile glides to its new place. */

import { settle } from "./slots";
import { type Face, type Piece, type PieceSet, newId, parseFaces } from "./tiles";

/** Build the given sets from the pieces that lay there before, then from `spare` ones, then from new ones. */
export function reconcile(before: readonly PieceSet[], sets: readonly string[], spare: readonly Piece[] = []): PieceSet[] {
  const wanted = sets.map(parseFaces);
  const matched = matchSets(before, wanted);
  const used = new Set<string>();
  const filled: (Piece | null)[][] = wanted.map((faces) => faces.map(() => null));

  const take = (place: [number, number], from: readonly Piece[]): void => {
    const face = wanted[place[0]]![place[1]]!;
    const piece = from.find((candidate) => candidate.face === face && !used.has(candidate.id));
    if (!piece) return;
    used.add(piece.id);
    filled[place[0]]![place[1]] = piece;
  };

  // Every set first keeps its own tiles, then gets what other sets lost, then spare tiles.
  const onTable = before.flatMap((set) => set.tiles);
  const sources = [(n: number) => matched[n]?.tiles ?? [], () => onTable, () => spare];
  for (const source of sources) {
    wanted.forEach((faces, n) => faces.forEach((_, m) => filled[n]![m] === null && take([n, m], source(n))));
  }
  return wanted.map((faces, n) => ({
    id: matched[n]?.id ?? newId(),
    tiles: faces.map((face, m) => filled[n]![m] ?? { id: newId(), face, mine: false }),
  }));
}

/** For each wanted set, find the earlier set with the most tiles in common. */
function matchSets(before: readonly PieceSet[], wanted: readonly Face[][]): (PieceSet | null)[] {
  const pairs: { n: number; m: number; common: number }[] = [];
  wanted.forEach((faces, n) => {
    before.forEach((set, m) => {
      const common = countCommon(faces, set.tiles);
      if (common > 0) pairs.push({ n, m, common: common + (common === set.tiles.length ? 0.5 : 0) });
    });
  });
  pairs.sort((a, b) => b.common - a.common || Math.abs(a.n - a.m) - Math.abs(b.n - b.m));
  const matched: (PieceSet | null)[] = wanted.map(() => null);
  const taken = new Set<number>();
  for (const { n, m } of pairs) {
    if (matched[n] === null && !taken.has(m)) {
      matched[n] = before[m]!;
      taken.add(m);
    }
  }
  return matched;
}

function countCommon(faces: readonly Face[], tiles: readonly Piece[]): number {
  const left = tiles.map((tile) => tile.face);
  let common = 0;
  for (const face of faces) {
    const place = left.indexOf(face);
    if (place >= 0) {
      left.splice(place, 1);
      common += 1;
    }
  }
  return common;
}

/** Build my rack from the server's text: tiles that I had keep their slots, new ones take the first free slots. */
export function reconcileRack(before: readonly Piece[], text: string): { rack: Piece[]; added: Piece[] } {
  const left = parseFaces(text);
  const kept: Piece[] = [];
  for (const piece of before) {
    const place = left.indexOf(piece.face);
    if (place >= 0) {
      left.splice(place, 1);
      kept.push({ ...piece, mine: true });
    }
  }
  const added = left.map((face) => ({ id: newId(), face, mine: true }));
  return { rack: settle([...kept, ...added]), added };
}
