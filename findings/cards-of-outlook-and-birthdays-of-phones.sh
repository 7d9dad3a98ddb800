#!/usr/bin/env bash
# Guess: a library that reads contact cards reads those that Outlook saves, which are vCard 2.1, or rejects them; and
# a birthday that an iPhone knows without its year is read without one.
# Behavior: vcf 2.1.2 and vcard-parser 1.0.0 read a card of Outlook without an error, and decode nothing of it: "Ana
# Mu=C3=B1oz" is the name, and the address ends with "=0D=0A=" where its line goes on. The rest of the address becomes
# a property of its own, "denver, co 80202". ical.js 2.2.1 rejects the card. And all three give the birthday of an
# iPhone as March 15, 1604: the year that Apple writes for none, with a parameter that says so.
# Source: vCard 2.1 (versit, 1996), 2.1.3 (quoted-printable, with soft line breaks) and 2.1.2 (parameters without a
# name, TEL;WORK); the card below has the lines that Outlook writes; X-APPLE-OMIT-YEAR as contacts of iOS and macOS
# write it; each library as it ran.
# Why it matters: clients and adjusters send their card from Outlook or a phone. A name with "=C3=B1" is in no
# conflict check, and by a birth in 1604 nobody is a minor. The product stores cards as documents, reads none of them,
# and takes no day of birth before 1900 (src/contract/values/values.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent vcf@2.1.2 vcard-parser@1.0.0 ical.js@2.2.1
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import ICAL from "ical.js";
import cards from "vcard-parser";
import vCard from "vcf";
const write = (...lines) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
const outlook = write(
  "VERSION:2.1",
  "N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Mu=C3=B1oz;Ana",
  "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Ana Mu=C3=B1oz",
  "TEL;WORK;VOICE:(512) 555-0182",
  "LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:500 Oak St=0D=0A=",
  "Denver, CO 80202",
);
const phone = write("VERSION:3.0", "N:Roe;Jane;;;", "FN:Jane Roe", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-15");
const attempt = (read) => {
  try {
    return read();
  } catch {
    return "rejected";
  }
};
const byVcf = (text) => new vCard().parse(text).toJSON()[1];
const byParser = (text) => Object.entries(cards.parse(text));
const byIcal = (text) => ICAL.parse(text)[1];
const inLower = (names) => names.map((name) => name.toLowerCase().replaceAll(/[ ,]/g, ""));
const found = {
  vcf: {
    name: attempt(() => byVcf(outlook).find(([name]) => name === "fn")[3]),
    properties: attempt(() => inLower(byVcf(outlook).map(([name]) => name))),
    birthday: byVcf(phone).find(([name]) => name === "bday")[3],
  },
  "vcard-parser": {
    name: attempt(() => cards.parse(outlook).fn[0].value),
    properties: attempt(() => inLower(byParser(outlook).map(([name]) => name))),
    birthday: cards.parse(phone).bday[0].value,
  },
  "ical.js": {
    name: attempt(() => byIcal(outlook).find(([name]) => name === "fn")[3]),
    birthday: byIcal(phone).find(([name]) => name === "bday")[3],
  },
};
console.log(JSON.stringify(found, undefined, 1));
const [name, birthday] = ["Ana Mu=C3=B1oz", "1604-03-15"];
const properties = ["version", "n", "fn", "tel", "label", "denverco80202"];
deepStrictEqual(found, {
  vcf: { name, properties, birthday },
  "vcard-parser": { name, properties, birthday },
  "ical.js": { name: "rejected", birthday },
});
JS
node try.mjs
