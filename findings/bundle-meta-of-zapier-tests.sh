#!/usr/bin/env bash
# Guess: a step of a Zapier app that reads `bundle.meta.page` behaves in Zapier's own tester as its types say: `meta` is
# there.
# Behavior: the types declare `meta` as always present, and the platform sends it; `createAppTester` passes the bundle of
# the test as it is, without adding it. A list that pages by `bundle.meta.page` throws in tests alone.
# Version: zapier-platform-core 19.1.0. Source: zapier-platform-core/types/custom.d.ts, Bundle, and
# src/tools/create-app-tester.js.
# Why it matters: menus of a connector (case stages, members) page by it. The product's tests give each bundle its `meta`,
# and the app reads it as optional (src/connectors/zapier).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent zapier-platform-core@19.1.0
cat > try.cjs <<'JS'
const zapier = require("zapier-platform-core");
const show = { key: "stage", noun: "Stage", display: { label: "Stages", description: "Lists stages.", hidden: true } };
const app = {
  version: "1.0.0",
  platformVersion: zapier.version,
  triggers: { stage: { ...show, operation: { perform: (z, bundle) => [{ id: 1, meta: typeof bundle.meta }] } } },
};
const run = (bundle) => zapier.createAppTester(app)(app.triggers.stage.operation.perform, bundle);
(async () => {
  const [plain] = await run({ inputData: {} });
  const [given] = await run({ inputData: {}, meta: { page: 0 } });
  const types = require("node:fs").readFileSync("node_modules/zapier-platform-core/types/custom.d.ts", "utf8");
  const declared = /\bmeta(\??):/.exec(types)?.[1] === "" ? "required" : "optional";
  console.log(`zapier-platform-core ${zapier.version}`, { declared, plain: plain.meta, given: given.meta });
  process.exit(declared === "required" && plain.meta === "undefined" && given.meta === "object" ? 0 : 1);
})();
JS
node try.cjs
