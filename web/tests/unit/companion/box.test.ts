import { expect, test } from "vitest";
import { Box } from "../../../src/companion/box.svelte";

test("all tools remember one box, with its house rules and its players", () => {
  new Box().choose("tm-toys", 5, { opening_threshold: 20 });
  const box = new Box();
  expect([box.profile, box.players, box.allRules["opening_threshold"], box.rules]).toEqual(["tm-toys", 5, 20, { opening_threshold: 20 }]);
});

test("a box has as many players as it is for, and an unknown one changes nothing", () => {
  const box = new Box();
  box.choose("jumbo", 6);
  expect([box.profile, box.players, box.rules]).toEqual(["jumbo", 4, {}]);
  box.choose("another");
  expect(box.profile).toBe("jumbo");
});

test("house rules decide which tiles can be entered (E1, E2)", () => {
  const box = new Box();
  box.choose("international", 4, { jokers: 3, copies: 1, mirror_jokers: 1 });
  expect([box.count("J"), box.count("k7"), box.jokers]).toEqual([3, 1, ["J", "M"]]);
});
