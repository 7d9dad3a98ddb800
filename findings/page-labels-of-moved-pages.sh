#!/usr/bin/env bash
# Guess: a library that removes or merges pages keeps the label of each page that stays, as it keeps its bookmarks'
# targets: labels are a part of the file that refers to pages.
# Behavior: labels are a tree by a page's place from the beginning, and three libraries leave it as it is. With the
# first of RUIZ-101 to RUIZ-103 removed, pdf-lib, libpdf and MuPDF all label the page that bears RUIZ-102 as RUIZ-101.
# libpdf's merge keeps the tree of the first file: behind a cover that is labeled C-1, the page that bears RUIZ-101 is
# C-2. None of them reports it, and no page looks different.
# Version: pdf-lib 1.17.1, @libpdf/core 0.4.2, mupdf 1.28.1. Source: ISO 32000-2, 12.4.2 (a number tree, each range
# named by the place of its first page; the numbers before a range are not stored).
# Why it matters: productions are cited by Bates number, and viewers show the label and jump to it. A removed
# duplicate or a cover in front, and every citation of a deposition opens the page beside it. The product adds pages
# at the end alone, so labels of the pages before them stay right (src/platform/pdf).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact pdf-lib@1.17.1 @libpdf/core@0.4.2 mupdf@1.28.1
cat > try.mjs <<'JS'
import { createRequire } from "node:module";
import { PDF } from "@libpdf/core";
import * as mupdf from "mupdf";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";
console.log(JSON.stringify(createRequire(import.meta.url)("./package.json").dependencies));

// Pages that bear their own number, and page labels that say the same.
async function produce(prefix, first, count) {
  const pdf = await PDFDocument.create();
  for (let number = first; number < first + count; number += 1) pdf.addPage([300, 200]).drawText(`${prefix}${number}`);
  const range = pdf.context.obj({ S: "D", P: PDFString.of(prefix), St: first });
  pdf.catalog.set(PDFName.of("PageLabels"), pdf.context.obj({ Nums: [0, range] }));
  return pdf.save();
}
const tell = (bytes) => {
  const pdf = mupdf.Document.openDocument(bytes, "application/pdf");
  const pages = Array.from({ length: pdf.countPages() }, (_, index) => pdf.loadPage(index));
  return pages.map((page) => `${page.toStructuredText().asText().trim()} is labeled ${page.getLabel()}`).join("; ");
};

const records = await produce("RUIZ-", 101, 3);
const cover = await produce("C-", 1, 1);
const byPdfLib = await PDFDocument.load(records);
byPdfLib.removePage(0);
const byLibpdf = await PDF.load(records);
byLibpdf.removePage(0);
const byMupdf = mupdf.Document.openDocument(records, "application/pdf");
byMupdf.deletePage(0);
const found = {
  "as it was": tell(records),
  "pdf-lib, the first page removed": tell(await byPdfLib.save()),
  "libpdf, the first page removed": tell(await byLibpdf.save()),
  "mupdf, the first page removed": tell(byMupdf.saveToBuffer().asUint8Array()),
  "libpdf, merged behind a cover": tell(await (await PDF.merge([cover, records])).save()),
};
const moved = "RUIZ-102 is labeled RUIZ-101; RUIZ-103 is labeled RUIZ-102";
const expected = [
  "RUIZ-101 is labeled RUIZ-101; RUIZ-102 is labeled RUIZ-102; RUIZ-103 is labeled RUIZ-103",
  moved,
  moved,
  moved,
  "C-1 is labeled C-1; RUIZ-101 is labeled C-2; RUIZ-102 is labeled C-3; RUIZ-103 is labeled C-4",
];
for (const [what, labels] of Object.entries(found)) console.log(`${what}: ${labels}`);
process.exit(JSON.stringify(Object.values(found)) === JSON.stringify(expected) ? 0 : 1);
JS
node try.mjs
