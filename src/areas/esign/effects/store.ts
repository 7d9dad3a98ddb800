import { sql } from "kysely";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** What effects need to know of a request; the caller has locked it. */
export interface RequestOfEffects {
  id: string;
  caseId: string | null;
  leadId: string | null;
  moveLead: boolean;
  allSignedAt: string | null;
}

export function findRequestOfEffects(context: Context, requestId: string): Promise<RequestOfEffects | undefined> {
  return selectRecord(context, "EsignRequest", requestId)
    .select(["id", "caseId", "leadId", "moveLead", "allSignedAt"])
    .executeTakeFirst();
}

export interface DocumentOfEffects {
  position: number;
  purpose: string;
  documentId: string | null;
  authorizationId: string | null;
  subjectEntity: string | null;
  subjectId: string | null;
}

export function listDocumentsOfEffects(context: Context, requestId: string): Promise<DocumentOfEffects[]> {
  return selectRows(context, "EsignDocument")
    .select(["position", "purpose", "documentId", "authorizationId", "subjectEntity", "subjectId"])
    .where("requestId", "=", requestId)
    .orderBy("position")
    .execute();
}

export interface BoxOfEffects {
  id: string;
  position: number;
  sets: "includesMentalHealth" | "includesSubstanceUse" | "includesHiv";
}

/** The fields that set a flag of an authorization. */
export async function listBoxes({ organizationId, transaction }: Context, requestId: string): Promise<BoxOfEffects[]> {
  const { rows } = await sql<BoxOfEffects>`
    SELECT id, position, sets FROM "EsignField"
    WHERE "organizationId" = ${organizationId} AND "requestId" = ${requestId} AND sets IS NOT NULL ORDER BY number`.execute(
    transaction,
  );
  return rows;
}

/** Adds to the effects that the request shows; the caller raises its revision. */
export async function appendEffects(
  { organizationId, transaction }: Context,
  requestId: string,
  effects: readonly object[],
): Promise<void> {
  await sql`UPDATE "EsignRequest" SET effects = effects || ${JSON.stringify(effects)}::jsonb
    WHERE "organizationId" = ${organizationId} AND id = ${requestId}`.execute(transaction);
}

/** The request's number, its case's, and the members who are notified of it: who made it and the case's lead attorney. */
export interface RequestOfNotices {
  number: string;
  caseNumber: string | null;
  memberIds: string[];
}

/** What a notice says of a request, and the members that it is for: its creator, the acting and the lead attorney. */
export async function findRequestOfNotices(
  { organizationId, transaction }: Context,
  requestId: string,
): Promise<RequestOfNotices | undefined> {
  const { rows } = await sql<RequestOfNotices>`
    SELECT r."sequenceId" AS number, c."sequenceId" AS "caseNumber",
      array_remove(ARRAY[r."onBehalfOfAttorneyId", CASE WHEN r."createdBy"->>'type' = 'member' THEN r."createdBy"->>'id' END, a."attorneyId"], NULL) AS "memberIds"
    FROM "EsignRequest" r
    LEFT JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = r."caseId"
    LEFT JOIN "CaseAttorney" a ON a."organizationId" = ${organizationId} AND a."caseId" = r."caseId" AND a.role = 'lead'
    WHERE r."organizationId" = ${organizationId} AND r.id = ${requestId}`.execute(transaction);
  return rows[0];
}
