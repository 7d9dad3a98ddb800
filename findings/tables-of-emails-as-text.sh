#!/bin/sh
# An HTML e-mail with a table of amounts, as text
#
# Guess: a converter keeps the cells of a row apart, and leaves out what no reader of the e-mail sees.
# Behavior: html-to-text 10.0.1 as it comes writes all cells of a table without anything between them
#   ("Gross offer$45,000Less lien$15,000"), and writes text that has display:none. With its formatter dataTable for
#   tables, cells are in columns and rows in lines; hidden text stays. mailparser 3.14.2, which converts by the same
#   library, does the same as its default.
# Source: the libraries as they ran on 2026-11-30; the formatter is one of html-to-text's own.
# Why it matters: offers and accounts of liens come as tables. Without a space, "$45,000" and "$15,000" belong to no
#   label, and a word search for "lien" misses "lien$15,000". Hidden text of mailing programs is read as if it was said.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact html-to-text@10.0.1 mailparser@3.14.2
cat >show.mjs <<'JS'
import { createRequire } from "node:module";
import { convert } from "html-to-text";
import { simpleParser } from "mailparser";
console.log(JSON.stringify(createRequire(import.meta.url)("./package.json").dependencies));

const row = (...cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const table = `<table>${row("Gross offer", "$45,000")}${row("Less lien", "$15,000")}</table>`;
const html = `<div style="display:none">Preview</div><p>Our offer:</p>${table}`;
const mail = ["From: adjuster@insurer.example", "Content-Type: text/html", "", html].join("\r\n");
const oneLine = (text) => text.trim().replaceAll(/\n+/g, " | ").replaceAll(/ {2,}/g, "  ");
const found = {
  "html-to-text": oneLine(convert(html)),
  "html-to-text, dataTable": oneLine(convert(html, { selectors: [{ selector: "table", format: "dataTable" }] })),
  mailparser: oneLine((await simpleParser(mail)).text),
};
const expected = {
  "html-to-text": "Preview | Our offer: | Gross offer$45,000Less lien$15,000",
  "html-to-text, dataTable": "Preview | Our offer: | Gross offer  $45,000 | Less lien  $15,000",
  mailparser: "Preview | Our offer: | Gross offer$45,000Less lien$15,000",
};
for (const [name, text] of Object.entries(found)) console.log(`${name}: ${text}`);
process.exit(JSON.stringify(found) === JSON.stringify(expected) ? 0 : 1);
JS
node show.mjs
