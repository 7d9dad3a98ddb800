#!/usr/bin/env bash
# Guess: an extractor of text that leaves out what tracked changes delete leaves out the old place of what they move;
# and a hyphen that Word shows is in the text.
# Behavior: all three leave out a deleted amount. word-extractor has a moved sentence twice, at its old and its new
# place: the old place holds ordinary text (`w:t` in `w:moveFrom`), while deleted text has an element of its own. And
# a nonbreaking hyphen (Ctrl+Shift+Hyphen) is no character of the text but an element, which word-extractor and
# officeparser leave out: "No. 1-26-cv" is "No. 126cv", and "$45,000-50,000" would be one number. mammoth has both
# right.
# Version: mammoth 1.13.0, word-extractor 1.0.4, officeparser 8.1.1. Source: ECMA-376 part 1, 17.13.5 (moveFrom, del,
# delText) and 17.3.3.18 (noBreakHyphen); word-extractor/lib/open-office-extractor.js.
# Why it matters: releases and orders travel as redlined Word files, and firms keep numbers and ranges on one line
# with such hyphens. A search for the docket number misses the order, and a summary has a covenant twice, once where
# it no longer is. The product keeps Word files as they are and reads no text from them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact --ignore-scripts mammoth@1.13.0 word-extractor@1.0.4 officeparser@8.1.1 jszip@3.10.2
cat > try.cjs <<'JS'
const JSZip = require("jszip");
const mammoth = require("mammoth");
const officeparser = require("officeparser");
const WordExtractor = require("word-extractor");
console.log(JSON.stringify(require("./package.json").dependencies));

const change = 'w:author="A" w:date="2026-01-05T10:00:00Z"';
const run = (text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const docket = '<w:r><w:t xml:space="preserve"> in No. 1</w:t><w:noBreakHyphen/><w:t>26</w:t><w:noBreakHyphen/><w:t>cv.</w:t></w:r>';
const paragraph = (content) => `<w:p>${content}</w:p>`;
const costs = run("Each party bears its costs.");
const body = [
  paragraph(`<w:moveFrom w:id="1" ${change}>${costs}</w:moveFrom>`),
  paragraph(
    `${run("Pay ")}<w:del w:id="2" ${change}><w:r><w:delText>$30,000</w:delText></w:r></w:del>` +
      `<w:ins w:id="3" ${change}>${run("$45,000")}</w:ins>${docket}`,
  ),
  paragraph(`<w:moveTo w:id="4" ${change}>${costs}</w:moveTo>`),
];
const packageNames = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats";
const files = {
  "[Content_Types].xml":
    `<Types xmlns="${packageNames}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    `<Default Extension="rels" ContentType="${types}-package.relationships+xml"/><Override PartName="/word/document.xml" ` +
    `ContentType="${types}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels":
    `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Target="word/document.xml" ` +
    `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>`,
  "word/document.xml":
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join("")}</w:body></w:document>`,
};
const readers = {
  mammoth: async (buffer) => (await mammoth.extractRawText({ buffer })).value,
  officeparser: async (buffer) => {
    const { content } = await officeparser.parseOffice(buffer, { fileType: "docx" });
    return content.map(({ text }) => text).join("\n");
  },
  "word-extractor": async (buffer) => (await new WordExtractor().extract(buffer)).getBody(),
};
const costsOnce = "Each party bears its costs.";
const expected = {
  mammoth: `Pay $45,000 in No. 1\u201126\u2011cv. | ${costsOnce}`,
  officeparser: `Pay $45,000 in No. 126cv. | ${costsOnce}`,
  "word-extractor": `${costsOnce} | Pay $45,000 in No. 126cv. | ${costsOnce}`,
};
(async () => {
  const zip = new JSZip();
  for (const [path, text] of Object.entries(files)) zip.file(path, `<?xml version="1.0" encoding="UTF-8"?>${text}`);
  const buffer = await zip.generateAsync({ type: "nodebuffer" });
  let changed = false;
  for (const [name, read] of Object.entries(readers)) {
    const found = (await read(buffer)).trim().split(/\n+/).join(" | ");
    console.log(`${name}: ${found}`);
    changed ||= found !== expected[name];
  }
  process.exit(changed ? 1 : 0);
})();
JS
node try.cjs
