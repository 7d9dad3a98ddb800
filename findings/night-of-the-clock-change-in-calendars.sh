#!/usr/bin/env bash
# Guess: libraries that read an event in a time zone, with the zone's rules beside it (VTIMEZONE), agree on when it
# begins and ends, also around the night in which clocks change.
# Behavior: ical.js 2.2.1 and node-ical 0.26.1 are each wrong where the other is right. From noon of the day before,
# DURATION:P1D ends at noon of the next day, 25 hours later in fall, and DURATION:PT24H at 11:00: ical.js ends both at
# noon, node-ical both after 24 hours. Two hours from 00:30 are three for ical.js. Of a time that occurs twice both take
# the second, though the first is meant; one that does not occur is an hour too early in ical.js. And ts-ics 2.4.6 reads
# such times by the zone of the process: on a server in UTC even 00:30, which occurs once, is an hour late.
# Source: RFC 5545, 3.3.5 (a time that occurs twice is the first one, a time that does not is read by the offset before
# the gap) and 3.3.6 (days are nominal, hours exact); each library as it ran, addDuration of ical.js's time.js.
# Why it matters: calendars of courts, clients and staff hold the ends of hearings, and the times of accidents and
# filings, as such values. Starts and ends in UTC mean one thing to all three, and are what the product's feeds write
# (src/areas/calendar/feeds).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent ical.js@2.2.1 node-ical@0.26.1 ts-ics@2.4.6
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { convertIcsCalendar } from "ts-ics";
const rules = (name, begin, rule, from, to) => [
  ...[`BEGIN:${name}`, `DTSTART:${begin}`, `RRULE:FREQ=YEARLY;${rule}`],
  ...[`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${name}`],
];
const zone = [
  "BEGIN:VTIMEZONE",
  "TZID:America/New_York",
  ...rules("DAYLIGHT", "20070311T020000", "BYMONTH=3;BYDAY=2SU", "-0500", "-0400"),
  ...rules("STANDARD", "20071104T020000", "BYMONTH=11;BYDAY=1SU", "-0400", "-0500"),
  "END:VTIMEZONE",
];
const event = (start, length) => [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...zone],
  ...["BEGIN:VEVENT", "UID:1", "DTSTAMP:20261001T000000Z", "SUMMARY:Hearing"],
  ...[`DTSTART;TZID=America/New_York:${start}`, `DURATION:${length}`, "END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");
const utc = (date) => date.toISOString().slice(5, 16).replace("T", " ");
const read = (text) => {
  const byIcalJs = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent"));
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === "VEVENT");
  const byTsIcs = convertIcsCalendar(undefined, text).events[0];
  return {
    starts: [byIcalJs.startDate.toJSDate(), byNodeIcal.start, byTsIcs.start.date].map(utc),
    ends: [byIcalJs.endDate.toJSDate(), byNodeIcal.end].map(utc),
  };
};
const found = {
  "end of P1D, right is 17:00": read(event("20261031T120000", "P1D")).ends,
  "end of PT24H, right is 16:00": read(event("20261031T120000", "PT24H")).ends,
  "end of PT2H from 00:30, right is 06:30": read(event("20261101T003000", "PT2H")).ends,
  "start at 00:30, right is 04:30": read(event("20261101T003000", "PT1H")).starts,
  "start at 01:30, right is 05:30": read(event("20261101T013000", "PT1H")).starts,
  "start at 02:30 in March, right is 07:30": read(event("20260308T023000", "PT1H")).starts,
};
console.log(`In UTC, by ical.js, node-ical and ts-ics, on a machine in ${process.env.TZ}:`, found);
const isUtc = process.env.TZ === "UTC";
deepStrictEqual(found, {
  "end of P1D, right is 17:00": ["11-01 17:00", "11-01 16:00"],
  "end of PT24H, right is 16:00": ["11-01 17:00", "11-01 16:00"],
  "end of PT2H from 00:30, right is 06:30": ["11-01 07:30", "11-01 06:30"],
  "start at 00:30, right is 04:30": ["11-01 04:30", "11-01 04:30", isUtc ? "11-01 05:30" : "11-01 04:30"],
  "start at 01:30, right is 05:30": ["11-01 06:30", "11-01 06:30", isUtc ? "11-01 06:30" : "11-01 05:30"],
  "start at 02:30 in March, right is 07:30": ["03-08 06:30", "03-08 07:30", isUtc ? "03-08 06:30" : "03-08 07:30"],
});
JS
TZ=UTC node try.mjs
TZ=America/New_York node try.mjs
