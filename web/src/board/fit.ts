/** How large tiles can be, and where each one lies: sets in reading order, as large as fits. */

export const RATIO = 1.38;

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

export interface SetPlace {
  /** One box; several where a long set goes on in the next line. */
  readonly boxes: readonly Box[];
  readonly spots: readonly Spot[];
}

export interface Fitted {
  /** The width of a tile. */
  readonly u: number;
  readonly height: number;
  readonly sets: readonly SetPlace[];
  /** Where the next set would lie. */
  readonly next: Box;
}

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly least: number;
  readonly most: number;
}

/** The largest tiles with which all sets fit; if not even the smallest do, the room is scrolled downwards. */
export function fit(lengths: readonly number[], room: Room): Fitted {
  let [low, high] = [room.least, Math.max(room.least, room.most)];
  let best = place(lengths, room.width, high);
  if (best.height <= room.height) return best;
  best = place(lengths, room.width, low);
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const tried = place(lengths, room.width, middle);
    if (tried.height <= room.height) {
      low = middle;
      best = tried;
    } else high = middle;
  }
  return best;
}

export const gapsFor = (u: number) => ({
  between: Math.max(1, Math.round(u * 0.04)),
  pad: Math.max(2, Math.round(u * 0.07)),
  sets: Math.max(4, Math.round(u * 0.2)),
});

/** Where everything lies with tiles of this width. */
export function place(lengths: readonly number[], width: number, u: number): Fitted {
  const { between, pad, sets: gap } = gapsFor(u);
  const h = u * RATIO;
  const step = u + between;
  const most = Math.max(1, Math.floor((width - 2 * pad + between) / step));
  const line = h + 2 * pad + gap;
  let [x, y] = [0, 0];
  const wide = (count: number) => count * step - between + 2 * pad;
  const next = (count: number): Box => {
    if (x > 0 && x + wide(count) > width + 0.01) [x, y] = [0, y + line];
    const box = { x, y, w: wide(count), h: h + 2 * pad };
    x += box.w + gap;
    return box;
  };
  const sets = lengths.map((length) => {
    const boxes: Box[] = [];
    const spots: Spot[] = [];
    for (let done = 0; done < length; done += most) {
      const count = Math.min(most, length - done);
      const box = next(count);
      boxes.push(box);
      for (let n = 0; n < count; n += 1) spots.push({ x: box.x + pad + n * step, y: box.y + pad });
    }
    return { boxes, spots };
  });
  // A free place is always left, so that there is an empty table to lay a set on.
  const free = next(Math.min(most, 3));
  return { u, height: free.y + free.h, sets, next: free };
}

/** Whether a set lies in the corner that is right of x and below y. */
export function isIn(fitted: Fitted, x: number, y: number): boolean {
  return fitted.sets.some((set) => set.boxes.some((box) => box.x + box.w > x && box.y + box.h > y));
}

export interface RackPlace {
  readonly u: number;
  readonly rows: number;
  readonly height: number;
  readonly spots: readonly Spot[];
}

/** The rack: as few rows as possible with tiles not below `least`, and never more than `rows`. */
export function fitRack(gaps: readonly number[], width: number, least: number, most: number, rows: number): RackPlace {
  const lay = (u: number): RackPlace => {
    const between = Math.max(1, Math.round(u * 0.05));
    let [x, row] = [0, 0];
    const spots = gaps.map((gap) => {
      if (x > 0) x += gap * u;
      if (x > 0 && x + u > width + 0.01) [x, row] = [0, row + 1];
      const spot = { x, y: row * (u * RATIO + 2 * between) };
      x += u + between;
      return spot;
    });
    return { u, rows: row + 1, height: (row + 1) * (u * RATIO + 2 * between), spots };
  };
  for (const wanted of [1, 2, 3]) {
    if (wanted > rows) break;
    for (let u = most; u >= (wanted === rows ? 16 : Math.max(least, most * 0.86)); u -= 1) {
      const laid = lay(u);
      if (laid.rows <= wanted) return laid;
    }
  }
  return lay(16);
}
