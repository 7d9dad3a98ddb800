import { sql } from "kysely";
import type { ExpressionBuilder } from "kysely";
import { isExpected } from "../../platform/expected-revision.ts";
import type { Tables } from "../../platform/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Client, ClientChanges } from "./schema.ts";

function selectCaseIds(expression: ExpressionBuilder<Tables, "Client">) {
  return expression
    .selectFrom("Case")
    .select(sql<string[]>`coalesce(array_agg("Case".id ORDER BY "Case"."createdAt", "Case".id), '{}')`.as("caseIds"))
    .whereRef("Case.organizationId", "=", "Client.organizationId")
    .whereRef("Case.plaintiffId", "=", "Client.id")
    .where("Case.deletedAt", "is", null)
    .$asScalar()
    .$notNull()
    .as("caseIds");
}

/** Reads the client and locks its row to the end of the transaction, so that the diff is exact. */
export function lockClient(context: Context, clientId: string): Promise<Client | undefined> {
  return context.transaction
    .selectFrom("Client")
    .selectAll()
    .select(selectCaseIds)
    .where("organizationId", "=", context.organizationId)
    .where("id", "=", clientId)
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Applies the changes where the revision is still one that the caller expects; undefined where it is not. */
export function updateClientRow(context: Context, clientId: string, changes: ClientChanges): Promise<Client | undefined> {
  const { organizationId, expectedRevisions } = context;
  return context.transaction
    .updateTable("Client")
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", clientId)
    .where(isExpected("revision", expectedRevisions))
    .returningAll()
    .returning(selectCaseIds)
    .executeTakeFirst();
}
