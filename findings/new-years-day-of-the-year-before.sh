#!/usr/bin/env bash
# Guess: two libraries that list the federal holidays of a year, with those of a Saturday on Friday, list the same
# days for New Year's Day, and only days of that year.
# Behavior: January 1, 2028 is a Saturday. date-holidays 3.37.0 has its Friday, December 31, 2027, in the list of
# 2027; @18f/us-federal-holidays 4.0.0 has it in the list of 2028, as the first day, and in that of 2027 it is
# missing. So the list of 2027 says that the last Friday of the year is a day for work, and a list by the other
# library that is filtered by its year has the day nowhere. Asked for the day itself, isAHoliday of the second knows
# it.
# Version: date-holidays 3.37.0, @18f/us-federal-holidays 4.0.0. Source: 5 U.S.C. 6103(a) and (b)(1); both libraries
# as they ran.
# Why it matters: calendars of courts are loaded year by year, and whether December 31 counts moves each deadline that
# is counted in court days or ends there. It shows every five or six years: 2021, 2027, 2032. The product's test of
# its federal calendar takes all years together, and the last December 31 as either list has it
# (src/areas/organization/holiday-calendars/domain.templates.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent date-holidays@3.37.0 @18f/us-federal-holidays@4.0.0
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { allForYear, isAHoliday } from "@18f/us-federal-holidays";
import Holidays from "date-holidays";
const library = new Holidays("US");
const isNear = (on) => /-(?:12-31|01-0[1-3])$/.test(on);
const list = (year) => ({
  "date-holidays": library
    .getHolidays(year)
    .filter(({ type }) => type === "public")
    .map(({ date }) => date.slice(0, 10))
    .filter(isNear),
  "@18f/us-federal-holidays": allForYear(year)
    .map(({ dateString }) => dateString)
    .filter(isNear),
});
const found = {
  2027: list(2027),
  2028: list(2028),
  "isAHoliday, December 31, 2027": isAHoliday(new Date("2027-12-31T12:00:00Z"), { utc: true }),
};
console.log(found);
deepStrictEqual(found, {
  2027: { "date-holidays": ["2027-01-01", "2027-12-31"], "@18f/us-federal-holidays": ["2027-01-01"] },
  2028: { "date-holidays": ["2028-01-01"], "@18f/us-federal-holidays": ["2027-12-31"] },
  "isAHoliday, December 31, 2027": true,
});
JS
TZ=UTC node try.mjs
