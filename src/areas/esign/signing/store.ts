import { sql, type Insertable, type Updateable } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

type InTransaction = Pick<Context, "organizationId" | "transaction">;

export interface FoundLink {
  organizationId: string;
  linkId: string;
  kind: "mail" | "once";
  requestId: string;
  recipientId: string;
}

/** A link that has not ended, expired or, where it opens once, been opened: found before anybody knows the organization. */
export async function findLinkByDigest(database: Database, digest: Buffer): Promise<FoundLink | undefined> {
  return (await sql<FoundLink>`SELECT * FROM find_signing_link(${digest}::bytea)`.execute(database.withoutTenant))
    .rows[0];
}

/** A recipient with what the signing page needs beyond what the API shows of them. */
export interface SignerRow {
  id: string;
  requestId: string;
  key: string;
  label: string;
  role: "signer" | "carbon_copy";
  order: number;
  name: string;
  email: string | null;
  phone: string | null;
  clientId: string | null;
  leadId: string | null;
  contactId: string | null;
  memberId: string | null;
  delivery: string;
  authentication: "none" | "email_code" | "text_code" | "passcode";
  passcodeDigest: string | null;
  status: string;
  viewedAt: string | null;
  consentedAt: string | null;
  signedAt: string | null;
  codeDigest: string | null;
  codeSentAt: string | null;
  codeExpiresAt: string | null;
  failedCodes: number;
  submissionId: string | null;
  /** The client for whom they sign, where it is not themselves. */
  signsFor: string | null;
}

/** Recipients of a request, in signing order. Under the lock of the request nobody changes them. */
export async function listSigners(
  { organizationId, transaction }: InTransaction,
  requestId: string,
): Promise<SignerRow[]> {
  const { rows } = await sql<SignerRow>`
    SELECT p.id, p."requestId", p.key, p.label, p.role, p."order", p.name, p.email, p.phone,
      p."clientId", p."leadId", p."contactId", p."memberId", p.delivery, p.authentication,
      p."passcodeDigest", p.status, p."codeDigest", p."failedCodes", p."submissionId", p."viewedAt",
      p."consentedAt", p."signedAt", p."codeSentAt", p."codeExpiresAt",
      (SELECT c."firstName" || ' ' || c."lastName" FROM "Client" c
        WHERE c."organizationId" = ${organizationId} AND c.id = p."signsForClientId") AS "signsFor"
    FROM "EsignRecipient" p WHERE p."organizationId" = ${organizationId} AND p."requestId" = ${requestId}
    ORDER BY p."order", p.id`.execute(transaction);
  return rows;
}

export type RecipientValues = Updateable<Tables["EsignRecipient"]>;

export async function updateRecipients(
  { organizationId, transaction }: InTransaction,
  ids: readonly string[],
  values: RecipientValues,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable("EsignRecipient")
    .set(values)
    .where("organizationId", "=", organizationId)
    .where(isOneOf("id", ids))
    .execute();
}

/** Of a request that ended: who had not signed yet is not asked any more. */
export async function cancelRecipients(
  { organizationId, transaction }: InTransaction,
  requestId: string,
): Promise<void> {
  await sql`UPDATE "EsignRecipient" SET status = 'cancelled' WHERE "organizationId" = ${organizationId}
    AND "requestId" = ${requestId} AND status IN ('waiting', 'sent', 'viewed', 'bounced', 'locked')`.execute(
    transaction,
  );
}

export async function insertLink(
  { organizationId, transaction }: InTransaction,
  row: Omit<Insertable<Tables["EsignLink"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("EsignLink")
    .values({ organizationId, ...row })
    .execute();
}

/** Whose link it is, if it has neither ended nor expired. */
export async function findRecipientOfLink(
  { organizationId, transaction }: InTransaction,
  digest: Buffer,
): Promise<{ status: string; requestStatus: string } | undefined> {
  const { rows } = await sql<{ status: string; requestStatus: string }>`
    SELECT p.status, r.status AS "requestStatus" FROM "EsignLink" l
    JOIN "EsignRecipient" p ON p."organizationId" = ${organizationId} AND p.id = l."recipientId"
    JOIN "EsignRequest" r ON r."organizationId" = ${organizationId} AND r.id = l."requestId"
    WHERE l."organizationId" = ${organizationId} AND l."tokenDigest" = ${digest}::bytea AND l."endedAt" IS NULL
      AND l."expiresAt" > ${now()}::timestamptz`.execute(transaction);
  return rows[0];
}

/** Notes that a link was opened; one that opens once has then ended. @returns false if it has ended meanwhile */
export async function openLink({ organizationId, transaction }: InTransaction, linkId: string): Promise<boolean> {
  const { rows } = await sql`UPDATE "EsignLink" SET "openedAt" = coalesce("openedAt", ${now()}::timestamptz),
      "endedAt" = CASE WHEN kind = 'once' THEN ${now()}::timestamptz END
    WHERE "organizationId" = ${organizationId} AND id = ${linkId} AND "endedAt" IS NULL RETURNING id`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Ends the links and sessions of recipients, or of all of a request. */
export async function endAccess(
  { organizationId, transaction }: InTransaction,
  of: { requestId: string } | { recipientIds: readonly string[] },
): Promise<void> {
  const whose = "requestId" in of ? sql`"requestId" = ${of.requestId}` : isOneOf("recipientId", of.recipientIds);
  for (const table of ["EsignLink", "EsignSession"]) {
    await sql`UPDATE ${sql.table(table)} SET "endedAt" = ${now()}::timestamptz
      WHERE "organizationId" = ${organizationId} AND ${whose} AND "endedAt" IS NULL`.execute(transaction);
  }
}

export async function insertSession(
  { organizationId, transaction }: InTransaction,
  row: Omit<Insertable<Tables["EsignSession"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("EsignSession")
    .values({ organizationId, ...row })
    .execute();
}

export interface FoundSession {
  id: string;
  requestId: string;
  recipientId: string;
  label: string;
}

const idleMinutes = 30;

/** A session that has not ended and was not idle for 30 minutes. Notes that it is used, at most once a minute. */
export async function useSession(
  { organizationId, transaction }: InTransaction,
  digest: Buffer,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession & { isStale: boolean }>`
    SELECT s.id, s."requestId", s."recipientId", p.label, s."lastSeenAt" < now() - interval '1 minute' AS "isStale"
    FROM "EsignSession" s JOIN "EsignRecipient" p ON p."organizationId" = ${organizationId} AND p.id = s."recipientId"
    WHERE s."organizationId" = ${organizationId} AND s."tokenDigest" = ${digest} AND s."endedAt" IS NULL
      AND s."expiresAt" > now() AND s."lastSeenAt" > now() - make_interval(mins => ${idleMinutes})`.execute(
    transaction,
  );
  const [session] = rows;
  if (session?.isStale === true) {
    await sql`UPDATE "EsignSession" SET "lastSeenAt" = ${now()}::timestamptz
      WHERE "organizationId" = ${organizationId} AND id = ${session.id}`.execute(transaction);
  }
  return session;
}

/** Ends a session of a signer, unless it has ended. */
export async function endSession({ organizationId, transaction }: InTransaction, id: string): Promise<void> {
  await sql`UPDATE "EsignSession" SET "endedAt" = ${now()}::timestamptz
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND "endedAt" IS NULL`.execute(transaction);
}

export interface FirmRow {
  name: string;
  timezone: string;
  /** Of its emails and texts: the firm's own without one in the settings. */
  senderName: string;
  replyTo: string | null;
}

/** What signing shows of the firm, and its time zone. */
export async function readFirm({ organizationId, transaction }: InTransaction): Promise<FirmRow> {
  const { rows } = await sql<FirmRow>`
    SELECT o.name, o.timezone, coalesce(s."senderName", o.name) AS "senderName", s."replyTo" FROM "Organization" o
    LEFT JOIN "EsignSetting" s ON s."organizationId" = ${organizationId} WHERE o.id = ${organizationId}`.execute(
    transaction,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an organization is gone that a link names");
  return row;
}

export interface FileRow {
  objectId: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
}

/** The file of a version of a document. */
export async function findVersionFile(
  { organizationId, transaction }: InTransaction,
  versionId: string,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    SELECT v."objectId", v."fileName", v."sizeBytes", v.sha256 FROM "DocumentVersion" v
    WHERE v."organizationId" = ${organizationId} AND v.id = ${versionId}`.execute(transaction);
  return rows[0];
}

/** The current file of a document. */
export async function findDocumentFile(
  { organizationId, transaction }: InTransaction,
  documentId: string,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    SELECT v."objectId", v."fileName", v."sizeBytes", v.sha256 FROM "Document" d
    JOIN "DocumentVersion" v ON v."organizationId" = ${organizationId} AND v."documentId" = d.id AND v.number = d.version
    WHERE d."organizationId" = ${organizationId} AND d.id = ${documentId} AND d."deletedAt" IS NULL`.execute(
    transaction,
  );
  return rows[0];
}

/** The process's, not the database's: on a cluster no statement that changes rows computes a time. */
const now = () => new Date().toISOString();
