#!/usr/bin/env bash
# Guess: programs that take the text out of a DOCX file find all words of its paragraphs that Word shows and prints.
# Behavior: each of three leaves out another part of the same valid document. mammoth 1.13.0 drops the result of a
# simple field (w:fldSimple, for example of a mail merge or a document property): "Release by Jane Roe" becomes
# "Release by ", with no more than a warning among its messages. officeparser 7.8.0 drops a paragraph that stands in a
# content control, as the blanks of templates do. officeparser and word-extractor 1.0.4 drop non-breaking hyphens
# (Ctrl+Shift+_ in Word): case 24-CV-1187 becomes 24CV1187. And the lines of an address that end by a line break become
# one word in the plain text of mammoth and officeparser: "12 Elm StDenver".
# Source: ECMA-376 part 1, 17.16.19 (fldSimple holds its latest result), 17.5.2.29 (sdt), 17.3.3.18 (noBreakHyphen) and
# 17.3.3.1 (br); each library as it ran.
# Why it matters: search, conflict checks and assistants know an agreement by its text. A name, a docket number or an
# amount that is missing there is found by nobody, while the file opens in Word as if all was well.
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
const run = (...parts) => `<w:r>${parts.join("")}</w:r>`;
const text = (value) => `<w:t xml:space="preserve">${value}</w:t>`;
const paragraph = (...runs) => `<w:p>${runs.join("")}</w:p>`;
const field = `<w:fldSimple w:instr=" MERGEFIELD Client ">${run(text("Jane Roe"))}</w:fldSimple>`;
const amount = paragraph(run(text("Pays $54,000")));
const body = [
  paragraph(run(text("Release by ")), field),
  paragraph(run(text("Case 24"), "<w:noBreakHyphen/>", text("CV"), "<w:noBreakHyphen/>", text("1187"))),
  `<w:sdt><w:sdtPr><w:tag w:val="amount"/></w:sdtPr><w:sdtContent>${amount}</w:sdtContent></w:sdt>`,
  paragraph(run(text("12 Elm St"), "<w:br/>", text("Denver"))),
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
  writeFileSync("release.docx", await archive.generateAsync({ type: "nodebuffer" }));
  const lines = (value) => value.split(/\n+/u).filter((line) => line !== "");
  const { value, messages } = await require("mammoth").extractRawText({ path: "release.docx" });
  const parsed = await require("officeparser").parseOffice("release.docx");
  const extracted = await new (require("word-extractor"))().extract("release.docx");
  const found = {
    mammoth: lines(value),
    "its messages": messages.map(({ type, message }) => `${type}: ${message}`),
    officeparser: lines(typeof parsed === "string" ? parsed : parsed.toText()),
    "word-extractor": lines(extracted.getBody()),
  };
  console.log(found);
  assert.deepStrictEqual(found, {
    mammoth: ["Release by ", "Case 24\u2011CV\u20111187", "Pays $54,000", "12 Elm StDenver"],
    "its messages": ["warning: An unrecognised element was ignored: w:fldSimple"],
    officeparser: ["Release by Jane Roe", "Case 24CV1187", "12 Elm StDenver"],
    "word-extractor": ["Release by Jane Roe", "Case 24CV1187", "Pays $54,000", "12 Elm St", "Denver"],
  });
})();
JS
node try.cjs
