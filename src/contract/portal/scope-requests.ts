import * as z from "zod";
import { Actor } from "../actor.ts";
import { Id, Instant } from "../values/values.ts";

/** The statuses of a request for an elevated scope, in the order of the queue's tabs. */
export const requestStatuses = ["pending", "granted", "denied", "lapsed", "withdrawn"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const PendingScope = z.object({
  requestId: Id,
  scope: z.string(),
  purpose: z.string(),
  requestedBy: Actor,
  requestedAt: Instant,
  lapsesAt: Instant,
});
export type PendingScope = z.infer<typeof PendingScope>;

export const ScopeRequest = z.object({
  id: Id,
  keyId: Id,
  scope: z.string(),
  purpose: z.string(),
  status: z.enum(requestStatuses),
  requestedBy: Actor,
  requestedAt: Instant,
  lapsesAt: Instant,
  decidedBy: Actor.nullable(),
  decidedAt: Instant.nullable(),
  note: z.string().nullable(),
  latestExpiryAt: Instant.nullable(),
});
export type ScopeRequest = z.infer<typeof ScopeRequest>;

/** Characters of an administrator's note, and of a template for it. */
export const maxNoteLength = 1000;

/** The names in braces of a decision's template; choosing it replaces them by the request's values. */
export const decisionPlaceholders = ["scope", "key", "organization", "requester"] as const;
