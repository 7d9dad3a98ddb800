import { sql, type Insertable } from "kysely";
import { isOneOf } from "../../platform/database/records.ts";
import { endedRequestStatuses } from "../../contract/enumerations.ts";
import { isExpected } from "../../platform/database/expected-revision.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { isJsonObject } from "../../contract/values/json-text.ts";

export type WrittenTable = "HipaaAuthorization" | "RetrievalRequest" | "RetrievalFollowUp";

/** A row in wire form; undefined columns take their default. */
export type Written<Table extends WrittenTable> = {
  [Column in Exclude<keyof Insertable<Tables[Table]>, "organizationId">]?:
    | Insertable<Tables[Table]>[Column]
    | undefined;
};

/** Its given columns, as they are written: objects as JSON. */
function givenColumns(values: object): [string, unknown][] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([column, value]) => [column, isJsonObject(value) ? JSON.stringify(value) : value]);
}

export async function insertRow<Table extends WrittenTable>(
  { organizationId, transaction }: Context,
  table: Table,
  values: Written<Table> & { id: string },
): Promise<void> {
  const columns = givenColumns({ organizationId, ...values });
  const names = sql.join(columns.map(([column]) => sql.ref(column)));
  await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES (${sql.join(columns.map(([, value]) => value))})`.execute(
    transaction,
  );
}

/**
 * Changes a row and raises its revision by one; without values, the revision alone.
 *
 * @returns false where the revision is none that the context expects
 */
export async function changeRow<Table extends Exclude<WrittenTable, "RetrievalFollowUp">>(
  { organizationId, transaction, expectedRevisions }: Context,
  table: Table,
  id: string,
  values: Written<Table>,
): Promise<boolean> {
  const assignments = givenColumns(values).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`);
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET revision = revision + 1 ${sql.join(assignments, sql``)}
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND ${isExpected("revision", expectedRevisions)}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** A row with the day that it is now at the firm. */
export type LockedRow<Table extends keyof Tables> = Row<Table> & { today: string };

/**
 * Locks rows FOR UPDATE until commit, in the order of ids. Read them in the next statement: one that waits re-reads the
 * locked row but not the joined ones.
 */
export async function lockRowsForUpdate(context: Context, table: WrittenTable, ids: readonly string[]): Promise<void> {
  await sql`
    SELECT FROM ${sql.table(table)} WHERE "organizationId" = ${context.organizationId} AND ${isOneOf("id", ids)}
    ORDER BY id FOR UPDATE`.execute(context.transaction);
}

/** Locks a row FOR UPDATE until commit; undefined when it is not in the organization. */
export async function lockRowForUpdate<Table extends WrittenTable>(
  context: Context,
  table: Table,
  id: string,
): Promise<LockedRow<Table> | undefined> {
  await lockRowsForUpdate(context, table, [id]);
  return (await listRows(context, table, [id]))[0];
}

/** Locks rows FOR SHARE until commit, in the order of ids. */
export async function lockRowsForShare<Table extends WrittenTable>(
  context: Context,
  table: Table,
  ids: readonly string[],
): Promise<LockedRow<Table>[]> {
  await sql`
    SELECT FROM ${sql.table(table)} WHERE "organizationId" = ${context.organizationId} AND ${isOneOf("id", ids)}
    ORDER BY id FOR SHARE`.execute(context.transaction);
  return listRows(context, table, ids);
}

/** Those of the rows that are in the organization, by ID. */
async function listRows<Table extends WrittenTable>(
  context: Context,
  table: Table,
  ids: readonly string[],
): Promise<LockedRow<Table>[]> {
  const { rows } = await sql<LockedRow<Table>>`
    SELECT t.*, (now() AT TIME ZONE o.timezone)::date AS today
    FROM ${sql.table(table)} t JOIN "Organization" o ON o.id = t."organizationId"
    WHERE t."organizationId" = ${context.organizationId} AND ${isOneOf("t.id", ids)} ORDER BY t.id`.execute(
    context.transaction,
  );
  return rows;
}

/** The case of an authorization. It never changes and is locked before the authorization. */
export async function findCaseOfAuthorization(context: Context, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ caseId: string }>`
    SELECT "caseId" FROM "HipaaAuthorization" WHERE "organizationId" = ${context.organizationId} AND id = ${id}`.execute(
    context.transaction,
  );
  return rows[0]?.caseId;
}

/** Whether a retrieval request, by the column of its status, is not at its end. */
export const isOpen = (status: string) => sql<boolean>`${sql.ref(status)} <> ALL(${[...endedRequestStatuses]}::text[])`;
