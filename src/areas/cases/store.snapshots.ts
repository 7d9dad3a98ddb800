import { sql } from "kysely";
import { isOneOf } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";
import type { CaseDetail } from "./schema.ts";
import { joinPlaintiff, selectDetail } from "./store.ts";

/** Those of these cases that are in the organization and not deleted, by id: one statement. */
export async function listCaseDetails(
  { organizationId, transaction }: Context,
  caseIds: readonly string[],
): Promise<CaseDetail[]> {
  const { rows } = await sql<CaseDetail>`
    SELECT ${selectDetail(organizationId)}
    FROM "Case" c
    ${joinPlaintiff(organizationId)}
    WHERE c."organizationId" = ${organizationId} AND ${isOneOf("c.id", caseIds)} AND c."deletedAt" IS NULL
    ORDER BY c.id`.execute(transaction);
  return rows;
}

/** The clients of cases, deleted ones included, by the cases' ids. */
export async function findPlaintiffs(
  { organizationId, transaction }: Context,
  caseIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; plaintiffId: string }>`SELECT id, "plaintiffId" FROM "Case"
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", caseIds)}`.execute(transaction);
  return new Map(rows.map(({ id, plaintiffId }) => [id, plaintiffId]));
}
