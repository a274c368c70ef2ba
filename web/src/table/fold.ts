/** A table's view with one more event: what the server would tell to somebody who comes now. */

import type { Acted, GameBegan, SeatChanged, TableChanged, TableView } from "../server/protocol";

export type AnyTableEvent = SeatChanged | TableChanged | GameBegan | Acted;

/** How many actions are remembered for the history. */
const LAST_ACTIONS = 60;

export function fold(view: TableView, told: AnyTableEvent, me: string | null): TableView {
  const next = { ...view, number: told.number, phase: told.phase };
  switch (told.kind) {
    case "seat-changed": {
      const seats = view.seats.map((seat, n) => (n === told.seat ? told.now : seat));
      const mine = seats.findIndex((seat) => me !== null && seat.person === me);
      return { ...next, seats, seat: mine < 0 ? null : mine };
    }
    case "table-changed": {
      const dealing = told.phase === "dealing";
      const game = view.game === null ? null : { ...view.game, turn_ends: told.turn_ends ?? null };
      return {
        ...next,
        kept: told.kept ?? [],
        wants_rematch: told.wants_rematch ?? [],
        match: told.match ?? view.match,
        game_number: told.game_number ?? view.game_number,
        fair: told.fair ?? view.fair,
        game: dealing ? null : game,
        last_actions: dealing ? [] : view.last_actions,
        standings: told.what === "match-began" ? view.standings.map(() => ({ rank: 1, points: "0", games_won: 0 })) : view.standings,
      };
    }
    case "game-began":
      // A redeal is an action of the same game, and may be demanded again.
      return { ...next, game_number: told.game_number, game: told.game, kept: [], last_actions: told.action ? [...view.last_actions, told.action] : [] };
    case "acted":
      return {
        ...next,
        game: told.game,
        last_actions: [...view.last_actions, told.action].slice(-LAST_ACTIONS),
        standings: told.standings?.length ? told.standings : view.standings,
        fair: told.fair ?? view.fair,
      };
  }
}
