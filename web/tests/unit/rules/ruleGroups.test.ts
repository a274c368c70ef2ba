import { describe, expect, test } from "vitest";
import { PRESETS, RULE_GROUPS, fieldsOf, groupOf, presetChanges } from "../../../src/rules/ruleGroups";
import rules from "../../../src/server/rules.json";

test("every house rule is in one group, in the order of the rules", () => {
  const all = RULE_GROUPS.flatMap(fieldsOf);
  const wanted = Object.keys(rules.fields).filter((name) => !["min_players", "max_players", "turn_seconds"].includes(name));
  expect([...all].sort()).toEqual([...wanted].sort());
  for (const group of RULE_GROUPS) expect(fieldsOf(group).length, group).toBeGreaterThan(1);
});

test("people find a rule where they look for it", () => {
  const expected = { jokers: "tiles", rack_size: "tiles", gift_tiles: "tiles", opening_threshold: "opening", freed_joker: "opening", redeal_pairs: "opening", clock_from: "clock", late_tiles: "clock", empty_pool: "end", joker_penalty: "end", missed_opening_penalty: "end", match_by: "end" };
  expect(Object.fromEntries(Object.keys(expected).map((field) => [field, groupOf(field)]))).toEqual(expected);
  expect(groupOf("a_rule_that_is_added_later")).toBe("tiles");
});

describe.each(PRESETS)("the preset $name", (preset) => {
  test("sets fields that exist to values that they may have", () => {
    for (const [name, value] of Object.entries(preset.rules)) {
      const field: { choices?: string[]; least?: number; most?: number; none?: boolean } = rules.fields[name as keyof typeof rules.fields];
      if (value === null) expect(field.none, name).toBe(true);
      else if (typeof value === "string") expect(field.choices, name).toContain(value);
      else expect(value >= field.least! && value <= field.most!, name).toBe(true);
    }
  });

  test("changes only what differs from the box", () => {
    for (const { rules: original } of Object.values(rules.profiles)) {
      const changes = presetChanges(preset, original);
      for (const [field, value] of Object.entries(changes)) expect((original as Record<string, unknown>)[field]).not.toBe(value);
    }
  });
});
