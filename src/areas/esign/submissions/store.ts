import { sql } from "kysely";
import type { EncryptedByKey } from "../../../platform/crypto/pii-keys.ts";
import type { Database } from "../../../platform/database/database.ts";
import { insertRows, selectRows } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { SignatureMark } from "../signing/schema.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** How a recipient signed, and what they filled in, by the ID of a field. */
export interface Submission {
  signature: SignatureMark;
  values: Readonly<Record<string, string>>;
}

/** Whose submission it is. */
export interface SubmissionReference {
  organizationId: string;
  recipientId: string;
}

/**
 * The recipient's `signature` since it is encrypted in a row of its own. Servers of the version before cannot read it
 * as a signature, so that none of them seals a file without one.
 */
const encryptedMark = "encrypted";

/** Of who has signed. */
interface SubmissionRow {
  recipientId: string;
  /** The recipient's in their request. */
  key: string;
  encrypted: EncryptedByKey | null;
  /** As servers of the version before stored it: until a job encrypts it. */
  plain: Submission | null;
}

export async function insertSubmission(context: Inside, recipientId: string, encrypted: EncryptedByKey): Promise<void> {
  const { organizationId, transaction } = context;
  await insertRows(context, "EsignSubmission", [{ recipientId, ...encrypted }]);
  await transaction
    .updateTable("EsignRecipient")
    .set({ signature: encryptedMark })
    .where("organizationId", "=", organizationId)
    .where("id", "=", recipientId)
    .execute();
}

export async function listSubmissionRows(
  { organizationId, transaction }: Inside,
  requestId: string,
): Promise<SubmissionRow[]> {
  const { rows } = await sql<{
    recipientId: string;
    key: string;
    keyNumber: number | null;
    sealed: Buffer | null;
    signature: string;
    values: Record<string, string> | null;
  }>`
    SELECT r.id AS "recipientId", r.key, r.signature, s."keyNumber", s.sealed,
      CASE WHEN r.signature <> ${encryptedMark} THEN (
        SELECT jsonb_object_agg(f.id, f.value) FROM "EsignField" f
        WHERE f."organizationId" = ${organizationId} AND f."requestId" = ${requestId} AND f."recipientKey" = r.key
          AND f.value IS NOT NULL) END AS values
    FROM "EsignRecipient" r
    LEFT JOIN "EsignSubmission" s ON s."organizationId" = ${organizationId} AND s."recipientId" = r.id
    WHERE r."organizationId" = ${organizationId} AND r."requestId" = ${requestId} AND r.signature IS NOT NULL`.execute(
    transaction,
  );
  return rows.map(({ recipientId, key, keyNumber, sealed, signature, values }) => ({
    recipientId,
    key,
    encrypted: keyNumber === null || sealed === null ? null : { keyNumber, sealed },
    plain: signature === encryptedMark ? null : readPlain(signature, values),
  }));
}

const readPlain = (signature: string, values: Record<string, string> | null): Submission => ({
  signature: JSON.parse(signature) as Submission["signature"],
  values: values ?? {},
});

/** Recipients of all organizations whose submission is encrypted with one of these keys. */
export async function listSubmissionsOfKeys(
  database: Database,
  keyNumbers: readonly number[],
  limit: number,
): Promise<SubmissionReference[]> {
  const { rows } =
    await sql<SubmissionReference>`SELECT * FROM list_esign_submissions_of_keys(${[...keyNumbers]}::integer[], ${limit}::integer)`.execute(
      database.withoutTenant,
    );
  return rows;
}

/** The numbers of the keys with which submissions of any organization are encrypted. */
export async function listKeyNumbersInUse(database: Database): Promise<number[]> {
  const { rows } = await sql<{
    keyNumber: number;
  }>`SELECT * FROM list_esign_submission_key_numbers()`.execute(database.withoutTenant);
  return rows.map(({ keyNumber }) => keyNumber);
}

/** Recipients of all organizations whose signature is stored as text. */
export async function listPlainSignatures(database: Database, limit: number): Promise<SubmissionReference[]> {
  const { rows } = await sql<SubmissionReference>`SELECT * FROM list_plain_esign_signatures(${limit}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

/**
 * Re-encrypts one submission under a row lock, unless it is encrypted with the current key.
 *
 * @param reencrypt decrypts it and encrypts it with the current key
 * @returns whether it was re-encrypted: false if another process has done it
 */
export function reencryptSubmission(
  database: Database,
  { organizationId, recipientId }: SubmissionReference,
  currentKeyNumber: number,
  reencrypt: (encrypted: EncryptedByKey) => EncryptedByKey,
): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const row = await selectRows({ organizationId, transaction }, "EsignSubmission")
      .select(["keyNumber", "sealed"])
      .where("recipientId", "=", recipientId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.keyNumber === currentKeyNumber) return false;
    await transaction
      .updateTable("EsignSubmission")
      .set(reencrypt(row))
      .where("organizationId", "=", organizationId)
      .where("recipientId", "=", recipientId)
      .execute();
    return true;
  });
}

/**
 * Encrypts one submission that is stored as text, under a lock of its recipient, and deletes the text.
 *
 * @returns false if another process has done it
 */
export function encryptPlainSubmission(
  database: Database,
  { organizationId, recipientId }: SubmissionReference,
  encrypt: (plain: Submission) => EncryptedByKey,
): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const inside = { organizationId, transaction };
    const recipient = await selectRows(inside, "EsignRecipient")
      .select(["requestId", "key", "signature"])
      .where("id", "=", recipientId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const { requestId = "", key = "", signature = null } = recipient ?? {};
    if (signature === null || signature === encryptedMark) return false;
    const fields = await selectRows(inside, "EsignField")
      .select(["id", "value"])
      .where("requestId", "=", requestId)
      .where("recipientKey", "=", key)
      .where("value", "is not", null)
      .execute();
    const values = Object.fromEntries(fields.map(({ id, value }) => [id, value ?? ""]));
    await insertSubmission(inside, recipientId, encrypt(readPlain(signature, values)));
    await transaction
      .updateTable("EsignField")
      .set({ value: null })
      .where("organizationId", "=", organizationId)
      .where("requestId", "=", requestId)
      .where("recipientKey", "=", key)
      .execute();
    return true;
  });
}
