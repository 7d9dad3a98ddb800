import { displayedSize, toPagePoint } from "./coordinates.ts";
import { listAcroFields } from "./inspect.ts";
import type { Font, PdfFile } from "./library.ts";
import { fitText, fitTyped, heightOf, lineHeight, type Fonts } from "./text.ts";
import type {
  FieldPlace,
  Mark,
  MarkProblem,
  Place,
  PlacedMark,
  PlaceProblem,
  StrokePoint,
  TextProblem,
} from "./types.ts";

/** A field touches the page's edge at most so far, in points: coordinates have three decimals. */
const tolerance = 0.01;

/** The places of fields, each checked against its page. */
export function resolvePlaces(file: PdfFile, places: readonly FieldPlace[]): (Place | PlaceProblem)[] {
  const named = new Map(listAcroFields(file).map(({ name, place }) => [name, place]));
  return places.map((place) => {
    const found = "acroField" in place ? named.get(place.acroField) : place;
    if (found === undefined || found === null) return "missing_acro_field";
    const page = file.pages[found.page - 1];
    if (page === undefined) return "page_out_of_range";
    const { width, height } = displayedSize(page);
    const isInside =
      found.x >= -tolerance &&
      found.y >= -tolerance &&
      found.x + found.width <= width + tolerance &&
      found.y + found.height <= height + tolerance;
    return isInside ? found : "field_outside_page";
  });
}

/** Draws the marks that can be drawn. @returns why the others cannot */
export function drawMarks(file: PdfFile, fonts: Fonts, marks: readonly PlacedMark[]): MarkProblem[] {
  const places = resolvePlaces(
    file,
    marks.map(({ place }) => place),
  );
  return marks.flatMap(({ mark }, index) => {
    const place = places[index];
    const problem = place === undefined || typeof place === "string" ? place : drawMark({ file, fonts, place }, mark);
    return problem === undefined ? [] : [{ index, code: problem }];
  });
}

/** A place of a file, and what is needed to draw there. */
interface Canvas {
  file: PdfFile;
  fonts: Fonts;
  place: Place;
}

function drawMark(canvas: Canvas, mark: Mark): TextProblem | undefined {
  if (mark.kind === "text") return drawValue(canvas, mark);
  if (mark.kind === "typed") return drawTyped(canvas, mark);
  if (mark.kind === "drawn") drawStrokes(canvas, mark.strokes);
  else drawCheck(canvas);
  return undefined;
}

function drawValue(canvas: Canvas, { text, fontSize }: { text: string; fontSize: number }): TextProblem | undefined {
  const lines = fitText(text, canvas.fonts, { ...canvas.place, size: fontSize });
  if (typeof lines === "string") return lines;
  drawParagraph(canvas, lines, fontSize);
  return undefined;
}

function drawTyped(canvas: Canvas, { text }: { text: string }): TextProblem | undefined {
  const typed = fitTyped(text, canvas.fonts, canvas.place);
  if (typeof typed === "string") return typed;
  // It stands on the lower edge, as handwriting stands on a line.
  drawLine(canvas, typed.text, { ...typed, x: 0, y: canvas.place.height });
  return undefined;
}

/** One line is in the middle of its box, several begin at its top. */
function drawParagraph(canvas: Canvas, lines: readonly string[], size: number): void {
  const font = canvas.fonts("sans");
  // Between the tops of capitals and the baseline there are about three quarters of the size.
  const above = lines.length === 1 ? (canvas.place.height - heightOf(1, size)) / 2 : 0;
  for (const [index, text] of lines.entries()) {
    if (text.trim() !== "") drawLine(canvas, text, { font, size, x: 0, y: above + size * (0.85 + index * lineHeight) });
  }
}

/** @param style `x` with `y` is the beginning of the baseline, from the top left of the place */
export function drawLine(
  { file, place }: Canvas,
  text: string,
  { font, size, x, y, gray }: { font: Font; size: number; x: number; y: number; gray?: number },
): void {
  const page = file.pages[place.page - 1];
  if (page === undefined) return;
  const at = toPagePoint(page, place.x + x, place.y + y);
  file.drawText(place.page - 1, text, { ...at, size, font, angle: page.rotation, ...(gray !== undefined && { gray }) });
}

/** In points. */
const penWidth = 1.2;

/** Keeps the proportions of what was drawn; it stands on the lower left of its place. */
function drawStrokes({ file, place }: Canvas, strokes: readonly (readonly StrokePoint[])[]): void {
  const page = file.pages[place.page - 1];
  const points = strokes.flat();
  if (page === undefined || points.length === 0) return;
  const left = Math.min(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  const width = Math.max(...points.map(({ x }) => x)) - left;
  const height = bottom - Math.min(...points.map(({ y }) => y));
  const scale = Math.min(
    (place.width - penWidth) / Math.max(width, 1e-6),
    (place.height - penWidth) / Math.max(height, 1e-6),
  );
  const lines = strokes.map((stroke) =>
    stroke.map(({ x, y }) =>
      toPagePoint(
        page,
        place.x + penWidth / 2 + (x - left) * scale,
        place.y + place.height - penWidth / 2 - (bottom - y) * scale,
      ),
    ),
  );
  file.drawLines(place.page - 1, lines, { width: penWidth });
}

/** A cross in the middle of the place. */
function drawCheck({ file, place }: Canvas): void {
  const page = file.pages[place.page - 1];
  if (page === undefined) return;
  const half = Math.min(place.width, place.height) * 0.35;
  const x = place.x + place.width / 2;
  const y = place.y + place.height / 2;
  const point = (right: number, down: number) => toPagePoint(page, x + right * half, y + down * half);
  const lines = [
    [point(-1, -1), point(1, 1)],
    [point(-1, 1), point(1, -1)],
  ];
  file.drawLines(place.page - 1, lines, { width: penWidth });
}

const footSize = 6;
const footMargin = 18;

/** A line at the foot of each page: `<text> · page 3 of 7`. */
export function drawFeet(file: PdfFile, fonts: Fonts, text: string): void {
  const font = fonts("sans");
  for (const [index, page] of file.pages.entries()) {
    const { width, height } = displayedSize(page);
    const place = { page: index + 1, x: 0, y: 0, width, height };
    const foot = `${text} · page ${index + 1} of ${file.pages.length}`;
    drawLine({ file, fonts, place }, foot, { font, size: footSize, x: footMargin, y: height - footSize, gray: 0.35 });
  }
}
