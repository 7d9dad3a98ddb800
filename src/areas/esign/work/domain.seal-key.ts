import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { defineEncryptedColumn } from "../../../platform/jobs/encrypted-columns.ts";
import { makeSealCertificate, openSeal, toPem, type Seal } from "../../../platform/pdf/seal-identity.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { defaultReminders } from "../requests/schema.ts";
import {
  findSealingKey,
  insertSettings,
  lockSealingKeyForUpdate,
  updateSealingKey,
  type SealingKeyRow,
} from "./store.ts";

export interface SealKeyTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  /** The operator's own certificate; null without one. */
  ownSeal: Seal | null;
}

/**
 * What seals an organization's files: the operator's certificate, or a self-signed one that is made once. The
 * certificate stands in the settings, where members find it. A private key that another installation encrypted cannot
 * be used: then another certificate is made, and what the first one sealed stays valid.
 */
export async function findSeal(tools: SealKeyTools, organizationId: string): Promise<Seal> {
  const { database, ownSeal } = tools;
  const stored = await database.withTenantTransaction(organizationId, (transaction) =>
    findSealingKey({ organizationId, transaction }),
  );
  if (ownSeal !== null) {
    await publishCertificate(tools, organizationId, { stored, certificate: toPem(ownSeal.identity) });
    return ownSeal;
  }
  return openStoredSeal(tools, organizationId, stored) ?? (await makeStoredSeal(tools, organizationId));
}

/** Associated data: the key can be decrypted only in its own row. */
const placeOfKey = (organizationId: string) => `${organizationId} esign seal`;

/**
 * Private keys of certificates: what they sealed outlives a rotation. One that cannot be decrypted is replaced at the
 * next seal.
 */
export const certificateKeyColumn = defineEncryptedColumn<{ organizationId: string }>({
  table: "EsignSetting",
  column: "sealingKey",
  key: [],
  listing: "list_esign_keys_to_reencrypt",
  describePlace: ({ organizationId }) => placeOfKey(organizationId),
});

/** A private key, PEM, as the settings of an organization have it. */
export const encryptSealKey = (installationKeys: InstallationKeys, organizationId: string, key: string): Buffer =>
  installationKeys.encrypt(placeOfKey(organizationId), key);

/** @returns null for a key that another installation's secret encrypted */
export const decryptSealKey = (keys: InstallationKeys, organizationId: string, sealingKey: Buffer): string | null =>
  keys.decrypt(placeOfKey(organizationId), sealingKey);

function openStoredSeal(
  { installationKeys }: SealKeyTools,
  organizationId: string,
  stored: SealingKeyRow | undefined,
): Seal | null {
  const { sealingCertificate: certificate, sealingKey } = stored ?? { sealingCertificate: null, sealingKey: null };
  if (certificate === null || sealingKey === null) return null;
  const key = decryptSealKey(installationKeys, organizationId, sealingKey);
  return key === null ? null : openSeal({ certificate, key });
}

/** Of two workers that make a certificate at once, the second uses that of the first. */
async function makeStoredSeal(tools: SealKeyTools, organizationId: string): Promise<Seal> {
  const { database, installationKeys } = tools;
  // Before the transaction: a key of 3072 bits can take a second.
  const made = await makeSealCertificate(new Date());
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const inside = { organizationId, transaction };
    await insertSettings(inside, defaultReminders);
    const first = openStoredSeal(tools, organizationId, await lockSealingKeyForUpdate(inside));
    if (first !== null) return first;
    const sealingKey = encryptSealKey(installationKeys, organizationId, made.key);
    await updateSealingKey(inside, { sealingCertificate: made.certificate, sealingKey });
    return openSeal(made);
  });
}

async function publishCertificate(
  { database }: SealKeyTools,
  organizationId: string,
  { stored, certificate }: { stored: SealingKeyRow | undefined; certificate: string },
): Promise<void> {
  if (stored?.sealingCertificate === certificate) return;
  await database.withTenantTransaction(organizationId, async (transaction) => {
    const inside = { organizationId, transaction };
    await insertSettings(inside, defaultReminders);
    await updateSealingKey(inside, { sealingCertificate: certificate, sealingKey: null });
  });
}
