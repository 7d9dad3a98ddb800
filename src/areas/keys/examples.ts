import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { HistoryEntry } from "./schema.ts";

const entry = {
  id: "aud_01kf3m0c2e4g6j8m0q2s4v6x8z",
  occurredAt: times.now,
  action: "serviceAccounts.update",
  actor: actors.manager,
  entity: "integration_key",
  entityId: ids.keyId,
  changes: { scopes: { from: ["cases:read"], to: ["cases:read", "documents:read"] } },
  requestId: "req_01kf3m0c2e4g6j8m0q2s4v6x8z",
  address: "203.0.113.7",
} satisfies HistoryEntry;

export const keyAuditExamples = {
  "serviceAccounts.audit.list": {
    parameters: { serviceAccountId: ids.keyId, action: entry.action },
    response: { entries: [entry], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
