/** The tables that wait for me: those of this browser and those that the server knows from my other devices. */

import type { RecentTable } from "../person/recentTables";
import type { MyTable, PlayedGame } from "../server/http";
import { playerName } from "../words/playerNames";

export interface WaitingTable {
  table: string;
  profile: string;
  /** The other players; me too where this browser remembers nothing else. */
  names: string[];
  isMyTurn: boolean;
  /** Whether seats are free. */
  isOpen: boolean;
  /** The number of tiles on my rack, or null if no game is being played. */
  myTiles: number | null;
  /** The other players with the number of their tiles. */
  others: { name: string; tiles: number }[];
  at: number;
}

export interface LastGame {
  table: string;
  game: PlayedGame;
  names: string[];
}

const isOver = (phase: string) => phase === "over" || phase === "closed";

function fromListing({ table, summary, seat, at }: MyTable): WaitingTable {
  const others = summary.names.flatMap((name, n) => (name && n !== seat ? [{ name: playerName(name, n), tiles: summary.rack_sizes?.[n] ?? 0 }] : []));
  const isPlaying = (summary.rack_sizes?.length ?? 0) > 0;
  return {
    table,
    profile: summary.profile,
    names: others.map((other) => other.name),
    isMyTurn: summary.turn === seat,
    isOpen: summary.phase === "open",
    myTiles: isPlaying ? summary.rack_sizes![seat]! : null,
    others: isPlaying ? others : [],
    at,
  };
}

/** Return the unfinished tables: those where it is my turn first, then the latest. */
export function waitingTables(recent: readonly RecentTable[], listings: readonly MyTable[]): WaitingTable[] {
  const listed = new Map(listings.map((one) => [one.table, one]));
  const mine = listings.filter((one) => !one.left && !isOver(one.summary.phase)).map(fromListing);
  const remembered = recent
    .filter((one) => !one.over && !listed.has(one.table))
    .map(({ table, profile, names, at }): WaitingTable => ({ table, profile, names, isMyTurn: false, isOpen: false, myTiles: null, others: [], at }));
  return [...mine, ...remembered].sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn) || b.at - a.at);
}

/** Return my last finished game, or null if there is none. */
export function lastGame(listings: readonly MyTable[]): LastGame | null {
  const games = listings.flatMap(({ table, seat, games }) => games.map((game) => ({ table, game, names: game.names.flatMap((name, n) => (n === seat ? [] : [playerName(name, n)])) })));
  return games.reduce<LastGame | null>((last, one) => (last === null || one.game.ended_at > last.game.ended_at ? one : last), null);
}
