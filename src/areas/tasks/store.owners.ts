import { sql } from "kysely";
import { isOneOf, selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Locks a lead's tasks that have no case yet, or a team's tasks. */
export async function lockTasksOf(context: Context, column: "leadId" | "assignedTeamId", id: string, limit: number): Promise<string[]> {
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
export async function assignTasksToCase({ organizationId, transaction }: Context, taskIds: readonly string[], caseId: string): Promise<void> {
  await sql`UPDATE "Task" SET "caseId" = ${caseId}, revision = revision + 1 WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", taskIds)}`.execute(transaction);
}

/** Takes the team off locked tasks, each by one revision. */
export async function removeTeam({ organizationId, transaction }: Context, taskIds: readonly string[]): Promise<void> {
  await sql`UPDATE "Task" SET "assignedTeamId" = NULL, revision = revision + 1 WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", taskIds)}`.execute(transaction);
}
