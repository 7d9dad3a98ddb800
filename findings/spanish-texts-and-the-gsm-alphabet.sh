#!/bin/sh
# Spanish text messages and the GSM alphabet
#
# Guess: the alphabet of carriers (GSM 03.38) has the letters of Spanish, as it has those of Italian, or none of them.
# Behavior: it has "é", "ñ", "ü", "¿" and "¡", and neither "á" nor "í", "ó", "ú"; it has "Ç" and not "ç". One such
#   letter makes the whole message UCS-2: 70 characters a text in place of 160. A reminder of 150 characters costs one
#   segment with "mañana" and three with "está". Curly quotes of a word processor do the same to English.
# Source: 3GPP TS 23.038, section 6.2.1; sms-segments-calculator 1.3.0 as it ran on 2026-11-30.
# Why it matters: firms for personal injury write to many clients in Spanish, by templates. What a text costs, and
#   whether it stays below the segments that a carrier takes, cannot be guessed from its length: it must be shown.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact sms-segments-calculator@1.3.0
cat >show.mjs <<'JS'
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { SegmentedMessage } = require("sms-segments-calculator");
console.log(JSON.stringify(require("./package.json").dependencies));

const count = (text) => {
  const { encodingName, segmentsCount } = new SegmentedMessage(text);
  return `${encodingName}, ${segmentsCount}`;
};
const expected = {
  "su cita es mañana": "GSM-7, 1",
  "su cita está confirmada": "UCS-2, 3",
  "¿puede llamarnos?": "GSM-7, 1",
  "su número": "UCS-2, 3",
  "Façade Insurance": "UCS-2, 3",
  "FAÇADE INSURANCE": "GSM-7, 1",
  "we will call you": "GSM-7, 1",
  "we’ll call you": "UCS-2, 3",
};
let changed = false;
for (const [words, wanted] of Object.entries(expected)) {
  const found = count(words.padEnd(150, "."));
  console.log(`${words} … (150 characters): ${found}`);
  changed ||= found !== wanted;
}
process.exit(changed ? 1 : 0);
JS
node show.mjs
