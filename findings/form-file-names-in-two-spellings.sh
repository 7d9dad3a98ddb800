#!/usr/bin/env bash
# Guess: a multipart parser that knows `filename*` takes it before `filename`, whatever else stands in the header (RFC 6266).
# Behavior: @fastify/busboy 3.2.6 takes the last of the two if the part's name is quoted, and `filename*` only if it is not.
# .NET's HttpClient and PowerShell 7 send both, with an encoded word (RFC 2047) as `filename`: an upload of `été.pdf` is
# stored under `=?utf-8?B?…?=` or under its name, depending on two quotation marks elsewhere in the header.
# Source: @fastify/busboy/lib/utils/parseParams.js (a faster path for plain form data); RFC 6266, 4.3; RFC 7578, 4.2.
# Why it matters: offices send documents from PowerShell and .NET add-ins; file names are how people find a record.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @fastify/busboy@3.2.6
cat > try.cjs <<'JS'
const { Busboy } = require("@fastify/busboy");
const nameOf = (disposition) => new Promise((resolve) => {
  const parser = new Busboy({ headers: { "content-type": "multipart/form-data; boundary=x" } });
  parser.on("file", (_field, stream, name) => (stream.resume(), resolve(name)));
  parser.end(`--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nhello\r\n--x--\r\n`);
});
const both = `filename="=?utf-8?B?w6l0w6kucGRm?="; filename*=utf-8''%C3%A9t%C3%A9.pdf`;
(async () => {
  const result = { "name=file": await nameOf(`name=file; ${both}`), 'name="file"': await nameOf(`name="file"; ${both}`) };
  console.log(`@fastify/busboy ${require("@fastify/busboy/package.json").version}`, result);
  process.exit(result["name=file"] === "été.pdf" && result['name="file"'] === "=?utf-8?B?w6l0w6kucGRm?=" ? 0 : 1);
})();
JS
node try.cjs
