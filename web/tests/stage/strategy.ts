/** What a simple player sees: complete sets on the rack, and tiles that extend sets on the table. It never moves a set. */

export interface Tile {
  id: string;
  face: string;
}

export interface Tiles {
  rack: Tile[];
  sets: Tile[][];
}

/** A tile beside one of a set on the table. */
export interface Addition {
  id: string;
  beside: string;
  left: boolean;
}

const COLOURS = "krbo";

const number = ({ face }: Tile) => Number(face.slice(1));
const isPlain = ({ face }: Tile) => !"JDCM".includes(face);
const find = (tiles: readonly Tile[], face: string) => tiles.find((tile) => tile.face === face);

/** The sets that open: none if they are worth less than needed. */
export function openingSets(rack: readonly Tile[], needed: number): Tile[][] {
  const sets = plainSets(rack);
  const worth = sets.flat().reduce((sum, tile) => sum + number(tile), 0);
  return worth >= needed ? sets : [];
}

/** The sets on the rack of a player who has opened; a joker completes two tiles. */
export function completeSets(rack: readonly Tile[]): Tile[][] {
  const sets = plainSets(rack);
  const taken = new Set(sets.flat());
  let left = rack.filter((tile) => !taken.has(tile));
  for (const joker of left.filter(({ face }) => face === "J")) {
    const pair = pairIn(left);
    if (!pair) break;
    // Above 13 there is nothing for a joker.
    sets.push(number(pair[1]) === 13 ? [joker, ...pair] : [...pair, joker]);
    left = left.filter((tile) => tile !== joker && !pair.includes(tile));
  }
  return sets;
}

/** Complete sets without jokers: first runs, then groups. */
function plainSets(rack: readonly Tile[]): Tile[][] {
  const left = rack.filter(isPlain);
  const found: Tile[][] = [];
  const take = (tiles: Tile[]) => {
    if (tiles.length < 3) return;
    found.push(tiles);
    for (const tile of tiles) left.splice(left.indexOf(tile), 1);
  };
  for (const colour of COLOURS) {
    for (let from = 1; from <= 11; from += 1) {
      const run: Tile[] = [];
      for (let n = from, tile = find(left, `${colour}${n}`); tile; n += 1, tile = find(left, `${colour}${n}`)) run.push(tile);
      take(run);
    }
  }
  for (let n = 13; n >= 1; n -= 1) take([...COLOURS].flatMap((colour) => find(left, `${colour}${n}`) ?? []));
  return found;
}

/** Two neighbours of one colour, or two colours of one number. */
function pairIn(left: readonly Tile[]): [Tile, Tile] | null {
  for (const tile of left.filter(isPlain)) {
    const colour = tile.face[0]!;
    const higher = find(left, `${colour}${number(tile) + 1}`);
    if (higher) return [tile, higher];
    for (const other of COLOURS) {
      const same = other === colour ? undefined : find(left, `${other}${number(tile)}`);
      if (same) return [tile, same];
    }
  }
  return null;
}

/** A tile of the rack that extends a set without jokers; a joker only if nothing else is left. */
export function addition({ rack, sets }: Tiles): Addition | null {
  const plain = sets.filter((set) => set.length >= 3 && set.every(isPlain));
  const wantsJokers = rack.every(({ face }) => face === "J");
  for (const set of plain) {
    const [first, last] = [set[0]!, set.at(-1)!];
    const colours = set.map(({ face }) => face[0]!);
    const isRun = new Set(colours).size === 1;
    if (isRun) {
      const after = wantsJokers && number(last) < 13 ? rack[0] : find(rack, `${colours[0]}${number(last) + 1}`);
      if (after) return { id: after.id, beside: last.id, left: false };
      const before = find(rack, `${colours[0]}${number(first) - 1}`);
      if (before) return { id: before.id, beside: first.id, left: true };
    } else if (set.length === 3) {
      const missing = [...COLOURS].find((colour) => !colours.includes(colour))!;
      const fourth = wantsJokers ? rack[0] : find(rack, `${missing}${number(first)}`);
      if (fourth) return { id: fourth.id, beside: last.id, left: false };
    }
  }
  return null;
}
