import { expect, test } from "vitest";
import type { ActionView, GameView, RefusalView, TableView } from "../../../src/server/protocol";
import { actionSentence, endingSentence, refusalSentence, setLabel } from "../../../src/table/sentences";

const refusal = (code: string, facts: RefusalView["facts"]): RefusalView => ({ code, rule: null, message: "", facts });

test("the label of an unfinished set says why in a sentence", () => {
  expect(setLabel(3, "r3 r4", { tiles: "r3 r4", refusal: refusal("too-few-tiles", { count: 2 }) })).toBe("Set 3, not finished: red 3, 4. A set needs at least three tiles.");
});

test("a refused turn names the set and the reason why it is not one", () => {
  const sets = [{ tiles: "r3 r6", refusal: refusal("gap", { missing: [4, 5] }) }];
  expect(refusalSentence(refusal("invalid-set", { set: "r3 r6" }), null, sets)).toBe("Red 3, 6: this run is missing 4 and 5.");
});

test("a player who draws the last tile tells everyone that the pool is empty (U13)", () => {
  const view = { seat: 0, seats: [0, 1].map((n) => ({ name: `P${n}`, person: `p${n}`, level: null, away: false })) } as unknown as TableView;
  const draw: ActionView = { seat: 1, action: "draw", by: "person", drawn: 1, last_tile: true };
  expect(actionSentence(view, draw)).toBe("P1 drew a tile. The pool is empty now.");
  expect(actionSentence(view, { ...draw, last_tile: false })).toBe("P1 drew a tile.");
  expect(actionSentence(view, { ...draw, action: "out-of-time", drawn: 3 })).toBe("P1 ran out of time and drew 3 tiles. The pool is empty now.");
  expect(actionSentence(view, { ...draw, seat: 0, drawn_tiles: "r7" })).toBe("You drew red 7. The pool is empty now.");
});

test("the end of a game has its reason, also with an empty pool (N2)", () => {
  const ended = (ending: string, pool_ending: string | null) => endingSentence({ ending, pool_ending } as GameView);
  expect(ended("out", null)).toBe("A rack is empty.");
  expect(ended("pool", "stuck")).toBe("The pool is empty, and nobody can place a tile any more.");
  expect(ended("pool", "passes")).toBe("The pool is empty, and everyone has passed.");
  expect(ended("pool", "last-round")).toBe("The pool is empty, and the last round is over.");
});
