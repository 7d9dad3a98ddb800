import { sql } from "kysely";
import { isExpected } from "../../platform/expected-revision.ts";
import { createId } from "../../platform/ids.ts";
import type { Row } from "../../platform/tables.ts";
import type { Context } from "../../rpc/context.ts";

type AnswerRow = Row<"IntakeAnswer">;

/** The answer at the accessor, deleted or not, locked to the end of the transaction. */
export function lockAnswer(context: Context, caseId: string, accessor: string): Promise<AnswerRow | undefined> {
  return context.transaction
    .selectFrom("IntakeAnswer")
    .selectAll()
    .where("organizationId", "=", context.organizationId)
    .where("caseId", "=", caseId)
    .where("accessor", "=", accessor)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts an answer; undefined when another request has just put one there. */
export function insertAnswer(context: Context, caseId: string, accessor: string, value: string): Promise<AnswerRow | undefined> {
  return context.transaction
    .insertInto("IntakeAnswer")
    .values({ organizationId: context.organizationId, id: createId("intakeAnswer"), caseId, accessor, value, source: "api" })
    .onConflict((conflict) => conflict.columns(["organizationId", "caseId", "accessor"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

function updateWhereExpected(context: Context, answerId: string) {
  const { organizationId, expectedRevisions } = context;
  return context.transaction
    .updateTable("IntakeAnswer")
    .set({ revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", answerId)
    .where(isExpected("revision", expectedRevisions))
    .returningAll();
}

/** Replaces the value, and brings a deleted answer back; undefined when the revision is not one that the caller expects. */
export function replaceAnswer(context: Context, answerId: string, value: string): Promise<AnswerRow | undefined> {
  return updateWhereExpected(context, answerId)
    .set({ value, source: "api", deletedAt: null, answeredAt: sql<string>`now()` })
    .executeTakeFirst();
}

/** Marks the answer as deleted; undefined when the revision is not one that the caller expects. */
export function softDeleteAnswer(context: Context, answerId: string): Promise<AnswerRow | undefined> {
  return updateWhereExpected(context, answerId).set({ deletedAt: sql<string>`now()` }).executeTakeFirst();
}
