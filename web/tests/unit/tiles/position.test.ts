import { describe, expect, test } from "vitest";
import { type Position, formatPosition, parsePosition } from "../../../src/tiles/position";

const POSITION: Position = { profile: "vienna-en", players: 4, opened: true, table: [["r3", "r4", "J"], ["k7", "b7", "o7"]], rack: ["r6", "o13"], rules: { freed_joker: "anywhere", turn_seconds: null, opening_threshold: 0 } };

describe("a position in an address", () => {
  test.each([POSITION, { ...POSITION, rules: {} }, { ...POSITION, table: [], rack: [], opened: false }])("is read as it was written: %j", (position) => {
    expect(parsePosition(formatPosition(position))).toEqual(position);
  });

  test("needs no escapes", () => {
    expect(encodeURI(formatPosition(POSITION))).toBe(formatPosition(POSITION));
  });

  test.each(["", "jumbo", "jumbo.4.opened", "jumbo.9.opened.-.-", "jumbo.4.perhaps.-.-", "jumbo.4.opened.r3-r99.-", "jumbo.4.opened.r3__r4.-", "jumbo.4.opened.-.x", "<b>.4.opened.-.-"])("that cannot be read is none: %s", (text) => {
    expect(parsePosition(text)).toBeNull();
  });

  test("loses house rules that cannot be read, not the tiles", () => {
    expect(parsePosition("jumbo.4.opened.-.r6.x=<b>,copies=2")?.rules).toEqual({ copies: 2 });
  });
});
