#!/usr/bin/env bash
# Guess: a typed client of an OpenAPI document sends the filters that it is given, or fails: a Date as an instant, and a
# list without members in some way that is not "no filter".
# Behavior: openapi-fetch 0.17.0 leaves out a parameter whose value is a Date, since a Date is an object without
# members: the request for cases since an instant asks for all cases. The types forbid it, unless openapi-typescript
# makes date-time a Date, as its documentation shows. It leaves out an empty list, too: the cases of no client are the
# cases of all. The client of @hey-api/openapi-ts 0.99.0 sends the Date as text, and a blank value for the empty list.
# Neither reports anything.
# Source: OpenAPI 3.1, Parameter Object, styles form and deepObject; RFC 6570, 2.3 (an empty list is undefined); both
# clients as they ran, serializeObjectParam of openapi-fetch.
# Why it matters: nightly synchronizations read what changed since an instant, and a program that bills or closes "the
# cases of these clients" gets those of the whole firm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --no-audit --no-fund --silent openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 tsx@4.23.15
npm ls --depth=0 | tail -n +2
cat > make.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { createClient } from "@hey-api/openapi-ts";
const text = { type: "string" };
const parameters = [
  { name: "since", in: "query", schema: { ...text, format: "date-time" } },
  { name: "clientIds", in: "query", style: "form", explode: false, schema: { type: "array", items: text } },
];
const get = { operationId: "listCases", parameters, responses: { 204: { description: "None." } } };
const info = { title: "Cases", version: "1.0.0" };
writeFileSync("api.json", JSON.stringify({ openapi: "3.1.0", info, paths: { "/cases": { get } } }));
const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"];
await createClient({ input: "api.json", output: { path: "made" }, logs: { level: "silent" }, plugins });
JS
cat > try.ts <<'TS'
import { deepStrictEqual } from "node:assert";
import createFetch from "openapi-fetch";
import { client } from "./made/client.gen";
import { listCases } from "./made/sdk.gen";
let query = "";
const settings = {
  baseUrl: "http://127.0.0.1:9",
  fetch: async (request: Request) => {
    query = new URL(request.url).search;
    return new Response(null, { status: 204 });
  },
} as object;
const one = createFetch<any>({ ...settings, querySerializer: { array: { style: "form", explode: false } } });
client.setConfig(settings);
const given: Record<string, unknown>[] = [
  { since: "2026-11-30T00:00:00Z" },
  { since: new Date("2026-11-30T00:00:00Z") },
  { clientIds: ["c1", "c2"] },
  { clientIds: [] },
];
const found: string[][] = [];
for (const values of given) {
  await one.GET("/cases", { params: { query: values } });
  const byFetch = query;
  await listCases({ query: values });
  found.push([byFetch, query].map((sent) => decodeURIComponent(sent)));
}
console.log("Sent by openapi-fetch and by @hey-api/openapi-ts:", found);
deepStrictEqual(found, [
  ["?since=2026-11-30T00:00:00Z", "?since=2026-11-30T00:00:00Z"],
  ["", "?since=2026-11-30T00:00:00.000Z"],
  ["?clientIds=c1,c2", "?clientIds=c1,c2"],
  ["", "?clientIds="],
]);
TS
node make.mjs
npx --no-install tsx try.ts
