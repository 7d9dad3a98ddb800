#!/bin/sh
# The Date field of an e-mail that has a zone by name, or none
#
# Guess: a parser either reads Date as RFC 5322 says, or reports that it could not.
# Behavior: "EST" and "CST" are read by all. With "AKST" (Alaska; not one of the ten names of RFC 5322) postal-mime
#   4.0.0 returns the field's own text in place of an ISO date, and mailparser 3.14.2 the present time, as a date like
#   any other. Neither reports a fault. A Date without a zone is read in the zone of the process: the same file gives
#   two instants on two machines.
# Source: RFC 5322, section 4.3 (obsolete zones; unknown ones are to be read as -0000); both libraries as they ran on
#   2026-11-30.
# Why it matters: an .eml of an old case becomes part of the timeline by its date: when a firm was told of a claim,
#   answered an offer or was last in touch with a client. A message of 2019 that is filed as of today moves such a date.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact postal-mime@4.0.0 mailparser@3.14.2
cat >show.mjs <<'JS'
import { createRequire } from "node:module";
import PostalMime from "postal-mime";
import { simpleParser } from "mailparser";
const { dependencies } = createRequire(import.meta.url)("./package.json");

const at = "2019-01-07T11:00:00";
const expected = {
  EST: ["2019-01-07T16:00:00.000Z", "2019-01-07T16:00:00.000Z"],
  CST: ["2019-01-07T17:00:00.000Z", "2019-01-07T17:00:00.000Z"],
  AKST: ["the field's text", "the present time"],
  "": [`zone of the process (${at} in ${process.env.TZ})`, `zone of the process (${at} in ${process.env.TZ})`],
};
const local = new Date(at).toISOString();
const describe = (value, field, zone) => {
  const text = value instanceof Date ? value.toISOString() : value;
  if (text === field) return "the field's text";
  if (Math.abs(Date.now() - Date.parse(text)) < 60_000) return "the present time";
  return zone === "" && text === local ? `zone of the process (${at} in ${process.env.TZ})` : text;
};
let changed = false;
console.log(JSON.stringify(dependencies));
for (const [zone, wanted] of Object.entries(expected)) {
  const field = `Mon, 7 Jan 2019 11:00:00 ${zone}`.trim();
  const mail = ["From: client@example.org", `Date: ${field}`, "", "Text"].join("\r\n");
  const found = [
    describe((await PostalMime.parse(mail)).date, field, zone),
    describe((await simpleParser(mail)).date, field, zone),
  ];
  console.log(`${zone === "" ? "no zone" : zone}: postal-mime ${found[0]}; mailparser ${found[1]}`);
  changed ||= JSON.stringify(found) !== JSON.stringify(wanted);
}
process.exit(changed ? 1 : 0);
JS
TZ=America/New_York node show.mjs
TZ=UTC node show.mjs
