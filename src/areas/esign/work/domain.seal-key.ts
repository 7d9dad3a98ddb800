import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import { makeSealCertificate, openSeal, toPem, type Seal } from "../../../platform/pdf/seal-identity.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { defaultReminders } from "../requests/schema.ts";
import {
  findSealingKey,
  insertSettings,
  listKeysToReencrypt,
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

/**
 * Encrypts with the installation's current secret the private keys that its other one encrypted, in all organizations,
 * a row a transaction: certificates outlive a rotation of CASEPORT_SECRET.
 *
 * @returns how many
 * @throws for the first key that neither secret encrypted, after all others; it is replaced at the next seal
 */
export function reencryptSealKeys({ database, installationKeys }: Omit<SealKeyTools, "ownSeal">): Promise<number> {
  return runDueWork({
    list: (batch) => listKeysToReencrypt(database, installationKeys.mark, batch),
    execute: ({ organizationId }) =>
      database.withTenantTransaction(organizationId, async (transaction) => {
        const inside = { organizationId, transaction };
        const { sealingCertificate = null, sealingKey = null } = (await lockSealingKeyForUpdate(inside)) ?? {};
        if (sealingKey === null || hasMark(sealingKey, installationKeys)) return false;
        const key = decryptSealKey(installationKeys, organizationId, sealingKey);
        if (key === null)
          throw new Error(
            "a key that seals files is encrypted with another secret than CASEPORT_SECRET and CASEPORT_ACCEPTED_SECRET",
          );
        const encrypted = encryptSealKey(installationKeys, organizationId, key);
        await updateSealingKey(inside, { sealingCertificate, sealingKey: encrypted });
        return true;
      }),
  });
}

const hasMark = (encrypted: Buffer, { mark }: InstallationKeys): boolean =>
  encrypted.subarray(0, mark.length).equals(mark);
