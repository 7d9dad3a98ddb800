import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../platform/database/lists/hanging-records.ts";
import { hasWords } from "../../platform/database/lists/search-terms.ts";
import { boundDays } from "../../platform/database/organization-day.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { isOneOf, selectRecord } from "../../platform/database/records.ts";
import { shortMember } from "../../platform/database/short-member.ts";
import type { Row } from "../../platform/database/tables.ts";
import { wireInstant } from "../../platform/database/wire-form.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";
import type { Context } from "../../rpc/context.ts";
import type { Task, TaskQuery, TaskStatus } from "./schema.ts";
import type { GivenReminder } from "./schema.input.ts";

type Shown = Pick<
  Task,
  | "case"
  | "lead"
  | "assignees"
  | "assignedTeam"
  | "dependsOnTaskIds"
  | "waitsFor"
  | "subtaskCount"
  | "openSubtaskCount"
  | "checklist"
  | "reminders"
  | "recurrence"
  | "template"
  | "tags"
  | "attachments"
>;
type Stored = Omit<Row<"Task">, "createdBy" | "dueRule" | "dueDay"> & {
  createdBy: Omit<Task["createdBy"], "onBehalfOf">;
  /** With the reminders of a template's item, while the task has no due date. */
  dueRule: (NonNullable<Task["dueRule"]> & { reminders?: GivenReminder[] }) | null;
  dueDay: string;
  status: TaskStatus;
  isOpen: boolean;
};
export type TaskRow = Stored &
  Shown & {
    onBehalfOf: Task["createdBy"]["onBehalfOf"];
    caseClientId: string | null;
    caseStatus: string | null;
    today: string;
    daysOverdue: number;
  };

/** The organization's calendar and clock. */
export interface Clock {
  timezone: string;
  workdayStartsAt: string;
  today: string;
  now: string;
}

/**
 * The organization's clock. Locks the organization FOR SHARE until commit, so that its time zone does not change
 * while dates are computed with it. Lock it before tasks.
 */
export async function lockClockForShare({ organizationId, transaction }: Context): Promise<Clock> {
  const { rows } = await sql<Clock>`
    SELECT timezone, "workdayStartsAt", (now() AT TIME ZONE timezone)::date::text AS today, now() AS now
    FROM "Organization" WHERE id = ${organizationId} FOR SHARE`.execute(transaction);
  if (rows[0] === undefined) throw new Error("a task without an organization");
  return rows[0];
}

const members = (organizationId: string, join: RawBuilder<unknown>) => sql`
  coalesce((SELECT json_agg(json_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName",
    'status', m.status) ORDER BY m.id)
    FROM ${join} JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = x."memberId"
    WHERE x."organizationId" = ${organizationId} AND x."taskId" = w.id), '[]')`;

/** What a task `w` shows of other records and of today: one lookup by key each, only for the rows of the page. */
const shownOf = (organizationId: string): RawBuilder<unknown> => sql`
  (SELECT json_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) FROM "Case" c
    WHERE c."organizationId" = ${organizationId} AND c.id = w."caseId") AS "case",
  (SELECT c."plaintiffId" FROM "Case" c
    WHERE c."organizationId" = ${organizationId} AND c.id = w."caseId") AS "caseClientId",
  (SELECT c."matterStatus" FROM "Case" c
    WHERE c."organizationId" = ${organizationId} AND c.id = w."caseId") AS "caseStatus",
  (SELECT json_build_object('id', l.id, 'sequenceId', l."sequenceId",
    'name', nullif(concat_ws(' ', l."firstName", l."lastName"), ''))
    FROM "Lead" l WHERE l."organizationId" = ${organizationId} AND l.id = w."leadId") AS lead,
  ${shortMember(organizationId, "w.onBehalfOfAttorneyId")} AS "onBehalfOf",
  ${members(organizationId, sql`"TaskAssignee" x`)} AS assignees,
  (SELECT json_build_object('id', g.id, 'name', g.name) FROM "Team" g
    WHERE g."organizationId" = ${organizationId} AND g.id = w."assignedTeamId") AS "assignedTeam",
  ARRAY(SELECT d."predecessorId" FROM "TaskDependency" d
    WHERE d."organizationId" = ${organizationId} AND d."taskId" = w.id ORDER BY 1) AS "dependsOnTaskIds",
  ARRAY(SELECT p.id FROM "TaskDependency" d
    JOIN "Task" p ON p."organizationId" = ${organizationId} AND p.id = d."predecessorId"
    WHERE d."organizationId" = ${organizationId} AND d."taskId" = w.id AND p."isOpen" AND p."deletedAt" IS NULL
    ORDER BY 1) AS "waitsFor",
  s.*,
  coalesce((SELECT json_agg(json_build_object('id', k.id, 'text', k.text, 'isDone', k."isDone",
    'doneAt', ${wireInstant("k.doneAt")}, 'doneBy', k."doneBy") ORDER BY k.position)
    FROM "TaskChecklistItem" k WHERE k."organizationId" = ${organizationId} AND k."taskId" = w.id), '[]') AS checklist,
  coalesce((SELECT json_agg(json_build_object('id', r.id, 'channel', r.channel, 'daysBefore', r."daysBefore",
    'at', r.at, 'minutesBefore', r."minutesBefore", 'remindAt', ${wireInstant("r.remindAt")}, 'status', r.status,
    'sentAt', ${wireInstant("r.sentAt")}) ORDER BY r."remindAt", r.id)
    FROM "TaskReminder" r WHERE r."organizationId" = ${organizationId} AND r."taskId" = w.id), '[]') AS reminders,
  (SELECT json_build_object('rule', q.rule, 'basis', q.basis, 'roll', q.roll, 'endedAt', ${wireInstant("q.endedAt")})
    FROM "TaskSeries" q WHERE q."organizationId" = ${organizationId} AND q.id = w."seriesId") AS recurrence,
  CASE WHEN w."applicationId" IS NOT NULL THEN json_build_object(
    'templateId', w."templateId",
    'name', (SELECT e.name FROM "TaskTemplate" e
      WHERE e."organizationId" = ${organizationId} AND e.id = w."templateId"),
    'itemKey', w."itemKey", 'applicationId', w."applicationId") END AS template,
  ARRAY(SELECT g.tag FROM "TaskTag" g WHERE g."organizationId" = ${organizationId} AND g."taskId" = w.id
    ORDER BY g.tag) AS tags,
  coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'contentType', d."contentType",
    'sizeBytes', d."sizeBytes", 'deletedAt', ${wireInstant("d.deletedAt")}) ORDER BY d.id)
    FROM "TaskDocument" a JOIN "Document" d ON d."organizationId" = ${organizationId} AND d.id = a."documentId"
    WHERE a."organizationId" = ${organizationId} AND a."taskId" = w.id), '[]') AS attachments,
  o.today::text AS today,
  CASE WHEN w."isOpen" AND w."dueDay" < o.today THEN o.today - w."dueDay" ELSE 0 END AS "daysOverdue"`;

/** The number of subtasks of a task `w`, and today in the organization's time zone. */
const besides = (organizationId: string): RawBuilder<unknown> => sql`
  CROSS JOIN LATERAL (SELECT count(*)::integer AS "subtaskCount",
    (count(*) FILTER (WHERE u."isOpen"))::integer AS "openSubtaskCount"
    FROM "Task" u WHERE u."organizationId" = ${organizationId} AND u."parentTaskId" = w.id AND u."deletedAt" IS NULL) s
  CROSS JOIN (SELECT (now() AT TIME ZONE timezone)::date AS today FROM "Organization" WHERE id = ${organizationId}) o`;

/** The tasks with these IDs, in their order, without those that are deleted or whose case is. */
export async function findTasks(
  { organizationId, transaction }: Context,
  taskIds: readonly string[],
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    SELECT w.*, ${shownOf(organizationId)} FROM "Task" w ${besides(organizationId)}
    WHERE w."organizationId" = ${organizationId} AND ${isOneOf("w.id", taskIds)} AND w."deletedAt" IS NULL
      AND ${hasLiveOwners(organizationId, "w", ["caseId"])} ORDER BY w.id`.execute(transaction);
  return rows;
}

/** Locks a task FOR NO KEY UPDATE until commit, then reads it in a second statement: joined rows are as of the lock. */
export async function lockTaskRowForUpdate(context: Context, taskId: string): Promise<TaskRow | undefined> {
  await selectRecord(context, "Task", taskId).select("id").forNoKeyUpdate().executeTakeFirst();
  return (await findTasks(context, [taskId]))[0];
}

export interface TaskFilters extends Partial<
  Omit<TaskQuery, "after" | "limit" | "sort" | "includeDeleted" | "q" | "completedFrom" | "completedTo">
> {
  words?: readonly SearchWord[];
  days: ListDays;
}

export interface ListDays {
  today: string;
  completedFrom: string | null;
  completedBefore: string | null;
}

/**
 * Today, and the instants at which days begin and end, in the organization's time zone. Read first: a page's plan
 * depends on them.
 */
export async function getListDays(
  { organizationId, transaction }: Context,
  from: string | undefined,
  to: string | undefined,
): Promise<ListDays> {
  const days = boundDays(from, to);
  const { rows } = await sql<ListDays>`
    SELECT (now() AT TIME ZONE timezone)::date::text AS today,
      ${days.from}::date::timestamp AT TIME ZONE timezone AS "completedFrom",
      (${days.to}::date + 1)::timestamp AT TIME ZONE timezone AS "completedBefore"
    FROM "Organization" WHERE id = ${organizationId}`.execute(transaction);
  return rows[0] ?? { today: "9999-12-31", completedFrom: null, completedBefore: null };
}

const equalities = [
  "caseId",
  "leadId",
  "status",
  "category",
  "priority",
  "assignedTeamId",
  "parentTaskId",
  "seriesId",
  "templateId",
  "applicationId",
  "externalId",
] as const;
/** Literals, not parameters: their indexes are partial. */
const flags = {
  isOpen: sql`w."isOpen"`,
  isUnassigned: sql`w."isUnassigned"`,
  isWaiting: sql`w."isWaiting"`,
  isFirmTask: sql`(w."caseId" IS NULL AND w."leadId" IS NULL)`,
};

/**
 * The member whose open tasks are listed by due day. The page is then read by the index of their assignments: by the
 * index of tasks it would read those of all members.
 */
function findOpenAssignee({ assigneeMemberId, isOpen }: TaskFilters, { byColumn }: SortedPage): string | undefined {
  return isOpen === true && byColumn?.name === "dueDay" ? assigneeMemberId : undefined;
}

/** Joins the assignments by whose index the page is read, from the position at which it begins. */
function joinOpenAssignments(
  organizationId: string,
  memberId: string | undefined,
  { byColumn }: SortedPage,
): RawBuilder<unknown> {
  if (memberId === undefined || byColumn === undefined) return sql``;
  return sql`JOIN "TaskAssignee" y ON y."organizationId" = ${organizationId} AND y."memberId" = ${memberId}
    AND y."openDueDay" = w."dueDay" AND y."taskId" = w.id
    AND ${byColumn.after(sql`y."openDueDay"`, sql`y."taskId"`)}`;
}

function describeFilters(organizationId: string, filters: TaskFilters, page: SortedPage): RawBuilder<unknown>[] {
  const { assigneeMemberId, tag, hasInactiveAssignee, isOverdue, excludeSnoozed, days } = filters;
  const links = (table: string, column: string, value: string) =>
    sql`EXISTS (SELECT FROM ${sql.table(table)} x
      WHERE x."organizationId" = ${organizationId} AND ${sql.ref(`x.${column}`)} = ${value} AND x."taskId" = w.id
      AND ${page.byId?.after(sql`x."taskId"`) ?? sql`true`})`;
  const not = (isWanted: boolean, condition: RawBuilder<unknown>) => (isWanted ? condition : sql`NOT ${condition}`);
  const ofInactive = sql`SELECT x."taskId" FROM "Member" m
    JOIN "TaskAssignee" x ON x."organizationId" = ${organizationId} AND x."memberId" = m.id
    WHERE m."organizationId" = ${organizationId} AND m.status <> 'active'`;
  // Inactive members are few, so their tasks are looked up first: a condition on each task reads all tasks.
  const inactive =
    hasInactiveAssignee === true
      ? sql`w.id = ANY (ARRAY(${ofInactive}))`
      : sql`NOT EXISTS (${ofInactive} AND x."taskId" = w.id)`;
  const overdue = sql`(w."isOpen" AND w."dueDay" < ${days.today}::date)`;
  const when = (value: unknown, condition: RawBuilder<unknown>) =>
    value === undefined || value === null ? [] : [condition];
  return [
    ...equalities.flatMap((column) => when(filters[column], sql`w.${sql.ref(column)} = ${filters[column]}`)),
    ...Object.entries(flags).flatMap(([name, flag]) =>
      when(filters[name as keyof typeof flags], not(filters[name as keyof typeof flags] === true, flag)),
    ),
    ...when(
      findOpenAssignee(filters, page) === undefined ? assigneeMemberId : undefined,
      links("TaskAssignee", "memberId", assigneeMemberId ?? ""),
    ),
    ...when(tag, links("TaskTag", "tag", tag ?? "")),
    ...when(hasInactiveAssignee, inactive),
    ...when(isOverdue, not(isOverdue === true, overdue)),
    ...when(filters.dueFrom, sql`w."dueDay" >= ${filters.dueFrom}::date`),
    ...when(filters.dueTo, sql`w."dueDay" <= ${filters.dueTo}::date`),
    ...when(filters.dueFrom, sql`w."dueDay" < '9999-12-31'::date`),
    ...when(days.completedFrom, sql`w."completedAt" >= ${days.completedFrom}::timestamptz`),
    ...when(days.completedBefore, sql`w."completedAt" < ${days.completedBefore}::timestamptz`),
    ...when(filters.updatedSince, sql`w."updatedAt" >= ${filters.updatedSince}::timestamptz`),
    ...when(excludeSnoozed === true ? true : null, sql`coalesce(w."snoozedUntilOn" <= ${days.today}::date, true)`),
  ];
}

/** A page of tasks that are not deleted, and whose case is not. */
export function selectTaskPage(
  { organizationId }: Pick<Context, "organizationId">,
  filters: TaskFilters,
  page: SortedPage,
): RawBuilder<TaskRow> {
  const words = filters.words ?? [];
  const conditions = [
    sql`w."organizationId" = ${organizationId}`,
    sql`w."deletedAt" IS NULL`,
    ...describeFilters(organizationId, filters, page),
    hasLiveOwners(organizationId, "w", ["caseId"]),
    page.after,
    ...(words.length === 0 ? [] : [hasWords({ organizationId, entity: "task", id: sql.ref("w.id"), words, page })]),
  ];
  return sql<TaskRow>`
    SELECT w.*, ${shownOf(organizationId)}
    FROM (SELECT w.* FROM "Task" w ${joinOpenAssignments(organizationId, findOpenAssignee(filters, page), page)}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order}
    LIMIT ${page.limit}::integer) w ${besides(organizationId)}
    ORDER BY ${page.order}`;
}
