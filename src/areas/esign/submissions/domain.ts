import { reencryptRows, type Reencrypted } from "../../../platform/jobs/reencrypt.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import type { EncryptedByKey, PiiKeyRing } from "../../../platform/crypto/pii-keys.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import {
  encryptPlainSubmission,
  insertSubmission,
  listKeyNumbersInUse,
  listPlainSignatures,
  listSubmissionRows,
  listSubmissionsOfKeys,
  reencryptSubmission,
  type Submission,
  type SubmissionReference,
} from "./store.ts";

export type { Submission };

/** Additional authenticated data: a submission copied to another recipient's row cannot be decrypted. */
export const placeOfSubmission = ({ organizationId, recipientId }: SubmissionReference): string =>
  `esign submission ${organizationId} ${recipientId}`;

/** Encrypts a submission as its row has it. */
export const encryptSubmission = (pii: PiiKeyRing, of: SubmissionReference, submission: Submission): EncryptedByKey =>
  pii.encrypt(placeOfSubmission(of), JSON.stringify(submission));

/** Stores what a recipient signed with, encrypted. A recipient signs once. */
export async function saveSubmission(context: Context, recipientId: string, submission: Submission): Promise<void> {
  const { organizationId, installationKeys } = context;
  const encrypted = encryptSubmission(installationKeys.pii, { organizationId, recipientId }, submission);
  await insertSubmission(context, recipientId, encrypted);
}

/**
 * The submissions of a request, by the key of their recipient; none of who has not signed.
 *
 * @throws when the key that encrypted one is not configured
 */
export async function listSubmissions(
  context: Pick<Context, "organizationId" | "transaction" | "installationKeys">,
  requestId: string,
): Promise<ReadonlyMap<string, Submission>> {
  const { organizationId, installationKeys } = context;
  const found = new Map<string, Submission>();
  for (const { recipientId, key, encrypted, plain } of await listSubmissionRows(context, requestId)) {
    if (encrypted !== null)
      found.set(key, decryptSubmission(installationKeys.pii, { organizationId, recipientId }, encrypted));
    else if (plain !== null) found.set(key, plain);
  }
  return found;
}

/** What recipients filled in, by the ID of a field; as {@link listSubmissions}. */
export async function findValues(
  context: Parameters<typeof listSubmissions>[0],
  requestId: string,
): Promise<ReadonlyMap<string, string>> {
  const submissions = await listSubmissions(context, requestId);
  return new Map([...submissions.values()].flatMap(({ values }) => Object.entries(values)));
}

function decryptSubmission(pii: PiiKeyRing, of: SubmissionReference, encrypted: EncryptedByKey): Submission {
  const text = pii.decrypt(placeOfSubmission(of), encrypted);
  if (text === null)
    throw new Error(
      `what a recipient filled in cannot be decrypted: key ${encrypted.keyNumber} did not encrypt it or is not in CASEPORT_PII_KEYS`,
    );
  return JSON.parse(text) as Submission;
}

/**
 * Re-encrypts, with the current key, all submissions that other configured keys encrypted, and encrypts those that
 * servers of the version before stored as text, in all organizations. As {@link reencryptRows}.
 */
export async function reencryptSubmissions(database: UnitOfWork["database"], pii: PiiKeyRing): Promise<Reencrypted> {
  const plain = await runDueWork({
    list: (batch) => listPlainSignatures(database, batch),
    execute: (row) => encryptPlainSubmission(database, row, (submission) => encryptSubmission(pii, row, submission)),
  });
  const rows = {
    listKeyNumbers: () => listKeyNumbersInUse(database),
    list: (keyNumbers: readonly number[], batch: number) => listSubmissionsOfKeys(database, keyNumbers, batch),
    reencrypt: (row: SubmissionReference) =>
      reencryptSubmission(database, row, pii.current, (encrypted) =>
        encryptSubmission(pii, row, decryptSubmission(pii, row, encrypted)),
      ),
  };
  const { reencrypted, missingKeys } = await reencryptRows(rows, pii);
  return { reencrypted: plain + reencrypted, missingKeys };
}
