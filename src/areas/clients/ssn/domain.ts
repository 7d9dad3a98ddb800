import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { reencryptRows, type Reencrypted } from "../../../platform/jobs/reencrypt.ts";
import type { PiiKeyRing } from "../../../platform/crypto/pii-keys.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { relateClient, getUnmergedClient } from "../domain.ts";
import type { Client } from "../schema.ts";
import { deleteSsn, findSsn, listKeyNumbersInUse, listClientsWithSsnKeys, reencryptSsn, upsertSsn } from "./store.ts";

const redacted = "[redacted]";

/** Additional authenticated data: a number copied to another client's row cannot be decrypted. */
export function placeOfSsn(organizationId: string, clientId: string): string {
  return `ssn ${organizationId} ${clientId}`;
}

/** Stores the social security number encrypted; null deletes it. */
export async function saveSsn(context: Context, clientId: string, ssn: string | null): Promise<void> {
  if (ssn === null) return deleteSsn(context, clientId);
  const digits = ssn.replaceAll("-", "");
  return upsertSsn(
    context,
    clientId,
    context.installationKeys.pii.encrypt(placeOfSsn(context.organizationId, clientId), digits),
  );
}

/** The event's diff shows that the number changed, never the number. */
export function describeSsnChange(ssn: string | null | undefined, hadSsn: boolean) {
  if (ssn === undefined || (ssn === null && !hadSsn)) return {};
  return { ssn: { from: hadSsn ? redacted : null, to: ssn === null ? null : redacted } };
}

/**
 * Merges the numbers of two locked clients: the survivor keeps its number or takes over the other. Compares whole
 * numbers, or the last four digits if only these are known.
 *
 * @throws INVALID_STATE_TRANSITION when they differ (decision 0017)
 */
export async function mergeSsns(context: Context, survivor: Client, duplicate: Client): Promise<void> {
  const [mine, other] = [await openSsn(context, survivor.id), await openSsn(context, duplicate.id)];
  const differ = (one: string | null, another: string | null) => one !== null && another !== null && one !== another;
  if (differ(mine, other) || differ(survivor.ssnFourDigits, duplicate.ssnFourDigits)) {
    throw invalidState(
      "The clients have different social security numbers; correct one of them first if they are the same person",
    );
  }
  if (other === null) return;
  if (mine === null) await saveSsn(context, survivor.id, other);
  await deleteSsn(context, duplicate.id);
}

/**
 * Returns the whole number and records an audit entry.
 *
 * @throws NOT_FOUND for the client, or when no number is stored; INVALID_STATE_TRANSITION for a merged client
 */
export async function revealSsn(context: Context, clientId: string): Promise<{ clientId: string; ssn: string }> {
  const client = await getUnmergedClient(context, clientId);
  const digits = await openSsn(context, clientId);
  if (digits === null) throw notFound("Social security number");
  recordAuditEntry(context, { entity: "client", id: clientId }, relateClient(client));
  return { clientId, ssn: digits.replace(/^(\d{3})(\d{2})(\d{4})$/, "$1-$2-$3") };
}

/**
 * @returns null when none is stored
 * @throws when the encryption key is not configured
 */
async function openSsn(context: Context, clientId: string): Promise<string | null> {
  const encrypted = await findSsn(context, clientId);
  if (encrypted === undefined) return null;
  const digits = context.installationKeys.pii.decrypt(placeOfSsn(context.organizationId, clientId), encrypted);
  if (digits === null)
    throw new Error(
      `a social security number cannot be decrypted: key ${encrypted.keyNumber} did not encrypt it or is not in CASEPORT_PII_KEYS`,
    );
  return digits;
}

/**
 * Re-encrypts, with the current key, all social security numbers that other configured keys encrypted, in all
 * organizations. As {@link reencryptRows}.
 */
export const reencryptSsns = (database: UnitOfWork["database"], pii: PiiKeyRing): Promise<Reencrypted> =>
  reencryptRows(
    {
      listKeyNumbers: () => listKeyNumbersInUse(database),
      list: (keyNumbers, batch) => listClientsWithSsnKeys(database, keyNumbers, batch),
      reencrypt: (row) =>
        reencryptSsn(database, row, pii.current, (encrypted) => {
          const place = placeOfSsn(row.organizationId, row.clientId);
          const digits = pii.decrypt(place, encrypted);
          if (digits === null)
            throw new Error(`a social security number cannot be decrypted with key ${encrypted.keyNumber}`);
          return pii.encrypt(place, digits);
        }),
    },
    pii,
  );
