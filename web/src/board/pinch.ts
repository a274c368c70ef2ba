/** Zooming by gesture: two fingers on the table, or the wheel with Ctrl, which is also what a touch pad sends. */

import type { BoardState } from "./board";
import type { BoardSize } from "./boardSize.svelte";

interface Pinch {
  /** Between the fingers when the gesture began. */
  readonly distance: number;
  readonly tileWidth: number;
  /** The point between the fingers, in the window. */
  readonly x: number;
  readonly y: number;
}

/** Each handler of a pointer event returns whether the gesture used the event. */
export class PinchZoom {
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private pinch: Pinch | null = null;

  constructor(
    private readonly board: BoardState,
    private readonly size: BoardSize,
  ) {}

  /** A second finger begins a pinch; the caller then cancels a drag of the first one. */
  down(event: PointerEvent): boolean {
    if (event.pointerType !== "touch" || !this.board.feltElement.contains(event.target as Node)) return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2) return this.fingers.size > 2;
    this.pinch = { ...this.measure(), tileWidth: this.size.table.tileWidth };
    return true;
  }

  move(event: PointerEvent): boolean {
    if (!this.fingers.has(event.pointerId)) return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.pinch || this.fingers.size < 2) return this.pinch !== null;
    const { distance, x, y } = this.measure();
    this.board.feltElement.scrollBy(this.pinch.x - x, this.pinch.y - y);
    this.size.zoomBy(this.pinch.tileWidth, distance / Math.max(1, this.pinch.distance), x, y);
    this.pinch = { ...this.pinch, x, y };
    return true;
  }

  up(event: PointerEvent): boolean {
    this.fingers.delete(event.pointerId);
    const isPinch = this.pinch !== null;
    if (!this.fingers.size) this.pinch = null;
    return isPinch;
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.size.zoomBy(this.size.table.tileWidth, Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  private measure(): { distance: number; x: number; y: number } {
    const [first, second] = [...this.fingers.values()];
    return { distance: Math.hypot(first!.x - second!.x, first!.y - second!.y), x: (first!.x + second!.x) / 2, y: (first!.y + second!.y) / 2 };
  }
}
