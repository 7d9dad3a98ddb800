import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { Actor } from "../../../contract/actor.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { GivenInstant, Id, Instant, text, versionFields } from "../../../contract/values/values.ts";
import { clientEnumerations } from "../../clients/enumerations.ts";
import { consentEnumerations } from "./enumerations.ts";

export const ConsentStatus = oneOf(clientEnumerations.textConsentStatus);
export const ConsentSource = oneOf(clientEnumerations.textConsentSource);
export const ConsentChannel = oneOf(consentEnumerations.consentChannel);
export type ConsentChannel = z.infer<typeof ConsentChannel>;

const Proof = z
  .object({
    text: z.string().nullable().meta({ description: "What the person agreed to, in the words that they saw." }),
    ipAddress: z.string().nullable(),
    formUrl: z.string().nullable(),
    documentId: Id.nullable(),
  })
  .meta({ id: "ConsentProof" });
export type Proof = z.infer<typeof Proof>;

const values = {
  status: ConsentStatus,
  source: ConsentSource.nullable(),
  at: Instant.nullable().meta({ description: "When the person said so." }),
};

export const Consent = z
  .object({
    id: Id,
    organizationId: Id,
    clientId: Id.nullable(),
    leadId: Id.nullable(),
    contactId: Id.nullable(),
    channel: ConsentChannel,
    ...values,
    proof: Proof.nullable(),
    suppression: z
      .object({ reason: oneOf(consentEnumerations.suppressionReason), at: Instant })
      .nullable()
      .meta({
        id: "ConsentSuppression",
        description: "Of one of the person's numbers or addresses: nothing is sent there, whatever the consent is.",
      }),
    maySend: z.boolean().meta({
      description:
        "Whether consent and suppression allow it: a text needs `opted_in`; an email and a call need that the person is not `opted_out`.",
    }),
    history: z
      .array(
        z.object({ ...values, proof: Proof.nullable(), isOverride: z.boolean(), actor: Actor, recordedAt: Instant }),
      )
      .meta({ description: "All changes, newest first, at most 20; the last one is the current state." }),
    ...versionFields,
  })
  .meta({ id: "Consent" });
export type Consent = z.infer<typeof Consent>;

/** Without evidence, which may have what the person wrote. */
export const ConsentInEvent = Consent.omit({ proof: true, suppression: true, history: true }).meta({
  id: "ConsentInEvent",
});

const persons = { clientId: Id.optional(), leadId: Id.optional(), contactId: Id.optional() };

const GivenProof = z
  .strictObject({
    text: text(1, 5_000).nullable().default(null),
    ipAddress: z.union([z.ipv4(), z.ipv6()]).nullable().default(null),
    formUrl: text(1, 2_000).nullable().default(null),
    documentId: Id.nullable().default(null).meta({ description: "A document of the firm, such as a signed form." }),
  })
  .meta({ id: "GivenConsentProof" });

export const GivenConsent = z
  .strictObject({
    ...persons,
    channel: ConsentChannel,
    status: ConsentStatus,
    source: ConsentSource.nullable().default(null),
    at: GivenInstant.transform((instant) => new Date(instant).toISOString())
      .refine((instant) => Date.parse(instant) <= Date.now() + 60_000, "must not be in the future")
      .refine((instant) => Date.parse(instant) >= 0, "must be from 1970 on")
      .nullable()
      .default(null)
      .meta({ format: "date-time", description: "By default now." }),
    proof: GivenProof.nullable().default(null),
    overrideOptOut: z.boolean().default(false).meta({
      description:
        "Opts in a person who opted out by text. Requires `proof.documentId`, and ends the suppressions that STOP made of their numbers.",
    }),
  })
  .refine(({ clientId, leadId, contactId }) => [clientId, leadId, contactId].filter(Boolean).length === 1, {
    path: ["clientId"],
    message: "exactly one of clientId, leadId and contactId is required",
  });
export type GivenConsent = z.infer<typeof GivenConsent>;

export const ConsentQuery = z.strictObject({
  ...sortedPageInput,
  ...persons,
  channel: ConsentChannel.optional(),
  status: ConsentStatus.optional(),
  updatedSince: GivenInstant.optional(),
});
export type ConsentQuery = z.infer<typeof ConsentQuery>;
