#!/bin/sh
# What parsers take for an e-mail
#
# Guess: a parser that is given a file of another kind as .eml (a contact card, a calendar file, a list as CSV) reports
#   that it is no e-mail, as parsers of PDF or ZIP files do.
# Behavior: postal-mime 4.0.0 and mailparser 3.14.2 return a message for each of them, without an error: the lines
#   "NAME:value" of a card or a calendar become header fields (BEGIN, VERSION, …), a CSV a message without a From field.
#   So "it was parsed" says nothing about what a file is.
# Source: RFC 5322, sections 2.2 (a field is a name, a colon and a body: no name is refused) and 3.6 (From and Date are
#   the only fields that a message must have); both libraries as they ran on 2026-11-30.
# Why it matters: correspondence is filed as .eml into the timeline of a case, where it counts as contact with the
#   client. A contact card that was dragged there must not become "a message of that day". Ask for the From field.
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

const files = {
  "contact card": ["BEGIN:VCARD", "VERSION:3.0", "FN:Ana Ruiz", "TEL:+12025550123", "END:VCARD", ""],
  calendar: ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUMMARY:Mediation", "END:VEVENT", "END:VCALENDAR", ""],
  list: ["Provider,Date,Amount", "Lakeside Clinic,2026-03-02,410.00", ""],
  message: ["From: ana@example.org", "Date: Mon, 2 Mar 2026 10:00:00 -0500", "", "I saw the doctor today."],
};
const expected = {
  "contact card": "no sender, fields begin; no sender, fields begin",
  calendar: "no sender, fields begin; no sender, fields begin",
  list: "no sender, fields ; no sender, fields ",
  message: "ana@example.org, fields from; ana@example.org, fields from",
};
let changed = false;
console.log(JSON.stringify(dependencies));
for (const [kind, lines] of Object.entries(files)) {
  const text = lines.join("\r\n");
  const a = await PostalMime.parse(text);
  const b = await simpleParser(text);
  const first = (keys) => keys.filter((key) => key === "begin" || key === "from").slice(0, 1).join();
  const found = [
    `${a.from?.address ?? "no sender"}, fields ${first(a.headers.map(({ key }) => key))}`,
    `${b.from?.value[0].address ?? "no sender"}, fields ${first([...b.headers.keys()])}`,
  ].join("; ");
  console.log(`${kind}: ${found}`);
  changed ||= found !== expected[kind];
}
process.exit(changed ? 1 : 0);
JS
node show.mjs
