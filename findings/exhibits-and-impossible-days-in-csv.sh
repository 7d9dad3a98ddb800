#!/usr/bin/env bash
# Guess: a reader of CSV that casts dates casts what is one, and leaves "Exhibit 3" and the 30th of February as text.
# Behavior: csv-parse with cast_date and SheetJS with cellDates read 02/30/2026 and 2026-02-30 as March 2, and
# csv-parse reads "Exhibit 3" as March 1 and "Doe v. Roe 5" as May 1, 2001. csv-parse calls Date.parse, in which V8
# takes a word and a number for a month and lets days run over; SheetJS asks the engine, too, and checks the words
# only. papaparse, whose dynamicTyping knows ISO instants alone, leaves all as text.
# Version: csv-parse 7.0.3, @e965/xlsx 0.20.3 (SheetJS), papaparse 5.7.1. Source:
# csv-parse/lib/api/normalize_options.js; ECMAScript, Date.parse (other formats are up to the implementation).
# Why it matters: 02/30 in a column of deadlines is a slip for 02/20 or 03/02, and somebody has to look. As March 2 it
# is a deadline like any other, late in one of two cases. The product rejects a day that the calendar does not have,
# and names the row (readDay in src/areas/imports/mapping/domain.values.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact csv-parse@7.0.3 @e965/xlsx@0.20.3 papaparse@5.7.1
cat > try.cjs <<'JS'
const { parse } = require("csv-parse/sync");
const Papa = require("papaparse");
const SheetJS = require("@e965/xlsx");
console.log(JSON.stringify(require("./package.json").dependencies));
const cells = ["Exhibit 3", "Doe v. Roe 5", "02/30/2026", "2026-02-30", "Elm Street 12B", "02/28/2026"];
const csv = cells.join("\n");
const readers = {
  "csv-parse": () => parse(csv, { cast: true, cast_date: true }).map(([cell]) => cell),
  SheetJS: () => {
    const { Sheets, SheetNames } = SheetJS.read(csv, { type: "string", cellDates: true });
    return SheetJS.utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1, raw: true }).map(([cell]) => cell);
  },
  papaparse: () => Papa.parse(csv, { dynamicTyping: true, delimiter: "," }).data.map(([cell]) => cell),
};
const tell = (cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : "text");
const expected = {
  "csv-parse": "2001-03-01 2001-05-01 2026-03-02 2026-03-02 text 2026-02-28",
  SheetJS: "text text 2026-03-02 2026-03-02 text 2026-02-28",
  papaparse: "text text text text text text",
};
let changed = false;
console.log(cells.join(" | "));
for (const [name, read] of Object.entries(readers)) {
  const found = read().map(tell).join(" ");
  console.log(`${name}: ${found}`);
  changed ||= found !== expected[name];
}
process.exit(changed ? 1 : 0);
JS
TZ=UTC node try.cjs
