/** The turn in progress as stored in the browser: it survives a reload, and all tabs of a person share it. */

import { type Draft, type Layout, createDraft, placedTiles, replaceLayout } from "../board/draft";
import { loadItem, onItemChange, removeItem, saveItem } from "../person/storage";
import type { GameView, TableView } from "../server/protocol";
import { reconcile } from "../tiles/reconcile";
import { type Piece, formatTiles, newId, parseFaces } from "../tiles/tiles";
import { isShared } from "./handOver";
import { rebase } from "./plan";

export interface SavedDraft {
  match: number;
  game: number;
  /** How many actions the game had. */
  actions: number;
  /** The table at the start of the turn. */
  start: string[];
  sets: string[];
  rack: string;
  /** The slots of the rack's tiles, and then of mine on the table. */
  slots?: number[];
  /** Mine on the table. */
  placed?: string;
}

const itemName = (table: string) => `draft.${table}`;
/** People who share a device each have their own. */
const itemOf = (view: TableView, seat = view.seat) => (isShared(view) ? `${itemName(view.table)}.${seat}` : itemName(view.table));

/** Return the saved draft of the current game, or null if there is none. */
export function loadDraft(view: TableView): SavedDraft | null {
  const saved = loadItem<SavedDraft>(itemOf(view));
  return saved && view.game && saved.match === view.match && saved.game === view.game_number ? saved : null;
}

/** Save a layout, unless another tab has already seen more of the game. */
export function saveDraft(view: TableView, game: GameView, layout: Layout): void {
  const next: SavedDraft = {
    match: view.match,
    game: view.game_number,
    actions: game.actions,
    start: game.table,
    sets: layout.sets.map((set) => formatTiles(set.tiles)),
    rack: formatTiles(layout.rack),
    placed: formatTiles(placedTiles(layout)),
    slots: [...layout.rack, ...placedTiles(layout)].map((tile) => tile.slot ?? 0),
  };
  const before = loadDraft(view);
  if (before && (before.actions > next.actions || JSON.stringify(before) === JSON.stringify(next))) return;
  saveItem(itemOf(view), next);
}

/** Remove my draft; after the game, those of all people at this device. */
export function removeDraft(view: TableView): void {
  const seats = view.game?.ending ? [...view.seats.keys()] : [view.seat];
  for (const seat of seats) removeItem(itemOf(view, seat));
}

/** Call `changed` when another tab changes the draft. Returns a function that stops listening. */
export function onDraftChange(table: string, changed: () => void): () => void {
  return onItemChange(itemName(table), changed);
}

/** Lay the tiles as saved, from the start of the turn; returns null if they are not this turn's tiles. */
export function restoreLayout({ start }: Draft, saved: SavedDraft): Layout | null {
  const sets = reconcile(start.sets, saved.sets, start.rack);
  const available = new Set([...start.rack, ...start.sets.flatMap((set) => set.tiles)].map((tile) => tile.id));
  const laid = new Set(sets.flatMap((set) => set.tiles.map((tile) => tile.id)));
  const isMissing = start.sets.some((set) => set.tiles.some((tile) => !laid.has(tile.id)));
  if (isMissing || [...laid].some((id) => !available.has(id))) return null;
  return { sets, rack: start.rack.filter((tile) => !laid.has(tile.id)) };
}

/** Continue a saved draft. If others have played since, it is a plan for an older table; `broken` names the sets that broke it. */
export function resumeDraft(draft: Draft, saved: SavedDraft, game: GameView): { draft: Draft; broken: readonly string[] } {
  if (saved.actions === game.actions) {
    const layout = restoreLayout(draft, saved);
    return { draft: layout ? replaceLayout(draft, layout) : draft, broken: [] };
  }
  const start = { sets: reconcile([], saved.start), rack: draft.start.rack };
  const planned = restoreLayout(createDraft(start), saved);
  if (planned === null) return { draft, broken: [] };
  const table = reconcile(start.sets, game.table);
  const plan = rebase(replaceLayout(createDraft(start), planned), table);
  if (plan?.layout) return { draft: replaceLayout(createDraft({ ...start, sets: table }), plan.layout), broken: [] };
  return { draft, broken: plan?.broken ?? [] };
}

/** Return new pieces for a rack, in the slots in which it was saved; none if it was not. */
export function rackAsSaved(saved: SavedDraft | null, game: GameView): Piece[] {
  if (!saved) return [];
  const left = parseFaces(game.rack);
  return parseFaces(`${saved.rack} ${saved.placed ?? ""}`).flatMap((face, n) => {
    const at = left.indexOf(face);
    if (at < 0) return [];
    left.splice(at, 1);
    const slot = saved.slots?.[n];
    return [{ id: newId(), face, mine: true, ...(slot === undefined ? {} : { slot }) }];
  });
}
