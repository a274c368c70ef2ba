/** The size of the board and its tiles: measured widths and heights, the zoom, and the geometry that follows from them. */

import { flushSync } from "svelte";
import { areNeighbours } from "../tiles/tiles";
import type { BoardState } from "./board";
import { fitRack, overlapsCorner } from "./geometry";
import { type Zoom, fitZoomed, zoomBy, zoomStep, zoomToFit } from "./zoom";

/** Tiles narrower than this can be enlarged with the zoom buttons. */
const COMFORTABLE = 40;
/** The gap between tiles of a sorted rack that do not belong together, in tile widths. */
const RACK_GAP = 0.22;

export class BoardSize {
  // Bound to the elements of the board.
  boardWidth = $state(0);
  boardHeight = $state(0);
  feltWidth = $state(0);
  feltHeight = $state(0);
  rackWidth = $state(0);
  zoomButtonsWidth = $state(0);
  zoomButtonsHeight = $state(0);

  private zoom: Zoom = $state(null);

  constructor(private readonly board: BoardState) {}

  readonly isSmall = $derived.by(() => Math.min(this.boardWidth, this.boardHeight) < 560);
  private readonly isLow = $derived.by(() => this.boardHeight < 460);
  private readonly lengths = $derived.by(() => this.board.layout.sets.map((set) => set.tiles.length));

  private readonly room = $derived.by(() => {
    const most = Math.min(200, Math.max(38, Math.min(this.feltWidth, this.feltHeight * 1.6) / 15));
    return {
      width: Math.max(100, this.feltWidth),
      height: this.feltHeight,
      least: this.board.large ? 44 : this.isSmall ? 28 : 32,
      most: this.board.large ? Math.max(60, most) : most,
    };
  });

  /** The geometry of the table if nothing is reserved for the zoom buttons. */
  private readonly fullTable = $derived.by(() => fitZoomed(this.lengths, this.room, this.zoom));

  /** Whether to show zoom buttons: not where tiles have room enough. */
  readonly hasZoomButtons = $derived.by(
    () => this.fullTable.height > this.feltHeight + 1 || this.zoom !== null || this.fullTable.tileWidth < Math.min(COMFORTABLE, this.room.most) - 1,
  );

  /** The geometry of the table. Where all tiles fit, they leave the corner to the zoom buttons; a table that scrolls does not have to. */
  readonly table = $derived.by(() => {
    const { fullTable } = this;
    const isCovered = overlapsCorner(fullTable, this.feltWidth - this.zoomButtonsWidth, this.feltHeight - this.zoomButtonsHeight);
    return this.hasZoomButtons && fullTable.height <= this.feltHeight + 1 && isCovered
      ? fitZoomed(this.lengths, { ...this.room, height: this.room.height - this.zoomButtonsHeight }, this.zoom)
      : fullTable;
  });

  readonly scrolls = $derived.by(() => this.table.height > this.feltHeight + 1);

  private readonly rackGaps = $derived.by(() => {
    const { layout, order } = this.board;
    return layout.rack.map((tile, n) => (n > 0 && order && !areNeighbours(layout.rack[n - 1]!.face, tile.face, order) ? RACK_GAP : 0));
  });

  /** The geometry of the rack. */
  readonly rack = $derived.by(() => {
    const most = this.isLow ? 40 : Math.min(180, Math.max(36, Math.min(this.boardWidth / 11, this.boardHeight / 13)));
    return fitRack(this.rackGaps, Math.max(100, this.rackWidth), 34, most, this.isLow ? 2 : 3);
  });

  /** Change the size of tiles, keeping in place what is shown at height `y` of the felt. */
  private zoomTo(zoom: Zoom, y = this.feltHeight / 2): void {
    const felt = this.board.feltElement;
    const share = (felt.scrollTop + y) / Math.max(1, this.table.height);
    this.zoom = zoom;
    flushSync();
    felt.scrollTop = share * this.table.height - y;
  }

  zoomStep(by: 1 | -1): void {
    this.zoomTo(zoomStep(this.table.tileWidth, by, this.lengths, this.room));
  }

  zoomToFit(): void {
    this.zoomTo(zoomToFit(this.lengths, this.room));
  }

  /** Zoom by a factor from tiles of this width, around the height `clientY` of the window. */
  zoomBy(tileWidth: number, factor: number, clientY: number): void {
    this.zoomTo(zoomBy(tileWidth, factor, this.lengths, this.room), clientY - this.board.feltElement.getBoundingClientRect().top);
  }
}
