/** In points, from the top left corner of the page as it is displayed. */
export interface Size {
  width: number;
  height: number;
}
export interface Rectangle extends Size {
  x: number;
  y: number;
}
export interface Step {
  x: number;
  y: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));
/** Coordinates have three decimals. */
const round = (value: number) => Math.round(value * 1_000) / 1_000;

/** @returns the rectangle moved by a step, within the page */
export function moveWithin({ x, y, width, height }: Rectangle, by: Step, page: Size): Rectangle {
  return {
    x: round(clamp(x + by.x, 0, page.width - width)),
    y: round(clamp(y + by.y, 0, page.height - height)),
    width,
    height,
  };
}

/**
 * @param least the smallest size
 * @returns the rectangle with its lower right corner moved by a step, within the page
 */
export function resizeWithin({ x, y, width, height }: Rectangle, by: Step, page: Size, least: Size): Rectangle {
  return {
    x,
    y,
    width: round(clamp(width + by.x, least.width, page.width - x)),
    height: round(clamp(height + by.y, least.height, page.height - y)),
  };
}

const overlaps = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Between a box and the edge of its page, and from one tried place to the next. */
const gap = 12;
/** Between a new box and another: on a phone, where a point is half a pixel, a finger hits one of them. */
const distance = 36;

/**
 * A free place for a new box: in the middle of the page's width, the highest below its upper third, else above it. On a
 * full page it is above the others.
 */
export function findPlace({ width, height }: Size, page: Size, taken: readonly Rectangle[]): Rectangle {
  const x = round(clamp((page.width - width) / 2, 0, page.width));
  const least = Math.min(width, page.width);
  const third = page.height / 3;
  const around = taken.map((other) => ({
    ...other,
    y: other.y - distance,
    height: other.height + 2 * distance,
  }));
  for (const [from, to] of [
    [third, page.height],
    [gap, third],
  ] as const)
    for (let y = from; y + height + gap <= to; y += gap) {
      const place = { x, y: round(y), width: least, height };
      if (!around.some((other) => overlaps(place, other))) return place;
    }
  return { x, y: round(clamp(third, 0, page.height - height)), width: least, height };
}

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface Key {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * What a key does to a box: an arrow moves it by a point, with Shift by ten; with Alt it changes its size.
 *
 * @returns null for another key
 */
export function readArrow({ key, shiftKey, altKey }: Key): { by: Step; resizes: boolean } | null {
  const step = steps[key];
  if (step === undefined) return null;
  const factor = shiftKey ? 10 : 1;
  return { by: { x: step.x * factor, y: step.y * factor }, resizes: altKey };
}
