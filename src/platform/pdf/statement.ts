import { createPdf } from "./library.ts";
import { createPageWriter } from "./page-writer.ts";
import { createFonts } from "./text.ts";
import type { StatementContent } from "./types.ts";

/** A settlement statement for a client to sign: each amount with its explanation. */
export function layOutStatement(content: StatementContent): Promise<Uint8Array> {
  const file = createPdf();
  const fonts = createFonts(file);
  const writer = createPageWriter(file, fonts);
  file.setTitle(content.title);
  writer.paragraph(content.title, { font: "bold", size: 16 });
  writer.space(8);
  for (const { label, value } of content.about) writer.labeled(label, value);
  writer.space(14);
  for (const { label, amount, ...row } of content.rows) writer.amount(label, amount, row);
  for (const note of content.notes) {
    writer.space(6);
    writer.paragraph(note, { font: "sans", size: 9 });
  }
  writer.space(10);
  for (const { label, dateLabel } of content.signatures) writer.signature(label, dateLabel);
  writer.feet(content.foot);
  return file.save();
}
