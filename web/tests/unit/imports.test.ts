import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../../src");

/** Which folders each folder of src may import from, besides itself. Pages (home, table) do not know each other; the companion uses the forms of the home page. */
const ALLOWED: Record<string, readonly string[]> = {
  tiles: [],
  engine: [],
  server: ["engine"],
  words: ["server", "tiles"],
  look: ["words"],
  rules: ["server", "words"],
  person: ["look", "server", "words"],
  board: ["look", "server", "tiles"],
  home: ["engine", "look", "person", "route", "rules", "server", "tiles", "words"],
  companion: ["engine", "home", "look", "person", "route", "rules", "server", "tiles", "words"],
  worker: ["engine"],
  table: ["board", "engine", "look", "person", "route", "rules", "server", "tiles", "words"],
};

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
  .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)));

/** The folder of a file, or the name of a module that is in none: `route`. */
const folderOf = (path: string) => path.split("/")[0]!.split(".")[0]!;

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), "utf-8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => normalize(join(dirname(file), match[1]!)));
}

describe.each(Object.entries(ALLOWED))("%s", (folder, allowed) => {
  test(`imports only from ${["itself", ...allowed].join(", ")}`, () => {
    const wrong = files
      .filter((file) => file.startsWith(`${folder}/`))
      .flatMap((file) => importsOf(file).map((target) => [file, target] as const))
      .filter(([, target]) => ![folder, ...allowed].includes(folderOf(target)));
    expect(wrong).toEqual([]);
  });
});

test("every folder has its rule", () => {
  expect([...new Set(files.filter((file) => file.includes("/")).map(folderOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});
