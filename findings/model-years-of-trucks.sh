#!/usr/bin/env bash
# Guess: the model year that a library reads out of a vehicle identification number is that of the vehicle, or the
# library says that the number has two.
# Behavior: the tenth sign repeats after 30 years. Of a Kenworth truck, 1XKAD49X9SJ000001, universal-vin-decoder 1.0.0
# says 1995, and @vroomlabs/vin-validate 1.0.2 says 2025; the same of a motor coach, 1989 and 2019. The first decides
# by the seventh sign, as the rule has it for cars and light trucks alone; the second takes the later year always,
# also of a car whose seventh sign says 1989. Both call each of the numbers valid, and neither names the other year.
# Source: 49 CFR 565.15(c) and its table VII: the seventh sign is a letter from model year 2010 on, of passenger cars,
# multipurpose vehicles and trucks of at most 10,000 pounds; heavier trucks, buses, trailers and motorcycles may have
# either. Both libraries as they ran. The numbers are made up, with right check digits.
# Why it matters: in a truck's case the year decides which brakes, underride guard and recorder the law required, and
# which recalls apply; by the wrong one the expert inspects another truck. The product derives no year from a number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent universal-vin-decoder@1.0.0 @vroomlabs/vin-validate@1.0.2
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const { deepStrictEqual } = require("node:assert");
const { decodeVIN } = require("universal-vin-decoder");
const { vinValidate, yearFromVin } = require("@vroomlabs/vin-validate");
const numbers = {
  "heavy truck, 1995 or 2025": "1XKAD49X9SJ000001",
  "motor coach, 1989 or 2019": "1M8GDM9A9KP000001",
  "car of 1989": "1HGCM8260KA000001",
  "car of 2019": "1HGCM8F68KA000001",
};
const describe = (vin) => [
  Number(decodeVIN(vin).info.modelYear),
  yearFromVin(vin),
  decodeVIN(vin).isValid && vinValidate(vin) ? "valid" : "invalid",
];
const found = Object.fromEntries(Object.entries(numbers).map(([name, vin]) => [name, describe(vin)]));
console.log(found);
deepStrictEqual(found, {
  "heavy truck, 1995 or 2025": [1995, 2025, "valid"],
  "motor coach, 1989 or 2019": [1989, 2019, "valid"],
  "car of 1989": [1989, 2019, "valid"],
  "car of 2019": [2019, 2019, "valid"],
});
JS
node try.cjs
