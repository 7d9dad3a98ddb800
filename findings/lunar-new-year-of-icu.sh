#!/bin/sh
# The Chinese calendar of Intl, and with it of Temporal, has Lunar New Year on the wrong day in 2027 and 2030
#
# Guess: Intl.DateTimeFormat with calendar "chinese", which Temporal and its polyfills use, has the days that are published.
# Behavior: of 1990 to 2050 it differs in two years: 2027 is February 7 instead of February 6, 2030 is February 2 instead of
#   February 3. In both the new moon is within ten minutes of midnight in Beijing, and ICU's is some minutes off.
# Source: ICU 78.2 of Node.js 20.20.2 and 78.3 of 24.21.0 against lunar-javascript 1.7.3, both as they ran on 2026-11-29. New moons of
#   2027-02-06 15:56 UTC and 2030-02-02 16:07 UTC; ICU-22230 and ICU-23274 are of the same kind for other years.
# Why it matters: Lunar New Year is a holiday of states and of courts. A deadline that is counted over it by Intl is a day off
#   in February 2027. Take the dates of New Year from a table.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact temporal-polyfill@1.0.8 lunar-javascript@1.7.3
cat >show.mjs <<'JS'
import { Temporal } from "temporal-polyfill/full";
import lunar from "lunar-javascript";

console.log(`Node.js ${process.versions.node}, ICU ${process.versions.icu}`);
const found = [];
for (let year = 1990; year <= 2050; year += 1) {
  const byIntl = Temporal.PlainDate.from({ calendar: "chinese", year, monthCode: "M01", day: 1 }).withCalendar("iso8601").toString();
  const byTable = lunar.Lunar.fromYmd(year, 1, 1).getSolar().toYmd();
  if (byIntl !== byTable) found.push(`${byIntl} for ${byTable}`);
}
for (const each of found) console.log(`Intl has ${each}`);
if (found.join(", ") !== "2027-02-07 for 2027-02-06, 2030-02-02 for 2030-02-03") {
  console.error("The behavior changed.");
  process.exit(1);
}
JS
node show.mjs
