#!/usr/bin/env bash
# Guess: a converter of OpenAPI 3.1 to 3.0 writes valid 3.0 for whatever 3.1 has, at least for a constant and for null.
# Behavior: @apiture/openapi-down-convert 0.14.2 turns `const: true` into an enumeration and leaves `const: false`, where it
# is, leaves `null` among the forms of `anyOf` and in lists of several types, and leaves the summary of `info`. A validator
# of 3.0 rejects each of the four.
# Version: @apiture/openapi-down-convert 0.14.2, @apidevtools/swagger-parser 13.1.0. Source: OpenAPI 3.0.3, Info Object and
# Schema Object (`nullable`, no `const`, `type` is one value); 3.1.0, the same objects.
# Why it matters: gateways, Power Automate and generators for .NET that law firms' vendors use read 3.0 or 2.0, and errors
# (`success: false`) and empty fields are in every document of an API of records. The product writes its older forms itself
# (src/openapi/forms, decision 0231).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @apiture/openapi-down-convert@0.14.2 @apidevtools/swagger-parser@13.1.0
cat > try.mjs <<'JS'
import { createRequire } from "node:module";
import SwaggerParser from "@apidevtools/swagger-parser";
const require = createRequire(import.meta.url);
const { Converter } = require("@apiture/openapi-down-convert");
const write = (schema, info = {}) => ({
  openapi: "3.1.0", info: { title: "Cases", version: "1", ...info }, paths: {}, components: { schemas: { Case: schema } },
});
const property = (one) => ({ type: "object", properties: { one } });
const documents = {
  "const: true": write(property({ type: "boolean", const: true })),
  "const: false": write(property({ type: "boolean", const: false })),
  "null in anyOf": write(property({ anyOf: [{ type: "string", format: "date" }, { type: "null" }] })),
  "two types and null": write(property({ type: ["string", "number", "null"] })),
  "summary of info": write(property({ type: "string" }), { summary: "Records of a firm" }),
};
const result = {};
for (const [name, document] of Object.entries(documents)) {
  const converted = new Converter(document, {}).convert();
  result[name] = await SwaggerParser.validate(structuredClone(converted)).then(() => "valid 3.0", () => "rejected");
}
console.log(`@apiture/openapi-down-convert ${require("@apiture/openapi-down-convert/package.json").version}`, result);
const expected = ["valid 3.0", "rejected", "rejected", "rejected", "rejected"];
process.exit(JSON.stringify(Object.values(result)) === JSON.stringify(expected) ? 0 : 1);
JS
node try.mjs
