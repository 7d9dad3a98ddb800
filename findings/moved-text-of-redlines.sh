#!/usr/bin/env bash
# Guess: programs that take the text out of a DOCX file with tracked changes give one of its two readings: as it is with
# all changes accepted, or as it was.
# Behavior: for insertions and deletions mammoth 1.13.0, officeparser 7.8.0 and word-extractor 1.0.4 give the accepted
# text. But a clause that was moved stands in the file twice, at its old place (w:moveFrom) and at its new one
# (w:moveTo): officeparser and word-extractor print both, mammoth the new one alone. Nothing in their output says so.
# Source: ECMA-376 part 1, 17.13.5.22 (moveFrom) and 17.13.5.25 (moveTo). What was deleted stands in an element of its
# own, w:delText; what was moved away stands in w:t, as all other text does. Each library as it ran.
# Why it matters: drafts of settlements go back and forth as redlines. A payment clause that was moved is counted twice
# by whoever adds up amounts from text, and a comparison of two drafts shows an addition that nobody made.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent mammoth@1.13.0 officeparser@7.8.0 word-extractor@1.0.4 jszip@3.10.2
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const assert = require("node:assert");
const { writeFileSync } = require("node:fs");
const JSZip = require("jszip");
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const words = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
let id = 0;
const by = () => `w:id="${++id}" w:author="Tom Fields" w:date="2026-11-30T10:00:00Z"`;
const run = (value, element = "w:t") => `<w:r><${element} xml:space="preserve">${value}</${element}></w:r>`;
const paragraph = (...parts) => `<w:p>${parts.join("")}</w:p>`;
const range = (kind, content) => {
  const start = `<w:${kind}RangeStart ${by()} w:name="move1"/>`;
  return `${start}<w:${kind} ${by()}>${content}</w:${kind}><w:${kind}RangeEnd w:id="${id - 1}"/>`;
};
const clause = run("Insurer pays $54,000 within 30 days. ");
const deleted = `<w:del ${by()}>${run("$45,000", "w:delText")}</w:del>`;
const inserted = `<w:ins ${by()}>${run("$54,000")}</w:ins>`;
const body = [
  paragraph(run("Total "), deleted, inserted),
  paragraph(range("moveFrom", clause), run("Client waives further claims. "), range("moveTo", clause)),
].join("");
const files = {
  "[Content_Types].xml": `<Types xmlns="${types}">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${relations}">
    <Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `<w:document xmlns:w="${words}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
};
(async () => {
  const archive = new JSZip();
  for (const [name, content] of Object.entries(files)) archive.file(name, content);
  writeFileSync("draft.docx", await archive.generateAsync({ type: "nodebuffer" }));
  const lines = (value) => value.split(/\n+/u).map((line) => line.trim()).filter((line) => line !== "");
  const { value } = await require("mammoth").extractRawText({ path: "draft.docx" });
  const parsed = await require("officeparser").parseOffice("draft.docx");
  const extracted = await new (require("word-extractor"))().extract("draft.docx");
  const found = {
    mammoth: lines(value),
    officeparser: lines(typeof parsed === "string" ? parsed : parsed.toText()),
    "word-extractor": lines(extracted.getBody()),
  };
  console.log(found);
  const [moved, rest] = ["Insurer pays $54,000 within 30 days.", "Client waives further claims."];
  assert.deepStrictEqual(found, {
    mammoth: ["Total $54,000", `${rest} ${moved}`],
    officeparser: ["Total $54,000", `${moved} ${rest} ${moved}`],
    "word-extractor": ["Total $54,000", `${moved} ${rest} ${moved}`],
  });
})();
JS
node try.cjs
