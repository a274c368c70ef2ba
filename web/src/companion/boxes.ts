/** What the box of a sheet has, until the rules have said it exactly. */

import type { RuleValue } from "../rules/houseRules";
import rules from "../server/rules.json";
import type { Face } from "../tiles/tiles";
import type { CountedSheet, Sheet } from "./sheetCells";

export interface Box {
  numbers: number;
  jokers: Record<Face, number>;
}

/** The value of a rule at a sheet. */
export function ruleValue(sheet: Sheet, name: string): RuleValue {
  const ofBox: Readonly<Record<string, RuleValue>> = rules.profiles[sheet.profile].rules;
  return name in sheet.rules ? sheet.rules[name]! : (ofBox[name] ?? null);
}

/** How many of each tile can be tapped in: as the rules say or, before they have answered, as many as the box may have. */
export function boxOf(sheet: Sheet, counted: CountedSheet | null): Box {
  if (counted) {
    const { numbers, ...jokers } = counted.box;
    return { numbers: numbers ?? 2, jokers };
  }
  const most = (...names: string[]) => Math.max(...names.map((name) => Number(ruleValue(sheet, name) ?? 0)));
  const jokers: [Face, number][] = [
    ["J", most("jokers", "large_game_jokers") + most("gift_tiles_in_box")],
    ["D", most("double_jokers")],
    ["C", most("colour_change_jokers")],
    ["M", most("mirror_jokers")],
  ];
  return { numbers: most("copies", "large_game_copies"), jokers: Object.fromEntries(jokers.filter(([, count]) => count > 0)) };
}
