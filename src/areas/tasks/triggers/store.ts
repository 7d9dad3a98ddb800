import { sql } from "kysely";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { TaskAnchor } from "../templates/schema.ts";

/** The case's open tasks whose due dates follow one of these anchors, by ID. */
export async function listFollowing({ organizationId, transaction }: Context, caseId: string, anchors: readonly TaskAnchor[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Task" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "isOpen" AND "deletedAt" IS NULL
      AND "dueRule"->>'relativeTo' = ANY(${[...anchors]}::text[]) AND NOT ("dueRule"->>'isManual')::boolean
    ORDER BY id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Locks a case FOR SHARE until commit. @returns whether it is there and not archived */
export async function findApplicableCase(context: Context, caseId: string): Promise<boolean> {
  const found = await selectRecord(context, "Case", caseId).select("id").where("deletedAt", "is", null).where("matterStatus", "<>", "archived").forShare().executeTakeFirst();
  return found !== undefined;
}
