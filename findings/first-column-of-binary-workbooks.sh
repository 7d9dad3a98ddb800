#!/usr/bin/env bash
# Guess: a workbook library that reads .xlsb, Excel's binary workbooks, reads those of a common writer whole, or
# rejects them.
# Behavior: of a table of three columns that SheetJS 0.18.5 wrote, readXlsb of hucre 1.0.0 returns the first column,
# for each row, without an error. SheetJS reads its own file whole, and so does LibreOffice 7.4. SheetJS writes the
# cells behind the first of a row as records without a column, whose place is behind the one before.
# Version: hucre 1.0.0, xlsx 0.18.5 (SheetJS). Source: both libraries as they ran; LibreOffice 7.4.7 as it converted
# the file to CSV.
# Why it matters: firms keep large ledgers and lists of matters as .xlsb, because they open faster. An import that has
# the clients' numbers and no names, or matches by the first column alone, says that each row was read. The product
# does not read .xlsb (src/areas/imports/reading/domain.workbook.ts, decision 0246).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hucre@1.0.0 xlsx@0.18.5
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { readXlsb } from "hucre/xlsx";
import XLSX from "xlsx";
const rows = [
  ["Client ID", "Last Name", "Balance"],
  ["C-1", "Roe", 12.5],
  ["C-2", "Marsh", 3],
];
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), "Clients");
const bytes = XLSX.write(book, { bookType: "xlsb", type: "buffer" });
const found = {
  SheetJS: XLSX.utils.sheet_to_json(XLSX.read(bytes).Sheets.Clients, { header: 1 }),
  hucre: (await readXlsb(bytes)).sheets[0].rows,
};
console.log(found);
deepStrictEqual(found, { SheetJS: rows, hucre: rows.map(([first]) => [first]) });
JS
node try.mjs
