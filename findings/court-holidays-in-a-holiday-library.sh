#!/bin/sh
# Holidays of a state in a holiday library, and the days on which its courts do not count
#
# Guess: the public and bank holidays that a well-kept library lists for a state of the United States are those on which
#   a court deadline of that state moves, but for one or two local ones.
# Behavior: of date-holidays 3.37.0 none of six states is right for 2026, on Mondays to Fridays and without the days on
#   which a weekend's holiday is observed.
#   Too many (a deadline would move on, and be missed): Columbus Day and December 24 in Texas, Lincoln's Birthday in New
#   Jersey, Presidents' Day (as Susan B. Anthony Day) and Juneteenth in Florida, Columbus Day in Michigan.
#   Too few: 2 March, 21 April and 27 August in Texas, Lincoln's Birthday and Native American Day in California, Good
#   Friday and Election Day in Pennsylvania, the Friday after Thanksgiving in Michigan.
# Source: Tex. Gov't Code 662.003, 662.021; N.J.S.A. 36:1-1 and court holidays of 2026 (blog.elaw.com); Cal. Code Civ.
#   Proc. 135 and the court holidays of 2026 (calaveras.courts.ca.gov); Fla. Stat. 110.117 and "Columbus Day is Not a
#   Holiday in Florida State Court" (floridaappellate.com); 44 P.S. 11 (a summary); MCR 8.110(D)(2) (not looked up).
#   Read on 2026-11-29. The library as it ran on 2026-11-29.
# Why it matters: a holiday too many makes a date too late, one too few makes a count of court days before a hearing too
#   late. What a state's offices do is another question than on which days its courts count. A calendar for deadlines is
#   data of its own, each day with its law, and a library is at most a second opinion.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact date-holidays@3.37.0
cat >show.cjs <<'JS'
const Holidays = require("date-holidays");

/** Mondays to Fridays of 2026 on which the courts do not count, beside those that all of these states have. */
const shared = ["01-01", "01-19", "05-25", "09-07", "11-11", "11-26", "12-25"];
const courts = {
  TX: ["02-16", "03-02", "04-21", "06-19", "08-27", "11-27"],
  NJ: ["02-16", "04-03", "06-19", "10-12", "11-03"],
  CA: ["02-12", "02-16", "03-31", "06-19", "09-25", "11-27"],
  FL: ["11-27"],
  PA: ["02-16", "04-03", "06-19", "10-12", "11-03"],
  MI: ["02-16", "06-19", "11-27", "12-24", "12-31"],
};
const expected = {
  TX: "too many 10-12 12-24; too few 03-02 04-21 08-27",
  NJ: "too many 02-12; too few none",
  CA: "too many none; too few 02-12 09-25",
  FL: "too many 02-16 06-19; too few none",
  PA: "too many none; too few 04-03 11-03",
  MI: "too many 10-12; too few 11-27",
};
const isWeekday = (on) => ![0, 6].includes(new Date(`2026-${on}T12:00:00Z`).getUTCDay());

let isSame = true;
for (const [state, own] of Object.entries(courts)) {
  const listed = new Holidays("US", state).getHolidays(2026);
  const days = listed.filter(({ type, substitute }) => (type === "public" || type === "bank") && substitute !== true);
  const library = new Set(days.map(({ date }) => date.slice(5, 10)).filter(isWeekday));
  const court = new Set([...shared, ...own]);
  const words = (days) => (days.length === 0 ? "none" : days.toSorted().join(" "));
  const tooMany = words([...library].filter((on) => !court.has(on)));
  const found = `too many ${tooMany}; too few ${words([...court].filter((on) => !library.has(on)))}`;
  console.log(`date-holidays 3.37.0, ${state} 2026: ${found}`);
  isSame &&= found === expected[state];
}
if (!isSame) {
  console.error("The behavior changed.");
  process.exit(1);
}
JS
node show.cjs
