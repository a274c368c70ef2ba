/** How far I have followed a game, so that I can be told what was played while I was away. */

import { loadItem, removeItem, saveItem } from "../person/storage";
import type { ActionView, TableView } from "../server/protocol";
import { isShared } from "./handOver";

/** Milliseconds of absence below which nothing needs to be told: a reload, or a glance at another tab. */
const SHORT_ABSENCE = 20_000;

interface Seen {
  /** The match, the game, and the number of its actions. */
  game: string;
  actions: number;
  at: number;
}

export class LastSeen {
  private readonly listener: () => void;

  /** `returned` is called when the page is looked at again. */
  constructor(
    private readonly table: string,
    returned: () => void,
  ) {
    this.listener = () => {
      if (this.isLooking) returned();
    };
    if (typeof document !== "undefined") document.addEventListener("visibilitychange", this.listener);
  }

  close(): void {
    if (typeof document !== "undefined") document.removeEventListener("visibilitychange", this.listener);
  }

  get isLooking(): boolean {
    return typeof document === "undefined" || document.visibilityState === "visible";
  }

  /** Remember that I have seen everything up to now. */
  save(view: TableView, now: number): void {
    if (!view.game || view.seat === null || isShared(view)) return;
    if (view.game.ending) removeItem(this.item);
    else saveItem(this.item, { game: gameOf(view), actions: view.game.actions, at: now } satisfies Seen);
  }

  /** The actions since I last looked, except my own: after a short absence only if somebody played for me. The hand-over tells people who share a device. */
  missed(view: TableView, now: number): readonly ActionView[] {
    const seen = loadItem<Seen>(this.item);
    if (view.seat === null || !view.game || !seen || seen.game !== gameOf(view)) return [];
    const count = view.game.actions - seen.actions;
    const actions = count > 0 ? view.last_actions.slice(-count).filter((action) => action.seat !== view.seat || action.by !== "person") : [];
    const playedForMe = actions.some((action) => action.seat === view.seat);
    return playedForMe || now - seen.at >= SHORT_ABSENCE ? actions : [];
  }

  private get item(): string {
    return `seen.${this.table}`;
  }
}

function gameOf(view: TableView): string {
  return `${view.match}.${view.game_number}`;
}
