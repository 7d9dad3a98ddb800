#!/usr/bin/env bash
# Guess: the rules by which n8n checks community nodes judge a file by its name, wherever they run.
# Behavior: while `NODE_ENV` is "test", the rules take every file for one of their own fixtures with a fixed name: a node
# in `Caseport.node.ts` must then be renamed to `Caseport.node.ts`. Vitest and Jest set NODE_ENV, so the same lint passes on
# the command line and fails in a test.
# Version: eslint-plugin-n8n-nodes-base 2.0.0 with ESLint 8.57.1.
# Source: eslint-plugin-n8n-nodes-base/dist/lib/ast/utils/filename.js, getNodeFilename.
# Why it matters: whoever offers a connector for n8n has to keep these rules, and wants the suite to say so. The product
# runs the lint in a process without NODE_ENV (src/testing/connectors).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --legacy-peer-deps --ignore-scripts eslint@8.57.1 @typescript-eslint/parser@6.21.0 \
  typescript@5.4.5 eslint-plugin-n8n-nodes-base@2.0.0
mkdir -p nodes/Caseport
cat > nodes/Caseport/Caseport.node.ts <<'TS'
export class Caseport {
  description = { displayName: "Caseport", name: "caseport", group: ["transform"], version: 1 };
}
TS
cat > .eslintrc.json <<'JSON'
{
  "root": true,
  "parser": "@typescript-eslint/parser",
  "plugins": ["n8n-nodes-base"],
  "rules": { "n8n-nodes-base/node-filename-against-convention": "error" }
}
JSON
check() { env -u NODE_ENV ${1:+NODE_ENV=$1} npx eslint --no-color --format unix nodes/Caseport/Caseport.node.ts 2>&1 || true; }
plain=$(check "")
testing=$(check test)
echo "eslint-plugin-n8n-nodes-base $(node -p 'JSON.parse(fs.readFileSync("node_modules/eslint-plugin-n8n-nodes-base/package.json")).version')"
echo "without NODE_ENV: ${plain:-no fault}"
echo "NODE_ENV=test: ${testing:-no fault}"
[ -z "$plain" ] && [[ "$testing" == *"Rename file to"* ]]
