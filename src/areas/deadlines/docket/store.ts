import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** The place of a deadline in a docket. */
export interface DocketPosition {
  effectiveOn: string;
  /** `HH:MM`; empty for the end of the day, which comes first. */
  time: string;
  id: string;
}

/** Which open and missed deadlines are wanted. */
export interface DocketFilter {
  /** The first and the last `effectiveOn`. */
  from: string;
  to: string;
  caseId?: string | undefined;
  /** Assigned to one of these members, or of a case that one leads; null for all. */
  memberIds: readonly string[] | null;
}

/** Those that are assigned to members, by the index of open assignments, and those of cases that they lead. */
const isOfMembers = (organizationId: string, memberIds: readonly string[], { from, to }: DocketFilter) => sql`(
  d.id IN (SELECT a."deadlineId" FROM "DeadlineAssignee" a WHERE a."organizationId" = ${organizationId}
    AND ${isOneOf("a.memberId", memberIds)} AND a."openOn" BETWEEN ${from}::date AND ${to}::date)
  OR d."caseId" IN (SELECT k.id FROM "Case" k WHERE k."organizationId" = ${organizationId}
    AND ${isOneOf("k.attorneyId", memberIds)} AND k."deletedAt" IS NULL))`;

/** A page of places in a docket: by day, by time of day, by ID. */
export function selectDocketPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: DocketFilter,
  after: DocketPosition | null,
  limit: number,
): RawBuilder<DocketPosition> {
  const { to, caseId, memberIds } = filter;
  // The index is entered at the place: PostgreSQL would enter it at the lower of two bounds, and read all before it.
  const from = after === null || after.effectiveOn < filter.from ? filter.from : after.effectiveOn;
  // As the index says it.
  const time = sql`coalesce(d."dueTime", '')`;
  const conditions = [
    sql`d."organizationId" = ${organizationId}`,
    sql`d."isOpen"`,
    sql`d."effectiveOn" BETWEEN ${from}::date AND ${to}::date`,
    ...(caseId === undefined ? [] : [sql`d."caseId" = ${caseId}`]),
    ...(memberIds === null ? [] : [isOfMembers(organizationId, memberIds, { ...filter, from })]),
    ...(after === null
      ? []
      : [sql`(d."effectiveOn", ${time}, d.id) > (${after.effectiveOn}::date, ${after.time}, ${after.id})`]),
    hasLiveOwners(organizationId, "d", ["caseId"]),
  ];
  return sql<DocketPosition>`
    SELECT d."effectiveOn", ${time} AS time, d.id FROM "Deadline" d WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY d."effectiveOn", ${time}, d.id LIMIT ${limit}::integer`;
}

export async function listDocketPositions(
  context: Context,
  filter: DocketFilter,
  after: DocketPosition | null,
  limit: number,
): Promise<DocketPosition[]> {
  return (await selectDocketPage(context, filter, after, limit).execute(context.transaction)).rows;
}
