import { describe, expect, test } from "vitest";
import { findPlace, moveWithin, readArrow, resizeWithin } from "./geometry.ts";

const letter = { width: 612, height: 792 };
const box = { x: 100, y: 200, width: 180, height: 36 };

describe("a box", () => {
  test.each([
    [
      { x: 5.12345, y: -3 },
      { x: 105.123, y: 197 },
    ],
    [
      { x: -900, y: -900 },
      { x: 0, y: 0 },
    ],
    [
      { x: 900, y: 900 },
      { x: 432, y: 756 },
    ],
  ])("moved by %j is at %j, within the page", (by, to) => {
    expect(moveWithin(box, by, letter)).toEqual({ ...box, ...to });
  });

  test("larger than its page stays at the edge", () => {
    expect(moveWithin({ x: 0, y: 0, width: 700, height: 40 }, { x: 20, y: 0 }, letter).x).toBe(0);
  });

  test.each([
    [
      { x: 20, y: 4 },
      { width: 200, height: 40 },
    ],
    [
      { x: -900, y: -900 },
      { width: 60, height: 14 },
    ],
    [
      { x: 900, y: 900 },
      { width: 512, height: 592 },
    ],
  ])("resized by %j measures %j: neither less than the smallest nor beyond the page", (by, to) => {
    expect(resizeWithin(box, by, letter, { width: 60, height: 14 })).toEqual({ ...box, ...to });
  });

  test("that is new covers no other while there is room", () => {
    const taken = Array.from({ length: 7 }, () => box).reduce<(typeof box)[]>(
      (boxes) => [...boxes, findPlace({ width: 180, height: 36 }, letter, boxes)],
      [],
    );
    const ends = taken.map(({ y, height }) => [y, y + height]);
    expect(new Set(taken.map(({ x }) => x))).toEqual(new Set([216]));
    const isApart = ends.every(([start = 0, end = 0], index) =>
      ends.slice(0, index).every(([top = 0, bottom = 0]) => start >= bottom + 36 || end + 36 <= top),
    );
    expect(isApart).toBe(true);
  });

  test("that is new fits on a page smaller than it, and on a full one", () => {
    expect(findPlace({ width: 180, height: 36 }, { width: 100, height: 50 }, [])).toEqual({
      x: 0,
      y: 14,
      width: 100,
      height: 36,
    });
    const full = [{ x: 0, y: 0, ...letter }];
    expect(findPlace({ width: 180, height: 36 }, letter, full)).toEqual({ x: 216, y: 264, width: 180, height: 36 });
  });
});

test("arrows move by a point, with Shift by ten, and with Alt they resize", () => {
  const key = { shiftKey: false, altKey: false };
  expect(readArrow({ ...key, key: "ArrowLeft" })).toEqual({ by: { x: -1, y: 0 }, resizes: false });
  expect(readArrow({ key: "ArrowDown", shiftKey: true, altKey: true })).toEqual({ by: { x: 0, y: 10 }, resizes: true });
  expect(readArrow({ ...key, key: "a" })).toBeNull();
});
