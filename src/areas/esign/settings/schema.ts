import * as z from "zod";
import { Email, Id, Instant, Revision, trimmedText, versionFields } from "../../../contract/values/values.ts";
import { EsignLanguage, Reminders } from "../requests/schema.ts";

const rules = {
  senderName: trimmedText(100).nullable().meta({ description: "Of emails to recipients; by default the firm's name." }),
  replyTo: Email.nullable().meta({ description: "Where replies to these emails go." }),
  expiresInDays: z.int().min(1).max(180).meta({ description: "Of new requests that do not say otherwise." }),
  reminders: Reminders,
  language: EsignLanguage,
};

/** The certificate that seals files, without its key. */
const SealingCertificate = z.object({
  subject: z.string(),
  validTo: Instant,
  sha256Fingerprint: z.string().meta({ description: "In hexadecimal with colons, as PDF viewers show it." }),
  pem: z.string(),
});
export type SealingCertificate = z.infer<typeof SealingCertificate>;

export const EsignSettings = z.object({
  id: Id.meta({ description: "That of the organization: it has one record of settings." }),
  ...rules,
  sealingCertificate: SealingCertificate.nullable(),
  ...versionFields,
});
export type EsignSettings = z.infer<typeof EsignSettings>;

export const EsignSettingsChanges = z.strictObject(rules).partial().extend({ expectedRevision: Revision });
export type EsignSettingsChanges = z.infer<typeof EsignSettingsChanges>;
