/** Which place a point on the board means. Only geometry: nothing here looks at the page. */

import type { Box, Fitted, RackPlace, Spot } from "./fit";
import { RATIO } from "./fit";
import type { Layout, Target } from "./hands";

/** The place on the table that a point means, in the table's own coordinates. */
export function aimAtTable(layout: Layout, fitted: Fitted, point: Spot, slack: number): Target {
  for (const [n, set] of layout.sets.entries()) {
    const laid = fitted.sets[n];
    if (!laid || !laid.boxes.some((box) => holds(box, point, slack))) continue;
    const line = laid.boxes.find((box) => holds(box, point, slack))!;
    const before = laid.spots.filter((spot) => spot.y < line.y || (spot.y < line.y + line.h && spot.x + fitted.u / 2 < point.x));
    return { on: "set", set: set.id, at: before.length };
  }
  const before = fitted.sets.filter((laid) => {
    const last = laid.boxes.at(-1);
    return last !== undefined && (last.y + last.h < point.y || (last.y <= point.y && last.x + last.w / 2 < point.x));
  });
  return { on: "new", at: before.length };
}

/** The place on the rack that a point means, in the rack's own coordinates. */
export function aimAtRack(laid: RackPlace, point: Spot): Target {
  const row = laid.u * RATIO + 2 * Math.max(1, Math.round(laid.u * 0.05));
  const line = Math.min(laid.rows - 1, Math.max(0, Math.floor(point.y / row)));
  const at = laid.spots.filter((spot) => {
    const its = Math.round(spot.y / row);
    return its < line || (its === line && spot.x + laid.u / 2 < point.x);
  }).length;
  return { on: "rack", at };
}

/** Where the mark stands that shows the target: a bar between tiles, or the outline of a new set. */
export function markOnTable(layout: Layout, fitted: Fitted, target: Target): Box | null {
  const { u } = fitted;
  if (target.on === "new") {
    const next = fitted.sets[target.at]?.boxes[0];
    return next ? { x: next.x - 5, y: next.y, w: 4, h: next.h } : fitted.next;
  }
  if (target.on !== "set") return null;
  const laid = fitted.sets[layout.sets.findIndex((set) => set.id === target.set)];
  const spot = laid?.spots[target.at];
  const last = laid?.spots.at(-1);
  if (spot) return { x: spot.x - 3, y: spot.y - 3, w: 4, h: u * RATIO + 6 };
  return last ? { x: last.x + u - 1, y: last.y - 3, w: 4, h: u * RATIO + 6 } : null;
}

export function markOnRack(laid: RackPlace, target: Target): Box | null {
  if (target.on !== "rack") return null;
  const spot = laid.spots[target.at];
  const last = laid.spots.at(-1);
  const h = laid.u * RATIO;
  if (spot) return { x: spot.x - 3, y: spot.y, w: 4, h };
  return last ? { x: last.x + laid.u - 1, y: last.y, w: 4, h } : { x: 0, y: 0, w: 4, h };
}

export interface Stop extends Spot {
  readonly id: string;
}

/** The stop that an arrow key leads to from another one. */
export function neighbour(stops: readonly Stop[], from: string, key: "ArrowUp" | "ArrowDown", u: number): string | null {
  const here = stops.find((stop) => stop.id === from);
  if (!here) return stops[0]?.id ?? null;
  const up = key === "ArrowUp";
  const beyond = stops.filter((stop) => (up ? stop.y < here.y - u / 2 : stop.y > here.y + u / 2));
  if (!beyond.length) return null;
  const line = up ? Math.max(...beyond.map((stop) => stop.y)) : Math.min(...beyond.map((stop) => stop.y));
  const inLine = beyond.filter((stop) => Math.abs(stop.y - line) < u / 2);
  return inLine.reduce((best, stop) => (Math.abs(stop.x - here.x) < Math.abs(best.x - here.x) ? stop : best)).id;
}

function holds(box: Box, point: Spot, slack: number): boolean {
  return point.x >= box.x - slack && point.x <= box.x + box.w + slack && point.y >= box.y - slack && point.y <= box.y + box.h + slack;
}
