#!/usr/bin/env bash
# Guess: a table that gives a time zone for each ZIP code is wrong at some borders inside a county, and right for
# cities; and where two zones meet in a state it knows both.
# Behavior: zipcode-to-timezone 0.0.9 puts the Central parts of Indiana and Kentucky into Eastern time: Gary and
# Hammond, Evansville, Paducah, Bowling Green and Owensboro. Ontario, Oregon and West Wendover,
# Nevada are in Pacific instead of Mountain time, Adak is an hour ahead, and Puerto Rico and Guam have none. It splits
# Florida, Texas, Idaho and Michigan right, which looks like a proof.
# Version: zipcode-to-timezone 0.0.9, its newest. Source: its zipcodes.json against 49 CFR 71.5 (Eastern and Central),
# 71.9 (Mountain and Pacific) and 71.12 (Hawaii-Aleutian), and the IANA zones of those places.
# Why it matters: texts and calls to leads are allowed from 8 a.m. to 9 p.m. at the recipient's place (47 CFR
# 64.1200(c)(1)), with damages for each one outside. A campaign that begins at 8 a.m. by this table reaches Gary at 7.
# The product takes a zone from the organization and derives none from a ZIP code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact zipcode-to-timezone@0.0.9
cat > try.cjs <<'JS'
const { lookup } = require("zipcode-to-timezone");
// Each place with the zone in which it lies by federal law.
const places = {
  "46402 Gary, IN": "America/Chicago",
  "46320 Hammond, IN": "America/Chicago",
  "47711 Evansville, IN": "America/Chicago",
  "42001 Paducah, KY": "America/Chicago",
  "42101 Bowling Green, KY": "America/Chicago",
  "42301 Owensboro, KY": "America/Chicago",
  "97914 Ontario, OR": "America/Boise",
  "89883 West Wendover, NV": "America/Denver",
  "99546 Adak, AK": "America/Adak",
  "00901 San Juan, PR": "America/Puerto_Rico",
  "32501 Pensacola, FL": "America/Chicago",
  "79901 El Paso, TX": "America/Denver",
  "83501 Lewiston, ID": "America/Los_Angeles",
  "49801 Iron Mountain, MI": "America/Menominee",
};
const eight = new Date("2026-01-15T14:00:00Z");
const timeIn = (timeZone) =>
  new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit", hourCycle: "h23" }).format(eight);
const told = Object.entries(places).map(([place, zone]) => {
  const found = lookup(place.slice(0, 5));
  if (found === null) return `${place}: none`;
  const [there, given] = [zone, found].map((each) => Number(timeIn(each).slice(0, 2)));
  return `${place}: ${given === there ? "right" : `${given > there ? "ahead" : "behind"} by ${Math.abs(given - there)} h, ${found}`}`;
});
console.log(`zipcode-to-timezone ${require("./package.json").dependencies["zipcode-to-timezone"]}`);
for (const line of told) console.log(line);
const expected = [
  "ahead by 1 h, America/Indiana/Indianapolis",
  "ahead by 1 h, America/Indiana/Indianapolis",
  "ahead by 1 h, America/Indiana/Indianapolis",
  "ahead by 1 h, America/Kentucky/Louisville",
  "ahead by 1 h, America/Kentucky/Louisville",
  "ahead by 1 h, America/Kentucky/Louisville",
  "behind by 1 h, America/Los_Angeles",
  "behind by 1 h, America/Los_Angeles",
  "ahead by 1 h, America/Anchorage",
  "none",
  "right",
  "right",
  "right",
  "right",
];
process.exit(told.every((line, index) => line.endsWith(`: ${expected[index]}`)) ? 0 : 1);
JS
TZ=UTC node try.cjs
