import { expect, test } from "vitest";
import schema from "../../../../docs/protocol.schema.json";
import { REACTIONS, isReaction } from "../../../src/table/reactions";

test("every reaction of the protocol has a picture", () => {
  expect([...REACTIONS].sort()).toEqual([...schema.$defs.React.properties.reaction.enum].sort());
  expect(isReaction("wow")).toBe(true);
  expect(isReaction("a message")).toBe(false);
});
