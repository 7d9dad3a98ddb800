import { sql } from "kysely";
import type { DeadlineType } from "../../contract/closed-sets/deadline-type.ts";
import type { Context } from "../../rpc/context.ts";

/** Neither its title nor a name. */
export interface AgendaRow {
  id: string;
  type: DeadlineType;
  /** The day until which it is to be met. */
  effectiveOn: string;
  isVerified: boolean;
  revision: number;
  updatedAt: string;
  caseNumber: string;
}

/** The open deadlines that are assigned to a member and fall on these days, in order; none of a deleted case. @param days both included @param limit the most that are returned */
export async function listAgendaDeadlines({ organizationId, transaction }: Context, memberId: string, days: { from: string; to: string }, limit: number): Promise<AgendaRow[]> {
  const { rows } = await sql<AgendaRow>`
    SELECT d.id, d.type, d."effectiveOn", d."verificationStatus" = 'verified' AS "isVerified", d.revision, d."updatedAt", c."sequenceId" AS "caseNumber"
    FROM "DeadlineAssignee" a
    JOIN "Deadline" d ON d."organizationId" = ${organizationId} AND d.id = a."deadlineId"
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = d."caseId"
    WHERE a."organizationId" = ${organizationId} AND a."memberId" = ${memberId} AND a."effectiveOn" BETWEEN ${days.from}::date AND ${days.to}::date
      AND d.status = 'open' AND c."deletedAt" IS NULL
    ORDER BY a."effectiveOn", d.id LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}
