#!/usr/bin/env bash
# Guess: a reader of OFX, the file that banks offer for QuickBooks and Quicken, returns a payee's name as the bank
# means it, and a statement's transactions as a list.
# Behavior: of three readers none does both, and none reports it. node-ofx-parser 0.5.1 escapes the ampersand of
# "ORTHO &amp; SPINE" twice more: "ORTHO &amp;amp;amp; SPINE". ofx-data-extractor 1.5.0 leaves it as "&amp;". ofx-js
# 1.1.1 reads it right. But ofx-js and node-ofx-parser return the transactions as a list only if there are several:
# one is the transaction itself, whose length is undefined.
# Source: OFX 2.3, 2.3.2.1 (an ampersand, < and > are escaped, in SGML and XML alike) and 11.4.3 (STMTTRN, zero or
# more); each library as it ran.
# Why it matters: payees of a trust account are practices and firms, "Ortho & Spine, PC" and "Marsh & Cole LLP", and a
# trust account of a small firm has months with one transaction. Lines are matched with the books, and a month without
# lines agrees with no balance. The product reads OFX itself (src/areas/trust/bank-statements/domain.ofx.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent ofx-js@1.1.1 node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { Ofx } from "ofx-data-extractor";
import { parse as parseByJs } from "ofx-js";
import parser from "node-ofx-parser";
const transaction = (id, name) =>
  ["<STMTTRN>", "<TRNTYPE>CHECK", "<DTPOSTED>20261124", "<TRNAMT>-50.00", `<FITID>${id}`, `<NAME>${name}`, "</STMTTRN>"];
const write = (...names) =>
  [
    ...["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII", "CHARSET:1252"],
    ...["COMPRESSION:NONE", "OLDFILEUID:NONE", "NEWFILEUID:NONE", "", "<OFX>", "<SIGNONMSGSRSV1>", "<SONRS>"],
    ...["<STATUS>", "<CODE>0", "<SEVERITY>INFO", "</STATUS>", "<DTSERVER>20261201", "<LANGUAGE>ENG", "</SONRS>"],
    ...["</SIGNONMSGSRSV1>", "<BANKMSGSRSV1>", "<STMTTRNRS>", "<TRNUID>1", "<STATUS>", "<CODE>0", "<SEVERITY>INFO"],
    ...["</STATUS>", "<STMTRS>", "<CURDEF>USD", "<BANKACCTFROM>", "<BANKID>021000021", "<ACCTID>4417"],
    ...["<ACCTTYPE>CHECKING", "</BANKACCTFROM>", "<BANKTRANLIST>", "<DTSTART>20261101", "<DTEND>20261130"],
    ...names.flatMap((name, index) => transaction(index + 1, name)),
    ...["</BANKTRANLIST>", "<LEDGERBAL>", "<BALAMT>100.00", "<DTASOF>20261130", "</LEDGERBAL>", "</STMTRS>"],
    ...["</STMTTRNRS>", "</BANKMSGSRSV1>", "</OFX>", ""],
  ].join("\n");
const listOf = ({ OFX }) => OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN;
const readers = {
  "ofx-js": async (text) => listOf(await parseByJs(text)),
  "node-ofx-parser": (text) => listOf(parser.parse(text)),
  "ofx-data-extractor": (text) => new Ofx(text).getBankTransferList(),
};
const found = {};
for (const [name, read] of Object.entries(readers)) {
  const several = await read(write("ORTHO &amp; SPINE PC", "CLAIM 7"));
  const one = await read(write("ROE CLINIC"));
  found[name] = { names: several.map(({ NAME }) => NAME), transactionsOfOne: one.length ?? "none: it is no list" };
}
console.log(found);
deepStrictEqual(found, {
  "ofx-js": { names: ["ORTHO & SPINE PC", "CLAIM 7"], transactionsOfOne: "none: it is no list" },
  "node-ofx-parser": {
    names: ["ORTHO &amp;amp;amp; SPINE PC", "CLAIM 7"],
    transactionsOfOne: "none: it is no list",
  },
  "ofx-data-extractor": { names: ["ORTHO &amp; SPINE PC", "CLAIM 7"], transactionsOfOne: 1 },
});
JS
node try.mjs
