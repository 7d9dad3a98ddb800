import { sql, type Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/**
 * Names an object before anything is stored under it.
 *
 * @returns its id
 */
export async function nameObject({
  organizationId,
  transaction,
}: Pick<Context, "organizationId" | "transaction">): Promise<string> {
  const id = createId("storedObject");
  await transaction.insertInto("StoredObject").values({ organizationId, id }).execute();
  return id;
}

/**
 * Locks an unreferenced object against new references until commit. The lock first, the check in a second statement,
 * which then sees everything committed meanwhile. SKIP LOCKED: an object locked elsewhere is about to be referenced.
 *
 * @returns whether there is such an object
 */
export async function lockUnnamedObjectForUpdate(
  { organizationId, transaction }: Context,
  objectId: string,
): Promise<boolean> {
  const locked = await sql`SELECT FROM "StoredObject"
    WHERE "organizationId" = ${organizationId} AND id = ${objectId} FOR UPDATE SKIP LOCKED`.execute(transaction);
  if (locked.rows.length === 0) return false;
  const named = await sql`
    SELECT FROM "DocumentVersion" WHERE "organizationId" = ${organizationId} AND "objectId" = ${objectId}
    UNION ALL SELECT FROM "DocumentUpload" WHERE "organizationId" = ${organizationId} AND "objectId" = ${objectId}
    UNION ALL SELECT FROM "Export" WHERE "organizationId" = ${organizationId} AND "objectId" = ${objectId}
    UNION ALL SELECT FROM "EsignTemplate" WHERE "organizationId" = ${organizationId} AND "objectId" = ${objectId}
    UNION ALL SELECT FROM "EsignDocument" WHERE "organizationId" = ${organizationId} AND "templateObjectId" = ${objectId}`.execute(
    transaction,
  );
  return named.rows.length === 0;
}

/** Whether the object still exists; a removed one cannot be referenced again. */
export async function isObjectKnown({ organizationId, transaction }: Context, objectId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "StoredObject" WHERE "organizationId" = ${organizationId} AND id = ${objectId}`.execute(
      transaction,
    );
  return rows.length > 0;
}

/**
 * Deletes the row of an object.
 *
 * @throws a foreign key violation when it is referenced
 */
export async function forgetObject(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  objectId: string,
): Promise<void> {
  await transaction
    .deleteFrom("StoredObject")
    .where("organizationId", "=", organizationId)
    .where("id", "=", objectId)
    .execute();
}

type NewUpload = Omit<Insertable<Tables["DocumentUpload"]>, "organizationId" | "expiresAt">;
export type UploadRow = Row<"DocumentUpload">;

/** @param hours for how long it is waited for */
export function insertUpload(
  { organizationId, transaction }: Context,
  upload: NewUpload,
  hours: number,
): Promise<UploadRow> {
  return transaction
    .insertInto("DocumentUpload")
    .values({
      organizationId,
      ...upload,
      expiresAt: sql<string>`date_trunc('milliseconds', now()) + make_interval(hours => ${hours}::integer)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface FoundUpload extends UploadRow {
  isOver: boolean;
  /** False when the verification began so long ago that its process must have died. */
  isBeingVerified: boolean;
  parts: { partNumber: number; etag: string }[];
  ownerAttorneyId: string | null;
}

/** After this time a verification counts as abandoned. */
const verifyingMinutes = 30;

function selectUploads({ organizationId, transaction }: Context) {
  return transaction
    .selectFrom("DocumentUpload as u")
    .selectAll("u")
    .select([
      sql<boolean>`u."expiresAt" <= now()`.as("isOver"),
      sql<boolean>`coalesce(u."verifyingSince" > now() - make_interval(mins => ${verifyingMinutes}::integer), false)`.as(
        "isBeingVerified",
      ),
      sql<
        string | null
      >`(SELECT d."ownerAttorneyId" FROM "Document" d WHERE d."organizationId" = ${organizationId} AND d.id = u."documentId")`.as(
        "ownerAttorneyId",
      ),
      sql<FoundUpload["parts"]>`(
        SELECT coalesce(jsonb_agg(jsonb_build_object('partNumber', p."partNumber", 'etag', p.etag) ORDER BY p."partNumber"), '[]')
        FROM "DocumentUploadPart" p WHERE p."organizationId" = ${organizationId} AND p."uploadId" = u.id)`.as("parts"),
    ])
    .where("u.organizationId", "=", organizationId);
}

export function findUpload(context: Context, uploadId: string): Promise<FoundUpload | undefined> {
  return selectUploads(context).where("u.id", "=", uploadId).executeTakeFirst();
}

export async function lockUploadForUpdate(context: Context, uploadId: string): Promise<FoundUpload | undefined> {
  const { organizationId, transaction } = context;
  await sql`SELECT FROM "DocumentUpload" WHERE "organizationId" = ${organizationId} AND id = ${uploadId} FOR NO KEY UPDATE`.execute(
    transaction,
  );
  return findUpload(context, uploadId);
}

export function findNewestUpload(context: Context, documentId: string): Promise<FoundUpload | undefined> {
  return selectUploads(context)
    .where("u.documentId", "=", documentId)
    .orderBy("u.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** @param when `later` leaves the verification to the job */
export async function markVerifying(
  { organizationId, transaction }: Context,
  uploadId: string,
  when: "now" | "later",
): Promise<void> {
  await transaction
    .updateTable("DocumentUpload")
    .set({ status: "verifying", verifyingSince: when === "now" ? sql<string>`now()` : null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", uploadId)
    .where("status", "in", when === "now" ? ["pending", "verifying"] : ["pending"])
    .execute();
}

/** Ends an upload and dereferences its object. */
export async function endUpload(
  { organizationId, transaction }: Context,
  uploadId: string,
  status: "completed" | "failed" | "expired",
): Promise<void> {
  await transaction
    .updateTable("DocumentUpload")
    .set({ status, objectId: null, verifyingSince: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", uploadId)
    .execute();
}

/**
 * Records a part that arrived.
 *
 * @returns whether the upload still waits for parts
 */
export async function notePart(context: Context, uploadId: string, partNumber: number, etag: string): Promise<boolean> {
  const upload = await selectRecord(context, "DocumentUpload", uploadId)
    .select("id")
    .where("status", "=", "pending")
    .forShare()
    .executeTakeFirst();
  if (upload === undefined) return false;
  await context.transaction
    .insertInto("DocumentUploadPart")
    .values({ organizationId: context.organizationId, uploadId, partNumber, etag })
    .onConflict((conflict) => conflict.columns(["organizationId", "uploadId", "partNumber"]).doUpdateSet({ etag }))
    .execute();
  return true;
}

export interface LiveKey {
  allowedNetworks: string[];
  actingAttorneyActive: boolean;
}

/** The key if it is live (by the database's clock) and has the scope. */
export async function findLiveKey(
  { organizationId, transaction }: Context,
  keyId: string,
  scope: string,
): Promise<LiveKey | undefined> {
  const { rows } = await sql<LiveKey>`
    SELECT k."allowedNetworks", coalesce(m."canActForKeys", false) AS "actingAttorneyActive"
    FROM "IntegrationKey" k
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    WHERE k."organizationId" = ${organizationId} AND k.id = ${keyId} AND k."revokedAt" IS NULL
      AND k."pausedAt" IS NULL AND k."expiresAt" > now() AND ${scope} = ANY(k.scopes)`.execute(transaction);
  return rows[0];
}

/** @returns open uploads of the key, and their bytes in the organization */
export async function countPendingUploads(
  { organizationId, transaction }: Context,
  keyId: string | null,
): Promise<{ ofKey: number; bytes: number }> {
  const { rows } = await sql<{ ofKey: number; bytes: number }>`
    SELECT (count(*) FILTER (WHERE "keyId" IS NOT DISTINCT FROM ${keyId}))::integer AS "ofKey", coalesce(sum("sizeBytes"), 0)::bigint AS bytes
    FROM "DocumentUpload" WHERE "organizationId" = ${organizationId} AND status IN ('pending', 'verifying')`.execute(
    transaction,
  );
  return rows[0] ?? { ofKey: 0, bytes: 0 };
}

/** A row of any organization that a job looks at, and its place in the order in which they are listed. */
export interface Listed {
  organizationId: string;
  id: string;
  createdAt: string;
}

type Outside = Pick<Context["transaction"], "getExecutor">;

/**
 * Stored objects of all organizations that no row names, by age.
 *
 * @param hours how old they are at least
 */
export async function listUnnamedObjects(
  outside: Outside,
  hours: number,
  after: Listed | null,
  batch: number,
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    SELECT * FROM list_unnamed_objects(${hours}::integer, ${after?.createdAt ?? "-infinity"}::timestamptz, ${after?.id ?? ""}, ${batch}::integer)`.execute(
    outside,
  );
  return rows;
}

/** Uploads of any organization that are not over: a page behind this one, the oldest first. */
export async function listOpenUploads(outside: Outside, after: Listed | null, batch: number): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    SELECT * FROM list_open_uploads(${after?.createdAt ?? "-infinity"}::timestamptz, ${after?.id ?? ""}, ${batch}::integer)`.execute(
    outside,
  );
  return rows;
}
