/** Which drop target a point on the board means, and where its marker goes. Pure geometry, without the DOM. */

import type { Layout, Target } from "./draft";
import { type Box, RATIO, type RackGeometry, type Spot, type TableGeometry } from "./geometry";

/** Return the target of a point in the table's coordinates. */
export function tableTarget(layout: Layout, table: TableGeometry, point: Spot, slack: number): Target {
  for (const [n, set] of layout.sets.entries()) {
    const placed = table.sets[n];
    if (!placed || !placed.boxes.some((box) => contains(box, point, slack))) continue;
    const line = placed.boxes.find((box) => contains(box, point, slack))!;
    const before = placed.spots.filter((spot) => spot.y < line.y || (spot.y < line.y + line.h && spot.x + table.tileWidth / 2 < point.x));
    return { on: "set", set: set.id, at: before.length };
  }
  const before = table.sets.filter((placed) => {
    const last = placed.boxes.at(-1);
    return last !== undefined && (last.y + last.h < point.y || (last.y <= point.y && last.x + last.w / 2 < point.x));
  });
  return { on: "new", at: before.length };
}

/** Return the target of a point in the rack's coordinates. */
export function rackTarget(rack: RackGeometry, point: Spot): Target {
  const row = rack.tileWidth * RATIO + 2 * Math.max(1, Math.round(rack.tileWidth * 0.05));
  const line = Math.min(rack.rows - 1, Math.max(0, Math.floor(point.y / row)));
  const at = rack.spots.filter((spot) => {
    const spotLine = Math.round(spot.y / row);
    return spotLine < line || (spotLine === line && spot.x + rack.tileWidth / 2 < point.x);
  }).length;
  return { on: "rack", at };
}

/** Return the marker of a target on the table: a line between tiles, or the outline of a new set. */
export function tableMarker(layout: Layout, table: TableGeometry, target: Target): Box | null {
  const { tileWidth } = table;
  if (target.on === "new") {
    const next = table.sets[target.at]?.boxes[0];
    return next ? { x: next.x - 5, y: next.y, w: 4, h: next.h } : table.newSet;
  }
  if (target.on !== "set") return null;
  const placed = table.sets[layout.sets.findIndex((set) => set.id === target.set)];
  const spot = placed?.spots[target.at];
  const last = placed?.spots.at(-1);
  if (spot) return { x: spot.x - 3, y: spot.y - 3, w: 4, h: tileWidth * RATIO + 6 };
  return last ? { x: last.x + tileWidth - 1, y: last.y - 3, w: 4, h: tileWidth * RATIO + 6 } : null;
}

/** Return the marker of a target on the rack. */
export function rackMarker(rack: RackGeometry, target: Target): Box | null {
  if (target.on !== "rack") return null;
  const spot = rack.spots[target.at];
  const last = rack.spots.at(-1);
  const h = rack.tileWidth * RATIO;
  if (spot) return { x: spot.x - 3, y: spot.y, w: 4, h };
  return last ? { x: last.x + rack.tileWidth - 1, y: last.y, w: 4, h } : { x: 0, y: 0, w: 4, h };
}

/** A place that the arrow keys can reach. */
export interface FocusStop extends Spot {
  readonly id: string;
}

/** Return the nearest stop in the line above or below, or null if there is none. */
export function verticalNeighbour(stops: readonly FocusStop[], from: string, key: "ArrowUp" | "ArrowDown", tileWidth: number): string | null {
  const here = stops.find((stop) => stop.id === from);
  if (!here) return stops[0]?.id ?? null;
  const up = key === "ArrowUp";
  const beyond = stops.filter((stop) => (up ? stop.y < here.y - tileWidth / 2 : stop.y > here.y + tileWidth / 2));
  if (!beyond.length) return null;
  const line = up ? Math.max(...beyond.map((stop) => stop.y)) : Math.min(...beyond.map((stop) => stop.y));
  const inLine = beyond.filter((stop) => Math.abs(stop.y - line) < tileWidth / 2);
  return inLine.reduce((best, stop) => (Math.abs(stop.x - here.x) < Math.abs(best.x - here.x) ? stop : best)).id;
}

function contains(box: Box, point: Spot, slack: number): boolean {
  return point.x >= box.x - slack && point.x <= box.x + box.w + slack && point.y >= box.y - slack && point.y <= box.y + box.h + slack;
}
