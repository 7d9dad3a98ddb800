import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import { ScopeRequest } from "../../contract/portal/scope-requests.ts";
import { scopeRequest } from "./examples.ts";

const { manager, administrator, system } = actors;
const decided = { decidedBy: administrator, decidedAt: times.stage, note: "As agreed with the firm." };
const undecided = { status: "pending", decidedBy: null, decidedAt: null, note: null } as const;
const expired = {
  by: system,
  payload: { ...scopeRequest, status: "lapsed", decidedBy: system, decidedAt: scopeRequest.lapsesAt },
  before: undecided,
} as const;

export const scopeRequestEvents = defineEvents({
  entity: "scope_request",
  area: "org",
  scope: "org:manage",
  payload: ScopeRequest,
  exampleRelatedIds: () => [{ entity: "integration_key", id: ids.keyId }],
  types: {
    "scope_request.created": {
      description: "An elevated scope was requested.",
      example: { by: manager, payload: scopeRequest },
    },
    "scope_request.granted": {
      description: "An elevated scope was granted.",
      example: {
        by: administrator,
        payload: { ...scopeRequest, ...decided, status: "granted", latestExpiryAt: "2026-12-31T00:00:00.000Z" },
        before: { ...undecided, latestExpiryAt: null },
      },
    },
    "scope_request.denied": {
      description: "An elevated scope was denied.",
      example: { by: administrator, payload: { ...scopeRequest, ...decided, status: "denied" }, before: undecided },
    },
    "scope_request.withdrawn": {
      description: "A request for an elevated scope was withdrawn.",
      example: {
        by: manager,
        payload: { ...scopeRequest, status: "withdrawn", decidedBy: manager, decidedAt: times.stage },
        before: undecided,
      },
    },
    "scope_request.expired": { description: "A request for an elevated scope expired.", example: expired },
    "scope_request.lapsed": {
      description: "A request for an elevated scope expired. Deprecated: use `scope_request.expired`.",
      example: expired,
      successor: "scope_request.expired",
    },
  },
});
