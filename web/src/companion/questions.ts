/** What the section asks the rules: is this a set, was this turn legal, what is the best play. The answers come from Python. */

import { type ServerFacts, ask } from "../server/http";
import type { Face } from "../tiles/tiles";

export type Goal = "tiles" | "points" | "out" | "opening";
export const GOALS: readonly Goal[] = ["tiles", "points", "out", "opening"];

/** The box and the house rules that a question is about. */
export interface BoxChoice {
  profile: string;
  rules: Readonly<Record<string, number | string | null>>;
  players: number;
}

/** Why something is not allowed: codes and facts, never English. */
interface Why {
  rule?: string;
  reason?: string;
  facts?: ServerFacts;
  message?: string;
}

export interface CheckedSet extends Why {
  valid: boolean;
  kind?: string;
  value?: number;
  /** What each tile stands for, in the order of the question. */
  stands_for?: string[];
  /** The tiles in the order in which they are a set. */
  arranged?: string;
}

export interface CheckedTurn extends Why {
  legal: boolean;
  placed?: string[];
  /** What the new sets are worth, unless the player opened in an earlier turn. */
  opening?: number;
  sets?: CheckedSet[];
}

export interface Remedy {
  leftover_to: "pool" | "rack";
  draws: number;
}

export interface Move {
  verb: "split" | "take" | "join" | "add" | "lay";
  tiles: string;
  /** The set before the move; empty for a new one. */
  to: string;
  /** The set that it makes. */
  makes: string;
}

export interface BestPlay {
  tiles: number;
  worth: number;
  proven: boolean;
  placed: string[];
  table: string[];
  kept: number;
  moved: number;
  moves: Move[];
  /** What the tiles of each set with jokers stand for. */
  jokers: Record<string, string[]>;
  opening?: number;
}

const textOf = (faces: readonly Face[]) => faces.join(" ");
const tableOf = (sets: readonly (readonly Face[])[]) => sets.map(textOf).join(" | ");

const tool = <T>(name: string, question: object) => ask<T>("POST", `/api/tools/${name}`, question);

export async function checkSets({ profile, rules }: BoxChoice, sets: readonly (readonly Face[])[]): Promise<CheckedSet[]> {
  return (await tool<{ sets: CheckedSet[] }>("check", { profile, rules, sets: sets.map(textOf) })).sets;
}

export function checkTurn({ profile, rules, players }: BoxChoice, before: readonly Face[][], rack: readonly Face[], after: readonly Face[][], opened: boolean): Promise<CheckedTurn> {
  return tool("turn", { profile, rules, players, before: tableOf(before), rack: textOf(rack), after: tableOf(after), opened, details: true });
}

export function findRemedy({ profile, rules }: BoxChoice, leftover: readonly Face[]): Promise<Remedy> {
  return tool("turn", { profile, rules, leftover: textOf(leftover) });
}

const position = ({ profile, rules, players }: BoxChoice, table: readonly (readonly Face[])[], rack: readonly Face[], goal: Goal) => ({
  profile,
  rules,
  players,
  table: table.map(textOf),
  rack: textOf(rack),
  goal: goal === "opening" ? "tiles" : goal,
  opening: goal === "opening",
});

export function findBestPlay(box: BoxChoice, table: readonly (readonly Face[])[], rack: readonly Face[], goal: Goal): Promise<BestPlay> {
  return tool("solve", { ...position(box, table, rack, goal), details: true });
}

/** The tiles of the rack that some legal play places. */
export async function findPlayable(box: BoxChoice, table: readonly (readonly Face[])[], rack: readonly Face[], goal: Goal): Promise<string[]> {
  return (await tool<{ playable: string[] }>("solve", { ...position(box, table, rack, goal), playable: true })).playable;
}
