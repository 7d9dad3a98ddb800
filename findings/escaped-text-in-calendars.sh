#!/usr/bin/env bash
# Guess: text that a calendar file escapes as RFC 5545 says comes out of every library as it went in.
# Behavior: with ical.js 2.2.1 it does. node-ical 0.26.1 replaces "\n" before it replaces "\\": in the path
# \\FIRM\new\Roe, and in C:\notes, it finds a line break, and the letter n is gone. It and ts-ics 2.4.6 take a list of
# categories apart at commas that are escaped: the category "Roe, Jane" becomes "Roe\" and "Jane". And both leave the
# quotation marks of a name as RFC 6868 writes them: Jane ^'JJ^' Roe. The lines below are as ical-generator writes them.
# Source: RFC 5545, 3.3.11 (a backslash is written as two, a comma of a text as "\,"; lists of texts are separated by
# commas that are not) and RFC 6868, 3.1; each library as it ran.
# Why it matters: firms put the folder of a case into the description of a hearing, and the client's name into the
# category, by which calendars are filtered. The path leads nowhere, and the filter finds nothing. Categories of the
# product's feeds are words of its own, such as deadline (src/areas/calendar/feeds/domain.entries.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent ical.js@2.2.1 node-ical@0.26.1 ts-ics@2.4.6
npm ls --depth=0 | tail -n +2
cat > hearing.ics <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:1
DTSTAMP:20261101T000000Z
DTSTART:20261130T100000Z
DTEND:20261130T110000Z
SUMMARY:Roe\, Jane v. Acme\; hearing
LOCATION:\\\\FIRM\\new\\Roe
DESCRIPTION:Exhibits in C:\\notes\nBring ID
CATEGORIES:Trial,Roe\, Jane
ATTENDEE;CN="Jane ^'JJ^' Roe":mailto:jane@example.com
END:VEVENT
END:VCALENDAR
ICS
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { convertIcsCalendar } from "ts-ics";
const text = readFileSync("hearing.ics", "utf8").replaceAll("\n", "\r\n");
const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent"));
const read = (name) => event.component.getFirstProperty(name);
const byNode = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === "VEVENT");
const byTs = convertIcsCalendar(undefined, text).events[0];
const say = ({ summary, location, description }, categories, name) =>
  Object.assign({ summary, location, description }, { categories, name });
const found = {
  "ical.js": say(event, read("categories").getValues(), read("attendee").getParameter("cn")),
  "node-ical": say(byNode, byNode.categories, byNode.attendee.params.CN),
  "ts-ics": say(byTs, byTs.categories, byTs.attendees[0].name),
};
console.log(JSON.stringify(found, undefined, 2));
const right = {
  summary: "Roe, Jane v. Acme; hearing",
  location: "\\\\FIRM\\new\\Roe",
  description: "Exhibits in C:\\notes\nBring ID",
  categories: ["Trial", "Roe, Jane"],
  name: 'Jane "JJ" Roe',
};
deepStrictEqual(found, {
  "ical.js": right,
  "node-ical": {
    ...right,
    location: "\\\\FIRM\\\new\\Roe",
    description: "Exhibits in C:\\\notes\nBring ID",
    categories: ["Trial", "Roe\\", "Jane"],
    name: "Jane ^'JJ^' Roe",
  },
  "ts-ics": { ...right, categories: ["Trial", "Roe\\", " Jane"], name: "Jane ^'JJ^' Roe" },
});
JS
node try.mjs
