import { describe, expect, test } from "vitest";
import { zoomBy, zoomStep, zoomToFit } from "../../../src/board/zoom";

const limits = { fit: 30, whole: 20, largest: 90 };

describe("the zoom", () => {
  test("grows by a step, and shrinks again by another", () => {
    const larger = zoomStep(30, 1, limits)!;
    expect(larger).toBeGreaterThan(30);
    expect(zoomStep(larger, -1, limits)).toBeCloseTo(30);
  });

  test("ends where everything is in sight, and where a set no longer fits in a line", () => {
    expect(zoomBy(30, 0.001, limits)).toBe(20);
    expect(zoomBy(30, 99, limits)).toBe(90);
  });

  test("shows the whole table: the best fit, or smaller tiles where that would scroll", () => {
    expect(zoomToFit({ ...limits, whole: 30 })).toBe(null);
    expect(zoomToFit(limits)).toBe(20);
  });
});
