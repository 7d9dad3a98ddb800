#!/usr/bin/env bash
# Guess: an MCP client finds the Bearer challenge of a 401 wherever it stands among several (RFC 9110, 11.6.1).
# Behavior: it reads the challenge that comes first and no other. Behind another scheme, as an API key's, the address of
# the metadata and the scopes count as absent, and the client falls back to guessed addresses. As a second header field it
# is the same: fetch joins both with a comma.
# Version: @modelcontextprotocol/client 2.4.0. Source: its auth module, extractWWWAuthenticateParams.
# Why it matters: a server that takes keys and tokens names both, and a hosted assistant must find where a person signs
# in. The product puts Bearer first (src/http/request/respond.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @modelcontextprotocol/client@2.4.0
cat > try.mjs <<'JS'
import { readFileSync } from "node:fs";
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
const bearer = 'Bearer realm="caseport", resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp"';
const key = 'ApiKey realm="caseport"';
const read = (...challenges) => {
  const headers = new Headers();
  for (const challenge of challenges) headers.append("WWW-Authenticate", challenge);
  return extractWWWAuthenticateParams(new Response(null, { status: 401, headers })).resourceMetadataUrl?.href ?? "absent";
};
const result = { first: read(`${bearer}, ${key}`), second: read(`${key}, ${bearer}`), "of two fields": read(key, bearer) };
const { version } = JSON.parse(readFileSync("node_modules/@modelcontextprotocol/client/package.json", "utf8"));
console.log(`@modelcontextprotocol/client ${version}`, result);
process.exit(result.first !== "absent" && result.second === "absent" && result["of two fields"] === "absent" ? 0 : 1);
JS
node try.mjs
