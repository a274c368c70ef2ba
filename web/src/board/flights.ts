/** Tiles that fly from where each one was seen to where it lies now. */

import { RATIO } from "./geometry";

/** Where a tile is in the window. Its height follows from its width. */
export interface WindowBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** How a tile that sets out is away from its place, in pixels from its top left corner, and how much larger or smaller it is. */
export interface Departure {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Options {
  /** Whether to move tiles at once, without animation. */
  still: boolean;
  /** Where dropped tiles come from, instead of where they lay. */
  origins: Map<string, WindowBox>;
  /** Where a tile comes from that was not on the board: a seat, or the pool. */
  comesFrom?: (tile: string) => Element | null;
}

/** Milliseconds; a flight begins elsewhere. */
const GLIDE = 190;
const FLIGHT = 380;
/** The size of a tile that comes from elsewhere when it sets out, and of one that appears where it is, in sizes of its place. */
const FAR = 0.55;
const SMALL = 0.7;
/** No tile flies larger than this, also not one that comes from a larger place. */
const LARGEST = 1.25;

/**
 * Return how a tile sets out from a place in a window of this size; null if nobody would see it move. It begins within the window,
 * or as far outside as its place is scrolled.
 */
export function departure(from: WindowBox, to: WindowBox, view: { width: number; height: number }): Departure | null {
  if (!(from.width > 0 && to.width > 0)) return null;
  const scale = Math.min(from.width / to.width, LARGEST);
  // Around the same middle.
  const shrunk = (from.width - scale * to.width) / 2;
  const within = (start: number, place: number, length: number, most: number) => Math.max(Math.min(0, place), Math.min(start, Math.max(most, place + length) - scale * length));
  const x = within(from.left + shrunk, to.left, to.width, view.width) - to.left;
  const y = within(from.top + shrunk * RATIO, to.top, to.width * RATIO, view.height) - to.top;
  return Number.isFinite(x + y + scale) && !isNear(x, y, scale) ? { x, y, scale } : null;
}

const isNear = (x: number, y: number, scale: number): boolean => Math.abs(x) + Math.abs(y) < 2 && Math.abs(scale - 1) < 0.02;
const isSame = (one: WindowBox, other: WindowBox): boolean => isNear(one.left - other.left, one.top - other.top, one.width / other.width);

/** Where a tile that is shown lies in the window, without the flight that it may be on. */
export function restOf(tile: HTMLElement): WindowBox {
  // A list of tiles never flies.
  const list = tile.offsetParent!.getBoundingClientRect();
  return { left: list.left + tile.offsetLeft, top: list.top + tile.offsetTop, width: tile.offsetWidth };
}

/** The place of a tile at the middle of where it comes from. */
function farFrom(origin: Element | null | undefined, to: WindowBox): WindowBox | null {
  const box = origin?.getBoundingClientRect();
  if (!box?.width) return null;
  const width = to.width * FAR;
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - width * RATIO) / 2, width };
}

interface Flight {
  readonly keyframes: Keyframe[];
  readonly duration: number;
}

/** Fly above the other tiles. */
function flightFrom({ x, y, scale }: Departure, duration: number): Flight {
  const above = { zIndex: 3, transformOrigin: "0 0" };
  return { keyframes: [{ ...above, transform: `translate(${x}px, ${y}px) scale(${scale})` }, { ...above, transform: "none" }], duration };
}

/** Appear in place. */
function appear(scale: number, duration: number): Flight {
  return { keyframes: [{ opacity: 0, scale }, { opacity: 1, scale: 1 }], duration };
}

/**
 * The flights of the tiles of a board. Before tiles are moved, it looks where each one is seen; afterwards they fly from there
 * to where they lie now. A tile whose place has not changed goes on flying.
 */
export class TileFlights {
  /** The tiles before a change that is not complete: where each one lay, and where it was seen. */
  private before: Map<string, { tile: HTMLElement; rest: WindowBox; seen: WindowBox }> | null = null;
  private readonly running = new WeakMap<HTMLElement, Animation>();
  private windowSize = "";
  /** Whether the board has been painted: what comes later is new. */
  private isShown = false;

  constructor(private readonly board: () => HTMLElement) {}

  /** Begin with the next frame; the returned function ends it. */
  begin(): () => void {
    const frame = requestAnimationFrame(() => (this.isShown = true));
    return () => {
      cancelAnimationFrame(frame);
      this.isShown = false;
    };
  }

  /** Look where the tiles are, before they are moved. What is moved in several steps sets out once. */
  beforeChange(): void {
    this.before ??= new Map(this.tiles().map((tile) => [tile.dataset["tile"]!, { tile, rest: restOf(tile), seen: tile.getBoundingClientRect() }]));
  }

  /** Let the tiles fly to their new places, which have not been painted yet. */
  afterChange(options: Options): void {
    if (!this.before) return;
    const size = `${innerWidth}x${innerHeight}`;
    // Nobody sees tiles move in a hidden tab, and a window of another size has other places for all of them.
    const mayFly = size === this.windowSize && !document.hidden;
    this.windowSize = size;
    const tiles = this.tiles().map((tile) => ({ tile, to: restOf(tile) }));
    const moved = tiles.filter(({ tile, to }) => !(mayFly && this.isUndisturbed(tile, to, options)));
    // All places are read before the first animation makes the browser compute styles again.
    const flights = moved.map(({ tile, to }) => ({ tile, flight: mayFly ? this.flightOf(tile, to, options) : null }));
    const raised = new Map<Element, number>();
    for (const { tile, flight } of flights) {
      this.running.get(tile)?.cancel();
      if (!flight) continue;
      this.running.set(tile, tile.animate(flight.keyframes, { duration: flight.duration, easing: "cubic-bezier(.2,.8,.3,1)" }));
      const set = tile.closest(".set");
      if (set) raised.set(set, flight.duration);
    }
    // A tile flies above the other sets, and so does the set that it belongs to.
    for (const [set, duration] of raised) set.animate({ zIndex: [3, 3] }, { duration });
    options.origins.clear();
    this.before = null;
  }

  /** The tiles that have a place, in a board that has been shown. One that is still awaited has none. */
  private tiles(): HTMLElement[] {
    return this.isShown ? [...this.board().querySelectorAll<HTMLElement>("[data-tile]:not(.awaited)")].filter((tile) => tile.offsetWidth > 0) : [];
  }

  private isUndisturbed(tile: HTMLElement, to: WindowBox, { origins }: Options): boolean {
    const id = tile.dataset["tile"]!;
    const was = this.before?.get(id);
    return was?.tile === tile && !origins.has(id) && isSame(was.rest, to) && this.running.get(tile)?.playState === "running";
  }

  private flightOf(tile: HTMLElement, to: WindowBox, { still, origins, comesFrom }: Options): Flight | null {
    const id = tile.dataset["tile"]!;
    const known = origins.get(id) ?? this.before?.get(id)?.seen;
    if (still) return known ? null : appear(1, FLIGHT);
    const from = known ?? farFrom(comesFrom?.(id), to);
    if (!from) return appear(SMALL, GLIDE);
    const way = departure(from, to, { width: innerWidth, height: innerHeight });
    return way && flightFrom(way, known ? GLIDE : FLIGHT);
  }
}
