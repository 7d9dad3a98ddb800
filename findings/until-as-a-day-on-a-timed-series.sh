#!/bin/sh
# UNTIL as a day in a recurrence rule whose events have times of day
#
# Guess: UNTIL=20261130 includes an event at 14:00 of November 30, as people who write a day mean it.
# Behavior: libraries disagree. ical.js 2.2.1 and rrule 2.8.1 read the day as its midnight and leave out that day's
#   event; rrule-temporal 2.2.8 and node-ical 0.26.1 include it. All four agree on UNTIL in UTC, UNTIL=20261130T140000Z.
# Source: RFC 5545, section 3.3.10: where DTSTART has a time and a zone, UNTIL must be in UTC; files in the field have a
#   day all the same. Each library's behavior as it ran on 2026-11-29.
# Why it matters: the last weekly hearing or mediation of a series is in one calendar and missing in another. A system
#   that exports a series must write UNTIL in UTC, or each occurrence as its own entry; one that imports must choose
#   a reading and say which.
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
const packages = ["ical.js", "rrule", "rrule-temporal", "node-ical"];
const { dependencies } = require("./package.json");
const most = 10;

function listByIcal(rule) {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString("2026-11-09T14:00:00Z"));
  const found = [];
  for (let next = dates.next(); next && found.length < most; next = dates.next()) found.push(next.toString());
  return found;
}

function listByNodeIcal(rule) {
  const lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20261101T000000Z",
    "DTSTART:20261109T140000Z", "DTEND:20261109T150000Z", `RRULE:${rule}`, "SUMMARY:Review",
    "END:VEVENT", "END:VCALENDAR", "",
  ];
  const event = Object.values(nodeIcal.sync.parseICS(lines.join("\r\n"))).find(({ type }) => type === "VEVENT");
  return event.rrule.all((_date, index) => index < most).map((date) => date.toISOString());
}

const given = (rule) => `DTSTART:20261109T140000Z\nRRULE:${rule}`;
const engines = {
  "ical.js": listByIcal,
  rrule: (rule) => rrulestr(given(rule)).all().map((date) => date.toISOString()),
  "rrule-temporal": (rule) => new RRuleTemporal({ rruleString: given(rule), temporal: Temporal }).all().map(String),
  "node-ical": listByNodeIcal,
};
const lastOf = (name, rule) => engines[name](rule).at(-1).slice(0, 10);
const seen = packages.map((name) => {
  const rules = ["20261130", "20261130T140000Z"].map((until) => `FREQ=WEEKLY;BYDAY=MO;UNTIL=${until}`);
  const [day, utc] = rules.map((rule) => lastOf(name, rule));
  console.log(`${name} ${dependencies[name]}: the last event with a day is ${day}, with UTC ${utc}`);
  return `${day},${utc}`;
});
const expected = ["2026-11-23,2026-11-30", "2026-11-23,2026-11-30", "2026-11-30,2026-11-30", "2026-11-30,2026-11-30"];
if (seen.join(";") !== expected.join(";")) {
  console.error("The behavior changed.");
  process.exit(1);
}
JS
node show.mjs
