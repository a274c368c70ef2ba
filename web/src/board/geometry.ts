/** How large tiles can be and where each one goes: sets in reading order, as large as fits. All lengths in CSS pixels. */

/** Height of a tile divided by its width. */
export const RATIO = 1.36;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface SetGeometry {
  /** One box, or several if a long set continues on the next line. */
  readonly boxes: readonly Box[];
  /** The top left corner of each tile. */
  readonly spots: readonly Spot[];
}

export interface TableGeometry {
  readonly tileWidth: number;
  readonly height: number;
  readonly sets: readonly SetGeometry[];
  /** Where a new set would go. */
  readonly newSet: Box;
}

export interface Room {
  readonly width: number;
  readonly height: number;
  /** The smallest and the largest width of a tile. */
  readonly least: number;
  readonly most: number;
}

/** Use the largest tiles with which all sets fit; if even the smallest do not fit, the table scrolls. */
export function fitTable(lengths: readonly number[], room: Room): TableGeometry {
  let [low, high] = [room.least, Math.max(room.least, room.most)];
  let best = placeSets(lengths, room.width, high);
  if (best.height <= room.height) return best;
  best = placeSets(lengths, room.width, low);
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const tried = placeSets(lengths, room.width, middle);
    if (tried.height <= room.height) {
      low = middle;
      best = tried;
    } else high = middle;
  }
  return best;
}

/** The gaps between tiles, around a set and between sets, for tiles of this width. */
export const gapsFor = (tileWidth: number) => ({
  between: Math.max(1, Math.round(tileWidth * 0.04)),
  pad: Math.max(2, Math.round(tileWidth * 0.07)),
  sets: Math.max(4, Math.round(tileWidth * 0.2)),
});

/** Place sets of these lengths with tiles of this width. */
export function placeSets(lengths: readonly number[], width: number, u: number): TableGeometry {
  const { between, pad, sets: gap } = gapsFor(u);
  const h = u * RATIO;
  const step = u + between;
  const most = Math.max(1, Math.floor((width - 2 * pad + between) / step));
  const line = h + 2 * pad + gap;
  let [x, y] = [0, 0];
  const widthOf = (count: number) => count * step - between + 2 * pad;
  const nextBox = (count: number): Box => {
    if (x > 0 && x + widthOf(count) > width + 0.01) [x, y] = [0, y + line];
    const box = { x, y, w: widthOf(count), h: h + 2 * pad };
    x += box.w + gap;
    return box;
  };
  const sets = lengths.map((length) => {
    const boxes: Box[] = [];
    const spots: Spot[] = [];
    for (let done = 0; done < length; done += most) {
      const count = Math.min(most, length - done);
      const box = nextBox(count);
      boxes.push(box);
      for (let n = 0; n < count; n += 1) spots.push({ x: box.x + pad + n * step, y: box.y + pad });
    }
    return { boxes, spots };
  });
  // A place is always left free, so that there is an empty table to drop a set on.
  const newSet = nextBox(Math.min(most, 3));
  return { tileWidth: u, height: newSet.y + newSet.h, sets, newSet };
}

/** Whether a set reaches into the corner right of x and below y. */
export function overlapsCorner(table: TableGeometry, x: number, y: number): boolean {
  return table.sets.some((set) => set.boxes.some((box) => box.x + box.w > x && box.y + box.h > y));
}

export interface RackGeometry {
  readonly tileWidth: number;
  readonly rows: number;
  readonly height: number;
  readonly spots: readonly Spot[];
}

/** With many tiles on a narrow rack, no limit but this one holds. */
const SMALLEST_RACK_TILE = 16;

/** Place the rack in as few rows as possible with tiles of at least `least`, and never in more than `rows`. */
export function fitRack(gaps: readonly number[], width: number, least: number, most: number, rows: number): RackGeometry {
  const placeTiles = (u: number): RackGeometry => {
    const between = Math.max(1, Math.round(u * 0.05));
    let [x, row] = [0, 0];
    const spots = gaps.map((gap) => {
      if (x > 0) x += gap * u;
      if (x > 0 && x + u > width + 0.01) [x, row] = [0, row + 1];
      const spot = { x, y: row * (u * RATIO + 2 * between) };
      x += u + between;
      return spot;
    });
    return { tileWidth: u, rows: row + 1, height: (row + 1) * (u * RATIO + 2 * between), spots };
  };
  for (const wanted of [1, 2, 3]) {
    if (wanted > rows) break;
    for (let u = most; u >= (wanted === rows ? SMALLEST_RACK_TILE : Math.max(least, most * 0.86)); u -= 1) {
      const placed = placeTiles(u);
      if (placed.rows <= wanted) return placed;
    }
  }
  return placeTiles(SMALLEST_RACK_TILE);
}
