import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { decisionPlaceholders, maxNoteLength } from "../../contract/portal/scope-requests.ts";
import { Id, Instant, Name, text } from "../../contract/values/values.ts";

/** What an administrator has to know to decide on a request. */
export const RequestFacts = z.object({
  /** The member whom changes of the key are attributed to; null without. */
  actingAttorney: z.object({ name: z.string(), isActive: z.boolean() }).nullable(),
  /** Where the key's requests come from; empty for anywhere. */
  allowedNetworks: z.array(z.string()),
  /** Where its webhooks may send to; empty for no webhook. */
  webhookHosts: z.array(z.string()),
  /** The vendor whose records the key is bound to; null for none. */
  vendorName: z.string().nullable(),
  /** Of the member who requested it, as of now; null for a key. */
  requesterRole: z.string().nullable(),
  keyCreatedAt: Instant,
  keyLastUsedAt: Instant.nullable(),
  /** When the key last used its scopes; without those that it never used. */
  scopeUses: z.array(z.object({ scope: z.string(), lastUsedAt: Instant })),
  /** The firm's newest decisions, for all of its keys. */
  decisions: z.array(
    z.object({
      id: Id,
      scope: z.string(),
      status: z.enum(["granted", "denied"]),
      keyName: z.string(),
      decidedBy: Actor.nullable(),
      decidedAt: Instant.nullable(),
      note: z.string().nullable(),
      latestExpiryAt: Instant.nullable(),
    }),
  ),
  /** The last grant of this scope to this key, with the use since; null for a first grant. */
  lastGrant: z
    .object({
      decidedAt: Instant,
      decidedBy: Actor.nullable(),
      latestExpiryAt: Instant.nullable(),
      /** When the scope was last used since; null if it was not. */
      usedAt: Instant.nullable(),
      /** The requests that the key has sent since that day. */
      requests: z.int(),
    })
    .nullable(),
});
export type RequestFacts = z.infer<typeof RequestFacts>;

const known = new Set<string>(decisionPlaceholders);

const TemplateText = text(1, maxNoteLength)
  .refine((given) => given.trim() !== "", "must not be blank")
  .refine(
    (given) => [...given.matchAll(/\{([^{}]*)\}/g)].every(([, name = ""]) => known.has(name)),
    `may contain no placeholders but ${decisionPlaceholders.map((name) => `{${name}}`).join(", ")}`,
  );

export const DecisionTemplate = z.object({ id: Id, name: z.string(), text: z.string() });

/** Without an id it is a new one. */
export const SavedTemplate = z.strictObject({
  id: z
    .string()
    .regex(/^dtp_[0-9a-z]{26}$/, "not an id")
    .optional(),
  name: Name,
  text: TemplateText,
});
export type SavedTemplate = z.infer<typeof SavedTemplate>;
