import { X509Certificate } from "node:crypto";
import { staleRevision } from "../../../contract/revision.ts";
import { diffRecords, recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { defaultExpiresInDays, defaultReminders } from "../requests/schema.ts";
import type { EsignSettings, EsignSettingsChanges, SealingCertificate } from "./schema.ts";
import { findSettings, saveSettings, type FoundSettings } from "./store.ts";

const defaults = {
  senderName: null,
  replyTo: null,
  expiresInDays: defaultExpiresInDays,
  reminders: defaultReminders,
  language: "en",
  sealingCertificate: null,
  revision: 1,
} as const;

/** @returns how the firm signs, with the defaults of what it has not set */
async function readSettings(context: Context): Promise<FoundSettings> {
  const found = await findSettings(context);
  if (found === undefined) throw new Error("the organization is gone");
  const set = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
  return { ...defaults, createdAt: found.createdAt, updatedAt: found.createdAt, ...set };
}

/** The firm's settings, or the defaults while it has none. */
export async function getEsignSettings(context: Context): Promise<EsignSettings> {
  const { sealingCertificate, ...settings } = await readSettings(context);
  return {
    id: context.organizationId,
    ...settings,
    sealingCertificate: sealingCertificate === null ? null : describeCertificate(sealingCertificate),
  };
}

function describeCertificate(pem: string): SealingCertificate {
  const certificate = new X509Certificate(pem);
  return {
    subject: certificate.subject.replaceAll("\n", ", "),
    validTo: certificate.validToDate.toISOString(),
    sha256Fingerprint: certificate.fingerprint256,
    pem: certificate.toString(),
  };
}

/**
 * Locks the organization and changes its settings. Requests that exist keep what they began with.
 *
 * @throws STALE_REVISION
 */
export async function updateEsignSettings(
  context: Context,
  { expectedRevision, ...changes }: EsignSettingsChanges,
): Promise<EsignSettings> {
  // Serializes changes, also of a firm without a row.
  await lockOrganizationForUpdate(context);
  const before = await readSettings(context);
  if (expectedRevision !== before.revision) throw staleRevision("settings");
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const { sealingCertificate: _, ...values } = { ...before, ...given };
  await saveSettings(context, values);
  const organization = { entity: "organization", id: context.organizationId };
  recordAuditEntry(
    context,
    { entity: "esign_settings", id: context.organizationId },
    [organization],
    diffRecords(before, values),
  );
  return getEsignSettings(context);
}
