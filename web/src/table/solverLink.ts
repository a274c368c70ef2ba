/** The link that opens a position in the solver: one's own, or one of a record. */

import type { GameRecord } from "../server/http";
import type { TableView } from "../server/protocol";
import { type Position, formatPosition } from "../tiles/position";
import { parseFaces } from "../tiles/tiles";
import type { ReplayTurn } from "./replayTurns";

/** Return the link to my own position, or null where it would be a forbidden hint: only where hints are allowed, or after the game. */
export function myPositionLink({ game, seat, settings, phase }: TableView): string | null {
  if (!game || seat === null || !game.rack) return null;
  if (!settings.hints && phase === "playing") return null;
  return linkOf({
    profile: settings.profile ?? "international",
    players: game.rack_sizes.length,
    rules: settings.rules ?? {},
    opened: game.opened[seat] ?? false,
    table: game.table.map(parseFaces),
    rack: parseFaces(game.rack),
  });
}

/** Return the link to the position after a turn of a record, for the player whose turn is next; null at the end. */
export function recordPositionLink(record: GameRecord, turns: readonly ReplayTurn[], at: number): string | null {
  const [turn, next] = [turns[at], turns[at + 1]];
  const rack = next && turn?.racks[next.seat];
  if (!rack) return null;
  return linkOf({
    profile: record.profile,
    players: record.players,
    rules: record.rules ?? {},
    opened: turns.slice(0, at + 1).some(({ seat, action }) => seat === next.seat && action === "play"),
    table: turn.sets.map((set) => set.tiles.map((tile) => tile.face)),
    rack: parseFaces(rack),
  });
}

function linkOf(position: Position): string {
  return `#/best/${encodeURIComponent(formatPosition(position))}`;
}
