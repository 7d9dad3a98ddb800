#!/usr/bin/env bash
# Guess: a parser of US addresses keeps every word of the line before the city somewhere: number, street, unit or
# rest.
# Behavior: parse-address leaves the fraction out of "123 1/2 Main St", makes "15 W End Ave" of West End Avenue, and
# of a rural route only "RR". addresser keeps the fraction and leaves out "RR", and makes a second line of what
# follows a street's type: of "10 County Road 12 West" the unit "12 West" on County Rd, of the Avenue of the Americas
# the unit "of the Americas". Neither reports a rest. Of these addresses each reads some right that the other does
# not.
# Version: parse-address 1.1.2, addresser 1.1.22. Source: USPS Publication 28, 233 (directional words that are part of
# a name are spelled out), 24 (rural routes) and appendix D (fractional numbers); both libraries' patterns, as they
# ran on 2026-11-30.
# Why it matters: 123 1/2 is another door than 123, often the tenant in the rear: service there is service on somebody
# else, and a defendant moves to quash. The product keeps an address's lines as they were written and takes nothing
# apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact parse-address@1.1.2 addresser@1.1.22
cat > try.cjs <<'JS'
const addresser = require("addresser");
const { parseLocation } = require("parse-address");
console.log(JSON.stringify(require("./package.json").dependencies));
const readers = {
  "parse-address": (text) => {
    const { number, prefix, street, type, suffix, sec_unit_type: unit, sec_unit_num: unitNumber } = parseLocation(text);
    return [number, prefix, street, type, suffix, unit, unitNumber].filter((part) => part !== undefined).join(" ");
  },
  addresser: (text) => {
    const { addressLine1, addressLine2 } = addresser.parseAddress(text);
    return addressLine2 === undefined ? addressLine1 : `${addressLine1} | ${addressLine2}`;
  },
};
const expected = {
  "123 Main St Apt 4, Los Angeles, CA 90012": ["123 Main St Apt 4", "123 Main St | Apt 4"],
  "123 1/2 Main St, Los Angeles, CA 90012": ["123 Main St", "123 1/2 Main St"],
  "15 West End Ave, New York, NY 10023": ["15 W End Ave", "15 West End Ave"],
  "10 County Road 12 West, Bismarck, ND 58501": ["10 County Road 12 W", "10 County Rd | 12 West"],
  "8 Avenue of the Americas, New York, NY 10013": ["8 Avenue of the Americas", "8 Avenue | of the Americas"],
  "RR 2 Box 152, Hays, KS 67601": ["RR", "2 Box 152"],
};
let changed = false;
for (const [text, wanted] of Object.entries(expected)) {
  const found = Object.values(readers).map((read) => read(text));
  console.log(`${text}: ${found.join(" and ")}`);
  changed ||= JSON.stringify(found) !== JSON.stringify(wanted);
}
process.exit(changed ? 1 : 0);
JS
node try.cjs
