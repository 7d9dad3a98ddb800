#!/usr/bin/env bash
# Guess: a client that is generated with days as Date converts the members of a union that are days, told apart by their
# discriminator, and leaves other members as they are; or it leaves unions alone.
# Behavior: @hey-api/openapi-ts 0.99.0, with its plugin @hey-api/transformers, converts each item of a list as if it was
# the first member of its union, whatever the discriminator says. Of custom fields that are a day or text, the text
# "Smith v. Roe" becomes Invalid Date, which is sent back as null, and "12" becomes a day of 2001. Of payments by check
# or wire the days of wires stay text, though their type says Date. A union outside of lists is left alone, also where
# its type says Date. The generator reports nothing.
# Source: OpenAPI 3.1, Discriminator Object; the transformers plugin as it ran. Its issues 1613, 2807 and 2808 ask for
# unions with a discriminator; that items of lists are converted by the first member is not said there.
# Why it matters: custom fields, parties and payments of a case are unions. A vendor's program that reads a case and
# saves it wipes out its text. The product's own SDK leaves days as text and has no transformers (src/sdk).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --silent @hey-api/openapi-ts@0.99.0 typescript@5.9.3
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createClient } from "@hey-api/openapi-ts";
import typescript from "typescript";
const day = { type: "string", format: "date" };
const member = (name, value, type) =>
  ({ type: "object", required: ["kind", value], properties: { kind: { type: "string", const: name }, [value]: type } });
const union = (...names) => {
  const oneOf = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { oneOf, discriminator: { propertyName: "kind" } };
};
const list = (items) => ({ type: "array", items });
const payment = union("Check", "Wire");
const schemas = {
  Day: member("day", "value", day),
  Text: member("text", "value", { type: "string" }),
  Check: member("check", "issuedOn", day),
  Wire: member("wire", "settledOn", day),
  Case: {
    type: "object",
    properties: { fields: list(union("Day", "Text")), payments: list(payment), latest: payment },
  },
};
const content = { "application/json": { schema: { $ref: "#/components/schemas/Case" } } };
const get = { operationId: "getCase", responses: { 200: { description: "The case.", content } } };
const info = { title: "Cases", version: "1.0.0" };
const api = { openapi: "3.1.0", info, paths: { "/case": { get } }, components: { schemas } };
writeFileSync("api.json", JSON.stringify(api));
const plugins = [{ name: "@hey-api/transformers", dates: true }];
await createClient({ input: "api.json", output: { path: "made" }, logs: { level: "silent" }, plugins });
const options = { compilerOptions: { module: "esnext", target: "es2022" } };
const made = readFileSync("made/transformers.gen.ts", "utf8");
writeFileSync("made.mjs", typescript.transpileModule(made, options).outputText);
const { getCaseResponseTransformer } = await import("./made.mjs");
const { fields, payments, latest } = await getCaseResponseTransformer({
  fields: [
    { kind: "day", value: "2026-11-30" },
    { kind: "text", value: "Smith v. Roe" },
    { kind: "text", value: "12" },
  ],
  payments: [
    { kind: "check", issuedOn: "2026-11-30" },
    { kind: "wire", settledOn: "2026-11-30" },
  ],
  latest: { kind: "check", issuedOn: "2026-11-30" },
});
const found = {
  "a day": JSON.stringify(fields[0].value),
  "text": `${fields[1].value}, ${JSON.stringify(fields[1].value)} when it is sent back`,
  "the text 12": JSON.stringify(fields[2].value),
  "the day of a check": payments[0].issuedOn instanceof Date,
  "the day of a wire": payments[1].settledOn instanceof Date,
  "the day of a check outside of a list": latest.issuedOn instanceof Date,
};
console.log(found);
deepStrictEqual(found, {
  "a day": '"2026-11-30T00:00:00.000Z"',
  "text": "Invalid Date, null when it is sent back",
  "the text 12": '"2001-12-01T00:00:00.000Z"',
  "the day of a check": true,
  "the day of a wire": false,
  "the day of a check outside of a list": false,
});
JS
TZ=UTC node try.mjs
