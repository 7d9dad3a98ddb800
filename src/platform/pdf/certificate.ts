import { drawLine } from "./draw.ts";
import { createPdf, type PdfFile } from "./library.ts";
import { show } from "./signature-page.ts";
import { createFonts, lineHeight, wrapText, type FontName, type Fonts } from "./text.ts";
import type { CertificateContent } from "./types.ts";

const page = { width: 612, height: 792 };
const margin = 54;
const bottom = page.height - 54;
const labelWidth = 120;

/**
 * The certificate of completion, with the trail attached, unsigned.
 *
 * @param at the time of the attachment and the file
 */
export function layOutCertificate(content: CertificateContent, at: Date): PdfFile {
  const file = createPdf();
  const fonts = createFonts(file);
  const writer = createWriter(file, fonts);

  file.setTitle(content.title);
  writer.paragraph(content.title, { font: "bold", size: 16 });
  for (const text of content.introduction) {
    writer.space(6);
    writer.paragraph(text, { font: "sans", size: 9 });
  }
  for (const { heading, entries } of content.sections) {
    writer.space(16);
    writer.keepTogether(60);
    writer.paragraph(heading, { font: "bold", size: 12 });
    for (const { title, lines } of entries) {
      writer.space(8);
      writer.keepTogether(30);
      writer.paragraph(title, { font: "bold", size: 8.5 });
      for (const { label, value } of lines) writer.labeled(label, value);
    }
  }
  writer.feet(content.foot);

  const { fileName, description, bytes } = content.attachment;
  file.attach({ fileName, mediaType: "application/json", description, bytes, at });
  return file;
}

interface Style {
  font: FontName;
  size: number;
}

/** Writes from top to bottom, on as many pages as it takes. */
function createWriter(file: PdfFile, fonts: Fonts) {
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

  function linesOf(text: string, { font, size }: Style, width: number): string[] {
    return wrapText(show(text, fonts, font === "bold"), fonts(font), { width, size, breaksWords: true }) ?? [];
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
