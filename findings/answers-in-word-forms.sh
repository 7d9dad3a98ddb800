#!/usr/bin/env bash
# Guess: a program that takes the text out of a DOCX file has the answers of a form that was filled in in Word: which
# box is ticked, and what a field says.
# Behavior: Word has three kinds of boxes, and none of three programs reads more than one. Of "Seat belt: [x] Yes [ ]
# No", mammoth 1.13.0 keeps boxes that are symbols of Wingdings, officeparser 8.1.1 and word-extractor 1.0.4 those of
# content controls; all else becomes "Seat belt:  Yes  No". Boxes of legacy form fields, as protected forms have them,
# are in no text at all; mammoth has them in its HTML alone. mammoth also drops what a simple field says (fldSimple, of
# a mail merge or a document property): "Client: " without "Jane Roe", with a warning among its messages, and joins the
# lines of an address: "12 Elm StDenver".
# Source: ECMA-376 part 1, 17.3.3.30 (sym), 17.16.7 (checkBox of a form field), 17.16.19 (fldSimple holds its latest
# result), 17.3.3.1 (br), [MS-DOCX] 2.6.1.1 (checkbox of a content control); each program as it ran.
# Why it matters: intake questionnaires, HIPAA authorizations and interrogatories are Word forms. A text in which "Yes"
# and "No" both stand, without a box, answers whatever its reader, or an assistant, expects.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent mammoth@1.13.0 officeparser@8.1.1 word-extractor@1.0.4 jszip@3.10.2
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const { deepStrictEqual } = require("node:assert");
const { writeFileSync } = require("node:fs");
const JSZip = require("jszip");
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const words = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const words14 = "http://schemas.microsoft.com/office/word/2010/wordml";
const compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const run = (...parts) => `<w:r>${parts.join("")}</w:r>`;
const text = (value) => `<w:t xml:space="preserve">${value}</w:t>`;
const say = (value) => run(text(value));
const paragraph = (...runs) => `<w:p>${runs.join("")}</w:p>`;
const mark = (type, content = "") => run(`<w:fldChar w:fldCharType="${type}">${content}</w:fldChar>`);
/** A box in each of Word's three ways. */
const boxes = {
  symbol: (isTicked) => run(`<w:sym w:font="Wingdings" w:char="${isTicked ? "F0FE" : "F0A8"}"/>`),
  control: (isTicked) =>
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${Number(isTicked)}"/></w14:checkbox></w:sdtPr>` +
    `<w:sdtContent>${run(text(isTicked ? "\u2612" : "\u2610"))}</w:sdtContent></w:sdt>`,
  legacy: (isTicked) => {
    const checked = `<w:default w:val="0"/><w:checked w:val="${Number(isTicked)}"/>`;
    const state = `<w:checkBox><w:sizeAuto/>${checked}</w:checkBox>`;
    const data = `<w:ffData><w:name w:val="Box"/><w:enabled/><w:calcOnExit w:val="0"/>${state}</w:ffData>`;
    const code = run('<w:instrText xml:space="preserve"> FORMCHECKBOX </w:instrText>');
    return mark("begin", data) + code + mark("separate") + mark("end");
  },
};
const question = (box) => paragraph(say("Seat belt: "), box(true), say(" Yes "), box(false), say(" No"));
const body = [
  ...Object.values(boxes).map(question),
  paragraph(say("Client: "), `<w:fldSimple w:instr=" MERGEFIELD Client ">${say("Jane Roe")}</w:fldSimple>`),
  paragraph(run(text("12 Elm St"), "<w:br/>", text("Denver"))),
].join("");
const spaces = `xmlns:w="${words}" xmlns:w14="${words14}" xmlns:mc="${compatibility}" mc:Ignorable="w14"`;
const files = {
  "[Content_Types].xml": `<Types xmlns="${types}">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${relations}">
    <Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `<w:document ${spaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
};
(async () => {
  const archive = new JSZip();
  for (const [name, content] of Object.entries(files)) archive.file(name, content);
  writeFileSync("form.docx", await archive.generateAsync({ type: "nodebuffer" }));
  const lines = (value) => value.split(/\n+/u).filter((line) => line !== "");
  const mammoth = require("mammoth");
  const parsed = await require("officeparser").parseOffice("form.docx");
  const extracted = await new (require("word-extractor"))().extract("form.docx");
  const found = {
    mammoth: lines((await mammoth.extractRawText({ path: "form.docx" })).value),
    "HTML of mammoth": (await mammoth.convertToHtml({ path: "form.docx" })).value.match(/<input[^>]*>/gu).length,
    officeparser: lines((await parsed.to("text")).value),
    "word-extractor": lines(extracted.getBody()),
  };
  console.log(found);
  const none = "Seat belt:  Yes  No";
  const controls = [none, "Seat belt: \u2612 Yes \u2610 No", none, "Client: Jane Roe", "12 Elm St", "Denver"];
  deepStrictEqual(found, {
    mammoth: ["Seat belt: \u{1F5F9} Yes \u{1F78E} No", none, none, "Client: ", "12 Elm StDenver"],
    "HTML of mammoth": 4,
    officeparser: controls,
    "word-extractor": controls,
  });
})();
JS
node try.cjs
