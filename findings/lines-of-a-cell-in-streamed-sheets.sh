#!/usr/bin/env bash
# Guess: a library that offers one function to read a table whole and another to stream its rows returns the same cells.
# Behavior: in an OpenDocument sheet each line of a cell is a paragraph. The readOds of hucre 1.0.0 puts a line break
# between them; its streamOdsRows puts nothing: "12 Elm St" above "Denver, CO" becomes "12 Elm StDenver, CO". In a file of
# its own writeOds, which has one paragraph with a break in it, both agree, so a test that writes and reads shows nothing.
# Version: hucre 1.0.0; SheetJS (xlsx) 0.18.5 writes the file, with paragraphs as LibreOffice does.
# Source: OpenDocument 1.3, part 3, 9.1.4 (a cell contains paragraphs) and 6.1.5 (line breaks); both as they ran.
# Why it matters: large lists of clients are streamed. Addresses and call notes have several lines, and a joined word is
# found neither by a search nor by whoever compares both files. The product reads such files whole
# (src/areas/imports/reading).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hucre@1.0.0 xlsx@0.18.5
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import assert from "node:assert";
import { readOds, streamOdsRows, writeOds } from "hucre";
import XLSX from "xlsx";
const rows = [
  ["Client", "Address", "Note"],
  ["Ana Ruiz", "12 Elm St\nDenver, CO", "Called at nine\nno answer"],
];
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), "Clients");
const files = {
  "in paragraphs (SheetJS)": XLSX.write(book, { bookType: "ods", type: "buffer" }),
  "in one (hucre)": await writeOds({ sheets: [{ name: "Clients", rows }] }),
};
const found = {};
for (const [name, bytes] of Object.entries(files)) {
  const streamed = [];
  for await (const { values } of streamOdsRows(bytes)) streamed.push(values);
  found[name] = { whole: (await readOds(bytes)).sheets[0].rows[1], streamed: streamed[1] };
}
console.log(found);
const [, asWritten] = rows;
assert.deepStrictEqual(found, {
  "in paragraphs (SheetJS)": {
    whole: asWritten,
    streamed: ["Ana Ruiz", "12 Elm StDenver, CO", "Called at nineno answer"],
  },
  "in one (hucre)": { whole: asWritten, streamed: asWritten },
});
JS
node try.mjs
