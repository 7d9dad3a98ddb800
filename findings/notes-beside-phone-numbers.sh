#!/usr/bin/env bash
# Guess: two versions of one library read a cell of a contact list alike, apart from letters in place of digits, which
# one of them says it does not read; and a word behind a whole number is no part of it.
# Behavior: google-libphonenumber dials the word. "202-555-0123 (cell)" is +1 202 555 0123 2355, and "work" is 9675:
# from three letters on a text counts as a number in letters, as 888-555-HELP is. A single "w" is left out. parse()
# and format() succeed; isValidNumber() alone says no, and a longer note is an error. libphonenumber-js reads the
# number and leaves the word, and makes a short number of 888-555-HELP.
# Version: google-libphonenumber 3.2.47, libphonenumber-js 1.13.16. Source: libphonenumber's VALID_ALPHA_PHONE_PATTERN
# and ALPHA_PHONE_MAPPINGS_; libphonenumber-js looks for a number in the text, and its readme says that it reads no
# letters.
# Why it matters: offices write "cell", "work" and "do not call" into the field of the number. By the one library a
# client has no number that can be called, by the other a firm's advertised number is lost. The product uses
# libphonenumber-js and reads letters only where the rest is no number (src/platform/phone-number.ts, and its test).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact google-libphonenumber@3.2.47 libphonenumber-js@1.13.16
cat > try.cjs <<'JS'
const { PhoneNumberFormat, PhoneNumberUtil } = require("google-libphonenumber");
const { parsePhoneNumberFromString } = require("libphonenumber-js");
console.log(JSON.stringify(require("./package.json").dependencies));
const google = PhoneNumberUtil.getInstance();
const readers = {
  "google-libphonenumber": (text) => {
    try {
      const number = google.parse(text, "US");
      return `${google.format(number, PhoneNumberFormat.E164)}${google.isValidNumber(number) ? "" : " invalid"}`;
    } catch {
      return "error";
    }
  },
  "libphonenumber-js": (text) => {
    const number = parsePhoneNumberFromString(text, "US");
    return number === undefined ? "none" : `${number.number}${number.isValid() ? "" : " invalid"}`;
  },
};
const expected = {
  "202-555-0123": ["+12025550123", "+12025550123"],
  "202-555-0123 w": ["+12025550123", "+12025550123"],
  "202-555-0123 work": ["+120255501239675 invalid", "+12025550123"],
  "202-555-0123 (cell)": ["+120255501232355 invalid", "+12025550123"],
  "202-555-0123 do not call": ["error", "+12025550123"],
  "888-555-HELP": ["+18885554357", "+1888555 invalid"],
};
let changed = false;
for (const [text, wanted] of Object.entries(expected)) {
  const found = Object.values(readers).map((read) => read(text));
  console.log(`${text}: ${found.join(" and ")}`);
  changed ||= found.join() !== wanted.join();
}
process.exit(changed ? 1 : 0);
JS
node try.cjs
