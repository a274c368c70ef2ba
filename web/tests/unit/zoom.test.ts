import { describe, expect, test } from "vitest";
import { fit } from "../../src/board/fit";
import { fitWished, scaled, stepped, whole } from "../../src/board/zoom";

const few = [3, 4, 3];
const many = Array.from({ length: 40 }, () => 4);
const phone = { width: 360, height: 420, least: 28, most: 60 };

describe("tiles as large as wished", () => {
  test("without a wish they are as large as fits", () => {
    expect(fitWished(few, phone, null)).toEqual(fit(few, phone));
  });

  test("a step makes them larger, another one brings them back", () => {
    const now = fitWished(many, phone, null).u;
    const larger = stepped(now, 1, many, phone)!;
    expect(larger).toBeGreaterThan(now);
    expect(stepped(larger, -1, many, phone)).toBeCloseTo(now);
    expect(fitWished(many, phone, larger).u).toBeCloseTo(larger);
  });

  test("they are never smaller than what shows everything, and a set of four always has room in a line", () => {
    expect(fitWished(few, phone, scaled(60, 0.001, few, phone)).height).toBeLessThanOrEqual(phone.height);
    expect(fitWished(few, phone, scaled(60, 0.001, few, phone)).u).toBeGreaterThan(40);
    expect(fitWished(few, phone, scaled(60, 99, few, phone)).u * 4).toBeLessThanOrEqual(phone.width);
  });

  test("the whole table is what fits best, or smaller where that would be scrolled", () => {
    expect(whole(few, phone)).toBe(null);
    expect(fit(many, phone).height).toBeGreaterThan(phone.height);
    expect(fitWished(many, phone, whole(many, phone)).height).toBeLessThanOrEqual(phone.height);
  });
});
