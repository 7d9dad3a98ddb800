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

/** The width and height of a page as it is displayed. */
export function displayedSize({ cropBox, rotation }: PageGeometry): { width: number; height: number } {
  const isTurned = rotation === 90 || rotation === 270;
  return isTurned ? { width: cropBox.height, height: cropBox.width } : { width: cropBox.width, height: cropBox.height };
}

/** A point of the page as displayed, y downward from the top left, in the page's own coordinates. */
export function toPagePoint({ cropBox, rotation }: PageGeometry, x: number, y: number): { x: number; y: number } {
  const { x: left, y: bottom, width, height } = cropBox;
  const turned = {
    0: { x, y: height - y },
    90: { x: y, y: x },
    180: { x: width - x, y },
    270: { x: width - y, y: height - x },
  }[rotation];
  return { x: left + turned.x, y: bottom + turned.y };
}

/** A rectangle of the page as displayed, whose origin is the top left, in the page's own coordinates. */
export function toPageRectangle(page: PageGeometry, { x, y, width, height }: Rectangle): Rectangle {
  return spanOf(toPagePoint(page, x, y), toPagePoint(page, x + width, y + height));
}

/** The inverse of `toPageRectangle`, with three decimals. */
export function toDisplayedRectangle(page: PageGeometry, rectangle: Rectangle): Rectangle {
  const { cropBox, rotation } = page;
  const toDisplayed = (pageX: number, pageY: number) => {
    const x = pageX - cropBox.x;
    const y = pageY - cropBox.y;
    return {
      0: { x, y: cropBox.height - y },
      90: { x: y, y: x },
      180: { x: cropBox.width - x, y },
      270: { x: cropBox.height - y, y: cropBox.width - x },
    }[rotation];
  };
  const { x, y, width, height } = spanOf(
    toDisplayed(rectangle.x, rectangle.y),
    toDisplayed(rectangle.x + rectangle.width, rectangle.y + rectangle.height),
  );
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

interface Point {
  x: number;
  y: number;
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
