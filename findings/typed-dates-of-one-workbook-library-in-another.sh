#!/usr/bin/env bash
# Guess: a day that one common library writes into an .xlsx file is read as that day by another, or rejected.
# Behavior: SheetJS with `cellDates` writes a day as a typed date: text of ISO 8601 in a cell with `t="d"` and the
# format of a date. exceljs 4.4.0 does not know the type and reads the number with which the text begins: 1985-03-15
# is 1985, as a serial day June 7, 1905. It is an ordinary Date without an error, and all days of one year are the
# same. SheetJS without `cellDates` writes the serial number, which both read alike.
# Version: exceljs 4.4.0, @e965/xlsx 0.20.3 (SheetJS). Source: exceljs/lib/xlsx/xform/sheet/cell-xform.js, parseClose;
# ECMA-376 part 1, 18.18.11 (ST_CellType, "d").
# Why it matters: vendors' exports come from either library. A client who is 120 years old is noticed; an incident or
# an expense of 1905 moves a limitation, or is in no report. The product reads typed dates (src/areas/imports/reading:
# domain.workbook.ts, and domain.table.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0 @e965/xlsx@0.20.3
cat > try.cjs <<'JS'
const ExcelJS = require("exceljs");
const SheetJS = require("@e965/xlsx");
const days = ["1985-03-15", "1985-12-31", "2026-01-31"];

async function pass(cellDates) {
  const rows = days.map((day) => [new Date(`${day}T00:00:00Z`)]);
  const book = SheetJS.utils.book_new();
  SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet(rows, { cellDates, UTC: true }), "Clients");
  const bytes = SheetJS.write(book, { type: "buffer", bookType: "xlsx", cellDates });
  const read = new ExcelJS.Workbook();
  await read.xlsx.load(bytes);
  return days.map((_day, index) => read.worksheets[0].getCell(index + 1, 1).value.toISOString().slice(0, 10)).join(" ");
}

(async () => {
  const versions = `exceljs ${require("exceljs/package.json").version}, SheetJS ${SheetJS.version}`;
  const result = { written: days.join(" "), typed: await pass(true), serial: await pass(false) };
  console.log(versions, result);
  process.exit(result.serial === result.written && result.typed === "1905-06-07 1905-06-07 1905-07-18" ? 0 : 1);
})();
JS
TZ=UTC node try.cjs
