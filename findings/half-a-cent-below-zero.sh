#!/usr/bin/env bash
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
// A third of a hundred and one and a half: half of each amount, in cents.
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
