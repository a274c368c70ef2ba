import { describe, expect, test } from "vitest";
import { departure } from "../../../src/board/flights";
import { RATIO } from "../../../src/board/geometry";

const VIEW = { width: 400, height: 800 };
const TO = { left: 100, top: 300, width: 40 };

describe("a flight", () => {
  test("sets out where the tile was seen, in the size that it had", () => {
    expect(departure({ left: 60, top: 500, width: 20 }, TO, VIEW)).toEqual({ x: -40, y: 200, scale: 0.5 });
  });

  test("is not worth while for a tile that is there", () => {
    expect(departure(TO, TO, VIEW)).toBe(null);
    expect(departure({ left: 100.6, top: 300.6, width: 40.3 }, TO, VIEW)).toBe(null);
    expect(departure({ ...TO, width: 30 }, TO, VIEW)).not.toBe(null);
  });

  test("of a tile that comes from a larger place begins around the same middle, and never much larger than its place", () => {
    const { x, y, scale } = departure({ left: 100, top: 100, width: 160 }, TO, VIEW)!;
    expect(scale).toBeLessThan(1.3);
    expect(TO.left + x + (scale * TO.width) / 2).toBeCloseTo(100 + 160 / 2);
    expect(TO.top + y + (scale * TO.width * RATIO) / 2).toBeCloseTo(100 + (160 * RATIO) / 2);
  });

  test("begins within the window, from wherever the tile comes", () => {
    for (const from of [-5000, -10, 395, 805, 7e10]) {
      const { x, y, scale } = departure({ left: from, top: from, width: 40 }, TO, VIEW)!;
      const [left, top] = [TO.left + x, TO.top + y];
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + scale * TO.width).toBeLessThanOrEqual(VIEW.width);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + scale * TO.width * RATIO).toBeLessThanOrEqual(VIEW.height);
    }
  });

  test("of a tile that is scrolled out of the window is not drawn into it", () => {
    const scrolled = { left: 100, top: -300, width: 40 };
    expect(departure(scrolled, scrolled, VIEW)).toBe(null);
    expect(departure({ ...scrolled, left: 150 }, scrolled, VIEW)).toEqual({ x: 50, y: 0, scale: 1 });
    expect(departure({ ...scrolled, top: 900 }, { ...scrolled, top: 1000 }, VIEW)).toEqual({ x: 0, y: -100, scale: 1 });
  });

  test("without numbers does not begin", () => {
    for (const bad of [NaN, Infinity, -Infinity, 0, -40]) {
      expect(departure({ ...TO, left: 0, width: bad }, TO, VIEW)?.scale ?? 1, `from the width ${bad}`).toBeLessThan(1.3);
      expect(departure({ ...TO, left: 0 }, { ...TO, width: bad }, VIEW)?.scale ?? 1, `to the width ${bad}`).toBeLessThan(1.3);
    }
    expect(departure({ ...TO, left: NaN }, TO, VIEW)).toBe(null);
    expect(departure({ ...TO, left: 0 }, { ...TO, top: Infinity }, VIEW)).toBe(null);
  });
});
