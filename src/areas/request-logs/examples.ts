import { ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { me } from "../metadata/examples.ts";
import type { LoggedRequest, Usage } from "./schema.ts";

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

/** A request that was rejected because its key lacked a scope. */
export const loggedRequest = {
  id: "log_01kjp8y2c4e6g8j0m2q4s6v8x0",
  occurredAt: times.now,
  requestId: "req_01kjp8wzy3b5d7f9h1k3m5p7r9",
  method: "POST",
  route: "/cases/{caseId}/folders",
  operation: "cases.folders.create",
  status: 403,
  code: "FORBIDDEN",
  rejectedBy: "scope",
  refusedBy: "scope",
  reason: "missing_scope",
  faultPaths: [],
  keyState: null,
  keyPrefix: "cpk_7hT2mQxa",
  scope: "documents:write",
  idempotency: null,
  originalRequestId: null,
  rateLimit: 600,
  rateRemaining: 588,
  durationMs: 1.4,
  address: "203.0.113.24",
  source: "api",
} satisfies LoggedRequest;

export const usageExamples = {
  "usage.get": { parameters: { groupBy: "operation" }, response: { usage } },
  "me.requests.list": { parameters: { status: "4xx" }, response: { requests: [loggedRequest], nextCursor: null } },
  "serviceAccounts.usage.get": {
    parameters: { serviceAccountId: ids.keyId, groupBy: "operation" },
    response: { usage },
  },
} satisfies Record<string, OperationExample>;
