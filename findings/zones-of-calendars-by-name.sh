#!/usr/bin/env bash
# Guess: libraries agree on the zone of an event: by the rules that the file has for it (VTIMEZONE), or, where it has
# none, by the name.
# Behavior: each of three is alone somewhere, and reads the time in the zone of the process or an hour off, without an
# error. ical.js 2.2.1 knows no zone by its name: "America/Chicago" without rules is the machine's own time. node-ical
# 0.26.1 goes by the name where it knows it, also against the rules beside it: a zone that is called "Eastern Standard
# Time" and has Central rules is Eastern; and of Thunderbird's older "/mozilla.org/20070129_1/America/Chicago" it
# takes neither the name nor the rules. ts-ics 2.4.6 knows IANA's names and not those of Windows: "Central Standard
# Time" without rules is the machine's own time.
# Source: RFC 5545, 3.2.19 and 3.6.5 (a TZID refers to the rules of that file; a name means nothing by itself) and RFC
# 7809 (rules of well-known zones may be left out); each library as it ran.
# Why it matters: a hearing at 9:30 a.m. in Chicago is at 3:30 a.m. in the calendar of a server in UTC, and at 8:30
# a.m. where a computer with Central rules has the wrong name of its zone. The product's feeds have instants in UTC
# (src/areas/calendar/feeds/domain.entries.ts).
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
const rules = (name, rule, from, to) => [
  ...[`BEGIN:${name}`, "DTSTART:20070101T020000", `RRULE:FREQ=YEARLY;${rule}`, `TZOFFSETFROM:${from}`],
  ...[`TZOFFSETTO:${to}`, `END:${name}`],
];
const central = (id) => [
  ...["BEGIN:VTIMEZONE", `TZID:${id}`, ...rules("DAYLIGHT", "BYMONTH=3;BYDAY=2SU", "-0600", "-0500")],
  ...[...rules("STANDARD", "BYMONTH=11;BYDAY=1SU", "-0500", "-0600"), "END:VTIMEZONE"],
];
const read = (id, zone = []) => {
  const text = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...zone, "BEGIN:VEVENT", "UID:1"],
    ...["DTSTAMP:20261101T000000Z", `DTSTART;TZID=${id}:20261215T093000`, `DTEND;TZID=${id}:20261215T103000`],
    ...["SUMMARY:Hearing", "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
  const byNode = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === "VEVENT");
  const starts = [
    new ICAL.Event(component).startDate.toJSDate(),
    byNode.start,
    convertIcsCalendar(undefined, text).events[0].start.date,
  ];
  return starts.map((start) => start.toISOString().slice(11, 16)).join(" ");
};
const older = "/mozilla.org/20070129_1/America/Chicago";
const found = {
  "America/Chicago with rules": read("America/Chicago", central("America/Chicago")),
  "America/Chicago without rules": read("America/Chicago"),
  "Central Standard Time without rules": read("Central Standard Time"),
  "Eastern Standard Time with Central rules": read("Eastern Standard Time", central("Eastern Standard Time")),
  "Thunderbird's older name, with rules": read(older, central(older)),
};
console.log("9:30 a.m. in Chicago in UTC by ical.js, node-ical and ts-ics; right is 15:30:", found);
deepStrictEqual(found, {
  "America/Chicago with rules": "15:30 15:30 15:30",
  "America/Chicago without rules": "09:30 15:30 15:30",
  "Central Standard Time without rules": "09:30 15:30 09:30",
  "Eastern Standard Time with Central rules": "15:30 14:30 15:30",
  "Thunderbird's older name, with rules": "15:30 09:30 15:30",
});
JS
TZ=UTC node try.mjs
