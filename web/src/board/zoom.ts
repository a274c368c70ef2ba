/** Tiles of the size a person chooses: larger ones make the table scroll, smaller ones show all of it. */

/** The chosen width of a tile in pixels; null: the best fit. */
export type Zoom = number | null;

export interface ZoomLimits {
  /** The width of a tile that fits. */
  readonly fit: number;
  /** The width of a tile with which the whole table is in sight. */
  readonly whole: number;
  readonly largest: number;
}

const STEP = 1.25;

/** Zoom one step in or out. */
export function zoomStep(tileWidth: number, by: 1 | -1, limits: ZoomLimits): Zoom {
  return zoomBy(tileWidth, by > 0 ? STEP : 1 / STEP, limits);
}

/** Zoom by a factor, but never smaller than what shows the whole table. */
export function zoomBy(tileWidth: number, factor: number, { whole, largest }: ZoomLimits): Zoom {
  return Math.max(whole, Math.min(tileWidth * factor, largest));
}

/** Zoom to the whole table: the best fit, unless that would scroll. */
export function zoomToFit({ fit, whole }: ZoomLimits): Zoom {
  return whole < fit - 0.01 ? whole : null;
}
