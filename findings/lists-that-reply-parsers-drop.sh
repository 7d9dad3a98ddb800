#!/usr/bin/env bash
# Guess: a library that takes the new text out of a reply by e-mail leaves out what was quoted and a signature, and
# keeps what the sender wrote.
# Behavior: each of three drops something else that was written. planer 1.2.0 takes a list of trips with lines "From:"
# and "To:" for the head of a forwarded message, and drops all of it. node-email-reply-parser 0.1.4 takes any line that
# begins with "-- " for a signature, and drops a list of costs. It and email-reply-parser 2.3.7 drop whatever stands
# below a ruled line.
# Source: RFC 3676, 4.3 (the line above a signature is "-- " and nothing else); each library's patterns, as it ran.
# Why it matters: clients of injury firms write exactly this: trips to doctors with miles, and lists of costs, which are
# part of their damages. A timeline that shows an e-mail by such a library shows none of it. The product has none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent planer@1.2.0 node-email-reply-parser@0.1.4 email-reply-parser@2.3.7
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const { deepStrictEqual } = require("node:assert");
const Replies = require("email-reply-parser").default;
const node = require("node-email-reply-parser");
const planer = require("planer");
const readers = {
  planer: (text) => planer.extractFrom(text, "text/plain"),
  "node-email-reply-parser": (text) => node(text).getVisibleText(),
  "email-reply-parser": (text) => new Replies().read(text).getVisibleText(),
};
const mails = {
  trips: ["My trips:", "", "From: home", "To: Mercy Hospital", "Miles: 12", "From: home", "To: Dr. Chen", "Miles: 8"],
  costs: ["My costs:", "-- $120 pharmacy", "-- $45 taxi"],
  ruled: ["I was hit from behind.", "________________________________", "I missed six weeks of work."],
};
const lines = (text) => text.split("\n").filter((line) => line.trim() !== "");
const found = Object.entries(mails).map(([name, mail]) => {
  const text = mail.join("\n");
  const kept = Object.values(readers).map((read) => `${lines(read(text)).length} of ${lines(text).length}`);
  return `${name}: ${kept.join(", ")}`;
});
console.log(`Lines kept by ${Object.keys(readers).join(", ")}:`);
console.log(found.join("\n"));
deepStrictEqual(found, [
  "trips: 1 of 7, 7 of 7, 7 of 7",
  "costs: 3 of 3, 1 of 3, 3 of 3",
  "ruled: 3 of 3, 1 of 3, 1 of 3",
]);
JS
node try.cjs
