import { describe, expect, test } from "vitest";
import { fitTable } from "../../../src/board/geometry";
import { fitZoomed, zoomBy, zoomStep, zoomToFit } from "../../../src/board/zoom";

const few = [3, 4, 3];
const many = Array.from({ length: 40 }, () => 4);
const phone = { width: 360, height: 420, least: 28, most: 60 };

describe("zoomed tiles", () => {
  test("are as large as fits without a zoom", () => {
    expect(fitZoomed(few, phone, null)).toEqual(fitTable(few, phone));
  });

  test("grow by a step, and shrink again by another", () => {
    const now = fitZoomed(many, phone, null).tileWidth;
    const larger = zoomStep(now, 1, many, phone)!;
    expect(larger).toBeGreaterThan(now);
    expect(zoomStep(larger, -1, many, phone)).toBeCloseTo(now);
    expect(fitZoomed(many, phone, larger).tileWidth).toBeCloseTo(larger);
  });

  test("are never smaller than what shows everything, and a set of four always fits in a line", () => {
    expect(fitZoomed(few, phone, zoomBy(60, 0.001, few, phone)).height).toBeLessThanOrEqual(phone.height);
    expect(fitZoomed(few, phone, zoomBy(60, 0.001, few, phone)).tileWidth).toBeGreaterThan(40);
    expect(fitZoomed(few, phone, zoomBy(60, 99, few, phone)).tileWidth * 4).toBeLessThanOrEqual(phone.width);
  });

  test("show the whole table: the best fit, or smaller tiles where that would scroll", () => {
    expect(zoomToFit(few, phone)).toBe(null);
    expect(fitTable(many, phone).height).toBeGreaterThan(phone.height);
    expect(fitZoomed(many, phone, zoomToFit(many, phone)).height).toBeLessThanOrEqual(phone.height);
  });
});
