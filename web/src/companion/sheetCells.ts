/**
 * A score sheet as cells: each has a key and a value, and the newest value counts. So a tap changes one cell, an entry can be
 * corrected at any time, and two people who enter different things at the same time never overwrite each other.
 *
 * Keys: title, profile, players, planned, rule.NAME, name.SEAT, face.SEAT; for game N: N.end, N.starter, N.typed, N.removed; for a
 * rack in it: N.SEAT.TILE (how many), N.SEAT.worth, size, could, unopened, announced and score.
 */

import { CHOICES } from "../person/avatars";
import { PROFILES, type ProfileName } from "../rules/boxDifferences";
import type { RuleValue } from "../rules/houseRules";
import type { CellValue } from "../server/http";
import rules from "../server/rules.json";
import type { Face } from "../tiles/tiles";
import { FACES, facesOf } from "./pad";

export type { CellValue };
export type Cells = Readonly<Record<string, CellValue>>;

export const LONGEST_NAME = 24;
export const LONGEST_TITLE = 60;
export const MOST_PLAYERS = 6;
export const MOST_GAMES = 200;
const MOST_TILES = 9;

export interface SheetPlayer {
  name: string;
  face: string;
}

export interface SheetRack {
  counts: Record<Face, number>;
  /** What somebody counted, without naming the tiles. */
  worth: number | null;
  /** How many tiles those were. */
  size: number | null;
  could: boolean;
  unopened: boolean;
  announced: boolean;
  /** The score of a game that was counted by hand. */
  score: string | null;
}

export interface SheetGame {
  /** Its number in the keys; it stays the same when another game is removed. */
  number: number;
  /** The seat that went out, or that the pool ran out. */
  end: number | "pool" | null;
  starter: number | null;
  /** Whether the scores are entered instead of the racks. */
  typed: boolean;
  racks: SheetRack[];
}

export interface Sheet {
  title: string;
  profile: ProfileName;
  /** What differs from the rules of the box. */
  rules: Record<string, RuleValue>;
  players: SheetPlayer[];
  /** How many games the players agreed on. */
  planned: number | null;
  games: SheetGame[];
}

/** Read a sheet; whatever makes no sense is left out, since cells also come from other people. */
export function readSheet(cells: Cells): Sheet {
  const count = whole(cells["players"], 2, MOST_PLAYERS) ?? 2;
  const profile = PROFILES.find((name) => name === cells["profile"]) ?? "international";
  const players = Array.from({ length: count }, (_, seat) => ({
    name: text(cells[`name.${seat}`], LONGEST_NAME),
    face: CHOICES.find((face) => face === cells[`face.${seat}`]) ?? "initial",
  }));
  const houseRules = Object.fromEntries(Object.keys(rules.fields).flatMap((name) => ruleOf(cells, name)));
  const least = leastWorth(houseRules);
  return {
    title: text(cells["title"], LONGEST_TITLE),
    profile,
    rules: houseRules,
    players,
    planned: whole(cells["planned"], 1, MOST_GAMES),
    games: gameNumbers(cells).map((number) => readGame(cells, number, count, least)),
  };
}

/** The least that a rack with tiles is worth: a rack of jokers is worth nothing where they cost nothing (C1). */
export function leastWorth(houseRules: Sheet["rules"]): 0 | 1 {
  return houseRules["joker_penalty"] === 0 ? 0 : 1;
}

function ruleOf(cells: Cells, name: string): [string, RuleValue][] {
  const value = cells[`rule.${name}`];
  // An empty text means that the rule is that of the box again: null is a value that rules have.
  return value === undefined || value === "" || typeof value === "boolean" ? [] : [[name, value]];
}

/** The numbers of the games in which something has been entered, in their order. */
function gameNumbers(cells: Cells): number[] {
  const numbers = new Set<number>();
  for (const [key, value] of Object.entries(cells)) {
    const number = Number(/^([1-9]\d{0,2})\./.exec(key)?.[1] ?? 0);
    // Seat 0 is an entry, and so is a rack worth 0; no tile of a kind is none.
    const isEmpty = value === null || value === false || (value === 0 && !/\.(end|starter|worth)$/.test(key));
    if (number && number <= MOST_GAMES && !isEmpty && !cells[`${number}.removed`]) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

export function readGame(cells: Cells, number: number, players: number, least: 0 | 1 = 1): SheetGame {
  const end = cells[`${number}.end`];
  return {
    number,
    end: end === "pool" ? "pool" : whole(end, 0, players - 1),
    starter: whole(cells[`${number}.starter`], 0, players - 1),
    typed: cells[`${number}.typed`] === true,
    racks: Array.from({ length: players }, (_, seat) => readRack(cells, `${number}.${seat}`, least)),
  };
}

function readRack(cells: Cells, key: string, least: 0 | 1): SheetRack {
  const counts: Record<Face, number> = {};
  for (const face of FACES) {
    const count = whole(cells[`${key}.${face}`], 1, MOST_TILES);
    if (count !== null) counts[face] = count;
  }
  const score = cells[`${key}.score`];
  return {
    counts,
    worth: whole(cells[`${key}.worth`], least, 9999),
    size: whole(cells[`${key}.size`], 1, 160),
    could: cells[`${key}.could`] === true,
    unopened: cells[`${key}.unopened`] === true,
    announced: cells[`${key}.announced`] === true,
    score: typeof score === "string" && isScore(score) ? score : null,
  };
}

/** Whether a text is a score as the tools read it. */
export function isScore(score: string): boolean {
  return /^[-+]?\d{1,6}(\/[1-9]\d{0,3})?$/.test(score);
}

function whole(value: CellValue | undefined, least: number, most: number): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

function text(value: CellValue | undefined, longest: number): string {
  return typeof value === "string" ? value.slice(0, longest) : "";
}

/** The cells of a new sheet. */
export function newSheet(sheet: Omit<Sheet, "games">): Record<string, CellValue> {
  const cells: Record<string, CellValue> = { title: sheet.title, profile: sheet.profile, players: sheet.players.length, planned: sheet.planned };
  sheet.players.forEach(({ name, face }, seat) => Object.assign(cells, { [`name.${seat}`]: name, [`face.${seat}`]: face }));
  for (const [name, value] of Object.entries(sheet.rules)) cells[`rule.${name}`] = value;
  return cells;
}

/** Whether something has been entered for a rack. */
export function isEntered(rack: SheetRack, typed: boolean): boolean {
  return typed ? rack.score !== null : rack.worth !== null || Object.keys(rack.counts).length > 0;
}

/** The number of the next game: one more than the last, removed ones included. */
export function nextNumber(cells: Cells): number {
  const numbers = Object.keys(cells).map((key) => Number(/^([1-9]\d{0,2})\./.exec(key)?.[1] ?? 0));
  const last = Math.max(0, ...numbers);
  // A game whose entries have all been taken back is used again.
  const isUsed = last > 0 && (cells[`${last}.removed`] === true || gameNumbers(cells).includes(last));
  return last + (isUsed || last === 0 ? 1 : 0);
}

/** The question about a sheet, as POST /api/tools/sheet expects it. */
export function questionOf(sheet: Sheet): object {
  return {
    profile: sheet.profile,
    rules: sheet.rules,
    players: sheet.players.length,
    games: sheet.games.map(gameQuestion),
    ...(sheet.planned !== null && { planned: sheet.planned }),
  };
}

function gameQuestion(game: SheetGame): object {
  return {
    ...(game.end === "pool" ? { ended: "pool" } : game.end !== null && { ended: "out", out: game.end }),
    ...(game.starter !== null && { starter: game.starter }),
    ...(game.typed ? { scores: game.racks.map((rack) => rack.score) } : { racks: game.racks.map(rackQuestion) }),
  };
}

function rackQuestion(rack: SheetRack): object {
  const tiles = facesOf(rack.counts).join(" ");
  const flags = { ...(rack.unopened && { opened: false }), ...(rack.announced && { announced: true }) };
  if (tiles) return { tiles, ...flags };
  if (rack.worth === null) return flags;
  return { worth: rack.worth, ...(rack.size !== null && { size: rack.size }), ...(rack.could && { could_open: true }), ...flags };
}

/** A reason with its facts. */
export interface Explained {
  rule: string;
  reason: string;
  facts: Record<string, string | number>;
  message: string;
}

export interface CountedGame {
  missing: number[];
  worths: (number | null)[];
  could_open: (boolean | null)[];
  starter: number | null;
  scores?: (number | string)[];
  winners?: number[];
  counted?: Explained[];
  problem?: Explained;
}

/** Everything that the rules say about a sheet. */
export interface CountedSheet {
  games: CountedGame[];
  totals: (number | string)[];
  games_won: number[];
  ranks: number[];
  progress: (number | string)[][];
  rounds: { totals: (number | string)[]; games_won: number[]; ranks: number[]; complete: boolean }[];
  games_per_round: number;
  match_by: string;
  next_starter: number | null;
  draw_for_start: boolean;
  box: Record<string, number>;
  over?: boolean;
}
