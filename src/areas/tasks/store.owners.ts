import { sql } from "kysely";
import { isOneOf, selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Locks a lead's tasks that have no case yet, or a team's tasks, FOR NO KEY UPDATE until commit. */
export async function lockTasksOfForUpdate(
  context: Context,
  column: "leadId" | "assignedTeamId",
  id: string,
  limit: number,
): Promise<string[]> {
  const rows = await selectRows(context, "Task")
    .select("id")
    .where(column, "=", id)
    .$if(column === "leadId", (query) => query.where("caseId", "is", null))
    .where("deletedAt", "is", null)
    .orderBy("id")
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id: taskId }) => taskId);
}

/** Assigns locked tasks to a case, each by one revision. */
export async function assignTasksToCase(
  { organizationId, transaction }: Context,
  taskIds: readonly string[],
  caseId: string,
): Promise<void> {
  await sql`UPDATE "Task" SET "caseId" = ${caseId}, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", taskIds)}`.execute(transaction);
}

/** Clears the team of locked tasks, each by one revision. */
export async function clearAssignedTeam(
  { organizationId, transaction }: Context,
  taskIds: readonly string[],
): Promise<void> {
  await sql`UPDATE "Task" SET "assignedTeamId" = NULL, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", taskIds)}`.execute(transaction);
}

/** Locks the open tasks that are assigned to a member FOR NO KEY UPDATE until commit. */
export async function lockTasksOfMemberForUpdate(
  { organizationId, transaction }: Context,
  memberId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM "TaskAssignee" x JOIN "Task" w ON w."organizationId" = ${organizationId} AND w.id = x."taskId"
    WHERE x."organizationId" = ${organizationId} AND x."memberId" = ${memberId} AND w."isOpen" AND w."deletedAt" IS NULL
    ORDER BY w.id LIMIT ${limit}::integer FOR NO KEY UPDATE OF w`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Replaces one assignee of locked tasks by another member, each by one revision. */
export async function replaceAssignee(
  { organizationId, transaction }: Context,
  taskIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction
    .insertInto("TaskAssignee")
    .values(taskIds.map((taskId) => ({ organizationId, taskId, memberId: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`DELETE FROM "TaskAssignee"
    WHERE "organizationId" = ${organizationId} AND "memberId" = ${from} AND ${isOneOf("taskId", taskIds)}`.execute(
    transaction,
  );
  await sql`UPDATE "Task" SET revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", taskIds)}`.execute(transaction);
}
