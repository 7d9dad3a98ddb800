#!/usr/bin/env bash
# Guess: what libraries for money call rounding "half up" takes half a cent away from zero, so that a reversal,
# computed as the charge was, takes back the same amount; this is how PostgreSQL's numeric and invoices round.
# Behavior: half of 45.15 is 22.58 in all four. Half of -45.15 is -22.58 by big.js (roundHalfUp) and decimal.js
# (ROUND_HALF_UP), and -22.57 by dinero.js (halfUp) and currency.js, which has no other rounding: there "up" is toward
# the greater number. Charge and reversal add up to a cent.
# Version: currency.js 2.0.4, dinero.js 2.0.2, big.js 7.0.1, decimal.js 10.6.0. Source: currency.js rounds by
# Math.round, which takes -0.5 to 0; dinero.js calls the other kind halfAwayFromZero; big.js and decimal.js describe
# half up by the size of a number.
# Why it matters: a fee that was split in halves is refunded by the same function with the amount negated. In a trust
# account every client's ledger must come to zero, and a cent that is left over is a finding of the state bar's audit.
# The product takes halves away from zero, as the check in its database does (computeAmount in
# src/areas/billing/invoices/domain.money.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact currency.js@2.0.4 dinero.js@2.0.2 big.js@7.0.1 decimal.js@10.6.0
cat > try.cjs <<'JS'
const Big = require("big.js");
const currency = require("currency.js");
const Decimal = require("decimal.js");
const { dinero, halfUp, toDecimal, transformScale } = require("dinero.js");
const { dependencies } = require("./package.json");
const dollars = { code: "USD", base: 10, exponent: 2 };
const halve = {
  "currency.js": (cents) => currency(cents / 100).multiply(0.5).toString(),
  "dinero.js": (cents) => toDecimal(transformScale(dinero({ amount: cents * 5, currency: dollars, scale: 3 }), 2, halfUp)),
  "big.js": (cents) => new Big(cents).div(100).times("0.5").round(2, Big.roundHalfUp).toFixed(2),
  "decimal.js": (cents) => new Decimal(cents).div(100).times("0.5").toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2),
};
const expected = {
  "currency.js": "22.58 and -22.57",
  "dinero.js": "22.58 and -22.57",
  "big.js": "22.58 and -22.58",
  "decimal.js": "22.58 and -22.58",
};
let changed = false;
for (const [name, of] of Object.entries(halve)) {
  const found = `${of(4515)} and ${of(-4515)}`;
  console.log(`${name} ${dependencies[name]}, half of 45.15 and of -45.15: ${found}`);
  changed ||= found !== expected[name];
}
process.exit(changed ? 1 : 0);
JS
node try.cjs
