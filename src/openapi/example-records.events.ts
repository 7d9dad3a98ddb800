import type { Payload } from "../areas/events/domain.payloads.ts";
import { ids, times } from "./example-story.ts";

/** Records that only events show so far. */
const manager = { type: "member", id: ids.managerId, name: "Ingrid Lindqvist" } as const;

/** Whoever acts in the story, as events show them. */
export const actors = {
  vendor: { type: "integration_key", id: ids.keyId, name: "Records vendor sync" },
  manager,
  administrator: { type: "platform_administrator", id: "usr_01kf3mb3t5w7y9a1c3e5g7j9m1", name: "Ruth Adler" },
  system: { type: "system", id: "system", name: "Caseport" },
} as const;

export const scopeRequest = {
  id: "scr_01kf3mb2s4v6x8z1b3d5f7h9k1",
  keyId: ids.keyId,
  scope: "medical:read",
  purpose: "The vendor looks up which records are outstanding.",
  status: "pending",
  requestedBy: manager,
  requestedAt: times.opened,
  lapsesAt: "2026-02-03T15:04:11.208Z",
  decidedBy: null,
  decidedAt: null,
  note: null,
  latestExpiryAt: null,
} satisfies Payload<"scope_request">;

export const member = {
  id: "mem_01kf3m2g6j8m0q2s4v6x8z1b3d",
  organizationId: ids.organizationId,
  firstName: "Priya",
  lastName: "Raman",
  email: "priya.raman@example.com",
  role: "paralegal",
  status: "active",
  isAttorney: false,
  permissions: ["integrations:manage"],
  deactivatedAt: null,
  revision: 2,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Payload<"member">;

export const organization = {
  id: ids.organizationId,
  name: "Okafor & Lindqvist LLP",
  rateLimits: { read: 1_200, write: null, sensitive: null },
  reportsToHeadquarters: true,
  note: "The nightly copy of the year-end closing needs more.",
} satisfies Payload<"organization">;
