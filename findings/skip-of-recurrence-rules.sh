#!/bin/sh
# SKIP=BACKWARD in a recurrence rule: the 31st of each month, or its last day
#
# Guess: a library either applies RSCALE and SKIP of RFC 7529 or rejects a rule that has them.
# Behavior: of four libraries none applies them to BYMONTHDAY=31, and one rejects them. ical.js 2.2.1, rrule-temporal
#   2.2.8 and node-ical 0.26.1 read the rule without an error and pass over the months that lack a 31st, as if SKIP were
#   not there; rrule 2.8.1 raises an error for RSCALE. The RFC 5545 form BYMONTHDAY=-1 has the same dates in all four.
# Source: RFC 7529, section 4.1: with SKIP=BACKWARD an invalid date becomes the last day of its month. Each library's
#   behavior as it ran on 2026-11-29.
# Why it matters: a monthly payment or trust reconciliation of the 31st loses February, April, June, September and
#   November without an error. A system should reject SKIP, name the form that says the same, and never write it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact \
  ical.js@2.2.1 rrule@2.8.1 rrule-temporal@2.2.8 temporal-polyfill@1.0.8 node-ical@0.26.1
cat >show.mjs <<'JS'
import { createRequire } from "node:module";
import ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import nodeIcal from "node-ical";
const require = createRequire(import.meta.url);
const { rrulestr } = require("rrule");
const { dependencies } = require("./package.json");

function listByIcal(rule) {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString("2027-01-31T14:00:00Z"));
  const found = [];
  for (let next = dates.next(); next; next = dates.next()) found.push(next.toString());
  return found;
}

function listByNodeIcal(rule) {
  const lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20270101T000000Z",
    "DTSTART:20270131T140000Z", "DTEND:20270131T150000Z", `RRULE:${rule}`, "SUMMARY:Payment",
    "END:VEVENT", "END:VCALENDAR", "",
  ];
  const event = Object.values(nodeIcal.sync.parseICS(lines.join("\r\n"))).find(({ type }) => type === "VEVENT");
  return event.rrule.all().map((date) => date.toISOString());
}

const given = (rule) => `DTSTART:20270131T140000Z\nRRULE:${rule}`;
const engines = {
  "ical.js": listByIcal,
  rrule: (rule) => rrulestr(given(rule)).all().map((date) => date.toISOString()),
  "rrule-temporal": (rule) => new RRuleTemporal({ rruleString: given(rule), temporal: Temporal }).all().map(String),
  "node-ical": listByNodeIcal,
};
function describe(list, rule) {
  try {
    return list(rule).map((date) => date.slice(5, 10)).join(" ");
  } catch {
    return "error";
  }
}
const rules = [
  "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD;BYMONTHDAY=31;COUNT=3",
  "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3",
];
const [passedOver, lastDays] = ["01-31 03-31 05-31", "01-31 02-28 03-31"];
const expected = { "ical.js": passedOver, rrule: "error", "rrule-temporal": passedOver, "node-ical": passedOver };
let isSame = true;
for (const [name, list] of Object.entries(engines)) {
  const [skipped, last] = rules.map((rule) => describe(list, rule));
  console.log(`${name} ${dependencies[name]}: SKIP and BYMONTHDAY=31 ${skipped}; BYMONTHDAY=-1 ${last}`);
  isSame &&= skipped === expected[name] && last === lastDays;
}
if (!isSame) {
  console.error("The behavior changed.");
  process.exit(1);
}
JS
node show.mjs
