#!/usr/bin/env bash
# Guess: a parser of dates in English prose that does not know a phrase finds nothing, so that what it finds is the
# day that the sentence names.
# Behavior: chrono-node 2.10.3 reads the part that it knows, and returns it as a date like any other. "30 days after
# November 2, 2026" is December 2, and "30 days from December 1, 2026" is December 1: the 30 days are gone, as they
# are in "45 calendar days after" and "five (5) days after". "Within 30 days of November 2" is 30 days from today, and
# so is "30 days after the date of this letter". "The 30th day of November, 2026" is November 1. A docket number is a
# time: "2:26-cv-01234" is 2:26 a.m. today.
# Version: chrono-node 2.10.3. Source: Fed. R. Civ. P. 6(a)(1) and the forms of judgments and orders, whose dates are
# written so; the library as it ran.
# Why it matters: offers, orders and letters of adjusters say by which day to answer. An extractor that fills a
# deadline from them is silently 30 days early or late, or has the first of the month. The product computes a deadline
# from a rule and a trigger, and reads no date out of prose (src/areas/deadlines/calculation).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent chrono-node@2.10.3
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { parse } from "chrono-node";
const today = new Date("2026-11-16T15:00:00Z");
// Each with the day that it means; null where the sentence alone does not say.
const phrases = [
  ["30 days after November 2, 2026", "2026-12-02"],
  ["30 days from December 1, 2026", "2026-12-31"],
  ["45 calendar days after 11/2/2026", "2026-12-17"],
  ["five (5) days after November 2, 2026", "2026-11-07"],
  ["60 days prior to January 11, 2027", "2026-11-12"],
  ["within 30 days of November 2, 2026", "2026-12-02"],
  ["This offer expires 30 days after the date of this letter.", null],
  ["SO ORDERED this the 30th day of November, 2026.", "2026-11-30"],
  ["Doe v. Roe, No. 2:26-cv-01234", null],
];
const found = phrases.map(([text, meant]) => [text, meant, parse(text, today)[0].date().toISOString().slice(0, 10)]);
for (const [text, meant, day] of found) console.log(`${text} -> ${day}${day === meant ? "" : ` (means ${meant})`}`);
deepStrictEqual(
  found.map(([, , day]) => day),
  [
    ...["2026-12-02", "2026-12-01", "2026-11-02", "2026-11-02", "2027-01-11"],
    ...["2026-12-16", "2026-12-16", "2026-11-01", "2026-11-16"],
  ],
);
JS
TZ=UTC node try.mjs
