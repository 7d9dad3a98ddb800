import { sql } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { AttorneyRole, GivenAttorney } from "../schema.input.ts";

export interface Candidate {
  id: string;
  isActive: boolean;
}

/** @returns those of the members that are attorneys */
export async function lockAttorneysForShare(context: Context, attorneyIds: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT id, status = 'active' AS "isActive" FROM "Member"
    WHERE "organizationId" = ${context.organizationId} AND ${isOneOf("id", attorneyIds)} AND "isAttorney"
    ORDER BY id FOR SHARE`.execute(context.transaction);
  return rows;
}

/**
 * Skips existing assignments.
 *
 * @returns how many are new
 */
export async function insertAttorneys(
  context: Context,
  caseId: string,
  attorneys: readonly GivenAttorney[],
): Promise<number> {
  if (attorneys.length === 0) return 0;
  const { organizationId, transaction } = context;
  const assigned = await transaction
    .insertInto("CaseAttorney")
    .values(attorneys.map((attorney) => ({ ...attorney, organizationId, caseId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("attorneyId")
    .execute();
  return assigned.length;
}

/**
 * Ends assignments to a case: of an attorney, in a role, or of an attorney in a role.
 *
 * @returns how many
 */
export async function deleteAttorneys(
  context: Context,
  caseId: string,
  which: { attorneyId?: string; role?: AttorneyRole | undefined },
): Promise<number> {
  const { attorneyId, role } = which;
  const ended = await context.transaction
    .deleteFrom("CaseAttorney")
    .where("organizationId", "=", context.organizationId)
    .where("caseId", "=", caseId)
    .$if(attorneyId !== undefined, (query) => query.where("attorneyId", "=", attorneyId ?? ""))
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? ""))
    .returning("attorneyId")
    .execute();
  return ended.length;
}
