import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { GivenInstant, Id, Instant, text } from "../../contract/values/values.ts";
import { deliveryBlockers, statusReasons } from "../../contract/webhooks/webhooks.ts";

/** Counts and alerts for every screen of an organization. */
export const Overview = z.object({
  canManage: z.boolean(),
  /** Members who can manage keys, for readers who cannot; otherwise empty. */
  managers: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Zero for readers who cannot manage keys. */
  counts: z.object({ active: z.int(), expiring: z.int(), needsAttention: z.int(), paused: z.int(), pending: z.int() }),
  attention: z.array(
    z.object({
      keyId: Id,
      name: z.string(),
      kind: z.enum(["leaked", "needs_attention", "expiring"]),
      expiresAt: Instant,
      actingAttorneyName: z.string().nullable(),
      leakReportedBy: z.string().nullable(),
    }),
  ),
  /** Webhooks that are paused or fail, except those a member disabled. */
  stalledWebhooks: z.array(
    z.object({
      subscriptionId: Id,
      name: z.string(),
      keyName: z.string(),
      statusReason: z.enum(statusReasons).nullable(),
      obstacle: z.enum(deliveryBlockers).nullable(),
    }),
  ),
  unreadNotifications: z.int(),
});
export type Overview = z.infer<typeof Overview>;

/** What needs attention: a key, or a stalled webhook. */
export const AttentionItem = z.strictObject({
  kind: z.enum(["leaked", "needs_attention", "expiring", "stalled"]),
  recordId: Id,
});
export type AttentionItem = z.infer<typeof AttentionItem>;

export const Attorney = z.object({ memberId: Id, firstName: z.string(), lastName: z.string(), email: z.string() });
export type Attorney = z.infer<typeof Attorney>;

/** A contact with the role `vendor`. */
export const Vendor = z.object({ contactId: Id, name: z.string() });
export type Vendor = z.infer<typeof Vendor>;

export const KeyOwner = z.object({ memberId: Id, name: z.string() });
export type KeyOwner = z.infer<typeof KeyOwner>;

/** By what keys can be filtered besides their own values. */
export const KeyGroups = z.object({ tags: z.array(z.string()), owners: z.array(KeyOwner) });
export type KeyGroups = z.infer<typeof KeyGroups>;

/** The key of a pasted secret, found by its digest. */
export const FoundKey = z.object({
  id: Id,
  name: z.string(),
  status: z.string(),
  prefix: z.string().meta({ description: "The prefix of the pasted secret." }),
  secretState: z.enum(["live", "retired"]),
  createdBy: Actor.nullable(),
  actingAttorney: z
    .object({ attorneyId: Id, firstName: z.string(), lastName: z.string(), status: z.string() })
    .nullable(),
  lastUsedAt: Instant.nullable(),
});
export type FoundKey = z.infer<typeof FoundKey>;

export const HistoryEntry = z
  .object({
    id: Id,
    occurredAt: Instant,
    action: z.string().meta({ description: "The operation, or what the system did." }),
    actor: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    entity: z
      .string()
      .meta({ description: "`integration_key`, or `scope_request` for a request for an elevated scope." }),
    entityId: Id,
    changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
    requestId: z.string(),
    address: z.string().nullable().meta({ description: "The IP address; null for jobs." }),
  })
  .meta({ id: "KeyAuditEntry" });

export const HistoryFilter = z.strictObject({
  ...pageInput(listPageLimit),
  from: GivenInstant.optional(),
  until: GivenInstant.optional().meta({ description: "Exclusive." }),
  action: text(1, 100).optional(),
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;
export type HistoryEntry = z.infer<typeof HistoryEntry>;
