import { describe, expect, test } from "vitest";
import { EMPTY, type Entry, addLoose, addSet, addTile, clearArea, closeSet, copyArea, countOf, extraFaces, facesBetween, facesOf, facesOfNumber, openSet, removeLoose, removeSet, removeTile, setsOf, validEntry } from "../../../src/companion/entry";

const table = (entry: Entry) => setsOf(entry, "table").map((set) => set.join(" "));
const taps = (entry: Entry, ...faces: string[]) => faces.reduce((one, face) => addTile(one, "table", face), entry);

describe("entering sets", () => {
  test("a drag lays a run, and the next drag another set", () => {
    const entry = addSet(addSet(EMPTY, "table", facesBetween("r3", "r6")), "table", facesBetween("k7", "b7"));
    expect(table(entry)).toEqual(["r3 r4 r5 r6", "k7 r7 b7"]);
  });

  test("taps make one set until it is closed", () => {
    const entry = taps(closeSet(taps(EMPTY, "k9", "b9", "o9")), "r1");
    expect(table(entry)).toEqual(["k9 b9 o9", "r1"]);
  });

  test("a joker goes to the set that was laid last; a number begins a new one", () => {
    const laid = addSet(EMPTY, "table", ["r3", "r4"]);
    expect(table(taps(laid, "J", "k5"))).toEqual(["r3 r4 J", "k5"]);
  });

  test("a set that begins with a joker is laid behind it", () => {
    expect(table(addSet(taps(EMPTY, "J"), "table", ["r3", "r4"]))).toEqual(["J r3 r4"]);
    expect(table(addSet(taps(EMPTY, "J", "r2"), "table", ["k3", "k4"]))).toEqual(["J r2", "k3 k4"]);
  });

  test("a set can be opened again, also for a joker in the place of a tile", () => {
    const entry = addSet(addSet(EMPTY, "table", ["r3", "r4", "r5"]), "table", ["k1", "k2", "k3"]);
    expect(table(taps(openSet(entry, "table", 0), "r6"))).toEqual(["r3 r4 r5 r6", "k1 k2 k3"]);
    expect(table(taps(removeTile(openSet(entry, "table", 0), "table", 0, 1), "J"))).toEqual(["r3 r5 J", "k1 k2 k3"]);
  });

  test("a set without tiles disappears, and the others close up", () => {
    const entry = addSet(taps(EMPTY, "r3"), "table", ["k1", "k2"]);
    expect(table(removeTile(entry, "table", 0, 0))).toEqual(["k1 k2"]);
    expect(table(removeSet(entry, "table", 1))).toEqual(["r3"]);
    expect(clearArea(entry, "table").tiles).toEqual([]);
  });

  test("every tile has a place, as a camera would report it", () => {
    expect(addLoose(addSet(EMPTY, "table", ["r3", "r4"]), "rack", ["J"]).tiles).toEqual([
      { face: "r3", area: "table", set: 0, index: 0 },
      { face: "r4", area: "table", set: 0, index: 1 },
      { face: "J", area: "rack", set: 0, index: 0 },
    ]);
  });
});

describe("a rack", () => {
  test("is one row of tiles", () => {
    const entry = addLoose(addLoose(EMPTY, "rack", ["r3", "r4"]), "rack", ["r3"]);
    expect(facesOf(entry, "rack")).toEqual(["r3", "r4", "r3"]);
    expect(facesOf(removeLoose(entry, "rack", "r3"), "rack")).toEqual(["r3", "r4"]);
    expect(removeLoose(entry, "rack", "o1")).toBe(entry);
  });
});

test("tiles are counted in the areas that share a box", () => {
  const entry = addLoose(taps(EMPTY, "r3", "r3"), "rack", ["r3"]);
  expect([countOf(entry, "r3", ["table", "rack"]), countOf(entry, "r3", ["rack"]), countOf(entry, "k1", ["table"])]).toEqual([3, 1, 0]);
});

test("what was placed in a turn is what the table has more than before", () => {
  const before = addSet(EMPTY, "before", ["r3", "r4", "r5"]);
  const after = addTile(openSet(copyArea(before, "before", "after"), "after", 0), "after", "r6");
  expect(extraFaces(after, "after", "before")).toEqual(["r6"]);
  expect(extraFaces(after, "before", "after")).toEqual([]);
});

describe("a drag along the pad", () => {
  test.each([
    ["r3", "r6", ["r3", "r4", "r5", "r6"]],
    ["r6", "r3", ["r3", "r4", "r5", "r6"]],
    ["k7", "o7", ["k7", "r7", "b7", "o7"]],
    ["o7", "r7", ["r7", "b7", "o7"]],
    // A slanting finger: the longer way counts.
    ["r3", "b6", ["r3", "r4", "r5", "r6"]],
    ["k7", "o8", ["k7", "r7", "b7", "o7"]],
    ["r3", "r3", ["r3"]],
    ["J", "r3", ["J"]],
  ])("from %s to %s", (from, to, faces) => {
    expect(facesBetween(from, to)).toEqual(faces);
  });

  test("a number is a group of four", () => {
    expect(facesOfNumber(12)).toEqual(["k12", "r12", "b12", "o12"]);
  });
});

describe("stored tiles", () => {
  test("are the same after a reload", () => {
    const entry = addLoose(addSet(addSet(EMPTY, "table", ["r3", "r4"]), "table", ["k1"]), "rack", ["J"]);
    expect(validEntry(JSON.parse(JSON.stringify(entry.tiles)), ["table", "rack"]).tiles).toEqual(entry.tiles);
  });

  test.each([null, {}, [null], [{ face: "r99", area: "table", set: 0, index: 0 }], [{ face: "r9", area: "elsewhere", set: 0, index: 0 }], [{ face: "r9", area: "table", set: -1, index: 0 }], [{ face: "r9", area: "table", set: 1e9, index: 0 }]])("that cannot be read are left out: %j", (stored) => {
    expect(validEntry(stored, ["table"]).tiles).toEqual([]);
  });

  test("have no gaps", () => {
    const gaps = [{ face: "r3", area: "table", set: 4, index: 2 }, { face: "r4", area: "table", set: 4, index: 7 }];
    expect(table(validEntry(gaps, ["table"]))).toEqual(["r3 r4"]);
  });
});

test("a table of sixty tiles takes about as many gestures as it has sets", () => {
  // Three hands of a real game: runs along the rows, groups down the columns, groups with a gap, and both jokers.
  const gestures: ((entry: Entry) => Entry)[] = [
    ...[["k1", "k4"], ["k6", "k9"], ["r2", "r5"], ["r7", "r9"], ["b1", "b3"], ["b5", "b8"], ["o1", "o3"], ["o5", "o7"], ["o9", "o12"], ["b9", "b11"], ["r10", "r12"]].map(([from, to]) => (entry: Entry) => addSet(entry, "table", facesBetween(from!, to!))),
    ...[["k13", "b13"], ["r1", "o1"], ["k10", "b10"]].map(([from, to]) => (entry: Entry) => addSet(entry, "table", facesBetween(from!, to!))),
    ...[4, 12].map((number) => (entry: Entry) => addSet(entry, "table", facesOfNumber(number))),
    // Black, blue and orange: a group without red.
    (entry) => addSet(entry, "table", facesOfNumber(8)),
    (entry) => removeTile(entry, "table", entry.current!.set, 1),
    (entry) => addSet(entry, "table", ["k2", "k3"]),
    (entry) => addTile(entry, "table", "J"),
    (entry) => addSet(entry, "table", ["b12", "b13"]),
    (entry) => addTile(entry, "table", "J"),
  ];
  const entry = gestures.reduce((one, gesture) => gesture(one), EMPTY);
  expect(facesOf(entry, "table")).toHaveLength(64);
  expect(setsOf(entry, "table")).toHaveLength(19);
  expect(gestures.length).toBeLessThanOrEqual(25);
});
