#!/usr/bin/env bash
# Guess: a parser of the barcode on a driver license takes an element's three-letter code at the beginning of its line,
# reads a Canadian date as year, month and day, and knows the third value of sex.
# Behavior: aamva-parser 1.7.0 looks for the first occurrence of the code anywhere. The codes of names and addresses
# begin with "DA", as many surnames do: DAIGLE lives in the city "GLE", DACOSTA has the first name "OSTA", DAGOSTINO the
# street "OSTINO", and 100 S DAKOTA AVE the postal code "OTA AVE". A Canadian birth date becomes a day of the year 406.
# parse-usdl 3.2.0 reads lines, but turns that date into 0405-19-85, and every sex but 1 into "F", also 9. Neither
# reports a fault. aamvajs 0.1.1 reads all of them as the standard says.
# Source: AAMVA DL/ID Card Design Standard, 2020, annex D.12 (DBB: MMDDCCYY for the U.S., CCYYMMDD for Canada; DBC: 1, 2
# or 9, which is not specified); FieldParser of aamva-parser and parseUsdl.js of parse-usdl.
# Why it matters: intake by a scanned license fills in a client's name, birth date and address, by which conflicts are
# checked and letters are sent. The persons and licenses below are invented.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent aamva-parser@1.7.0 parse-usdl@3.2.0 aamvajs@0.1.1
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const { parse } = require("aamva-parser");
const AAMVA = require("aamvajs");
const usdl = require("parse-usdl");
const elements = { DAQ: "D1234567", DCS: "ROE", DDE: "N", DAC: "JANE", DDF: "N", DAD: "ANN", DDG: "N", DCA: "E",
  DCB: "NONE", DCD: "NONE", DBD: "07272024", DBB: "04051985", DBA: "04052030", DBC: "2", DAU: "064 IN", DAY: "BRO",
  DAG: "12 ELM ST", DAI: "BATON ROUGE", DAJ: "LA", DAK: "708010000", DCF: "1234", DCG: "USA", DDB: "05012019" };
/** The text of a PDF417 barcode: header, place and length of its one subfile, and an element per line. */
function barcode(changed, issuer = "636007") {
  const lines = Object.entries({ ...elements, ...changed }).map(([code, value]) => code + value);
  const [head, body] = [`@\n\x1e\rANSI ${issuer}100001DL`, `DL${lines.join("\n")}\r`];
  const number = (value) => String(value).padStart(4, "0");
  return head + number(head.length + 8) + number(body.length) + body;
}
const dates = { DBB: "19850405", DBD: "20240727", DBA: "20300405" };
const canadian = barcode({ DCG: "CAN", ...dates, DAJ: "ON", DAK: "K1A 0B1" }, "636012");
const read = (changed) => [parse(barcode(changed)), AAMVA.raw(barcode(changed)).data];
const [plain] = read({});
const [daigle, daigleByLine] = read({ DCS: "DAIGLE" });
const [dacosta, dacostaByLine] = read({ DCS: "DACOSTA" });
const [dagostino, dagostinoByLine] = read({ DCS: "DAGOSTINO" });
const [dakota, dakotaByLine] = read({ DAG: "100 S DAKOTA AVE" });
// By aamva-parser, or parse-usdl where it is named, and by aamvajs.
const found = {
  "first name, city, postal code": [[plain.firstName, plain.city, plain.postalCode].join(", ")],
  "city of DAIGLE": [daigle.city, daigleByLine.city],
  "first name of DACOSTA": [dacosta.firstName, dacostaByLine.firstName],
  "street of DAGOSTINO": [dagostino.streetAddress, dagostinoByLine.address],
  "postal code on S DAKOTA AVE": [dakota.postalCode, dakotaByLine.zip],
  "year of a Canadian birth": [parse(canadian).dateOfBirth.getFullYear(), AAMVA.raw(canadian).data.dateOfBirth],
  "a Canadian birth by parse-usdl": [usdl.parse(canadian).dateOfBirth, AAMVA.raw(canadian).data.dateOfBirth],
  "sex 9 by parse-usdl": [usdl.parse(barcode({ DBC: "9" })).sex, AAMVA.raw(barcode({ DBC: "9" })).data.sex],
};
console.log(found);
require("node:assert").deepStrictEqual(found, {
  "first name, city, postal code": ["JANE, BATON ROUGE, 708010000"],
  "city of DAIGLE": ["GLE", "BATON ROUGE"],
  "first name of DACOSTA": ["OSTA", "JANE"],
  "street of DAGOSTINO": ["OSTINO", "12 ELM ST"],
  "postal code on S DAKOTA AVE": ["OTA AVE", "708010000"],
  "year of a Canadian birth": [406, "1985-04-05"],
  "a Canadian birth by parse-usdl": ["0405-19-85", "1985-04-05"],
  "sex 9 by parse-usdl": ["F", "NS"],
});
JS
TZ=UTC node try.cjs
