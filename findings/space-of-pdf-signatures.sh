#!/usr/bin/env bash
# Guess: after any changed byte of a signed PDF its signature is no longer valid.
# Behavior: the signature stands in the file, in a space that is reserved before its length is known (/Contents), and it
# covers all but that space (/ByteRange). A message of thousands of bytes can be written into what the signature leaves of
# it, or be read from there: the CMS signature verifies as before. openssl 3.0.19 reads the signature up to its end and does not
# see the rest; pdfsig (poppler 22.12) prints "Signature is Valid" and, beside it, "Not total document signed".
# Source: ISO 32000-2, 12.8.1 (the range should be the entire file, excluding the value of Contents); @libpdf/core 0.4.2.
# Why it matters here: "valid" of a validator does not mean that a file is the one that was sealed. Its SHA-256 says so,
# which the certificate of completion lists; and the space is made as small as the signature needs.
set -euo pipefail
command -v openssl >/dev/null || { echo "openssl is not installed"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @libpdf/core@0.4.2
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out ca.pem -days 3650 -subj "/CN=Seal" \
  -addext "keyUsage=critical,digitalSignature,nonRepudiation" 2>/dev/null
openssl pkcs12 -export -in ca.pem -inkey key.pem -out own.p12 -passout pass:x
cat > sign.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { P12Signer, PDF } from "@libpdf/core";
const pdf = PDF.create();
pdf.addPage({ size: "letter" }).drawText("Agreement", { x: 72, y: 700, size: 12 });
const source = await PDF.load(await pdf.save());
const signer = await P12Signer.create(new Uint8Array(readFileSync("own.p12")), "x");
const { bytes } = await source.sign({ signer, level: "B-B", fieldName: "Seal", signingTime: new Date() });
const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(Buffer.from(bytes).toString("latin1"));
const [start, length, second, rest] = range.slice(1).map(Number);
const message = Buffer.from(Buffer.from("Whatever nobody signed. ".repeat(50)).toString("hex"));
const changed = Buffer.from(bytes);
const place = second - 1 - message.length;
assert.match(changed.subarray(place, second - 1).toString("latin1"), /^0+$/, "the space has room behind the signature");
message.copy(changed, place);
assert.notDeepEqual(changed, Buffer.from(bytes));
for (const [name, file] of Object.entries({ sealed: Buffer.from(bytes), changed })) {
  writeFileSync(`${name}.pdf`, file);
  writeFileSync(`${name}.content`, Buffer.concat([file.subarray(start, start + length), file.subarray(second, second + rest)]));
  writeFileSync(`${name}.der`, Buffer.from(file.subarray(length + 1, second - 1).toString("latin1"), "hex"));
}
JS
node sign.mjs
for name in sealed changed; do
  openssl cms -verify -inform DER -in $name.der -content $name.content -binary -CAfile ca.pem -purpose any -out /dev/null 2>$name.txt
  grep -q "successful" $name.txt
done
cmp -s sealed.content changed.content
if command -v pdfsig >/dev/null; then
  pdfsig sealed.pdf | grep -q "Total document signed"
  pdfsig changed.pdf | grep -q "Signature is Valid"
  pdfsig changed.pdf | grep -q "Not total document signed"
fi
echo "as described: 1,200 bytes that nobody signed stand in the file, and its signature is valid"
