/** Moving tiles with the keyboard: the arrow keys go from tile to tile, other keys select, drop and zoom. */

import { tick } from "svelte";
import { type BoardState, NEW_SET } from "./board";
import type { BoardSize } from "./boardSize.svelte";
import * as drafts from "./draft";
import { slotSpot } from "./geometry";
import { besideTile, dropAsNewSet, returnToRack } from "./gestures";
import { swapsWith } from "./pointer.svelte";
import { inReadingOrder } from "./positions";
import { type FocusStop, verticalNeighbour } from "./targets";

/** The rack lies below the table: its stops come after all lines of the table. */
const RACK_OFFSET = 1e6;

/** The stop that an element stands for: a tile's id, the place for a new set, or null. */
function stopOf({ dataset }: HTMLElement): string | null {
  return dataset["tile"] ?? (dataset["new"] !== undefined ? NEW_SET : null);
}

export class KeyboardControl {
  /** The stop that has, or last had, the focus. */
  private cursor = $state("");
  /** Whether the focus is following tiles that were just moved; they were not touched again. */
  private isFollowing = false;

  constructor(
    private readonly board: BoardState,
    private readonly size: BoardSize,
  ) {}

  private readonly tableStops = $derived.by((): FocusStop[] => {
    const { sets: placed, newSet } = this.size.table;
    const { sets } = this.board.layout;
    const spotOf = (set: number, tile: number) => placed[set]?.spots[tile] ?? { x: 0, y: 0 };
    return [
      ...inReadingOrder(this.size.arrangement, sets).flatMap((set) => set.tiles.map((tile, m) => ({ id: tile.id, ...spotOf(sets.indexOf(set), m) }))),
      { id: NEW_SET, x: newSet.x, y: newSet.y },
    ];
  });

  private readonly rackStops = $derived.by((): FocusStop[] => {
    return this.board.layout.rack.map((tile) => {
      const { x, y } = slotSpot(tile.slot ?? 0, this.size.rack);
      return { id: tile.id, x, y: RACK_OFFSET + y };
    });
  });

  private readonly stops = $derived.by(() => [...this.tableStops, ...this.rackStops]);

  /** The stops that Tab reaches: one on the table, one on the rack. */
  readonly tableFocus = $derived.by(() => (this.tableStops.some((stop) => stop.id === this.cursor) ? this.cursor : (this.tableStops[0]?.id ?? NEW_SET)));
  readonly rackFocus = $derived.by(() => (this.rackStops.some((stop) => stop.id === this.cursor) ? this.cursor : (this.rackStops[0]?.id ?? "")));

  /** The stop that had the focus before the layout changed. */
  private focused: string | null = null;

  beforeChange(): void {
    const element = document.activeElement;
    this.focused = element instanceof HTMLElement && this.board.boardElement?.contains(element) ? stopOf(element) : null;
  }

  /** Return the focus to its tile if the change has taken it away; if the tile is gone, to one beside it. */
  afterChange(): void {
    if (this.focused === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    this.isFollowing = true;
    const isThere = this.stops.some((stop) => stop.id === this.focused);
    this.focus(isThere ? this.focused : this.rackFocus || this.tableFocus);
    this.isFollowing = false;
  }

  setCursor(id: string): void {
    this.cursor = id;
  }

  focusIn(event: FocusEvent): void {
    const element = event.target as HTMLElement;
    const id = stopOf(element);
    if (id) this.cursor = id;
    if (element.dataset["face"] && !this.isFollowing && element.matches(":focus-visible")) this.board.touched(element.dataset["face"]);
  }

  keyDown(event: KeyboardEvent): void {
    const here = stopOf(event.target as HTMLElement);
    if (here === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.navigate(event, here) || (this.board.movable && this.edit(event, here))) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Handle a key that moves the focus or zooms; returns whether it was one. */
  private navigate(event: KeyboardEvent, here: string): boolean {
    const { board, size } = this;
    switch (event.key) {
      case "+":
      case "-":
        size.zoomStep(event.key === "+" ? 1 : -1);
        return true;
      case "0":
        size.zoomToFit();
        return true;
      case "ArrowLeft":
      case "ArrowRight": {
        const ids = this.stops.map((stop) => stop.id);
        const next = ids[ids.indexOf(here) + (event.key === "ArrowLeft" ? -1 : 1)];
        if (event.shiftKey && board.movable && next) this.extendSelection(here, next);
        this.goTo(next);
        return true;
      }
      case "ArrowUp":
      case "ArrowDown":
        this.goTo(verticalNeighbour(this.stops, here, event.key, Math.min(size.table.tileWidth, size.rack.tileWidth)));
        return true;
      case "Home":
      case "End": {
        const tiles = here === NEW_SET ? [] : drafts.tilesAt(board.layout, drafts.placeOf(board.layout, here) ?? "");
        this.goTo(tiles.at(event.key === "Home" ? 0 : -1)?.id);
        return true;
      }
    }
    return false;
  }

  /** Handle a key that selects or moves tiles; returns whether it was one. */
  private edit(event: KeyboardEvent, here: string): boolean {
    const { board } = this;
    const { draft } = board;
    const isTile = here !== NEW_SET;
    /** The selection, or else the tile that has the focus. */
    const chosen = () => (draft.selected.length || !isTile ? draft : drafts.select(draft, [here]));
    switch (event.key) {
      case " ":
        if (isTile) board.change(drafts.toggleSelected(draft, here));
        else this.moveTiles(dropAsNewSet(draft));
        return true;
      case "Enter":
        if (!draft.selected.length) {
          if (isTile) board.change(drafts.select(draft, [here]));
        } else if (!isTile) this.moveTiles(dropAsNewSet(draft));
        else if (draft.selected.includes(here)) board.change(drafts.clearSelection(draft));
        else if (!event.shiftKey && swapsWith(board, here)) this.moveTiles(drafts.drop(draft, { on: "joker", joker: here }), here);
        else this.moveTiles(drafts.drop(draft, besideTile(draft, here, event.shiftKey ? "left" : "right")));
        return true;
      case "n":
        this.moveTiles(dropAsNewSet(chosen()));
        return true;
      case "r":
      case "Backspace":
        this.moveTiles(returnToRack(chosen()));
        return true;
      case "a":
        if (isTile) board.change(drafts.selectSet(draft, here));
        return true;
      case "s": {
        const place = isTile ? drafts.placeOf(draft.layout, here) : null;
        if (place && place !== "rack") this.moveTiles(drafts.split(draft, place, drafts.tilesAt(draft.layout, place).findIndex((tile) => tile.id === here)));
        return true;
      }
      case "Escape":
        if (!draft.selected.length) return false;
        board.change(drafts.clearSelection(draft));
        return true;
    }
    return false;
  }

  private extendSelection(here: string, next: string): void {
    const { draft } = this.board;
    const isSamePlace = here !== NEW_SET && next !== NEW_SET && drafts.placeOf(draft.layout, next) === drafts.placeOf(draft.layout, here);
    if (isSamePlace) this.board.change(drafts.select(draft, [...draft.selected, here, next]));
  }

  private goTo(id: string | null | undefined): void {
    if (!id) return;
    this.cursor = id;
    queueMicrotask(() => this.focus(id));
  }

  private focus(id: string): void {
    this.board.boardElement.querySelector<HTMLElement>(id === NEW_SET ? "[data-new]" : `[data-tile="${id}"]`)?.focus();
  }

  /** Change the draft; the focus follows the first of the moved tiles, whose element may be another one now. */
  private moveTiles(next: drafts.Draft, first = this.board.draft.selected[0] ?? this.cursor): void {
    this.board.change(next);
    this.cursor = first;
    // Before the next key or click: whoever is somewhere else by then stays there.
    void tick().then(() => {
      this.isFollowing = true;
      this.focus(first);
      this.isFollowing = false;
    });
  }
}
