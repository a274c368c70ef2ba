/** The size of the board and where everything lies on it: measured widths and heights, the places of sets, and the zoom. */

import { flushSync, untrack } from "svelte";
import type { PieceSet } from "../tiles/tiles";
import type { BoardState } from "./board";
import { type Box, LINE, RACK_RING, RATIO, type Room, type SetGeometry, type TableGeometry, boxesOf, feltOf, fitRack, heightOf, widthOf } from "./geometry";
import { type Arrangement, type Place, arrange, freePlace, placeAmong, restorePlaces, rowsOf, tidy, tilesPerLine } from "./positions";
import { type Zoom, type ZoomLimits, zoomBy, zoomStep, zoomToFit } from "./zoom";

/** Tiles narrower than this can be enlarged with the zoom buttons. */
const COMFORTABLE = 40;
/** Large enough for any screen except the largest, where tiles are larger from the start. */
const LARGEST = 160;
/** The smallest tile of the rack that a finger can take. */
const LEAST_RACK_TILE = 28;
/** Tiles that must fit in one line, so that a set can be read. */
const TILES_PER_LINE = 4;

export class BoardSize {
  boardWidth = $state(0);
  boardHeight = $state(0);
  feltWidth = $state(0);
  feltHeight = $state(0);
  rackWidth = $state(0);
  /** The height that table and rack share, and how much of it is the table's in any case; 0: the page scrolls. */
  private sharedHeight = $state(0);
  private leastFelt = $state(0);
  cornerWidth = $state(0);
  cornerHeight = $state(0);

  private zoom: Zoom = $state(null);
  /** The last arrangement, from which the next one follows. */
  private last: Arrangement | null = null;
  /** Where sets were dropped that are about to be shown. */
  private readonly dropped = new Map<string, Place>();
  /** Counts the changes that are not changes of the layout. */
  private rearranged = $state(0);

  constructor(private readonly board: BoardState) {}

  /** Measure the board and the width of the rack, which determine all other sizes; returns whether they have changed. */
  measureBoard(): boolean {
    const { boardElement, rackView } = this.board;
    const before = [this.boardWidth, this.boardHeight, this.rackWidth];
    this.boardWidth = boardElement.clientWidth;
    this.boardHeight = boardElement.clientHeight;
    if (rackView) this.rackWidth = rackView.clientWidth - 2 * RACK_RING;
    this.leastFelt = Number(getComputedStyle(boardElement).getPropertyValue("--felt-share")) * innerHeight;
    return [this.boardWidth, this.boardHeight, this.rackWidth].some((length, n) => length !== before[n]);
  }

  /** Measure what the rack leaves for the table. */
  measureFelt(): void {
    const { feltElement, cornerElement, rackElement } = this.board;
    const exactHeight = (element?: HTMLElement) => element?.getBoundingClientRect().height ?? 0;
    this.sharedHeight = exactHeight(feltElement) + exactHeight(rackElement);
    // A rack that is about to change its height changes the felt's too, which is measured then.
    if (rackElement && Math.abs(rackElement.clientHeight - this.rack.height) > 1) return;
    this.feltWidth = feltElement.clientWidth;
    this.feltHeight = feltElement.clientHeight;
    this.cornerWidth = cornerElement.offsetWidth;
    this.cornerHeight = cornerElement.offsetHeight;
  }

  readonly isSmall = $derived.by(() => Math.min(this.boardWidth, this.boardHeight) < 560);
  private readonly isLow = $derived.by(() => this.boardHeight < 460);

  private readonly room = $derived.by((): Room => {
    const [width, height] = [this.feltWidth, this.feltHeight];
    const most = Math.min(200, Math.max(38, Math.min(width, height * 1.6) / 15));
    return {
      width,
      height,
      least: this.board.large ? 44 : this.isSmall ? Math.min(24, width / 13.8) : 30,
      most: this.board.large ? Math.max(60, most) : most,
      corner: { width: this.cornerWidth, height: this.cornerHeight },
    };
  });

  readonly arrangement = $derived.by((): Arrangement => {
    void this.rearranged;
    const { room } = this;
    const { layout, seat } = this.board;
    if (!room.width || !room.height) return { room, tileWidth: room.most, places: new Map(), history: new Map(), isTidy: true };
    const isKnown = this.last !== null && (!layout.sets.length || layout.sets.some((set) => this.last!.places.has(set.id)) || !this.last.places.size);
    const before = (isKnown ? null : untrack(() => restorePlaces(this.board.loadPlaces(), layout.sets, room))) ?? this.last;
    this.last = arrange(before, layout.sets, room, { dropped: this.dropped, seat });
    for (const set of layout.sets) this.dropped.delete(set.id);
    return this.last;
  });

  private readonly lines = $derived.by(() => ({ ...rowsOf(this.arrangement, this.board.layout.sets), perLine: tilesPerLine(this.room) }));

  private readonly limits = $derived.by((): ZoomLimits => {
    const { tileWidth: fit } = this.arrangement;
    const { most, width, height } = this.room;
    const count = this.lines.bottom - this.lines.top + 1;
    return { fit, whole: Math.min(fit, height / heightOf(count)), largest: Math.max(fit, Math.min(Math.max(LARGEST, most * 1.6), width / TILES_PER_LINE)) };
  });

  private readonly tileWidth = $derived.by(() => (this.zoom === null ? this.limits.fit : Math.max(this.limits.whole, Math.min(this.zoom, this.limits.largest))));

  private readonly felt = $derived.by(() => {
    const scale = Math.max(1, this.tileWidth / this.limits.fit);
    return feltOf({ width: this.feltWidth * scale, height: this.feltHeight }, this.lines, this.tileWidth);
  });

  /** The geometry of the table. */
  readonly table = $derived.by((): TableGeometry => {
    const { felt, tileWidth, arrangement } = this;
    const { sets } = this.board.layout;
    const count = [3, 2, 1].find((tiles) => freePlace(arrangement, sets, tiles) !== null) ?? 0;
    const free = freePlace(arrangement, sets, count) ?? { x: -0.5, row: this.lines.bottom };
    const placed = sets.flatMap((set) => this.boxesOf(set, arrangement) ?? []);
    // Where the smallest tiles leave no space for the buttons in the corner, the table scrolls a little.
    const [right, bottom] = [felt.width - this.cornerWidth, felt.height - this.cornerHeight];
    const isCovered = this.zoom === null && this.cornerWidth > 0 && placed.some(({ boxes }) => boxes.some((box) => box.x + box.w > right && box.y + box.h > bottom));
    return {
      tileWidth,
      width: felt.width,
      height: isCovered ? felt.height + this.cornerHeight : felt.height,
      top: felt.top,
      middle: felt.middle,
      sets: placed,
      newSet: { x: felt.middle.x + free.x * tileWidth, y: felt.middle.y + free.row * LINE * tileWidth, w: widthOf(Math.max(1, count)) * tileWidth, h: RATIO * tileWidth },
    };
  });

  readonly scrolls = $derived.by(() => this.table.height > this.feltHeight + 1 || this.table.width > this.feltWidth + 1);

  /** Whether to show zoom buttons: not where tiles have room enough, nor before that is known. */
  readonly hasZoomButtons = $derived.by(() => this.feltWidth > 0 && (this.scrolls || this.zoom !== null || this.limits.fit < Math.min(COMFORTABLE, this.room.most) - 1));

  /** Whether there is anything to tidy up. */
  readonly mayTidy = $derived.by(() => this.board.layout.sets.length > 1);

  /** Changes whenever tiles may have moved, except while the table is scrolled or zoomed by hand. */
  readonly moment = $derived.by(() => [this.board.layout, this.arrangement]);

  /** The geometry of the rack. */
  readonly rack = $derived.by(() => {
    const { boardWidth, boardHeight, isLow, isSmall } = this;
    const most = isLow ? Math.min(34, boardHeight / 12) : Math.min(180, Math.max(34, Math.min(boardWidth / (isSmall ? 9 : 11), boardHeight / (isSmall ? 16 : 14))));
    const height = this.sharedHeight && this.leastFelt ? this.sharedHeight - this.leastFelt : Infinity;
    const slots = this.board.layout.rack.map((tile) => tile.slot ?? 0);
    return fitRack(slots, { width: Math.max(100, this.rackWidth), height, least: LEAST_RACK_TILE, most, isLow });
  });

  /** The boxes that a set would have on the table with these sets; null if it is not one of them. */
  boxesAmong(sets: readonly PieceSet[], id: string): SetGeometry | null {
    const set = sets.find((one) => one.id === id);
    const place = set && placeAmong(this.arrangement, sets, id);
    return place ? boxesOf(set.tiles.length, place, this.felt.middle, this.tileWidth, this.lines.perLine) : null;
  }

  /** The box of a new set of so many tiles that is dropped at a place. */
  newSetBox(count: number, wish: Place, without: readonly string[]): Box {
    const sets = this.board.layout.sets.filter((set) => !set.tiles.every((tile) => without.includes(tile.id)));
    const place = freePlace(this.arrangement, sets, count, wish) ?? wish;
    return boxesOf(count, place, this.felt.middle, this.tileWidth, this.lines.perLine).boxes[0]!;
  }

  /** The place on the table of a point in its coordinates, which is the top left corner of a set. */
  placeAt(x: number, y: number): Place {
    const { middle } = this.felt;
    return { x: Math.round(((x - middle.x) / this.tileWidth) * 4) / 4, row: Math.round((y - middle.y) / (LINE * this.tileWidth)) };
  }

  /** Remember where a set was dropped, before the layout changes. */
  dropAt(set: string, place: Place): void {
    this.dropped.set(set, place);
    this.rearranged += 1;
  }

  /** Lay all sets out anew. */
  tidy(): void {
    this.last = tidy(this.board.layout.sets, this.room, this.last);
    this.zoom = null;
    this.rearranged += 1;
  }

  private boxesOf(set: PieceSet, arrangement: Arrangement): SetGeometry | null {
    const place = arrangement.places.get(set.id);
    return place ? boxesOf(set.tiles.length, place, this.felt.middle, this.tileWidth, this.lines.perLine) : null;
  }

  /** Change the size of tiles, keeping in place what is shown at this point of the felt. */
  private zoomTo(zoom: Zoom, x = this.feltWidth / 2, y = this.feltHeight / 2): void {
    const felt = this.board.feltElement;
    const { width, height } = this.table;
    const share = [(felt.scrollLeft + x) / Math.max(1, width), (felt.scrollTop + y) / Math.max(1, height)] as const;
    this.zoom = zoom;
    flushSync();
    felt.scrollLeft = share[0] * this.table.width - x;
    felt.scrollTop = share[1] * this.table.height - y;
  }

  zoomStep(by: 1 | -1): void {
    this.zoomTo(zoomStep(this.tileWidth, by, this.limits));
  }

  zoomToFit(): void {
    this.zoomTo(zoomToFit(this.limits));
  }

  /** Zoom by a factor from tiles of this width, around a point of the window. */
  zoomBy(tileWidth: number, factor: number, clientX: number, clientY: number): void {
    const { left, top } = this.board.feltElement.getBoundingClientRect();
    this.zoomTo(zoomBy(tileWidth, factor, this.limits), clientX - left, clientY - top);
  }
}
