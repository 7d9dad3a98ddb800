import { sql, type Insertable, type Updateable } from "kysely";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import type { ExpectedRevisions } from "../../contract/revision.ts";
import { insertRows, isOneOf, selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

/** The case or lead of a task; a converted lead's task also belongs to its case, a firm's to neither. */
export type Owner = Pick<Row<"Task">, "caseId" | "leadId">;

const taken = { Task_organizationId_externalId_key: "externalId: used by another task" };

export type NewTaskRow = Omit<Insertable<Tables["Task"]>, "organizationId">;

/** @throws DUPLICATE_ENTRY */
export async function insertTask({ organizationId, transaction }: Context, row: NewTaskRow): Promise<void> {
  await rejectDuplicates(
    taken,
    transaction
      .insertInto("Task")
      .values({ organizationId, ...row })
      .execute(),
    row,
  );
}

export type TaskColumns = Updateable<Tables["Task"]>;

/**
 * Updates a task.
 *
 * @returns false when If-Match names another revision
 * @throws DUPLICATE_ENTRY
 */
export async function updateTaskRow(
  context: Context,
  taskId: string,
  columns: TaskColumns,
  expected: ExpectedRevisions = context.expectedRevisions,
): Promise<boolean> {
  const update = updateRecord({ ...context, expectedRevisions: expected }, "Task", taskId, columns).where(
    "deletedAt",
    "is",
    null,
  );
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), columns)).numUpdatedRows > 0n;
}

/** @returns undefined when If-Match names another revision */
export function softDeleteTask(
  context: Context,
  taskId: string,
  deletedAt: string,
): Promise<Pick<Row<"Task">, "deletedAt" | "updatedAt" | "revision"> | undefined> {
  return updateRecord(context, "Task", taskId, { deletedAt })
    .where("deletedAt", "is", null)
    .returning(["deletedAt", "updatedAt", "revision"])
    .executeTakeFirst();
}

/**
 * An advisory lock until commit on the graph of the tasks of a case or lead: their dependencies and subtasks. Tasks of
 * the organization have none. Lock it before tasks.
 */
export async function lockGraph({ organizationId, transaction }: Context, { caseId, leadId }: Owner): Promise<void> {
  if (caseId === null && leadId === null) return;
  const name = `tasks ${organizationId} ${caseId ?? leadId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** The IDs of those of these tasks that are not deleted and belong to the case or lead. */
export async function listSiblings(
  context: Context,
  { caseId, leadId }: Owner,
  taskIds: readonly string[],
): Promise<string[]> {
  const rows = await selectRows(context, "Task")
    .select("id")
    .where(isOneOf("id", taskIds))
    .where("deletedAt", "is", null)
    .where(caseId === null ? "leadId" : "caseId", "=", caseId ?? leadId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether one of these tasks is the task, or depends on it, however far. */
export async function reachesTask(
  { organizationId, transaction }: Context,
  fromIds: readonly string[],
  taskId: string,
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE before(id) AS (
      SELECT unnest(${[...fromIds]}::text[])
      UNION SELECT d."predecessorId" FROM before b
      JOIN "TaskDependency" d ON d."organizationId" = ${organizationId} AND d."taskId" = b.id)
    SELECT FROM before WHERE id = ${taskId}`.execute(transaction);
  return rows.length > 0;
}

/**
 * Stores whether these tasks wait for an open predecessor.
 *
 * @returns the IDs of the open tasks that no longer wait
 */
export async function refreshWaiting(
  { organizationId, transaction }: Context,
  taskIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; isReady: boolean }>`
    UPDATE "Task" t SET "isWaiting" = w.waits
    FROM (SELECT x.id, EXISTS (SELECT FROM "TaskDependency" d
    JOIN "Task" p ON p."organizationId" = ${organizationId} AND p.id = d."predecessorId"
        WHERE d."organizationId" = ${organizationId} AND d."taskId" = x.id AND p."isOpen"
          AND p."deletedAt" IS NULL) AS waits
      FROM unnest(${[...taskIds]}::text[]) x(id)) w
    WHERE t."organizationId" = ${organizationId} AND t.id = w.id AND t."isWaiting" <> w.waits
    RETURNING t.id, t."isOpen" AND NOT t."isWaiting" AND t."deletedAt" IS NULL AS "isReady"`.execute(transaction);
  return rows
    .filter(({ isReady }) => isReady)
    .map(({ id }) => id)
    .toSorted();
}

/** Locks tasks FOR NO KEY UPDATE until commit, in the order of their IDs. */
export async function lockTaskRowsForUpdate(context: Context, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length > 0)
    await selectRows(context, "Task")
      .select("id")
      .where(isOneOf("id", taskIds))
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
}

export async function listSuccessors(context: Context, taskId: string): Promise<string[]> {
  const rows = await selectRows(context, "TaskDependency")
    .select("taskId")
    .where("predecessorId", "=", taskId)
    .orderBy("taskId")
    .execute();
  return rows.map((row) => row.taskId);
}

/** The open tasks whose due date counts from the end of this task, unless a caller set the date. */
export async function listDueAfter({ organizationId, transaction }: Context, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Task" WHERE "organizationId" = ${organizationId} AND "dueAfterTaskId" = ${taskId} AND "isOpen"
      AND "deletedAt" IS NULL
      AND NOT coalesce(("dueRule"->>'isManual')::boolean, false) ORDER BY id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function listOpenSubtasks({ organizationId, transaction }: Context, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Task" WHERE "organizationId" = ${organizationId} AND "parentTaskId" = ${taskId} AND "isOpen"
      AND "deletedAt" IS NULL ORDER BY id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function setUnassigned(
  { organizationId, transaction }: Context,
  taskId: string,
  isUnassigned: boolean,
): Promise<void> {
  await transaction
    .updateTable("Task")
    .set({ isUnassigned })
    .where("organizationId", "=", organizationId)
    .where("id", "=", taskId)
    .execute();
}

export interface ItemRow {
  id: string;
  text: string;
  isDone: boolean;
  doneAt: string | null;
  doneBy: string | null;
}

/** Replaces the checklist of a task. */
export async function replaceChecklist(
  { organizationId, transaction }: Context,
  taskId: string,
  items: readonly ItemRow[],
): Promise<void> {
  await transaction
    .deleteFrom("TaskChecklistItem")
    .where("organizationId", "=", organizationId)
    .where("taskId", "=", taskId)
    .execute();
  await insertChecklist({ organizationId, transaction }, taskId, items);
}

/** Inserts the checklist of a new task, or none. */
export async function insertChecklist(
  tenant: Pick<Context, "organizationId" | "transaction">,
  taskId: string,
  items: readonly ItemRow[],
): Promise<void> {
  await insertRows(
    tenant,
    "TaskChecklistItem",
    items.map((item, position) => ({ taskId, position, ...item })),
  );
}

export async function checkItem(
  { organizationId, transaction }: Context,
  itemId: string,
  values: Pick<ItemRow, "isDone" | "doneAt" | "doneBy">,
): Promise<void> {
  await transaction
    .updateTable("TaskChecklistItem")
    .set(values)
    .where("organizationId", "=", organizationId)
    .where("id", "=", itemId)
    .execute();
}

/** Whether a note that is not deleted belongs to the case or lead. */
export async function hasNote(context: Context, { caseId, leadId }: Owner, noteId: string): Promise<boolean> {
  const rows = selectRecord(context, "Note", noteId).select("id").where("deletedAt", "is", null);
  return (
    (await rows.where(caseId === null ? "leadId" : "caseId", "=", caseId ?? leadId).executeTakeFirst()) !== undefined
  );
}
