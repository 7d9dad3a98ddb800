/** Where lines begin on a page, and how far they are apart, in points from the top left. */
export const firstLine = { x: 72, y: 72 } as const;
export const lineHeight = 18;

/** A US letter page, in points. */
export const letter = { width: 612, height: 792 } as const;

/**
 * A PDF with lines of text on its pages, as small as it can be.
 *
 * @param pages the lines of each, of printable ASCII
 */
export function writePdf(pages: readonly (readonly string[])[]): Buffer {
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((lines, page) => {
      const stream = writeLines(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${letter.width} ${letter.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = ["0000000000 65535 f ", ...offsets.map((offset) => `${offset} 00000 n `)].join("\n");
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n${table}\ntrailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

function writeLines(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, "")}) Tj T*`);
  return `BT /F1 12 Tf ${lineHeight} TL ${firstLine.x} ${letter.height - firstLine.y} Td ${shown.join(" ")} ET`;
}
