#!/usr/bin/env bash
# Guess: zod schemas that are made of a JSON Schema accept what it accepts and reject what it rejects, as far as zod has
# a check for it, whoever makes them.
# Behavior: two makers differ from the same schema at different places, without a word. @hey-api/openapi-ts 0.99.0
# leaves out multipleOf: hours in quarters may be 12.3. fromJSONSchema of zod 4.6.7 itself makes a pattern without the
# flag u, so \p{L} no longer is "a letter", and every name is rejected. And format "time" has two meanings: for
# @hey-api/openapi-ts it is zod's iso.time, which takes 14:30 and rejects 14:30:00-05:00; the schema, as ajv and
# fromJSONSchema read it, takes the second and rejects the first. So no time of day passes both.
# Source: JSON Schema 2020-12, core 6.4 (patterns are to be read as Unicode), validation 6.2.1 and 7.3.1 (time is the
# full-time of RFC 3339, which has an offset); the generator and zod as they ran.
# Why it matters: clients check hours, names and hearing times by such schemas before they send them. Money in
# integers of cents, patterns without \p and times as a pattern of digits mean the same everywhere: so is the product's
# document (src/testing/conformance/openapi/document-rules.ts, isPortablePattern).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --silent @hey-api/openapi-ts@0.99.0 typescript@5.9.3 zod@4.6.7 ajv@8.20.0 \
  ajv-formats@3.0.1
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createClient } from "@hey-api/openapi-ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import typescript from "typescript";
import { fromJSONSchema } from "zod";
const schema = {
  type: "object",
  properties: {
    hours: { type: "number", multipleOf: 0.25 },
    client: { type: "string", pattern: "^[\\p{L} ]+$" },
    hearing: { type: "string", format: "time" },
    enteredAt: { type: "string", format: "date-time" },
  },
};
const requestBody = { required: true, content: { "application/json": { schema } } };
const post = { operationId: "record", requestBody, responses: { 204: { description: "Done." } } };
const info = { title: "Entries", version: "1.0.0" };
writeFileSync("api.json", JSON.stringify({ openapi: "3.1.0", info, paths: { "/entries": { post } } }));
const plugins = [{ name: "zod", dates: { offset: true } }];
await createClient({ input: "api.json", output: { path: "made" }, logs: { level: "silent" }, plugins });
const made = readFileSync("made/zod.gen.ts", "utf8");
const options = { compilerOptions: { module: "esnext", target: "es2022" } };
writeFileSync("made.mjs", typescript.transpileModule(made, options).outputText);
const { zRecordBody } = await import("./made.mjs");
const ajv = new Ajv2020();
(addFormats.default ?? addFormats)(ajv);
const byZod = (zod) => (value) => zod.safeParse(value).success;
const readers = [ajv.compile(schema), byZod(fromJSONSchema(schema)), byZod(zRecordBody)];
const found = [
  { hours: 12.25 },
  { hours: 12.3 },
  { client: "Jane Roe" },
  { client: "María Muñoz" },
  { enteredAt: "2026-11-30T16:00:00-05:00" },
  { hearing: "14:30:00-05:00" },
  { hearing: "14:30" },
].map((value) => `${JSON.stringify(value)} ${readers.map((accepts) => accepts(value)).join(" ")}`);
console.log("Accepted by ajv, fromJSONSchema and @hey-api/openapi-ts:");
console.log(found.join("\n"));
deepStrictEqual(found, [
  '{"hours":12.25} true true true',
  '{"hours":12.3} false false true',
  '{"client":"Jane Roe"} true false true',
  '{"client":"María Muñoz"} true false true',
  '{"enteredAt":"2026-11-30T16:00:00-05:00"} true true true',
  '{"hearing":"14:30:00-05:00"} true true false',
  '{"hearing":"14:30"} false false true',
]);
JS
node try.mjs
