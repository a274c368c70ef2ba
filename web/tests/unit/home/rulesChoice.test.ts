import { expect, test } from "vitest";
import { RulesChoice } from "../../../src/home/rulesChoice.svelte";
import { PRESETS } from "../../../src/rules/ruleGroups";

const preset = (name: string) => PRESETS.find((one) => one.name === name)!;
const amongFriends = () => new RulesChoice("international", {}, () => "none");

test("friends have no clock unless they choose one, which is nothing that they have changed", () => {
  const choice = amongFriends();
  expect([choice.clock, choice.house, choice.chosen]).toEqual(["none", { turn_seconds: null }, {}]);
  choice.clock = "120";
  expect([choice.house, choice.chosen]).toEqual([{ turn_seconds: 120 }, { turn_seconds: 120 }]);
  choice.clock = "profile";
  expect(choice.house).toEqual({});
  choice.chooseBox("jumbo");
  expect(choice.clock).toBe("none");
});

test("strangers have the clock of the box", () => {
  const choice = new RulesChoice("international");
  expect([choice.clock, choice.house]).toEqual(["profile", {}]);
});

test("the usual clock follows the kind of the table until somebody chooses one", () => {
  let usual = "none";
  const choice = new RulesChoice("international", {}, () => usual);
  usual = "profile";
  expect(choice.clock).toBe("profile");
  choice.clock = "none";
  expect(choice.house).toEqual({ turn_seconds: null });
});

test("house rules that are already there come with their clock", () => {
  expect(new RulesChoice("international", { turn_seconds: null, opening_threshold: 0 }).house).toEqual({ turn_seconds: null, opening_threshold: 0 });
});

test("a preset with a clock sets it, and one without leaves it", () => {
  const choice = amongFriends();
  choice.start(preset("short"), 2);
  expect([choice.clock, choice.preset?.name]).toEqual(["profile", "short"]);
  choice.start(preset("no-threshold"), 2);
  expect([choice.clock, choice.house, choice.preset?.name]).toEqual(["none", { opening_threshold: 0, turn_seconds: null }, "no-threshold"]);
  choice.start(preset("children"), 2);
  expect([choice.clock, choice.preset?.name]).toEqual(["none", "children"]);
  choice.clock = "300";
  expect(choice.preset).toBeUndefined();
  choice.start(null, 2);
  expect([choice.house, choice.preset]).toEqual([{}, undefined]);
});
