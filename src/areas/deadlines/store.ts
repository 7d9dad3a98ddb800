import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { isOneOf, selectRecord } from "../../platform/database/records.ts";
import { shortMember } from "../../platform/database/short-member.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { StoredLimitation } from "./calculation/domain.limitation.ts";
import type { ServiceBasis } from "../jurisdiction-rules/domain.service.ts";
import type { CountPlan } from "./calculation/domain.plan.ts";
import { longestClosed } from "./enumerations.ts";
import type { Deadline, DeadlineChange, DeadlineQuery } from "./schema.ts";

/** Columns with a closed set of values, which are checked when they are written. */
type EnumeratedColumns = Pick<
  Deadline,
  | "type"
  | "deadlineClass"
  | "status"
  | "verificationStatus"
  | "source"
  | "timeZoneBasis"
  | "unit"
  | "direction"
  | "observedHolidays"
  | "rollRule"
  | "serviceMethod"
  | "jurisdiction"
  | "startRule"
  | "accrualBasis"
>;
type Json =
  | "countPlan"
  | "serviceRule"
  | "setBy"
  | "causedBy"
  | "rule"
  | "pendingTransition"
  | "verification"
  | "calculation"
  | "recalculation"
  | "satisfaction"
  | "extension"
  | "limitation";
export type TriggerSource = NonNullable<Deadline["trigger"]>["source"];
export type MovedTrigger = NonNullable<NonNullable<Deadline["recalculation"]>["movedTrigger"]>;
/** Persons are stored beside what they did, and never shown. */
interface WithPersons {
  persons: string[];
}

export type DeadlineRow = Omit<Row<"Deadline">, Json | keyof EnumeratedColumns | "triggerSource"> &
  EnumeratedColumns &
  Pick<
    Deadline,
    | "case"
    | "claimant"
    | "adverse"
    | "assignees"
    | "tolling"
    | "supersedesId"
    | "chain"
    | "rule"
    | "verification"
    | "calculation"
    | "satisfaction"
    | "extension"
    | "daysLeft"
    | "actInDays"
  > & {
    /** Null where nothing is counted. */
    triggerSource: TriggerSource | null;
    setBy: Omit<Deadline["setBy"], "onBehalfOf" | "causedBy">;
    causedBy: Deadline["setBy"]["causedBy"];
    onBehalfOf: Deadline["setBy"]["onBehalfOf"];
    pendingTransition:
      | (Omit<NonNullable<Deadline["pendingTransition"]>, "toStatus"> &
          WithPersons & { toStatus: "waived" | "superseded" | "cancelled" })
      | null;
    /** With the client's date of birth where that is what changed. */
    recalculation:
      | (Omit<NonNullable<Deadline["recalculation"]>, "movedTrigger" | "proposedTime" | "triggerTime"> &
          WithPersons & {
            bornOn?: string;
            movedTrigger?: MovedTrigger | null;
            /** Not of those that wait since before times of day were stored. */
            proposedTime?: string | null;
            triggerTime?: string | null;
          })
      | null;
    /** Of its chain. */
    chainTrigger: { source: TriggerSource; recordId: string | null } | null;
    limitation: StoredLimitation | null;
    serviceRule: ServiceBasis | null;
    /** That of the template by which its chain was made. */
    chainJurisdiction: string | null;
    countPlan: CountPlan | null;
    /** What the firm has made of the rule by now; null for a shipped one, and without a rule. */
    ruleVerification: string | null;
    isOpen: boolean;
    hasPending: boolean;
    isPast: boolean;
    /** In the deadline's time zone. */
    today: string;
    caseClientId: string;
    caseStatus: string;
    leadAttorneyId: string | null;
  };

const party = (organizationId: string, column: string) => sql`
  (SELECT json_build_object('partyId', p.id, 'contact', json_build_object('id', o.id, 'name', o.name))
    FROM "CaseParty" p JOIN "Contact" o ON o."organizationId" = ${organizationId} AND o.id = p."contactId"
    WHERE p."organizationId" = ${organizationId} AND p.id = d.${sql.ref(column)})`;

/** What a deadline `d` shows of other records, and of the day: each a look by key, for the rows of a page alone. */
const shownOf = (organizationId: string): RawBuilder<unknown> => sql`
  json_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) AS "case", c."plaintiffId" AS "caseClientId", c."matterStatus" AS "caseStatus", c."attorneyId" AS "leadAttorneyId",
  ${party(organizationId, "claimantPartyId")} AS claimant, ${party(organizationId, "adversePartyId")} AS adverse,
  ${shortMember(organizationId, "d.onBehalfOfAttorneyId")} AS "onBehalfOf",
  coalesce((SELECT json_agg(json_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName", 'status', m.status) ORDER BY m.id)
    FROM "DeadlineAssignee" a JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = a."memberId"
    WHERE a."organizationId" = ${organizationId} AND a."deadlineId" = d.id), '[]') AS assignees,
  coalesce((SELECT json_agg(json_build_object('id', t.id, 'basis', t.basis, 'fromOn', t."fromOn", 'toOn', t."toOn", 'documentId', t."documentId", 'note', t.note) ORDER BY t."fromOn", t.id)
    FROM "TollingSegment" t WHERE t."organizationId" = ${organizationId} AND t."deadlineId" = d.id), '[]') AS tolling,
  (SELECT s.id FROM "Deadline" s WHERE s."organizationId" = ${organizationId} AND s."supersededById" = d.id ORDER BY s.id DESC LIMIT 1) AS "supersedesId",
  (SELECT r.verification FROM "JurisdictionRule" r WHERE r."organizationId" = ${organizationId} AND r.key = d."ruleKey") AS "ruleVerification",
  (SELECT json_build_object('id', h.id, 'templateName', h."templateName", 'itemKey', d."itemKey") FROM "DeadlineChain" h
    WHERE h."organizationId" = ${organizationId} AND h.id = d."chainId") AS chain,
  (SELECT coalesce((SELECT t.jurisdiction FROM "DeadlineChainTemplate" t WHERE t."organizationId" = ${organizationId} AND t.key = h."templateKey"), 'US') FROM "DeadlineChain" h
    WHERE h."organizationId" = ${organizationId} AND h.id = d."chainId" AND d.jurisdiction IS NULL) AS "chainJurisdiction",
  (SELECT json_build_object('source', h."triggerSource", 'recordId', h."triggerRecordId") FROM "DeadlineChain" h
    WHERE h."organizationId" = ${organizationId} AND h.id = d."chainId") AS "chainTrigger",
  d."effectiveOn" - (now() AT TIME ZONE d."timeZone")::date AS "daysLeft", d."actByOn" - (now() AT TIME ZONE d."timeZone")::date AS "actInDays",
  (now() AT TIME ZONE d."timeZone")::date AS today, d."dueAt" <= now() AS "isPast"`;

const joinCase = (organizationId: string) => sql`
  CROSS JOIN LATERAL (SELECT * FROM "Case" WHERE "organizationId" = ${organizationId} AND id = d."caseId" LIMIT 1) c`;

/** Those of these deadlines that are there, by ID; without those of deleted cases. */
export async function findDeadlines(
  { organizationId, transaction }: Context,
  deadlineIds: readonly string[],
): Promise<DeadlineRow[]> {
  const { rows } = await sql<DeadlineRow>`
    SELECT d.*, ${shownOf(organizationId)} FROM "Deadline" d ${joinCase(organizationId)}
    WHERE d."organizationId" = ${organizationId} AND ${isOneOf("d.id", deadlineIds)} AND c."deletedAt" IS NULL ORDER BY d.id`.execute(
    transaction,
  );
  return rows;
}

/** Locks a deadline until commit, then reads it in a second statement: what is joined is then as of the lock. */
export async function lockDeadlineForUpdate(context: Context, deadlineId: string): Promise<DeadlineRow | undefined> {
  await selectRecord(context, "Deadline", deadlineId).select("id").forNoKeyUpdate().executeTakeFirst();
  return (await findDeadlines(context, [deadlineId]))[0];
}

export type DeadlineFilters = Partial<Omit<DeadlineQuery, "after" | "limit" | "sort">>;

const equalities = [
  "caseId",
  "type",
  "deadlineClass",
  "status",
  "verificationStatus",
  "source",
  "chainId",
  "ruleKey",
  "adversePartyId",
  "externalId",
] as const;
/** Not parameters: an index holds only the rows with one of the values. */
const flags = {
  isOpen: sql`d."isOpen"`,
  hasPending: sql`d."hasPending"`,
  isTolled: sql`d."isTolled"`,
  isOverridden: sql`d."isOverridden"`,
};

/**
 * By how many days the last day to act is away, from and to. Once it has passed, until the date itself has, it is
 * today.
 */
export const nearness = {
  today: [-longestClosed, 0],
  critical: [1, 7],
  warning: [8, 30],
  upcoming: [31, 90],
  later: [91, 4_000_000],
} as const;

/**
 * No time zone is a day from UTC's date, so that an index on effectiveOn finds the rows whose exact day is compared
 * then.
 */
function isUrgent(urgency: NonNullable<DeadlineQuery["urgency"]>): RawBuilder<unknown> {
  const rests = sql`(d."isTolled" AND d."verificationStatus" = 'verified' AND d.status = 'open')`;
  if (urgency === "done") return sql`NOT d."isOpen"`;
  if (urgency === "tolled") return rests;
  const utc = sql`(now() AT TIME ZONE 'UTC')::date`;
  const today = sql`(now() AT TIME ZONE d."timeZone")::date`;
  const away = sql`greatest(d."actByOn", d."effectiveOn" - ${longestClosed}::integer) - ${today}`;
  const isOver = sql`(d.status = 'missed' OR d."dueAt" <= now() OR d."effectiveOn" < ${today})`;
  if (urgency === "overdue") return sql`d."isOpen" AND NOT ${rests} AND d."effectiveOn" <= ${utc} + 1 AND ${isOver}`;
  const [from, to] = nearness[urgency];
  const [first, last] = [Math.max(from, 0) - 1, Math.min(to + longestClosed + 1, 1_000_000)];
  return sql`d."isOpen" AND NOT ${rests} AND NOT ${isOver} AND d."effectiveOn" >= ${utc} + ${first}::integer AND d."effectiveOn" <= ${utc} + ${last}::integer
    AND ${away} BETWEEN ${from}::integer AND ${to}::integer`;
}

/**
 * Of a member's deadlines by date, the assignments that a page is read from, in their order. They have an index on it,
 * of open ones another; by the index of deadlines, a page would read those of all members. That their day is the
 * deadline's is no condition: of two PostgreSQL would expect hardly a row.
 */
function joinAssignments(
  organizationId: string,
  { assignedMemberId, isOpen, status }: DeadlineFilters,
  { byColumn, order }: SortedPage,
): { join: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  if (assignedMemberId === undefined || byColumn?.name !== "effectiveOn") return { join: sql``, order };
  const [day, id] = [
    sql.ref(isOpen === true || status === "open" || status === "missed" ? "y.openOn" : "y.effectiveOn"),
    sql.ref("y.deadlineId"),
  ];
  const join = sql`JOIN "DeadlineAssignee" y ON y."organizationId" = ${organizationId} AND y."memberId" = ${assignedMemberId} AND ${day} IS NOT NULL AND ${id} = d.id AND ${byColumn.after(day, id)}`;
  return { join, order: byColumn.order(day, id) };
}

function describeFilters(organizationId: string, filters: DeadlineFilters, page: SortedPage): RawBuilder<unknown>[] {
  const { assignedMemberId, dueFrom, dueTo, urgency, updatedSince } = filters;
  const not = (isWanted: boolean, condition: RawBuilder<unknown>) => (isWanted ? condition : sql`NOT ${condition}`);
  const when = (value: unknown, condition: () => RawBuilder<unknown>) => (value === undefined ? [] : [condition()]);
  return [
    ...equalities.flatMap((column) => when(filters[column], () => sql`d.${sql.ref(column)} = ${filters[column]}`)),
    ...(Object.keys(flags) as (keyof typeof flags)[]).flatMap((name) =>
      when(filters[name], () => not(filters[name] === true, flags[name])),
    ),
    ...when(
      page.byColumn?.name === "effectiveOn" ? undefined : assignedMemberId,
      () => sql`EXISTS (SELECT FROM "DeadlineAssignee" x WHERE x."organizationId" = ${organizationId} AND x."memberId" = ${assignedMemberId} AND x."deadlineId" = d.id
      AND ${page.byId?.after(sql`x."deadlineId"`) ?? sql`true`})`,
    ),
    ...when(dueFrom, () => sql`d."effectiveOn" >= ${dueFrom}::date`),
    ...when(dueTo, () => sql`d."effectiveOn" <= ${dueTo}::date`),
    ...when(urgency, () => isUrgent(urgency ?? "today")),
    ...when(updatedSince, () => sql`d."updatedAt" >= ${updatedSince}::timestamptz`),
  ];
}

/** A page of deadlines whose case is not deleted. */
export function selectDeadlinePage(
  { organizationId }: Pick<Context, "organizationId">,
  filters: DeadlineFilters,
  page: SortedPage,
): RawBuilder<DeadlineRow> {
  const conditions = [
    sql`d."organizationId" = ${organizationId}`,
    ...describeFilters(organizationId, filters, page),
    hasLiveOwners(organizationId, "d", ["caseId"]),
    page.after,
  ];
  const { join, order } = joinAssignments(organizationId, filters, page);
  return sql<DeadlineRow>`
    SELECT d.*, ${shownOf(organizationId)}
    FROM (SELECT d.* FROM "Deadline" d ${join} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${page.limit}::integer) d ${joinCase(organizationId)}
    ORDER BY ${page.order}`;
}

export type ChangeRow = Omit<Row<"DeadlineChange">, "actor"> & {
  actor: Omit<DeadlineChange["actor"], "onBehalfOf">;
  onBehalfOf: DeadlineChange["actor"]["onBehalfOf"];
};

export function selectChangePage(
  { organizationId }: Context,
  deadlineId: string,
  page: SortedPage,
): RawBuilder<ChangeRow> {
  return sql<ChangeRow>`
    SELECT h.*, ${shortMember(organizationId, "h.onBehalfOfAttorneyId")} AS "onBehalfOf"
    FROM "DeadlineChange" h WHERE h."organizationId" = ${organizationId} AND h."deadlineId" = ${deadlineId} AND ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}
