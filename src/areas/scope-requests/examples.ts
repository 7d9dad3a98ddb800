import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import { ScopeRequest } from "../../contract/portal/scope-requests.ts";

export const scopeRequest = exampleRecord(ScopeRequest, {
  id: "scr_01kf3mb2s4v6x8z1b3d5f7h9k1",
  keyId: ids.keyId,
  scope: "medical:read",
  purpose: "The vendor looks up which records are outstanding.",
  status: "pending",
  requestedBy: actors.manager,
  requestedAt: times.opened,
  lapsesAt: "2026-02-03T15:04:11.208Z",
});
