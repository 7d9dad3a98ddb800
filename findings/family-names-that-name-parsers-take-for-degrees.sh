#!/usr/bin/env bash
# Guess: a parser of names that knows degrees ("M.A.", "D.O.") and particles ("van") leaves a name of two words its
# two words: one is the given name, one the family name.
# Behavior: each of three parsers loses one, and each another one. humanparser 2.7.0 reads the family name Ma as a
# degree ("Wei Ma" has no last name), another-name-parser 0.1.0 reads Do and Md so ("Kim Do" has no last name, and of
# "Md Karim" the given name is Karim), parse-full-name 1.2.7 reads the given name Van as a particle ("Van Nguyen" has
# no first name). A comma after the family name ("Ma, Wei", "Do, Kim") helps parse-full-name alone; none of the three
# reports a fault.
# Version: as in the name of each. Source: each library's lists of suffixes and prefixes. The words are degrees
# (Master of Arts, Doctor of Osteopathy, Doctor of Medicine), and also family names of China and Vietnam, a short form
# of Muhammad, and a given name of Vietnam.
# Why it matters: a list of clients has the name in one column and is imported as two. A client without a family name
# is in no conflict check by family name, and "Do" as a suffix is printed as a doctor's. Of two words the product
# takes none for a degree or a particle (splitFullName in src/areas/imports/mapping/domain.record.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --save-exact humanparser@2.7.0 another-name-parser@0.1.0 parse-full-name@1.2.7
cat > try.cjs <<'JS'
const human = require("humanparser");
const another = require("another-name-parser");
const { parseFullName } = require("parse-full-name");
const { dependencies } = require("./package.json");
const parsers = {
  humanparser: (name) => {
    const { firstName, lastName, suffix } = human.parseName(name);
    return { first: firstName, last: lastName, suffix };
  },
  "another-name-parser": another,
  "parse-full-name": parseFullName,
};
const names = ["Wei Ma", "Ma, Wei", "Kim Do", "Do, Kim", "Md Karim", "Van Nguyen", "Nguyen, Van"];
const tell = ({ first, last, suffix }) => [first || "-", last || "-", suffix || "-"].join("/");
const expected = {
  humanparser: "Wei/-/Ma Wei/-/Ma Kim/Do/- Kim/Do/- Md/Karim/- Van/Nguyen/- Van/Nguyen/-",
  "another-name-parser": "Wei/Ma/- Wei/Ma/- Kim/-/Do Kim/-/Do Karim/-/Md Van/Nguyen/- Van/Nguyen/-",
  "parse-full-name": "Wei/Ma/- Wei/Ma/- Kim/Do/- Kim/Do/- Md/Karim/- -/Van Nguyen/- Van/Nguyen/-",
};
let changed = false;
console.log("first/last/suffix of", names.map((name) => `"${name}"`).join(", "));
for (const [parser, parse] of Object.entries(parsers)) {
  const found = names.map((name) => tell(parse(name))).join(" ");
  console.log(`${parser} ${dependencies[parser]}: ${found}`);
  changed ||= found !== expected[parser];
}
process.exit(changed ? 1 : 0);
JS
node try.cjs
