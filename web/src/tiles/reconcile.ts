/** Keep tiles the same pieces when the server says anew how they lie, so that each one glides to its new place. */

import { type Face, type Piece, type PieceSet, facesOf, freshId } from "./tiles";

/** The sets as told, made of the pieces that lay there before (or of `spare` ones) as far as the faces allow. */
export function reconcile(before: readonly PieceSet[], told: readonly string[], spare: readonly Piece[] = []): PieceSet[] {
  const wanted = told.map(facesOf);
  const matched = match(before, wanted);
  const used = new Set<string>();
  const made: (Piece | null)[][] = wanted.map((faces) => faces.map(() => null));

  const take = (place: [number, number], from: readonly Piece[]): boolean => {
    const face = wanted[place[0]]![place[1]]!;
    const piece = from.find((candidate) => candidate.face === face && !used.has(candidate.id));
    if (!piece) return false;
    used.add(piece.id);
    made[place[0]]![place[1]] = piece;
    return true;
  };

  // First every set keeps its own tiles, then it gets what others lost, then what came from elsewhere.
  const everything = before.flatMap((set) => set.tiles);
  const stock = [(n: number) => matched[n]?.tiles ?? [], () => everything, () => spare];
  for (const from of stock) {
    wanted.forEach((faces, n) => faces.forEach((_, m) => made[n]![m] === null && take([n, m], from(n))));
  }
  return wanted.map((faces, n) => ({
    id: matched[n]?.id ?? freshId(),
    tiles: faces.map((face, m) => made[n]![m] ?? { id: freshId(), face, mine: false }),
  }));
}

/** For each told set the one that it was before: the one with the most tiles in common. */
function match(before: readonly PieceSet[], wanted: readonly Face[][]): (PieceSet | null)[] {
  const pairs: { n: number; m: number; common: number }[] = [];
  wanted.forEach((faces, n) => {
    before.forEach((set, m) => {
      const common = inCommon(faces, set.tiles);
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

function inCommon(faces: readonly Face[], tiles: readonly Piece[]): number {
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

/** My rack as told, in the order that I gave it; tiles that are new stand at the end. */
export function reconcileRack(before: readonly Piece[], told: string): { rack: Piece[]; added: Piece[] } {
  const left = facesOf(told);
  const rack: Piece[] = [];
  for (const piece of before) {
    const place = left.indexOf(piece.face);
    if (place >= 0) {
      left.splice(place, 1);
      rack.push({ ...piece, mine: true });
    }
  }
  const added = left.map((face) => ({ id: freshId(), face, mine: true }));
  return { rack: [...rack, ...added], added };
}
