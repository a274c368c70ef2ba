/** Table events, applied to the view of a table. */

import type { Acted, GameBegan, SeatChanged, TableChanged, TableView } from "../server/protocol";

export type TableEvent = SeatChanged | TableChanged | GameBegan | Acted;

/** How many actions the history shows. */
const LAST_ACTIONS = 60;

/** Return the view after one more event, as the server would send it to a new subscriber. */
export function applyEvent(view: TableView, event: TableEvent, person: string | null): TableView {
  const next = { ...view, number: event.number, phase: event.phase, phase_ends: event.phase_ends ?? null };
  switch (event.kind) {
    case "seat-changed": {
      const seats = view.seats.map((seat, n) => (n === event.seat ? event.now : seat));
      const mine = seats.findIndex((seat) => person !== null && seat.person === person);
      return { ...next, seats, seat: mine < 0 ? null : mine };
    }
    case "table-changed": {
      const dealing = event.phase === "dealing";
      const game = view.game === null ? null : { ...view.game, turn_ends: event.turn_ends ?? null };
      return {
        ...next,
        kept: event.kept ?? [],
        wants_rematch: event.wants_rematch ?? [],
        match: event.match ?? view.match,
        game_number: event.game_number ?? view.game_number,
        fair: event.fair ?? view.fair,
        game: dealing ? null : game,
        last_actions: dealing ? [] : view.last_actions,
        settings: event.tempo ? { ...view.settings, tempo: event.tempo } : view.settings,
        standings: event.what === "match-began" ? view.standings.map(() => ({ rank: 1, points: "0", games_won: 0 })) : view.standings,
      };
    }
    case "game-began":
      // A redeal is an action of the same game, and may be demanded again.
      return { ...next, game_number: event.game_number, game: event.game, kept: [], last_actions: event.action ? [...view.last_actions, event.action] : [] };
    case "acted":
      return {
        ...next,
        game: event.game,
        last_actions: [...view.last_actions, event.action].slice(-LAST_ACTIONS),
        standings: event.standings?.length ? event.standings : view.standings,
        fair: event.fair ?? view.fair,
      };
  }
}
