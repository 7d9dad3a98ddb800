/**
 * Imports go one way: app → http → reference → openapi, portal → composition → workflows → areas → rpc → platform →
 * contract → zod. The portal runs in the browser: of the server it takes vocabulary, schemas and types, and nothing
 * that runs there. Run by `npm run lint:imports`. The map with reasons: src/README.md.
 */
const tests = "\\.test\\.ts$|^src/testing/|/fixtures[^/]*\\.ts$";

/** Folder by folder: what it must not import from this project. */
const layers = [
  ["contract", "^src/(?!contract/)|^prisma/|^app/"],
  ["platform", "^src/(?!platform/|contract/)|^app/"],
  ["rpc", "^src/(?!rpc/|platform/|contract/)|^prisma/|^app/"],
  ["areas", "^src/(?!areas/|rpc/|platform/|contract/)|^prisma/|^app/"],
  ["workflows", "^src/(?!workflows/|areas/|rpc/|platform/|contract/)|^prisma/|^app/"],
  ["bulk", "^src/(?!bulk/|areas/bulk/|rpc/|platform/|contract/)|^prisma/|^app/"],
  // The worker fills sandboxes with the demo's rows.
  [
    "composition",
    "^src/(?!composition/|bulk/|workflows/|areas/|rpc/|platform/|contract/)|^prisma/(?!seed/sandbox\\.ts$)|^app/",
  ],
  ["openapi", "^src/(?!openapi/|composition/router\\.ts|areas/|rpc/|platform/|contract/)|^prisma/|^app/"],
  ["sdk", "^(src/(?!sdk/)|app/|prisma/)"],
  ["connectors", "^(src/(?!connectors/|sdk/webhooks|contract/values/zone-clock)|app/|prisma/)"],
  [
    "mcp",
    "^src/(?!mcp/|http/(request/|services)|reference/search|openapi/json|composition/router\\.ts|rpc/|platform/|contract/)|^prisma/|^app/",
  ],
  ["reference", "^src/(?!reference/|openapi/|composition/router\\.ts|areas/|rpc/|platform/|contract/)|^prisma/|^app/"],
  [
    "http",
    "^src/(?!http/|mcp/(endpoint|read-message)|openapi/|reference/|composition/|rpc/|platform/|contract/)|^prisma/|^app/",
  ],
];

module.exports = {
  forbidden: [
    ...layers.map(([folder, forbidden]) => ({
      name: `${folder}-looks-down-only`,
      severity: "error",
      from: { path: `^src/${folder}/`, pathNot: tests },
      to: { path: forbidden, pathNot: "^prisma/generated/" },
    })),
    {
      name: "transports-stand-on-the-driver",
      comment: "REST, assistants' tools and bulk items call executeOperation; none knows another (0171).",
      severity: "error",
      from: { path: "^src/http/(rest|request)/", pathNot: tests },
      to: { path: "^src/mcp/" },
    },
    {
      name: "what-requests-share-knows-no-kind-of-request",
      severity: "error",
      from: { path: "^src/http/request/", pathNot: tests },
      to: { path: "^src/http/(rest|files|identity|oauth|pages)/" },
    },
    {
      name: "portal-runs-in-the-browser",
      severity: "error",
      from: { path: "^src/portal/", pathNot: tests },
      to: {
        path: "^src/(?!portal/|contract/|areas/.+/(schema|enumerations))|^prisma/|^app/|^(node:)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "contract-needs-zod-alone",
      severity: "error",
      from: { path: "^src/contract/", pathNot: tests },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "telemetry-is-loaded-when-it-is-on",
      comment:
        "Off, it costs nothing (0064): its packages are imported by two modules alone, and these by import() alone.",
      severity: "error",
      from: { path: "^src/", pathNot: [tests, "^src/platform/observability/open-(tracing|metrics)\\.ts$"] },
      to: { path: "node_modules/(@opentelemetry|prom-client)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "telemetry-is-imported-late",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/platform/observability/open-(tracing|metrics)\\.ts$", dynamic: false },
    },
    {
      name: "another-area-through-its-domain",
      comment:
        "So that a rule such as `in the caller's organization, else 404` is written once. Closed sets of values are vocabulary, examples data.",
      severity: "error",
      from: { path: "^src/areas/([^/]+)/", pathNot: tests },
      to: { path: "^src/areas/([^/]+)/", pathNot: ["^src/areas/$1/", "/(domain[^/]*|enumerations|examples)\\.ts$"] },
    },
    {
      name: "domain-knows-neither-database-nor-http",
      severity: "error",
      from: { path: "/domain[^/]*\\.ts$", pathNot: tests },
      to: { path: ["node_modules/(kysely|pg|@trpc|@prisma)/", "^src/http/", "^src/platform/database/database\\.ts$"] },
    },
    {
      name: "only-store-and-platform-query-the-database",
      comment: "Besides them the kernel's own: key lookup, idempotency lock.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: [
          tests,
          "/store[^/]*\\.ts$",
          "^src/platform/",
          "^src/cli/",
          "^src/http/request/authenticate\\.ts$",
          "^src/rpc/call/idempotency\\.ts$",
        ],
      },
      to: { path: "node_modules/(kysely|pg|@prisma)/" },
    },
    {
      name: "only-http-knows-http",
      severity: "error",
      from: { path: "^src/(areas|rpc|contract|openapi)/", pathNot: tests },
      to: { path: "^(node:)?https?$" },
    },
    {
      name: "the-sdk-needs-no-package-and-no-node",
      comment: "It runs in workers, too. Its command and `caseport/node` are for Node, Bun and Deno.",
      severity: "error",
      from: { path: "^src/sdk/", pathNot: [tests, "^src/sdk/(cli|node)\\.ts$"] },
      to: { dependencyTypes: ["npm", "npm-dev", "core"] },
    },
    {
      name: "bundling-is-a-process-of-its-own",
      comment: "What imports the bundler is in the server's bundle, which then cannot be made (0199).",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/(serve/bundle|connectors/bundle-modules)\\.ts$" },
      to: { path: "node_modules/rolldown/" },
    },
    {
      name: "connectors-need-no-package",
      comment: "n8n's cloud takes no node with dependencies; the platforms' own packages are given to the runtime.",
      severity: "error",
      from: { path: "^src/connectors/", pathNot: tests },
      to: { dependencyTypes: ["npm", "npm-dev"] },
    },
    {
      name: "pages-read-the-reference-from-the-server",
      comment: "Each group of pages bundled all areas, and described the API again (0127).",
      severity: "error",
      from: {
        path: "^app/|^src/reference/(advice|anchor|chapters|fields|markdown-tree|published|search|snippets|tables)\\.ts$",
        pathNot: tests,
      },
      to: {
        path: "^src/(composition/|areas/|rpc/|platform/|openapi/describe-|reference/(document|guides|markdown|pages|parse-guides|parse-markdown|postman|search-entries|state-machines)\\.ts)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-demo-imports-no-tests",
      comment: "Fixtures take the builders of records from the demo, never the other way round (0179).",
      severity: "error",
      from: { path: "^prisma/seed/", pathNot: "\\.test\\.ts$|/fixtures[^/]*\\.ts$|/temporary-database\\.ts$" },
      to: { path: tests },
    },
    { name: "no-circles", severity: "error", from: { pathNot: "^prisma/generated/" }, to: { circular: true } },
    { name: "nothing-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-development-package-at-run-time",
      severity: "error",
      from: {
        path: "^(src|app|prisma/seed)/",
        pathNot: [tests, "^src/cli/(bench|schema-engine)", "^prisma/seed/.*\\.test\\.ts$"],
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "prisma/generated"] },
    exclude: { path: ["\\.next/"] },
    // TypeScript 7 has no API for such tools yet; swc reads the syntax.
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
