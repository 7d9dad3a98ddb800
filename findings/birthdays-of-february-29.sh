#!/usr/bin/env bash
# Guess: within one library the age of a person changes on the day that it says is the birthday; and libraries agree
# on that day.
# Behavior: four libraries agree that 18 years after February 29, 2008 is February 28, 2026, and two of them say that
# the person is 17 on that day. date-fns and Temporal are inconsistent with themselves: date-fns compares both dates
# in a leap year, Temporal counts a year only when a day is reached that is not clipped. luxon and dayjs say 18.
# date-fns calls the interval between both days 17 years and 12 months.
# Version: date-fns 4.4.0, luxon 3.7.2, dayjs 1.11.23, temporal-polyfill 1.0.8. Source: date-fns/differenceInYears.js
# (both years are set to 1584) and intervalToDuration.js; ECMAScript Temporal, CalendarDateAdd with "constrain" beside
# CalendarDateUntil.
# Why it matters: from the day of majority a limitation runs, and a settlement needs no court's approval. Whoever asks
# "is the client 18" by one function and computes the deadline by the other has two answers for a day. The product
# knows majority as a date alone, by addition (findMajority in src/areas/deadlines/calculation/domain.limitation.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact date-fns@4.4.0 luxon@3.7.2 dayjs@1.11.23 temporal-polyfill@1.0.8
cat > try.cjs <<'JS'
const { addYears, differenceInYears, format, intervalToDuration, parseISO } = require("date-fns");
const { DateTime } = require("luxon");
const dayjs = require("dayjs");
const { Temporal } = require("temporal-polyfill");
const { dependencies } = require("./package.json");
const born = "2008-02-29";
const libraries = {
  "date-fns": {
    birthday: () => format(addYears(parseISO(born), 18), "yyyy-MM-dd"),
    age: (on) => differenceInYears(parseISO(on), parseISO(born)),
  },
  luxon: {
    birthday: () => DateTime.fromISO(born).plus({ years: 18 }).toISODate(),
    age: (on) => Math.floor(DateTime.fromISO(on).diff(DateTime.fromISO(born), "years").years),
  },
  dayjs: {
    birthday: () => dayjs(born).add(18, "year").format("YYYY-MM-DD"),
    age: (on) => dayjs(on).diff(born, "year"),
  },
  "temporal-polyfill": {
    birthday: () => Temporal.PlainDate.from(born).add({ years: 18 }).toString(),
    age: (on) => Temporal.PlainDate.from(born).until(on, { largestUnit: "years" }).years,
  },
};
const expected = { "date-fns": "17 18", luxon: "18 18", dayjs: "18 18", "temporal-polyfill": "17 18" };
let changed = false;
for (const [name, { birthday, age }] of Object.entries(libraries)) {
  const ages = ["2026-02-28", "2026-03-01"].map(age).join(" ");
  console.log(`${name} ${dependencies[name]}: 18 years after ${born}: ${birthday()}; age on February 28 and March 1: ${ages}`);
  changed ||= birthday() !== "2026-02-28" || ages !== expected[name];
}
const { years, months } = intervalToDuration({ start: parseISO(born), end: parseISO("2026-02-28") });
console.log(`date-fns, intervalToDuration until February 28: ${years} years and ${months} months`);
process.exit(changed || years !== 17 || months !== 12 ? 1 : 0);
JS
TZ=UTC node try.cjs
TZ=America/Chicago node try.cjs
