import { sql, type RawBuilder } from "kysely";
import type { DeadlineType } from "../../../contract/closed-sets/deadline-type.ts";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

/** Neither its title nor a name of a client. */
export type AgendaRow = Pick<
  Row<"Deadline">,
  "id" | "dueTime" | "timeZone" | "effectiveOn" | "actByOn" | "revision" | "updatedAt"
> & {
  type: DeadlineType;
  isMissed: boolean;
  isVerified: boolean;
  caseNumber: string;
  /** Its assignees; of one that nobody is assigned to, the case's lead attorney. */
  memberIds: string[];
};

/** The last deadline of a part that was read. */
export interface AgendaPosition {
  effectiveOn: string;
  id: string;
}

/**
 * The deadlines of members: those that are assigned to one, and those of nobody in a case that one leads. Found first,
 * then read by key: PostgreSQL would rather look through all of the organization's.
 */
function findWhose(organizationId: string, memberIds: readonly string[]): RawBuilder<unknown> {
  return sql`WITH whose AS MATERIALIZED (
    SELECT a."deadlineId" AS id FROM "DeadlineAssignee" a
    WHERE a."organizationId" = ${organizationId} AND ${isOneOf("a.memberId", memberIds)} AND a."openOn" IS NOT NULL
    UNION SELECT u.id FROM "Case" k JOIN "Deadline" u ON u."organizationId" = ${organizationId} AND u."caseId" = k.id
    WHERE k."organizationId" = ${organizationId} AND ${isOneOf("k.attorneyId", memberIds)} AND k."deletedAt" IS NULL AND u."isOpen"
      AND NOT EXISTS (SELECT FROM "DeadlineAssignee" n WHERE n."organizationId" = ${organizationId} AND n."deadlineId" = u.id))`;
}

/**
 * Deadlines that nobody has disposed of: open and missed ones, of all times, in order of their day; none of a deleted
 * case.
 *
 * @param memberIds whose; null for all of the organization
 * @param limit the most that are returned
 */
export async function listAgendaPart(
  { organizationId, transaction }: Context,
  memberIds: readonly string[] | null,
  after: AgendaPosition | null,
  limit: number,
): Promise<AgendaRow[]> {
  const found = memberIds === null ? sql`` : findWhose(organizationId, memberIds);
  const ofMembers = memberIds === null ? sql`` : sql`JOIN whose w ON w.id = d.id`;
  const isAfter = after === null ? sql`true` : sql`(d."effectiveOn", d.id) > (${after.effectiveOn}::date, ${after.id})`;
  const { rows } = await sql<AgendaRow>`
    ${found} SELECT d.id, d.type, d."dueTime", d."timeZone", d."effectiveOn", d."actByOn", d.status = 'missed' AS "isMissed",
      d."verificationStatus" = 'verified' AS "isVerified", d.revision, d."updatedAt", c."sequenceId" AS "caseNumber",
      coalesce(
        (SELECT json_agg(a."memberId" ORDER BY a."memberId") FROM "DeadlineAssignee" a
          WHERE a."organizationId" = ${organizationId} AND a."deadlineId" = d.id),
        CASE WHEN c."attorneyId" IS NULL THEN '[]' ELSE json_build_array(c."attorneyId") END) AS "memberIds"
    FROM "Deadline" d JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = d."caseId" ${ofMembers}
    WHERE d."organizationId" = ${organizationId} AND d."isOpen" AND c."deletedAt" IS NULL AND ${isAfter}
    ORDER BY d."effectiveOn", d.id LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}
