import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Whom a recipient is, or signs for. */
export type RecipientColumn = "clientId" | "signsForClientId" | "contactId";

const hasPerson = (columns: readonly RecipientColumn[], personId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${personId}`),
    sql` OR `,
  )})`;

/** Locks the signature requests that have a person as a recipient, in the order of their IDs. */
export async function lockRequestsOfPersonForUpdate(
  { organizationId, transaction }: Context,
  columns: readonly RecipientColumn[],
  personId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "EsignRequest" WHERE "organizationId" = ${organizationId} AND id IN (
      SELECT "requestId" FROM "EsignRecipient" WHERE "organizationId" = ${organizationId} AND ${hasPerson(columns, personId)})
    ORDER BY id LIMIT ${limit}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Puts a person in the place of another in these signature requests. */
export async function replaceRecipient(
  { organizationId, transaction }: Context,
  requestIds: readonly string[],
  columns: readonly RecipientColumn[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const moved = columns.map(
    (column) => sql`${sql.ref(column)} = CASE WHEN ${sql.ref(column)} = ${from} THEN ${to} ELSE ${sql.ref(column)} END`,
  );
  await sql`UPDATE "EsignRecipient" SET ${sql.join(moved)}
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("requestId", requestIds)} AND ${hasPerson(columns, from)}`.execute(
    transaction,
  );
  await sql`UPDATE "EsignRequest" SET revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", requestIds)}`.execute(transaction);
}
