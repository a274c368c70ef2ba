import { expect, test } from "vitest";
import { type IndexedDbLog, isPlaying } from "../../../src/engine/eventLog";

const log = (tables: string[] | string) => ({ tables: async () => tables }) as unknown as IndexedDbLog;
const table = (phase: string) => JSON.stringify({ table: { summary: { phase } } });

test.each([
  [[], false],
  [["open", "between", "over", "closed"].map(table), false],
  [[table("over"), table("playing")], true],
  [[table("dealing")], true],
  [[table("offering")], true],
  // A table of another version, whose summary nobody here can read.
  [["{}"], false],
  // Where nothing may be stored there are no games; any other problem leaves the question open.
  ["blocked", false],
  ["failed", true],
])("with tables %j a game is being played: %s", async (tables, playing) => {
  expect(await isPlaying(log(tables))).toBe(playing);
});
