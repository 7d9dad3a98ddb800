#!/usr/bin/env bash
# Guess: pages of filled forms that are merged show what was filled in, or the library reports that it cannot keep
# forms; and which of the two forms comes first does not matter.
# Behavior: of two copies of one form, "Ana Ruiz" and "Ben Cole", MuPDF's graftPage makes two blank pages: a field's
# text is drawn by its widget, an annotation, and no annotation comes along. pdf-lib's copyPages shows both values,
# but the file has no form any more. libpdf's merge shows both, and its form has the first patient alone: whoever
# reads or flattens fields finds Ana Ruiz in a file of two patients. None of the three reports it.
# Version: pdf-lib 1.17.1, @libpdf/core 0.4.2, mupdf 1.28.1. Source: ISO 32000-2, 12.5.6.19 (widget annotations) and
# 12.7.4.2 (fields with one full name are one field, so a merge has to rename one or the other).
# Why it matters: a request for records is a letter and filled authorizations (HIPAA) in one file. A blank
# authorization is refused weeks later; one that is read as another patient's is a disclosure. The product never
# merges a stranger's pages into another file.
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
import { PDFDocument } from "pdf-lib";
console.log(JSON.stringify(createRequire(import.meta.url)("./package.json").dependencies));

async function fill(patient) {
  const pdf = await PDFDocument.create();
  const field = pdf.getForm().createTextField("patient");
  field.setText(patient);
  field.addToPage(pdf.addPage([300, 100]), { x: 20, y: 40, width: 200, height: 20, borderWidth: 0 });
  return pdf.save();
}
const open = (bytes) => mupdf.Document.openDocument(bytes, "application/pdf");
const isInked = (page) => {
  const picture = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false, true);
  return picture.getPixels().some((gray) => gray < 128);
};
async function tell(bytes) {
  const pdf = open(bytes);
  const shown = [0, 1].map((index) => (isInked(pdf.loadPage(index)) ? "shown" : "blank")).join(" ");
  const fields = (await PDFDocument.load(bytes)).getForm().getFields().map((field) => field.getText());
  return `pages ${shown}; values of the form: ${fields.join(", ") || "none"}`;
}

const forms = [await fill("Ana Ruiz"), await fill("Ben Cole")];
const byPdfLib = await PDFDocument.create();
for (const form of forms) {
  const [page] = await byPdfLib.copyPages(await PDFDocument.load(form), [0]);
  byPdfLib.addPage(page);
}
const byMupdf = new mupdf.PDFDocument();
for (const form of forms) byMupdf.graftPage(-1, open(form), 0);
const found = {
  "pdf-lib, copyPages": await tell(await byPdfLib.save()),
  "libpdf, merge": await tell(await (await PDF.merge(forms)).save()),
  "mupdf, graftPage": await tell(byMupdf.saveToBuffer().asUint8Array()),
};
const expected = [
  "pages shown shown; values of the form: none",
  "pages shown shown; values of the form: Ana Ruiz",
  "pages blank blank; values of the form: none",
];
for (const [what, result] of Object.entries(found)) console.log(`${what}: ${result}`);
process.exit(JSON.stringify(Object.values(found)) === JSON.stringify(expected) ? 0 : 1);
JS
node try.mjs
