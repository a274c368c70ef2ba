import { describe, expect, test } from "vitest";
import { LINE, LINE_GAP, type Room, SET_GAP, widthOf } from "../../../src/board/geometry";
import { type Arrangement, arrange, freePlace, inReadingOrder, restorePlaces, rowsOf, savePlaces, tidy, tilesPerLine } from "../../../src/board/positions";
import type { PieceSet } from "../../../src/tiles/tiles";

const SCREENS: Record<string, Room> = {
  small: { width: 332, height: 250, least: 24, most: 38 },
  phone: { width: 362, height: 430, least: 24, most: 38 },
  landscape: { width: 560, height: 190, least: 24, most: 38 },
  tablet: { width: 780, height: 780, least: 30, most: 52 },
  desktop: { width: 1160, height: 520, least: 30, most: 55, corner: { width: 120, height: 40 } },
  huge: { width: 3600, height: 1500, least: 30, most: 160 },
};

let lastTile = 0;
const setOf = (id: string, count: number): PieceSet => ({ id, tiles: Array.from({ length: count }, (_, n) => ({ id: `p${(lastTile += 1)}`, face: `r${(n % 13) + 1}`, mine: false })) });

function randomness(seed: number): (most: number) => number {
  return (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
}

interface Area {
  x: number;
  row: number;
  width: number;
  lines: number;
}

function areas({ room, places }: Arrangement, sets: readonly PieceSet[]): Area[] {
  const most = tilesPerLine(room);
  return sets.map((set) => ({ ...places.get(set.id)!, width: widthOf(Math.min(most, set.tiles.length)), lines: Math.ceil(set.tiles.length / most) }));
}

/** What is wrong with an arrangement: sets that overlap, or lie outside the felt. */
function faults(arrangement: Arrangement, sets: readonly PieceSet[]): string[] {
  const found: string[] = [];
  const { room, tileWidth } = arrangement;
  const half = room.width / tileWidth / 2 + 0.01;
  const all = areas(arrangement, sets);
  all.forEach((one, n) => {
    if (one.x < -half || one.x + one.width > half) found.push(`set ${n} is outside`);
    for (const [m, other] of all.entries()) {
      if (m <= n || one.row + one.lines <= other.row || other.row + other.lines <= one.row) continue;
      if (one.x + one.width + SET_GAP - 0.02 > other.x && other.x + other.width + SET_GAP - 0.02 > one.x) found.push(`sets ${n} and ${m} overlap`);
    }
  });
  const { top, bottom } = rowsOf(arrangement, sets);
  const height = ((bottom - top + 1) * LINE - LINE_GAP) * tileWidth;
  if (tileWidth > room.least + 0.01 && height > room.height + 0.5) found.push("the lines are higher than the felt");
  if (tileWidth < room.least - 0.01 || tileWidth > Math.max(room.least, room.most) + 0.01) found.push("the tiles are too small or too large");
  return found;
}

describe.each(Object.entries(SCREENS))("on a %s screen", (_, room) => {
  test("a whole game of random changes leaves every set that nobody touches where it is", () => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const chance = randomness(seed);
      let sets: PieceSet[] = [];
      let now: Arrangement = arrange(null, sets, room);
      for (let n = 0; n < 100; n += 1) {
        const what = chance(5);
        const tiles = sets.reduce((sum, set) => sum + set.tiles.length, 0);
        const at = sets.length ? chance(sets.length) : 0;
        const before = sets;
        if (what <= 1 && tiles < 156) sets = [...sets, setOf(`s${n}`, 1 + chance(4))];
        else if (what === 2 && tiles < 159 && sets.length) sets = sets.map((set, m) => (m === at ? { id: set.id, tiles: chance(2) ? [...set.tiles, ...setOf("", 1).tiles] : [...setOf("", 1).tiles, ...set.tiles] } : set));
        else if (what === 3) sets = sets.flatMap((set, m) => (m !== at ? [set] : set.tiles.length > 1 ? [{ id: set.id, tiles: set.tiles.slice(chance(2), -1) }] : []));
        else if (sets.length) sets = sets.flatMap((set, m) => (m !== at || set.tiles.length < 2 ? [set] : [{ id: set.id, tiles: set.tiles.slice(0, 1) }, { id: `s${n}`, tiles: set.tiles.slice(1) }]));
        sets = sets.filter((set) => set.tiles.length);
        const wish = { x: chance(20) - 10, row: chance(8) - 4 };
        const next = arrange(now, sets, room, { dropped: chance(2) ? new Map([[`s${n}`, wish]]) : new Map(), seat: chance(2) ? { x: chance(3) - 1, y: -1 } : null });
        expect(faults(next, sets)).toEqual([]);
        for (const set of sets) if (before.includes(set) && next.tileWidth > room.least) expect(next.places.get(set.id)).toMatchObject({ x: now.places.get(set.id)!.x, row: now.places.get(set.id)!.row });
        // The same again changes nothing.
        expect(arrange(next, sets, room).places).toEqual(next.places);
        now = next;
      }
      expect(faults(tidy(sets, room), sets)).toEqual([]);
      expect(tidy(sets, room).tileWidth).toBeGreaterThanOrEqual(now.tileWidth - 0.01);
    }
  }, 60_000);

  test("160 tiles lie on the felt without overlapping", () => {
    const sets = [...Array.from({ length: 28 }, (_, n) => setOf(`g${n}`, 4)), ...Array.from({ length: 3 }, (_, n) => setOf(`r${n}`, 13)), setOf("x", 9)];
    expect(faults(arrange(null, sets, room), sets)).toEqual([]);
  });
});

const room = SCREENS["desktop"]!;

describe("a set", () => {
  const sets = [setOf("a", 3), setOf("b", 4), setOf("c", 3)];
  const now = arrange(null, sets, room);
  const grown = (set: PieceSet, where: "left" | "right") => ({ id: set.id, tiles: where === "left" ? [...setOf("", 1).tiles, ...set.tiles] : [...set.tiles, ...setOf("", 1).tiles] });

  test("that grows at an end keeps its own tiles where they are, unless another set is too near", () => {
    const place = now.places.get("a")!;
    const right = arrange(now, [grown(sets[0]!, "right"), sets[1]!, sets[2]!], room);
    expect(Math.abs(right.places.get("a")!.x - place.x)).toBeLessThan(SET_GAP);
    const left = arrange(now, [grown(sets[0]!, "left"), sets[1]!, sets[2]!], room);
    expect(left.places.get("a")!.x).toBeCloseTo(place.x - 1.04);
  });

  test("whose tiles change places stays with most of them", () => {
    const [a, b, c] = sets[0]!.tiles;
    const next = arrange(now, [{ id: "a", tiles: [c!, a!, b!] }, sets[1]!, sets[2]!], room);
    expect(next.places.get("a")!.x).toBeCloseTo(now.places.get("a")!.x - 1.04);
  });

  test("that comes back by undo lies where it lay", () => {
    const without = arrange(now, sets.slice(1), room);
    expect(arrange(without, sets, room).places.get("a")).toEqual(now.places.get("a"));
  });

  test("that had to move when it grew lies where it lay once that is undone", () => {
    const narrow = { ...room, width: 460, most: 55 };
    const row = [setOf("l", 3), setOf("m", 3)];
    const laid = arrange(arrange(null, [row[0]!], narrow), row, narrow, { dropped: new Map([["m", { x: 0.4, row: 0 }]]) });
    const long = { id: "m", tiles: [...row[1]!.tiles, ...setOf("", 4).tiles] };
    const moved = arrange(laid, [row[0]!, long], narrow);
    expect(moved.places.get("m")).not.toMatchObject({ x: laid.places.get("m")!.x });
    expect(arrange(moved, row, narrow).places.get("m")).toEqual(laid.places.get("m"));
  });

  test("that is dropped lies there, or beside what is there", () => {
    const free = arrange(now, [...sets, setOf("d", 3)], room, { dropped: new Map([["d", { x: -9, row: 2 }]]) });
    expect(free.places.get("d")).toMatchObject({ x: -9, row: 2 });
    const on = now.places.get("b")!;
    const taken = arrange(now, [...sets, setOf("e", 3)], room, { dropped: new Map([["e", on]]) });
    expect(Math.abs(taken.places.get("e")!.row - on.row)).toBe(1);
    expect(taken.places.get("e")!.x).toBeCloseTo(on.x);
  });

  test("that is split leaves its first part where it is, and the other one beside it", () => {
    const [, long] = sets;
    const next = arrange(now, [sets[0]!, { id: "b", tiles: long!.tiles.slice(0, 2) }, { id: "new", tiles: long!.tiles.slice(2) }, sets[2]!], room);
    expect(next.places.get("b")).toMatchObject({ x: now.places.get("b")!.x, row: now.places.get("b")!.row });
    expect(next.places.get("new")!.row).toBe(now.places.get("b")!.row);
    expect(next.places.get("new")!.x - (now.places.get("b")!.x + 2 * 1.04)).toBeLessThan(0.4);
  });

  test("that is begun leaves room for the tiles that it lacks", () => {
    const room = SCREENS["desktop"]!;
    const others = [setOf("left", 3), setOf("right", 3)];
    const before = arrange(null, others, room);
    const begun = setOf("begun", 1);
    const sets = [...others, begun];
    const places = arrange(before, sets, room).places;
    const { x, row } = places.get("begun")!;
    for (const other of others) {
      const lies = places.get(other.id)!;
      if (lies.row === row) expect(lies.x + widthOf(3) <= x || lies.x >= x + widthOf(3)).toBe(true);
    }
  });

  test("laid by another player lies on that player's side", () => {
    for (const [seat, isThere] of [
      [{ x: -1, y: 0 }, (x: number) => x < -4],
      [{ x: 1, y: 0 }, (x: number) => x > 2],
    ] as const) {
      const next = arrange(now, [...sets, setOf("theirs", 3)], room, { seat });
      expect(isThere(next.places.get("theirs")!.x)).toBe(true);
    }
    expect(arrange(now, [...sets, setOf("theirs", 3)], room, { seat: { x: 0, y: -1 } }).places.get("theirs")!.row).toBeLessThan(0);
  });
});

test("tiles become one step smaller when space runs out, and the sets keep their places", () => {
  const phone = SCREENS["phone"]!;
  let sets: PieceSet[] = [];
  let now = arrange(null, sets, phone);
  const sizes: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const before = now;
    sets = [...sets, setOf(`s${n}`, 4)];
    now = arrange(now, sets, phone);
    sizes.push(now.tileWidth);
    for (const set of sets.slice(0, -1)) expect(now.places.get(set.id)).toEqual(before.places.get(set.id));
    expect(before.tileWidth / now.tileWidth).toBeLessThan(1.3);
  }
  expect(new Set(sizes).size).toBeGreaterThan(1);
});

test("a smaller window zooms out and moves no set; one of another shape is tidied up", () => {
  const sets = Array.from({ length: 14 }, (_, n) => setOf(`s${n}`, 4));
  const now = { ...arrange(null, sets, room), isTidy: false };
  const smaller = arrange(now, sets, { ...room, width: 900, height: 420, most: 44 });
  expect(smaller.places).toEqual(now.places);
  const turned = { width: 362, height: 600, least: 20, most: 38 };
  const phone = arrange(now, sets, turned);
  expect(faults(phone, sets)).toEqual([]);
  expect(phone.tileWidth).toBeGreaterThan(20);
});

test("sets that lie as they were laid out are laid out anew in another window; after a change they stay", () => {
  const sets = Array.from({ length: 14 }, (_, n) => setOf(`s${n}`, 4));
  const wider = { ...room, width: 1500, height: 560, most: 60 };
  const laid = arrange(null, sets, room);
  expect(arrange(laid, sets, wider).places).toEqual(tidy(sets, wider).places);
  const changed = arrange(laid, sets.slice(1), room);
  for (const set of sets.slice(1)) expect(arrange(changed, sets.slice(1), wider).places.get(set.id)).toEqual(changed.places.get(set.id));
});

test("places survive a reload by the faces of their sets, also if a set has grown since", () => {
  const faced = (id: string, faces: string): PieceSet => ({ id, tiles: faces.split(" ").map((face, n) => ({ id: `${id}${n}`, face, mine: false })) });
  const sets = [faced("a", "r3 r4 r5"), faced("b", "k7 b7 o7"), faced("c", "r3 r4 r5")];
  const before = arrange(null, sets, room);
  const moved = arrange(before, sets, room, { dropped: new Map([["b", { x: 4, row: 2 }]]) });
  const saved = savePlaces(moved, sets);
  const again = [faced("x", "k7 b7 o7 r7"), faced("y", "r3 r4 r5"), faced("z", "r3 r4 r5")];
  const restored = restorePlaces(saved, again, room)!;
  expect(restored.places.get("x")).toMatchObject({ x: 4, row: 2 });
  expect([restored.places.get("y")!, restored.places.get("z")!].map(({ x, row }) => `${x.toFixed(1)} ${row}`)).toEqual([moved.places.get("a")!, moved.places.get("c")!].map(({ x, row }) => `${x.toFixed(1)} ${row}`));
  expect(restorePlaces([], again, room)).toBe(null);
});

test("a long set continues on the next line of a narrow table", () => {
  const phone = SCREENS["phone"]!;
  const sets = [setOf("long", 27), setOf("short", 3)];
  const now = arrange(null, sets, phone);
  expect(areas(now, sets)[0]!.lines).toBeGreaterThan(1);
  expect(faults(now, sets)).toEqual([]);
});

test("sets are read from the top left, and a free place is found for the next one", () => {
  const sets = Array.from({ length: 9 }, (_, n) => setOf(`s${n}`, 3 + (n % 3)));
  const now = arrange(null, sets, room);
  const order = inReadingOrder(now, sets).map((set) => now.places.get(set.id)!);
  order.slice(1).forEach((place, n) => expect(place.row > order[n]!.row || place.x > order[n]!.x).toBe(true));
  const free = freePlace(now, sets, 3)!;
  expect(faults({ ...now, places: new Map([...now.places, ["new", { ...free, tiles: [] }]]) }, [...sets, setOf("new", 3)])).toEqual([]);
});
