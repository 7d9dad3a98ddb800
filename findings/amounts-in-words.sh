#!/usr/bin/env bash
# Guess: a library that writes numbers in words, and is given an amount of dollars and cents, writes both or rejects
# it.
# Behavior: number-to-words 1.2.4 and num-to-words 0.2.1 drop the cents without a word: 4217.58 is "four thousand, two
# hundred seventeen". written-number 0.11.1 rounds them: 4217.58 is "four thousand two hundred and eighteen", a dollar
# that is not there. decimal-number-to-words 1.3.3 says "point five eight". to-words 5.7.0 with its option `currency`
# writes both.
# Version: as in the name of each. Source: Uniform Commercial Code 3-114: if terms of an instrument contradict each
# other, words prevail over numbers; each library as it ran, with the input of its own types, a number.
# Why it matters: checks, settlement agreements and releases have the amount in figures and in words, and the words
# are what is owed. A check of a trust account that says a dollar more in words overdraws a client's ledger. The
# product writes amounts in figures alone; checks are printed elsewhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent number-to-words@1.2.4 num-to-words@0.2.1 written-number@0.11.1 \
  decimal-number-to-words@1.3.3 to-words@5.7.0
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const { deepStrictEqual } = require("node:assert");
const { ToWords } = require("to-words");
const amount = 4217.58;
const found = {
  "number-to-words": require("number-to-words").toWords(amount),
  "num-to-words": require("num-to-words").numToWords(amount),
  "written-number": require("written-number")(amount),
  "decimal-number-to-words": require("decimal-number-to-words").toWords(amount),
  "to-words": new ToWords({ localeCode: "en-US" }).convert(amount, { currency: true }),
};
console.log(amount, found);
deepStrictEqual(found, {
  "number-to-words": "four thousand, two hundred seventeen",
  "num-to-words": "four thousand two hundred seventeen",
  "written-number": "four thousand two hundred and eighteen",
  "decimal-number-to-words": "four thousand, two hundred seventeen point five eight",
  "to-words": "Four Thousand Two Hundred Seventeen Dollars And Fifty Eight Cents Only",
});
JS
node try.cjs
