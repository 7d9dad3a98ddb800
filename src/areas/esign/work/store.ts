import { sql, type Updateable } from "kysely";
import { z } from "zod";
import { insertRows, selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** A worker may change a request only until another one begins, or the request ends. */
export interface Attempt {
  requestId: string;
  /** Since the request was given to workers: it begins anew when a draft is sent again. */
  number: number;
  /** When it began: it distinguishes attempts of one number. */
  since: string;
}

export type WorkStatus = "preparing" | "sealing";

/**
 * Begins an attempt.
 *
 * @returns null when the request is not in this status: another worker has ended it, or it was voided
 */
export async function beginAttempt(
  { organizationId, transaction }: Inside,
  requestId: string,
  status: WorkStatus,
): Promise<Attempt | null> {
  const { rows } = await sql<{ attempts: number; workingSince: string }>`
    UPDATE "EsignRequest" SET attempts = attempts + 1, "workingSince" = now()
    WHERE "organizationId" = ${organizationId} AND id = ${requestId} AND status = ${status} AND "deletedAt" IS NULL
    RETURNING attempts, "workingSince"`.execute(transaction);
  const [row] = rows;
  return row === undefined ? null : { requestId, number: row.attempts, since: row.workingSince };
}

/** A document of a request with the bytes that it is made of. */
export interface WorkDocument {
  id: string;
  position: number;
  purpose: string;
  name: string;
  documentId: string | null;
  versionId: string | null;
  sha256: string | null;
  pageCount: number | null;
  hasSignaturePage: boolean;
  /** Of the template's file, of the pinned version, or else of the document's current version. */
  objectId: string | null;
  /** Of the document, where it exists: what it is now. */
  current: { versionId: string; number: number; sha256: string; isUsable: boolean } | null;
}

/** The documents of a request, in its order. */
export async function listWorkDocuments(
  { organizationId, transaction }: Inside,
  requestId: string,
): Promise<WorkDocument[]> {
  const { rows } = await sql<WorkDocument>`
    SELECT d.id, d.position, d.purpose, d.name, d."documentId", d."versionId", d.sha256, d."pageCount", d."hasSignaturePage",
      coalesce(p."objectId", d."templateObjectId", c."objectId") AS "objectId",
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('versionId', c.id, 'number', c.number, 'sha256', c.sha256,
        'isUsable', o.status = 'available' AND o."deletedAt" IS NULL) END AS current
    FROM "EsignDocument" d
    LEFT JOIN "Document" o ON o."organizationId" = ${organizationId} AND o.id = d."documentId"
    LEFT JOIN "DocumentVersion" c ON c."organizationId" = ${organizationId} AND c."documentId" = o.id AND c.number = o.version
    LEFT JOIN "DocumentVersion" p ON p."organizationId" = ${organizationId} AND p.id = d."versionId"
    WHERE d."organizationId" = ${organizationId} AND d."requestId" = ${requestId} ORDER BY d.position`.execute(
    transaction,
  );
  return rows;
}

/** What is drawn on documents, in the order of the request. */
export interface WorkField {
  id: string;
  number: number;
  position: number;
  recipientKey: string | null;
  kind: string;
  label: string;
  acroField: string | null;
  page: number | null;
  x: number | null;
  y: number | null;
  width: number | null;
  height: number | null;
  source: string | null;
  fallback: string | null;
  fontSize: number;
}

export function listWorkFields(context: Inside, requestId: string): Promise<WorkField[]> {
  return selectRows(context, "EsignField")
    .select([
      "id",
      "number",
      "position",
      "recipientKey",
      "kind",
      "label",
      "acroField",
      "page",
      "x",
      "y",
      "width",
      "height",
      "source",
      "fallback",
      "fontSize",
    ])
    .where("requestId", "=", requestId)
    .orderBy("number")
    .execute();
}

/** The values that the caller gave for `input.` merge fields. */
export async function findInput(context: Context, requestId: string): Promise<Record<string, string>> {
  const row = await selectRecord(context, "EsignRequest", requestId).select("input").executeTakeFirst();
  return z.record(z.string(), z.string()).parse(row?.input ?? {});
}

export async function updateEsignDocument(
  { organizationId, transaction }: Inside,
  id: string,
  values: Updateable<Tables["EsignDocument"]>,
): Promise<void> {
  await transaction
    .updateTable("EsignDocument")
    .set(values)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export interface FieldPlaceRow {
  id: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Gives fields their places: one statement for all. */
export async function placeFields(
  { organizationId, transaction }: Inside,
  places: readonly FieldPlaceRow[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`UPDATE "EsignField" f SET page = p.page, x = p.x, y = p.y, width = p.width, height = p.height
    FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS p(id text, page integer, x float8, y float8, width float8, height float8)
    WHERE f."organizationId" = ${organizationId} AND f.id = p.id`.execute(transaction);
}

export interface AddedField extends Omit<FieldPlaceRow, "id"> {
  id: string;
  requestId: string;
  number: number;
  position: number;
  recipientKey: string;
  kind: "signature" | "date_signed";
  label: string;
}

export function insertFields(context: Inside, fields: readonly AddedField[]): Promise<void> {
  return insertRows(context, "EsignField", fields);
}

/** The id of a document's version by its number. */
export async function findVersionId(context: Inside, documentId: string, number: number): Promise<string> {
  const { id } = await selectRows(context, "DocumentVersion")
    .select("id")
    .where("documentId", "=", documentId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return id;
}

export interface SealingKeyRow {
  sealingCertificate: string | null;
  sealingKey: Buffer | null;
}

export function findSealingKey(context: Inside): Promise<SealingKeyRow | undefined> {
  return selectRows(context, "EsignSetting").select(["sealingCertificate", "sealingKey"]).executeTakeFirst();
}

/** Locks the settings against another worker's certificate; undefined where the organization has none yet. */
export function lockSealingKeyForUpdate(context: Inside): Promise<SealingKeyRow | undefined> {
  return selectRows(context, "EsignSetting")
    .select(["sealingCertificate", "sealingKey"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertSettings({ organizationId, transaction }: Inside, reminders: object): Promise<void> {
  await sql`INSERT INTO "EsignSetting" ("organizationId", reminders) VALUES (${organizationId}, ${JSON.stringify(reminders)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(transaction);
}

export async function updateSealingKey({ organizationId, transaction }: Inside, key: SealingKeyRow): Promise<void> {
  await transaction.updateTable("EsignSetting").set(key).where("organizationId", "=", organizationId).execute();
}

export interface LostRequest {
  organizationId: string;
  id: string;
  status: WorkStatus;
}

/** Requests of all organizations that have waited for their job for so long, in the order of their IDs. */
export async function listLostRequests(
  outside: Pick<Context["transaction"], "getExecutor">,
  lostMinutes: number,
  afterId: string,
  batch: number,
): Promise<LostRequest[]> {
  const { rows } =
    await sql<LostRequest>`SELECT * FROM list_lost_esign_requests(${lostMinutes}::integer, ${afterId}, ${batch}::integer)`.execute(
      outside,
    );
  return rows;
}
