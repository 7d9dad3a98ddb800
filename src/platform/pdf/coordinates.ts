/**
 * A place on a page as it is displayed, and the same rectangle in the page's own coordinates, which PDF operators use.
 * A viewer shows the crop box, turned clockwise by the page's rotation.
 */

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Rotation = 0 | 90 | 180 | 270;

export interface PageGeometry {
  /** In the page's own coordinates, whose y grows upward. */
  cropBox: Rectangle;
  rotation: Rotation;
}

interface Point {
  x: number;
  y: number;
}

type Turn = (size: { width: number; height: number }, point: Point) => Point;

/** From the top left of the page as displayed to the lower left of the page's own crop box. */
const toPage: Readonly<Record<Rotation, Turn>> = {
  0: ({ height }, { x, y }) => ({ x, y: height - y }),
  90: (_size, { x, y }) => ({ x: y, y: x }),
  180: ({ width }, { x, y }) => ({ x: width - x, y }),
  270: ({ width, height }, { x, y }) => ({ x: width - y, y: height - x }),
};

/** The inverse. */
const toDisplay: Readonly<Record<Rotation, Turn>> = {
  ...toPage,
  270: ({ width, height }, { x, y }) => ({ x: height - y, y: width - x }),
};

/** The width and height of a page as it is displayed. */
export function displayedSize({ cropBox, rotation }: PageGeometry): { width: number; height: number } {
  const isTurned = rotation === 90 || rotation === 270;
  return isTurned ? { width: cropBox.height, height: cropBox.width } : { width: cropBox.width, height: cropBox.height };
}

/** A point of the page as displayed, y downward from the top left, in the page's own coordinates. */
export function toPagePoint({ cropBox, rotation }: PageGeometry, x: number, y: number): { x: number; y: number } {
  const turned = toPage[rotation](cropBox, { x, y });
  return { x: cropBox.x + turned.x, y: cropBox.y + turned.y };
}

/** A rectangle of the page's own coordinates in those of the page as displayed, with three decimals. */
export function toDisplayedRectangle(page: PageGeometry, rectangle: Rectangle): Rectangle {
  const { cropBox, rotation } = page;
  const corner = { x: rectangle.x - cropBox.x, y: rectangle.y - cropBox.y };
  const opposite = { x: corner.x + rectangle.width, y: corner.y + rectangle.height };
  const turn = toDisplay[rotation];
  const { x, y, width, height } = spanOf(turn(cropBox, corner), turn(cropBox, opposite));
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function spanOf(one: Point, other: Point): Rectangle {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
