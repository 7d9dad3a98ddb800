#!/bin/sh
# A state's public holidays in date-holidays are not the days on which its courts are closed
#
# Guess: the library's holidays of a state, of types public and bank, are the legal holidays by which its courts count.
# Behavior: of fifteen weekdays of 2026 in eight states twelve are wrong. It closes Lincoln's Birthday in New Jersey, Presidents'
#   Day and Juneteenth in Florida, Columbus Day in Washington, and July 3 and December 24 in Texas, on which those courts
#   count; it lacks Lincoln's Birthday and Native American Day in California, the Friday after Thanksgiving in Washington, and
#   March 2, April 21 and August 27 in Texas.
# Source: date-holidays 3.37.0 as it ran on 2026-11-29 against N.J.S.A. 36:1-1(d); Fla. R. Gen. Prac. & Jud. Admin.
#   2.514(a)(6)(A); RCW 1.16.050 and Wash. GR 2; Tex. Gov't Code 662.021; Cal. Code Civ. Proc. 135.
# Why it matters: a holiday too many makes a deadline a day late, one that is missing makes a date before a hearing a day
#   late. The library says when people are off; a court's calendar needs the law by which it counts.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact date-holidays@3.37.0
cat >show.mjs <<'JS'
import Holidays from "date-holidays";

// A weekday of 2026 and whether the courts are closed by their law.
const days = [
  ["NJ", "2026-02-12", false], ["FL", "2026-02-16", false], ["FL", "2026-06-19", false], ["WA", "2026-10-12", false], ["TX", "2026-07-03", false], ["TX", "2026-12-24", false],
  ["CA", "2026-02-12", true], ["CA", "2026-09-25", true], ["WA", "2026-11-27", true], ["TX", "2026-03-02", true], ["TX", "2026-04-21", true], ["TX", "2026-08-27", true],
  ["OH", "2026-10-12", true], ["NY", "2026-02-12", true], ["MO", "2026-05-08", true],
];
const closes = (state, on) => new Holidays("US", state).getHolidays(2026).some(({ date, type }) => ["public", "bank"].includes(type) && date.startsWith(on));
const wrong = days.filter(([state, on, isClosed]) => closes(state, on) !== isClosed);
for (const [state, on, isClosed] of wrong) console.log(`${state} ${on}: the courts are ${isClosed ? "closed" : "open"}, the library says otherwise`);
console.log(`${wrong.length} of ${days.length} differ`);
if (wrong.length !== 12) {
  console.error("The behavior changed.");
  process.exit(1);
}
JS
node show.mjs
