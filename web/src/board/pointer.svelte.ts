/** Moving tiles with a mouse or a finger: dragging, tapping, long presses, and panning a table that scrolls. */

import type { Piece } from "../tiles/tiles";
import type { BoardState } from "./board";
import type { BoardSize } from "./boardSize.svelte";
import * as drafts from "./draft";
import { replacesJoker } from "./fits";
import { type WindowBox, restOf } from "./flights";
import { type Box, PITCH, RATIO, widthOf } from "./geometry";
import { besideTile, tapRack, tapTile } from "./gestures";
import { PinchZoom } from "./pinch";
import { rackTarget, tableTarget } from "./targets";

/** Pixels that a pointer moves before it drags. */
const DRAG_DISTANCE = 6;
/** Milliseconds of a long press. */
const LONG_PRESS = 380;
/** How far above the finger a tile floats: pixels, and heights of a tile. */
const FLOAT = 14;
const FLOAT_ON_RACK = 0.35;
/** A hand that crosses a tile within so many milliseconds sweeps over the table: gaps open once it slows down. */
const SWEEP = 120;
/** A tap on the outer parts of a joker means a place beside it. */
const JOKER_EDGE = 0.22;

/** A pointer that is down. */
interface Grip {
  /** The tile below it, or the first tile of the set whose edge is below it. */
  readonly id: string | null;
  readonly isWholeSet: boolean;
  readonly pointer: number;
  readonly isTouch: boolean;
  /** Whether moving sideways scrolls the rack, as the browser does by itself. */
  readonly mayScroll: boolean;
  x: number;
  y: number;
  /** Where in its tile the pointer is, from 0 to 1. */
  readonly hold: readonly [number, number];
  readonly element: HTMLElement;
  isDragging: boolean;
  isPanning: boolean;
  longPress: ReturnType<typeof setTimeout> | undefined;
}

/** Where table and rack are in the window. */
interface Boxes {
  readonly felt: DOMRect;
  /** The slots, and the part of the window that shows them. */
  readonly rack: DOMRect | null;
  readonly rackView: DOMRect | null;
}

/** The picture of the dragged tiles that follows the pointer. */
interface Ghost {
  moveTo(x: number, y: number): void;
  /** Let it glide to a place of the window. */
  glideTo(x: number, y: number): Promise<void>;
  stop(): void;
}

export class PointerControl {
  /** The tiles being dragged. */
  lifted = $state.raw<readonly Piece[]>([]);
  /** Where they would be dropped. */
  target = $state.raw<drafts.Target | null>(null);
  /** Where dropped tiles come from, in the window: they glide from there. */
  readonly origins = new Map<string, WindowBox>();

  readonly pinch: PinchZoom;
  private grip: Grip | null = null;
  /** Where table and rack are; they only move when a drag scrolls them, so they are not measured in every frame. */
  private boxes: Boxes | null = null;
  private position: [number, number] = [0, 0];
  /** Where the pointer was lately, and when. */
  private trail: { readonly x: number; readonly y: number; readonly at: number }[] = [];
  private frame = 0;
  private returning = 0;

  constructor(
    private readonly board: BoardState,
    private readonly size: BoardSize,
    private readonly ghost: () => Ghost | undefined,
    private readonly focusTile: (id: string) => void,
  ) {
    this.pinch = new PinchZoom(board, size);
  }

  /** The width of the dragged tiles: as on the table, but large enough to be seen around a finger. */
  readonly ghostWidth = $derived.by(() => Math.max(this.size.table.tileWidth, this.size.isSmall ? 38 : 0));

  down(event: PointerEvent): void {
    if (this.pinch.down(event)) {
      this.stopDragging();
      return;
    }
    if (event.button !== 0 || this.grip !== null) return;
    const { board } = this;
    const element = event.target as HTMLElement;
    const tile = element.closest<HTMLElement>("[data-tile]");
    const set = element.closest<HTMLElement>("[data-grip]");
    const id = tile?.dataset["tile"] ?? null;
    if (tile) board.touched(tile.dataset["face"] ?? "");
    if (!board.movable && (tile !== null || !this.size.scrolls)) return;
    const box = tile?.getBoundingClientRect();
    this.grip = {
      id: id ?? set?.dataset["grip"] ?? null,
      isWholeSet: tile === null && set !== null,
      pointer: event.pointerId,
      isTouch: event.pointerType === "touch",
      mayScroll: event.pointerType !== "mouse" && this.size.rack.scrolls && (board.rackView?.contains(element) ?? false),
      x: event.clientX,
      y: event.clientY,
      hold: box ? [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height] : [0.5, 0.5],
      element,
      isDragging: false,
      isPanning: false,
      longPress: undefined,
    };
    if (id !== null && board.movable && event.pointerType !== "mouse") {
      this.grip.longPress = setTimeout(() => {
        if (this.grip && !this.grip.isDragging) {
          board.change(drafts.selectSet(board.draft, id));
          this.grip = null;
        }
      }, LONG_PRESS);
    }
  }

  move(event: PointerEvent): void {
    const { board, grip } = this;
    if (this.pinch.move(event) || !grip || event.pointerId !== grip.pointer) return;
    if (grip.id === null || (!board.movable && !grip.isDragging)) {
      this.pan(event, grip);
      return;
    }
    if (!grip.isDragging) {
      const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
      if (Math.hypot(dx, dy) < DRAG_DISTANCE) return;
      if (grip.mayScroll && Math.abs(dx) > Math.abs(dy)) {
        this.stopDragging();
        return;
      }
      this.startDragging(event, grip, grip.id);
    }
    this.position = [event.clientX, event.clientY];
    const box = this.ghostBox(grip);
    this.ghost()?.moveTo(box.x, box.y);
    // A pointer may report more often than the screen is painted.
    this.frame ||= requestAnimationFrame((now) => this.follow(now));
  }

  up(event: PointerEvent): void {
    const { board, grip } = this;
    if (this.pinch.up(event) || !grip || event.pointerId !== grip.pointer) return;
    clearTimeout(grip.longPress);
    if (grip.isDragging) {
      this.position = [event.clientX, event.clientY];
      this.dropLifted(grip);
      return;
    }
    this.grip = null;
    if (grip.isPanning || !board.movable) return;
    if (grip.id !== null && !grip.isWholeSet) this.tap(grip.id, event);
    else this.tapBesideTiles(event);
  }

  cancel(event: PointerEvent): void {
    this.pinch.up(event);
    if (this.grip && event.pointerId === this.grip.pointer) {
      if (this.grip.isDragging) void this.giveBack();
      else this.stopDragging();
    }
  }

  doubleClick(event: MouseEvent): void {
    const { board } = this;
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-tile]")?.dataset["tile"];
    if (board.movable && id && drafts.placeOf(board.draft.layout, id) !== "rack") board.change(drafts.selectSet(board.draft, id));
  }

  /** The table has changed: a drag goes on if its tiles are still mine to move, and otherwise they return. */
  layoutChanged(): void {
    if (!this.grip?.isDragging) return;
    const { board } = this;
    const tiles = tilesOf(board.draft.layout);
    const lifted = this.lifted.map((tile) => tiles.find((other) => other.id === tile.id));
    if (!board.movable || lifted.some((tile) => tile === undefined)) {
      void this.giveBack();
      return;
    }
    this.lifted = lifted as Piece[];
    this.boxes = this.measure();
    this.frame ||= requestAnimationFrame((now) => this.follow(now));
  }

  private startDragging(event: PointerEvent, grip: Grip, id: string): void {
    const { board } = this;
    clearTimeout(grip.longPress);
    this.returning += 1;
    grip.isDragging = true;
    this.trail = [];
    this.boxes = this.measure();
    board.boardElement.setPointerCapture(event.pointerId);
    const next = grip.isWholeSet ? drafts.selectSet(board.draft, id) : board.draft.selected.includes(id) ? board.draft : drafts.select(board.draft, [id]);
    board.change(next);
    this.lifted = tilesOf(next.layout).filter((tile) => next.selected.includes(tile.id));
  }

  /** Drop the dragged tiles where they are. The selection may have been lost to a change of the table. */
  private dropLifted(grip: Grip): void {
    const { board } = this;
    const ids = this.lifted.map((tile) => tile.id);
    const target = this.targetAt(grip);
    const isRefused = target?.on === "rack" && !this.lifted.some((tile) => tile.mine);
    if (target === null || isRefused) {
      void this.giveBack();
      return;
    }
    const next = drafts.drop(drafts.select(board.draft, ids), target);
    const set = drafts.placeOf(next.layout, ids[0]!);
    if (target.on === "new" && target.place && set !== null) this.size.dropAt(set, target.place);
    const box = this.ghostBox(grip);
    ids.forEach((id, n) => this.origins.set(id, { left: box.x + n * PITCH * this.ghostWidth, top: box.y, width: this.ghostWidth }));
    this.stopDragging();
    board.change(next);
  }

  /** End a drag without moving anything: the tiles glide back to where they were. */
  private async giveBack(): Promise<void> {
    const run = (this.returning += 1);
    const { board } = this;
    const first = this.lifted[0];
    clearTimeout(this.grip?.longPress);
    this.grip = null;
    this.target = null;
    this.boxes = null;
    board.change(drafts.clearSelection(board.draft));
    const home = first && board.boardElement.querySelector<HTMLElement>(`[data-tile="${first.id}"]`);
    if (home) {
      const { left, top } = restOf(home);
      await this.ghost()?.glideTo(left, top);
    }
    if (run === this.returning) this.stopDragging();
  }

  /** End a drag at once. */
  private stopDragging(): void {
    clearTimeout(this.grip?.longPress);
    this.grip = null;
    this.lifted = [];
    this.target = null;
    this.boxes = null;
    this.ghost()?.stop();
  }

  /** Scroll the table or the rack when its empty part is dragged. */
  private pan(event: PointerEvent, grip: Grip): void {
    const { feltElement, rackView } = this.board;
    const view = [this.size.scrolls && feltElement, this.size.rack.scrolls && !grip.mayScroll && rackView].find((one) => one && one.contains(grip.element));
    if (!view) return;
    if (!grip.isPanning && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < DRAG_DISTANCE) return;
    view.scrollBy(grip.x - event.clientX, grip.y - event.clientY);
    grip.isPanning = true;
    [grip.x, grip.y] = [event.clientX, event.clientY];
  }

  private follow(now: number): void {
    this.frame = 0;
    if (!this.grip?.isDragging) return;
    const sweeps = this.isSweeping(now);
    const next = sweeps ? null : this.targetAt(this.grip);
    if (JSON.stringify(next) !== JSON.stringify(this.target)) this.target = next;
    const scrolls = this.scrollAtEdge(...this.position);
    // A hand that stops reports nothing more.
    if (sweeps || scrolls) this.frame = requestAnimationFrame((later) => this.follow(later));
  }

  /** Whether the pointer moves so quickly that nobody could follow the gaps. */
  private isSweeping(now: number): boolean {
    const [x, y] = this.position;
    this.trail = [...this.trail.filter(({ at }) => now - at <= SWEEP), { x, y, at: now }];
    return this.trail.some((was) => Math.hypot(x - was.x, y - was.y) > this.ghostWidth);
  }

  private measure(): Boxes {
    const { feltElement, rackElement, rackView, hasRack } = this.board;
    const boxOf = (element?: HTMLElement) => (element && hasRack ? element.getBoundingClientRect() : null);
    return { felt: feltElement.getBoundingClientRect(), rack: boxOf(rackElement), rackView: boxOf(rackView) };
  }

  /** The box of the dragged tiles in the window. A tile is held where it was taken; above a finger it floats, so that it can be seen. */
  private ghostBox({ hold, isTouch, id }: Grip): Box {
    const [x, y] = this.position;
    const [w, h] = [this.ghostWidth, this.ghostWidth * RATIO];
    const held = Math.max(0, this.lifted.findIndex((tile) => tile.id === id));
    const left = x - hold[0] * w - held * PITCH * w;
    if (!isTouch) return { x: left, y: y - hold[1] * h, w: widthOf(this.lifted.length) * w, h };
    const { rack } = this.boxes ?? this.measure();
    // Over the rack it comes down to the finger, so that the lowest ledge can be reached.
    const depth = rack ? Math.max(0, Math.min(1, (y - rack.top) / Math.max(1, rack.height))) : 0;
    return { x: left, y: y - h - FLOAT + depth * (FLOAT + h * (1 - FLOAT_ON_RACK)), w: widthOf(this.lifted.length) * w, h };
  }

  private targetAt(grip: Grip): drafts.Target | null {
    const { board, size, lifted } = this;
    const { felt, rack, rackView } = this.boxes ?? this.measure();
    const ghost = this.ghostBox(grip);
    const middle = ghost.y + ghost.h / 2;
    if (rack && rackView && middle >= rack.top - ghost.h * 0.3 && ghost.x + ghost.w / 2 > rackView.left - 40) {
      // The tile's middle counts, as the rack's tiles may be of another size.
      const { tileWidth } = size.rack;
      const held = ghost.x + this.ghostWidth / 2 - rack.left - tileWidth / 2;
      return rackTarget(size.rack, { x: held, y: middle - rack.top - (tileWidth * RATIO) / 2 });
    }
    const [near, far] = [ghost.x + ghost.w, ghost.x];
    if (ghost.y + ghost.h < felt.top || near < felt.left || far > felt.right || middle > felt.bottom + ghost.h * 0.4) return null;
    const u = size.table.tileWidth;
    const w = widthOf(lifted.length) * u;
    // Reading how far the table is scrolled would make the browser lay it out in every frame.
    const [scrollX, scrollY] = size.scrolls ? [board.feltElement.scrollLeft, board.feltElement.scrollTop] : [0, 0];
    // In the table's coordinates, and of the size that the tiles will have there.
    const box = {
      x: ghost.x + ghost.w / 2 - w / 2 - felt.left + scrollX,
      y: middle - (u * RATIO) / 2 - felt.top + scrollY,
      w,
      h: u * RATIO,
    };
    const target = tableTarget(board.layout, size.table, { box, tiles: lifted }, board.setPreviews);
    return target.on === "new" ? { on: "new", place: size.placeAt(box.x, box.y) } : target;
  }

  /** Scroll what is under the pointer if that is near an edge; returns whether the rack has moved. */
  private scrollAtEdge(x: number, y: number): boolean {
    if (!this.boxes) return false;
    const { felt, rackView } = this.boxes;
    const sideways = (view: DOMRect) => (x < view.left + 30 ? -14 : x > view.right - 30 ? 14 : 0);
    if (rackView && this.size.rack.scrolls && y > rackView.top) {
      this.board.rackView!.scrollBy(sideways(rackView), 0);
      const { rack } = this.boxes;
      this.boxes = this.measure();
      return this.boxes.rack?.left !== rack?.left;
    }
    if (this.size.scrolls) {
      const down = y < felt.top + 36 ? -14 : y > felt.bottom - 36 && y < felt.bottom + 10 ? 14 : 0;
      this.board.feltElement.scrollBy(sideways(felt), down);
    }
    return false;
  }

  private tap(id: string, event: PointerEvent): void {
    const { board } = this;
    this.focusTile(id);
    if (event.shiftKey) board.change(drafts.selectThrough(board.draft, id));
    else if (event.altKey || event.detail >= 2) board.change(drafts.selectSet(board.draft, id));
    else {
      const box = (event.target as HTMLElement).closest("[data-tile]")?.getBoundingClientRect();
      const share = box ? (event.clientX - box.left) / box.width : 1;
      const isSwap = share > JOKER_EDGE && share < 1 - JOKER_EDGE && swapsWith(board, id);
      board.change(tapTile(board.draft, id, isSwap ? { on: "joker", joker: id } : besideTile(board.draft, id, share < 0.5 ? "left" : "right")));
    }
  }

  private tapBesideTiles(event: PointerEvent): void {
    const { board, size } = this;
    const { selected } = board.draft;
    if (!selected.length) return;
    const { felt, rack } = this.measure();
    const [x, y] = [event.clientX, event.clientY];
    if (rack && y >= rack.top - 10) {
      const { tileWidth } = size.rack;
      const target = rackTarget(size.rack, { x: x - rack.left - tileWidth / 2, y: y - rack.top - (tileWidth * RATIO) / 2 });
      if (target.on === "rack") board.change(tapRack(board.draft, target.slot ?? 0));
      return;
    }
    if (y < felt.top || y > felt.bottom) return;
    const u = size.table.tileWidth;
    const w = widthOf(selected.length) * u;
    const box = { x: x - felt.left + board.feltElement.scrollLeft - u / 2, y: y - felt.top + board.feltElement.scrollTop - (u * RATIO) / 2, w: u, h: u * RATIO };
    const tiles = tilesOf(board.draft.layout).filter((tile) => selected.includes(tile.id));
    const isNewSet = (event.target as HTMLElement).closest("[data-new]") !== null;
    const target: drafts.Target = isNewSet ? { on: "new" } : tableTarget(board.draft.layout, size.table, { box, tiles }, board.setPreviews);
    const next = drafts.drop(board.draft, target);
    const set = drafts.placeOf(next.layout, selected[0]!);
    if (target.on === "new" && set !== null) size.dropAt(set, size.placeAt(box.x + u / 2 - w / 2, box.y));
    board.change(next);
  }
}

/** Whether the one selected tile is what this joker stands for. */
export function swapsWith({ draft, setPreviews }: BoardState, joker: string): boolean {
  const tile = draft.selected.length === 1 ? tilesOf(draft.layout).find((one) => one.id === draft.selected[0]) : undefined;
  const set = draft.layout.sets.find((one) => one.tiles.some((other) => other.id === joker));
  return tile !== undefined && set !== undefined && replacesJoker(tile.face, set, set.tiles.findIndex((one) => one.id === joker), setPreviews.get(set.id));
}

function tilesOf(layout: drafts.Layout): Piece[] {
  return [...layout.sets.flatMap((set) => set.tiles), ...layout.rack];
}
