/** The players as they sit around the table: what everyone can see of each, and where each one sits. */

import type { SeatView, TableView } from "../server/protocol";
import { t } from "../words/translation.svelte";
import { seatName } from "./sentences";

/** What everyone can see of a player. */
export interface Player {
  readonly seat: number;
  readonly seated: SeatView;
  readonly name: string;
  readonly isMe: boolean;
  readonly isComputer: boolean;
  /** How many tiles are left; null before the game. */
  readonly tiles: number | null;
  readonly opened: boolean;
  readonly announced: boolean;
  readonly gone: boolean;
  readonly isTurn: boolean;
  readonly isLast: boolean;
  readonly isAbsent: boolean;
  /** Whether computer players wait for this person, who reads. */
  readonly isReading: boolean;
}

export function playersOf(view: TableView, present: readonly number[], reading: readonly number[] = []): Player[] {
  const { game } = view;
  return view.seats.map((seated, seat) => ({
    seat,
    seated,
    name: seat === view.seat ? t("you") : seatName(view, seat),
    isMe: seat === view.seat,
    isComputer: seated.level !== null && seated.person === null,
    tiles: game?.rack_sizes[seat] ?? null,
    opened: game?.opened[seat] ?? false,
    announced: game?.announced[seat] ?? false,
    gone: game?.given_up[seat] ?? false,
    isTurn: view.phase === "playing" && game?.turn === seat,
    isLast: game?.last_round?.includes(seat) ?? false,
    // My own connection has a notice of its own.
    isAbsent: seated.person !== null && (seated.away || (seat !== view.seat && !present.includes(seat))),
    isReading: seat !== view.seat && reading.includes(seat),
  }));
}

/** The side of the table at which a player sits. I sit at the bottom. */
export type Side = "left" | "top" | "right";

/** Return the others clockwise from the left of `mySeat`, each with a side; if that is null, everyone. */
export function seatAround(players: readonly Player[], mySeat: number | null): { player: Player; side: Side }[] {
  const first = mySeat === null ? 0 : mySeat + 1;
  const others = players.map((_, n) => players[(first + n) % players.length]!).filter((player) => player.seat !== mySeat);
  return others.map((player, n) => ({ player, side: others.length === 1 ? "top" : n === 0 ? "left" : n === others.length - 1 ? "right" : "top" }));
}

/** The direction of a player from the middle of the table, from -1 to 1; null for me. */
export function directionOf(players: readonly Player[], mySeat: number | null, seat: number): { x: number; y: number } | null {
  const around = seatAround(players, mySeat);
  const seated = around.find(({ player }) => player.seat === seat);
  if (!seated) return null;
  if (seated.side !== "top") return { x: seated.side === "left" ? -1 : 1, y: 0 };
  const top = around.filter(({ side }) => side === "top");
  return { x: (2 * top.indexOf(seated) + 1) / top.length - 1, y: -1 };
}
