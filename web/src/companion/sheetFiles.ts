/** Score sheets as files: JSON holds everything, CSV is a table for spreadsheets. Both can be imported again. */

import { facesOf } from "./pad";
import { type CellValue, type Cells, type CountedSheet, type Sheet, isScore, newSheet, readSheet } from "./sheetCells";
import { COLOURS } from "../tiles/tiles";
import { PROFILES } from "../rules/boxDifferences";

const FORMAT = "tilewise-sheet";
const LONGEST_FILE = 1_000_000;
const MOST_CELLS = 20_000;
const KEY = /^[\w.-]{1,40}$/;

export function exportJson(cells: Cells): string {
  // Rules may be null, which means none; any other cell is empty then.
  const kept = Object.entries(cells).filter(([key, value]) => value !== null || key.startsWith("rule."));
  return `${JSON.stringify({ format: FORMAT, version: 1, cells: Object.fromEntries(kept.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) }, null, 1)}\n`;
}

/** A row for each game: who went out, what was left on each rack, the points. The first rows say how it is counted. */
export function exportCsv(sheet: Sheet, counted: CountedSheet | null): string {
  const names = sheet.players.map(({ name }, seat) => name || String(seat + 1));
  const rows: (string | number)[][] = [
    ["tilewise-sheet", 1],
    ["title", sheet.title],
    ["profile", sheet.profile],
    ...(sheet.planned === null ? [] : [["planned", sheet.planned]]),
    ...Object.entries(sheet.rules).map(([name, value]) => [`rule.${name}`, value ?? "none"]),
    ["face", ...sheet.players.map(({ face }) => face)],
    ["game", "out", "starter", ...names, ...names.map((name) => `${name}: rack`)],
    ...sheet.games.map((game, n) => [
      n + 1,
      game.end === "pool" ? "pool" : game.end === null ? "" : game.end + 1,
      game.starter === null ? "" : game.starter + 1,
      ...sheet.players.map((_, seat) => (game.typed ? (game.racks[seat]!.score ?? "") : (counted?.games[n]?.scores?.[seat] ?? ""))),
      ...game.racks.map((rack) => (game.typed ? "score" : rackText(rack))),
    ]),
    ["total", "", "", ...(counted?.totals ?? [])],
  ];
  return rows.map((row) => row.map(quote).join(",")).join("\r\n") + "\r\n";
}

/** A rack in one field: its tiles or its number, and what is known about its opening. */
function rackText(rack: Sheet["games"][number]["racks"][number]): string {
  const tiles = facesOf(rack.counts).join(" ");
  const words = [tiles || (rack.worth === null ? "" : String(rack.worth))];
  if (!tiles && rack.size !== null) words.push(`size=${rack.size}`);
  for (const flag of ["unopened", "could", "announced"] as const) if (rack[flag]) words.push(flag);
  return words.filter(Boolean).join(" ");
}

function quote(value: string | number): string {
  const text = String(value);
  // A text that begins like a formula would be computed by a spreadsheet.
  const safe = /^[=+\-@\t]/.test(text) && !isScore(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Return the cells of an exported file, or null if it is none. */
export function importSheet(text: string): Record<string, CellValue> | null {
  if (text.length > LONGEST_FILE) return null;
  const plain = text.replace(/^\uFEFF/, "");
  return plain.trimStart().startsWith("{") ? importJson(plain) : importCsv(plain);
}

function importJson(text: string): Record<string, CellValue> | null {
  try {
    const { format, cells } = JSON.parse(text) as { format?: unknown; cells?: unknown };
    if (format !== FORMAT || typeof cells !== "object" || cells === null) return null;
    const entries = Object.entries(cells as Record<string, unknown>);
    const isCell = ([key, value]: [string, unknown]) => KEY.test(key) && (value === null || ["string", "number", "boolean"].includes(typeof value)) && String(value).length <= 100;
    return entries.length <= MOST_CELLS && entries.every(isCell) ? (Object.fromEntries(entries) as Record<string, CellValue>) : null;
  } catch {
    return null;
  }
}

function importCsv(text: string): Record<string, CellValue> | null {
  const rows = parseCsv(text).map((row) => row.map((value) => (/^'[=+\-@\t]/.test(value) ? value.slice(1) : value)));
  if (rows[0]?.[0] !== FORMAT) return null;
  const head = rows.findIndex((row) => row[0] === "game" && row[1] === "out");
  const profile = PROFILES.find((name) => name === rows.find((row) => row[0] === "profile")?.[1]);
  if (head < 0 || !profile) return null;
  const count = Math.floor((rows[head]!.length - 3) / 2);
  if (count < 2 || count > 6) return null;
  const field = (name: string) => rows.slice(0, head).find((row) => row[0] === name) ?? [];
  const rules = rows.slice(0, head).filter((row) => row[0]!.startsWith("rule."));
  const cells = newSheet({
    title: field("title")[1] ?? "",
    profile,
    planned: Number(field("planned")[1]) || null,
    players: Array.from({ length: count }, (_, seat) => ({ name: rows[head]![3 + seat]!, face: field("face")[1 + seat] ?? "initial" })),
    rules: Object.fromEntries(rules.map(([name, value = ""]) => [name!.slice(5), value === "none" ? null : /^-?\d+$/.test(value) ? Number(value) : value])),
  });
  for (const row of rows.slice(head + 1)) {
    const number = Number(row[0]);
    if (!Number.isInteger(number) || number < 1) continue;
    const seatOf = (word = "") => (/^[1-6]$/.test(word) ? Number(word) - 1 : null);
    cells[`${number}.end`] = row[1] === "pool" ? "pool" : seatOf(row[1]);
    cells[`${number}.starter`] = seatOf(row[2]);
    for (let seat = 0; seat < count; seat += 1) importRack(cells, `${number}.${seat}`, row[3 + count + seat] ?? "", row[3 + seat] ?? "", `${number}.typed`);
  }
  // What no sheet has is left out.
  return Object.keys(cells).every((key) => KEY.test(key)) && readSheet(cells).players.length === count ? cells : null;
}

function importRack(cells: Record<string, CellValue>, key: string, words: string, score: string, typed: string): void {
  if (words === "score") {
    cells[typed] = true;
    cells[`${key}.score`] = score || null;
    return;
  }
  for (const word of words.split(" ").filter(Boolean)) {
    if (/^\d+$/.test(word)) cells[`${key}.worth`] = Number(word);
    else if (word.startsWith("size=")) cells[`${key}.size`] = Number(word.slice(5));
    else if (["unopened", "could", "announced"].includes(word)) cells[`${key}.${word}`] = true;
    else if (COLOURS.some((colour) => word.startsWith(colour)) || /^[JDCM]$/.test(word)) cells[`${key}.${word}`] = Number(cells[`${key}.${word}`] ?? 0) + 1;
  }
}

function parseCsv(text: string): string[][] {
  // A spreadsheet may have saved it with semicolons.
  const separator = text.startsWith(`${FORMAT};`) ? ";" : ",";
  const rows: string[][] = [[]];
  let field = "";
  let isQuoted = false;
  const end = () => {
    rows.at(-1)!.push(field);
    field = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[(at += 1)];
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === separator) end();
    else if (character === "\n") {
      end();
      rows.push([]);
    } else if (character !== "\r") field += character;
  }
  end();
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}

/** Milliseconds after which a browser has read what it saves: not every one does so at once. */
const SAVED_AFTER = 60_000;

/** Let the browser save a text as a file. */
export function saveFile(name: string, type: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_AFTER);
}
