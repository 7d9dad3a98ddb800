import { drawLine } from "./draw.ts";
import type { PdfFile } from "./library.ts";
import { show } from "./signature-page.ts";
import { lineHeight, wrapText, type FontName, type Fonts } from "./text.ts";

const page = { width: 612, height: 792 };
const margin = 54;
const bottom = page.height - 54;
const labelWidth = 120;
const amountWidth = 110;
const signatureWidth = 250;
const dateWidth = 120;

interface Style {
  font: FontName;
  size: number;
}

/** Writes from top to bottom, on as many pages as it takes. */
export function createPageWriter(file: PdfFile, fonts: Fonts) {
  let pageIndex = file.addPage(page.width, page.height);
  let y = margin;

  function draw(text: string, x: number, { font, size, gray }: Style & { gray?: number }): void {
    const place = { page: pageIndex + 1, x: 0, y: 0, ...page };
    const style = { font: fonts(font), size, x, y: y + size, ...(gray !== undefined && { gray }) };
    if (text.trim() !== "") drawLine({ file, fonts, place }, text, style);
  }

  function keepTogether(height: number): void {
    if (y + height <= bottom) return;
    pageIndex = file.addPage(page.width, page.height);
    y = margin;
  }

  /** A horizontal line at the present height. The page begins at 0: its own y grows upward. */
  function rule(from: number, to: number): void {
    const at = page.height - y;
    const line = [
      { x: from, y: at },
      { x: to, y: at },
    ];
    file.drawLines(pageIndex, [line], { width: 0.5, gray: 0.4 });
  }

  function linesOf(text: string, { font, size }: Style, width: number): string[] {
    return (
      wrapText(show(text, fonts, font === "bold" ? "bold" : "sans"), fonts(font), { width, size, breaksWords: true }) ??
      []
    );
  }

  return {
    keepTogether,
    space: (height: number) => void (y += height),
    paragraph(text: string, style: Style) {
      for (const line of linesOf(text, style, page.width - 2 * margin)) {
        keepTogether(style.size * lineHeight);
        draw(line, margin, style);
        y += style.size * lineHeight;
      }
    },
    labeled(label: string, value: string) {
      const style: Style = { font: "sans", size: 7.5 };
      const lines = linesOf(value, style, page.width - 2 * margin - labelWidth);
      for (const [index, line] of lines.entries()) {
        keepTogether(style.size * lineHeight);
        if (index === 0) draw(show(label, fonts), margin, { ...style, gray: 0.35 });
        draw(line, margin + labelWidth, style);
        y += style.size * lineHeight;
      }
    },
    /** A text with an amount at the right, and what explains it below. */
    amount(label: string, amount: string, { isTotal = false, explanation = "" }) {
      const style: Style = { font: isTotal ? "bold" : "sans", size: 9.5 };
      const lines = linesOf(label, style, page.width - 2 * margin - amountWidth);
      keepTogether((lines.length + 1.5) * style.size * lineHeight);
      if (isTotal) {
        rule(margin, page.width - margin);
        y += 3;
      }
      for (const [index, line] of lines.entries()) {
        draw(line, margin, style);
        if (index === 0) {
          const x = page.width - margin - fonts(style.font).width(amount, style.size);
          draw(amount, x, style);
        }
        y += style.size * lineHeight;
      }
      const small: Style = { font: "sans", size: 8 };
      for (const line of explanation === "" ? [] : linesOf(explanation, small, page.width - 2 * margin - amountWidth)) {
        keepTogether(small.size * lineHeight);
        draw(line, margin, { ...small, gray: 0.35 });
        y += small.size * lineHeight;
      }
      y += 5;
    },
    /** Lines for a signature and its day. */
    signature(label: string, dateLabel: string) {
      keepTogether(56);
      y += 34;
      rule(margin, margin + signatureWidth);
      rule(page.width - margin - dateWidth, page.width - margin);
      y += 3;
      const style: Style = { font: "sans", size: 8 };
      draw(show(label, fonts), margin, style);
      draw(show(dateLabel, fonts), page.width - margin - dateWidth, style);
      y += 14;
    },
    feet(text: string) {
      for (const [index] of file.pages.entries()) {
        pageIndex = index;
        y = page.height - 30;
        draw(`${show(text, fonts)} · page ${index + 1} of ${file.pages.length}`, margin, {
          font: "sans",
          size: 6,
          gray: 0.35,
        });
      }
    },
  };
}
