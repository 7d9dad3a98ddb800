#!/usr/bin/env bash
# Guess: a converter of C-CDA to FHIR keeps how precise a date is. Both formats have years, months and days, and a
# FHIR dateTime without a time has no zone.
# Behavior: @medplum/ccda 5.1.10 makes an instant of whatever there is. An onset on January 3 ("20260103") becomes
# midnight of January 3 in UTC, in all of the United States the evening of January 2; "since 2019" becomes the first
# instant of 2019. A year of birth becomes a birthday on January 1. A time to the hour with its zone
# ("2026010322-0500"), which the grammar of HL7 allows, becomes text that is no FHIR dateTime. Times to the minute or
# second with a zone arrive as they were.
# Version: @medplum/ccda 5.1.10, @medplum/core 5.2.13. Source: its mapCcdaToFhirDate and mapCcdaToFhirDateTime, which
# this calls, and which convertCcdaToFhir calls; FHIR R4, datatypes, date and dateTime ("1905" and "1905-08-23" are
# complete values); C-CDA, US Realm Date and Time: without an offset nothing can be assumed about the time.
# Why it matters: records of providers come as C-CDA. Whether pain began before or after a crash is the case: an onset
# that is a day early makes the injury of January 3 older than the crash. The product's dates of treatment are days
# without a zone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts --save-exact @medplum/ccda@5.1.10 @medplum/core@5.2.13
cat > try.cjs <<'JS'
globalThis.WebSocket ??= class {}; // The core names it, and Node 20 has none.
const { mapCcdaToFhirDate, mapCcdaToFhirDateTime } = require("@medplum/ccda");
console.log(JSON.stringify(require("./package.json").dependencies));
const expected = [
  ["birth 19850315", mapCcdaToFhirDate("19850315"), "1985-03-15"],
  ["birth 1985", mapCcdaToFhirDate("1985"), "1985-01-01"],
  ["onset 20260103", mapCcdaToFhirDateTime("20260103"), "2026-01-03T00:00:00Z"],
  ["onset 2019", mapCcdaToFhirDateTime("2019"), "2019-01-01T00:00:00Z"],
  ["onset 2026010322-0500", mapCcdaToFhirDateTime("2026010322-0500"), "2026-01-03T22:-0:500"],
  ["onset 202601032230-0500", mapCcdaToFhirDateTime("202601032230-0500"), "2026-01-03T22:30:00-05:00"],
];
for (const [what, found] of expected) console.log(`${what}: ${found}`);
const shown = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "long" });
const inNewYork = shown.format(new Date(expected[2][1]));
console.log(`the onset of 20260103 in New York: ${inNewYork}`);
process.exit(expected.every(([, found, value]) => found === value) && inNewYork === "January 2, 2026" ? 0 : 1);
JS
node try.cjs
