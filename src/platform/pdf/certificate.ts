import { createPdf, type PdfFile } from "./library.ts";
import { createPageWriter } from "./page-writer.ts";
import { createFonts } from "./text.ts";
import type { CertificateContent } from "./types.ts";

/**
 * The certificate of completion, with the trail attached, unsigned.
 *
 * @param at the time of the attachment and the file
 */
export function layOutCertificate(content: CertificateContent, at: Date): PdfFile {
  const file = createPdf();
  const fonts = createFonts(file);
  const writer = createPageWriter(file, fonts);

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
