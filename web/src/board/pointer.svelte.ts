/** Moving tiles with a mouse or a finger: dragging, tapping, long presses, and panning a table that scrolls. */

import type { Piece } from "../tiles/tiles";
import type { BoardState } from "./board";
import type { BoardSize } from "./boardSize.svelte";
import * as drafts from "./draft";
import { gapsFor } from "./geometry";
import { tapRack, tapTable, tapTile } from "./gestures";
import { PinchZoom } from "./pinch";
import { rackTarget, tableTarget } from "./targets";

/** Pixels that a pointer moves before it drags. */
const DRAG_DISTANCE = 6;
/** Milliseconds of a long press. */
const LONG_PRESS = 380;

/** A pointer that is down. */
interface Grip {
  /** The tile below it, or the first tile of the set whose edge is below it. */
  readonly id: string | null;
  readonly isWholeSet: boolean;
  readonly pointer: number;
  readonly x: number;
  y: number;
  readonly element: HTMLElement;
  isDragging: boolean;
  isPanning: boolean;
  longPress: ReturnType<typeof setTimeout> | undefined;
}

/** The picture of the dragged tiles that follows the pointer. */
interface Ghost {
  moveTo(x: number, y: number): void;
  stop(): void;
}

export class PointerControl {
  /** The tiles being dragged. */
  lifted = $state.raw<readonly Piece[]>([]);
  /** Where they would be dropped. */
  target = $state.raw<drafts.Target | null>(null);

  readonly pinch: PinchZoom;
  private grip: Grip | null = null;
  /** Where table and rack are; they do not move during a drag, so they are measured once. */
  private boxes: { felt: DOMRect; rack: DOMRect | null } | null = null;
  private position: [number, number] = [0, 0];
  private frame = 0;

  constructor(
    private readonly board: BoardState,
    private readonly size: BoardSize,
    private readonly ghost: () => Ghost | undefined,
    private readonly focusTile: (id: string) => void,
  ) {
    this.pinch = new PinchZoom(board, size);
  }

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
    this.grip = {
      id: id ?? set?.dataset["grip"] ?? null,
      isWholeSet: tile === null && set !== null,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
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
    if (grip.id === null || !board.movable) {
      this.pan(event, grip);
      return;
    }
    if (!grip.isDragging) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < DRAG_DISTANCE) return;
      this.startDragging(event, grip, grip.id);
    }
    this.ghost()?.moveTo(event.clientX, event.clientY);
    this.position = [event.clientX, event.clientY];
    // A pointer may report more often than the screen is painted.
    this.frame ||= requestAnimationFrame(() => this.follow());
  }

  up(event: PointerEvent): void {
    const { board, grip } = this;
    if (this.pinch.up(event) || !grip || event.pointerId !== grip.pointer) return;
    this.grip = null;
    clearTimeout(grip.longPress);
    if (grip.isPanning || !board.movable) return;
    if (grip.isDragging) {
      const target = this.targetAt(event.clientX, event.clientY);
      this.stopDragging();
      board.change(target ? drafts.drop(board.draft, target) : drafts.clearSelection(board.draft));
    } else if (grip.id !== null && !grip.isWholeSet) this.tap(grip.id, event);
    else this.tapBesideTiles(event);
  }

  cancel(event: PointerEvent): void {
    this.pinch.up(event);
    if (this.grip && event.pointerId === this.grip.pointer) this.stopDragging();
  }

  doubleClick(event: MouseEvent): void {
    const { board } = this;
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-tile]")?.dataset["tile"];
    if (board.movable && id && drafts.placeOf(board.draft.layout, id) !== "rack") board.change(drafts.selectSet(board.draft, id));
  }

  private startDragging(event: PointerEvent, grip: Grip, id: string): void {
    const { board } = this;
    clearTimeout(grip.longPress);
    grip.isDragging = true;
    this.boxes = this.measure();
    board.boardElement.setPointerCapture(event.pointerId);
    const next = grip.isWholeSet ? drafts.selectSet(board.draft, id) : board.draft.selected.includes(id) ? board.draft : drafts.select(board.draft, [id]);
    board.change(next);
    const tiles = [...next.layout.sets.flatMap((set) => set.tiles), ...next.layout.rack];
    this.lifted = tiles.filter((tile) => next.selected.includes(tile.id));
  }

  /** End a drag without moving anything. */
  private stopDragging(): void {
    clearTimeout(this.grip?.longPress);
    this.grip = null;
    this.lifted = [];
    this.target = null;
    this.boxes = null;
    this.ghost()?.stop();
  }

  /** Scroll the table when its empty part is dragged. */
  private pan(event: PointerEvent, grip: Grip): void {
    const felt = this.board.feltElement;
    if (!this.size.scrolls || !felt.contains(grip.element)) return;
    if (!grip.isPanning && Math.abs(event.clientY - grip.y) < DRAG_DISTANCE) return;
    felt.scrollTop -= event.clientY - grip.y;
    grip.isPanning = true;
    grip.y = event.clientY;
  }

  private follow(): void {
    this.frame = 0;
    if (!this.grip?.isDragging) return;
    const next = this.targetAt(...this.position);
    if (JSON.stringify(next) !== JSON.stringify(this.target)) this.target = next;
    this.scrollAtEdge(this.position[1]);
  }

  private measure(): { felt: DOMRect; rack: DOMRect | null } {
    const { feltElement, rackElement, hasRack } = this.board;
    return { felt: feltElement.getBoundingClientRect(), rack: rackElement && hasRack ? rackElement.getBoundingClientRect() : null };
  }

  private targetAt(x: number, y: number): drafts.Target | null {
    const { board, size } = this;
    const { felt, rack } = this.boxes ?? this.measure();
    if (rack && y >= rack.top - 10) return rackTarget(size.rack, { x: x - rack.left, y: y - rack.top });
    if (y < felt.top - 40 || x < felt.left - 40 || x > felt.right + 40 || y > felt.bottom + 4) return null;
    const point = { x: x - felt.left, y: y - felt.top + (size.scrolls ? board.feltElement.scrollTop : 0) };
    return tableTarget(board.layout, size.table, point, gapsFor(size.table.tileWidth).sets / 2);
  }

  private scrollAtEdge(y: number): void {
    if (!this.size.scrolls || !this.boxes) return;
    const { felt } = this.boxes;
    if (y < felt.top + 36) this.board.feltElement.scrollBy(0, -14);
    else if (y > felt.bottom - 36 && y < felt.bottom + 10) this.board.feltElement.scrollBy(0, 14);
  }

  private tap(id: string, event: PointerEvent): void {
    const { board } = this;
    this.focusTile(id);
    if (event.shiftKey) board.change(drafts.selectThrough(board.draft, id));
    else if (event.altKey || event.detail >= 2) board.change(drafts.selectSet(board.draft, id));
    else {
      const box = (event.target as HTMLElement).closest("[data-tile]")?.getBoundingClientRect();
      board.change(tapTile(board.draft, id, box && event.clientX < box.left + box.width / 2 ? "left" : "right"));
    }
  }

  private tapBesideTiles(event: PointerEvent): void {
    const { board } = this;
    const target = this.targetAt(event.clientX, event.clientY);
    if (!target || !board.draft.selected.length) return;
    if (target.on === "rack") board.change(tapRack(board.draft, target.at));
    else if (target.on === "new") board.change(tapTable(board.draft, target.at));
    else board.change(drafts.drop(board.draft, target));
  }
}
