import { ids } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { me } from "../metadata/examples.ts";
import type { Usage } from "./schema.ts";

const totals = { requests: 412, succeeded: 401, refused: 9, limited: 2, failed: 0, p95Ms: 18.4 };

const usage = {
  from: "2026-02-13",
  to: "2026-03-14",
  groupBy: "operation",
  totals,
  rows: [
    {
      day: null,
      operation: "cases.get",
      method: "GET",
      route: "/cases/{caseId}",
      requests: 380,
      succeeded: 371,
      refused: 7,
      limited: 2,
      failed: 0,
      p95Ms: 11.9,
    },
    {
      day: null,
      operation: "documents.list",
      method: "GET",
      route: "/documents",
      requests: 32,
      succeeded: 30,
      refused: 2,
      limited: 0,
      failed: 0,
      p95Ms: 212.5,
    },
  ],
  unusedScopes: [{ scope: "medical:read", lastUsedAt: null }],
  observedSince: null,
  lostRequests: 0,
  limits: me.rateLimits,
} satisfies Usage;

export const usageExamples = {
  "usage.get": { parameters: { groupBy: "operation" }, response: { usage } },
  "serviceAccounts.usage.get": {
    parameters: { serviceAccountId: ids.keyId, groupBy: "operation" },
    response: { usage },
  },
} satisfies Record<string, OperationExample>;
