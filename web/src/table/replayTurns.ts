/** A finished game as a list of turns to look at, made from its record. */

import type { GameRecord } from "../server/http";
import { reconcile } from "../tiles/reconcile";
import { type PieceSet, formatTiles, parseFaces } from "../tiles/tiles";

export interface ReplayTurn {
  readonly seat: number;
  /** The action; "wrong" for a play that was taken back. */
  readonly action: string;
  /** The table after it. */
  readonly sets: readonly PieceSet[];
  readonly placed: string;
  readonly fresh: ReadonlySet<string>;
  /** The tiles that were drawn, if the record names them, and how many there were. */
  readonly drawn: string;
  readonly drawnCount: number;
  /** Everyone's tiles after it; empty if the record does not tell. */
  readonly racks: readonly string[];
}

export function turnsOf({ actions, wrong_plays, drawn, racks }: GameRecord): ReplayTurn[] {
  let sets: readonly PieceSet[] = [];
  const penalties = new Map((wrong_plays ?? []).map((play) => [play.action, play.drawn]));
  return actions.map((action, n) => {
    const penalty = penalties.get(n);
    const before = new Set(sets.flatMap((set) => set.tiles.map((tile) => tile.id)));
    if (action.table && penalty === undefined) sets = reconcile(sets, action.table);
    const fresh = sets.flatMap((set) => set.tiles).filter((tile) => !before.has(tile.id));
    const tiles = drawn?.[n] ?? "";
    return {
      seat: action.seat,
      action: penalty === undefined ? action.action : "wrong",
      sets,
      placed: formatTiles(fresh),
      fresh: new Set(fresh.map((tile) => tile.id)),
      drawn: tiles,
      drawnCount: penalty ?? (parseFaces(tiles).length || 1),
      racks: racks?.[n] ?? [],
    };
  });
}

/** Whether a turn changed the table, or ended something: what is left when draws are skipped. */
export function isEventful({ action }: ReplayTurn): boolean {
  return !["draw", "pass", "out-of-time"].includes(action);
}

/** The next turn in a direction, past draws if they are skipped; the first or the last one if there is none. */
export function nextTurn(turns: readonly ReplayTurn[], at: number, by: 1 | -1, skipsDraws: boolean): number {
  const last = turns.length - 1;
  for (let n = at + by; n >= 0 && n <= last; n += by) if (!skipsDraws || isEventful(turns[n]!)) return n;
  return by > 0 ? last : 0;
}
