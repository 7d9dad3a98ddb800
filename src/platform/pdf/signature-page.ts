import { drawLine } from "./draw.ts";
import type { PdfFile } from "./library.ts";
import { canDraw, normalizeText, wrapText, type Fonts } from "./text.ts";
import type { Place, SignatureBox, SignaturePage } from "./types.ts";

const letter = { width: 612, height: 792 };
const margin = 61.2;
const signatureWidth = 300;
const dateWidth = 120;
const boxHeight = 39.6;
const firstBox = 140;
/** Twenty signers have two pages. */
const boxDistance = 62;
const boxesOnPage = 10;

/**
 * Appends a page with a line for each signer to a file that has no fields.
 *
 * @returns where they sign, and where the day stands
 */
export function appendSignaturePage(file: PdfFile, fonts: Fonts, { title, boxes }: SignaturePage): SignatureBox[] {
  const placed: SignatureBox[] = [];
  for (let from = 0; from < boxes.length; from += boxesOnPage) {
    const pageIndex = file.addPage(letter.width, letter.height);
    const page = { page: pageIndex + 1, x: 0, y: 0, ...letter };
    const canvas = { file, fonts, place: page };
    const writeLabel = (text: string, x: number, y: number) =>
      drawLine(canvas, show(text, fonts), { font: fonts("sans"), size: 8, x, y });

    const bold = fonts("bold");
    const heading = wrapText(show(title, fonts, "bold"), bold, {
      width: letter.width - 2 * margin,
      size: 14,
      breaksWords: true,
    });
    for (const [index, line] of (heading ?? []).slice(0, 3).entries()) {
      drawLine(canvas, line, { font: bold, size: 14, x: margin, y: 72 + index * 18 });
    }

    for (const [index, { key, label, dateLabel }] of boxes.slice(from, from + boxesOnPage).entries()) {
      const y = firstBox + index * boxDistance;
      const signature: Place = { page: pageIndex + 1, x: margin, y, width: signatureWidth, height: boxHeight };
      const x = letter.width - margin - dateWidth;
      const date: Place = { page: pageIndex + 1, x, y, width: dateWidth, height: boxHeight };
      for (const box of [signature, date]) drawRule(file, box);
      writeLabel(label, margin, y + boxHeight + 11);
      writeLabel(dateLabel, x, y + boxHeight + 11);
      placed.push({ key, signature, date });
    }
  }
  return placed;
}

/** Labels are the firm's texts: a character that no font has is shown as such, and holds nothing up. */
export function show(text: string, fonts: Fonts, face: "sans" | "bold" = "sans"): string {
  const font = fonts(face);
  const normal = normalizeText(text).replaceAll("\n", " ");
  return canDraw(font, normal)
    ? normal
    : Array.from(normal, (character) => (canDraw(font, character) ? character : "\u{fffd}")).join("");
}

function drawRule(file: PdfFile, { page, x, y, width, height }: Place): void {
  // The page is upright and begins at 0: its own y grows upward.
  const bottom = letter.height - y - height;
  file.drawLines(
    page - 1,
    [
      [
        { x, y: bottom },
        { x: x + width, y: bottom },
      ],
    ],
    { width: 0.5, gray: 0.4 },
  );
}
