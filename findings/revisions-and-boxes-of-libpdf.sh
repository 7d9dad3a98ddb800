#!/usr/bin/env bash
# Guess: a PDF library that signs by an incremental update leaves the bytes that were there, and a page's boxes are read as
# x, y, width and height.
# Behavior: the getCropBox() of @libpdf/core 0.4.2 returns the upper right corner of the box as width and height. And it
# writes a linearized file ("fast web view") whole, also when `incremental: true` is asked for, if the cross-references do
# not list object 0, as those of streams may; nothing but a warning of the registry says so. Where they list it, as in
# the files that qpdf writes, it does not notice the linearization and appends. ISO 32000 lets it append to both.
# Source: @libpdf/core/dist/index.mjs, checkIncrementalSaveBlocker and PDFPage.getBox; ISO 32000-2, 7.5.6 and annex F.
# Why it matters: a sealed file must begin with the bytes that recipients saw, and a signature is drawn elsewhere on a
# cropped page.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @libpdf/core@0.4.2
cat > try.mjs <<'JS'
import assert from "node:assert/strict";
import { PDF, PdfArray, PdfNumber } from "@libpdf/core";
const source = PDF.create();
const page = source.addPage({ width: 612, height: 792 });
page.dict.set("CropBox", new PdfArray([10, 20, 602, 772].map((value) => PdfNumber.of(value))));
const plain = await source.save();
const { width, height } = (await PDF.load(plain)).getPage(0).getCropBox();
assert.deepEqual([width, height], [602, 772], "592 and 752 would be right");
// A file with a dictionary of linearization whose cross-references begin with object 1.
const objects = [
  "<< /Linearized 1 /L 0 /H [0 0] /O 3 /E 0 /N 1 /T 0 >>",
  "<< /Type /Catalog /Pages 4 0 R >>",
  "<< /Type /Page /Parent 4 0 R /MediaBox [0 0 612 792] /Resources << >> >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
];
let text = "%PDF-1.7\n";
const offsets = objects.map((object, index) => {
  const at = text.length;
  text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  return at;
});
const start = text.length;
const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
text += `xref\n1 4\n${rows}trailer\n<< /Size 5 /Root 2 0 R >>\nstartxref\n${start}\n%%EOF\n`;
const bytes = new TextEncoder().encode(text);
const pdf = await PDF.load(bytes);
assert.equal(pdf.canSaveIncrementally(), "linearized");
pdf.getPage(0).drawText("x", { x: 10, y: 10 });
const saved = await pdf.save({ incremental: true });
assert.notDeepEqual(saved.subarray(0, bytes.length), bytes, "an update was appended");
console.log("as described: written whole, and the corner as width and height");
JS
node try.mjs
