import { sql, type Insertable, type RawBuilder } from "kysely";
import { insertRows, isOneOf, type NewRow } from "../../platform/database/records.ts";
import { endedRequestStatuses } from "../../contract/enumerations.ts";
import type { ExpectedRevisions } from "../../contract/revision.ts";
import { isExpected } from "../../platform/database/expected-revision.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

export type WrittenTable =
  | "MedicalFacility"
  | PartTable
  | "HipaaAuthorization"
  | "RetrievalRequest"
  | "RetrievalFollowUp";
export type PartTable = "MedicalTreatment" | "MedicalBill" | "MedicalRecord";

/** A row in wire form; undefined columns take their default. */
export type Written<Table extends WrittenTable> = {
  [Column in Exclude<keyof Insertable<Tables[Table]>, "organizationId">]?:
    | Insertable<Tables[Table]>[Column]
    | undefined;
};

/** Its given columns, as they are written: objects as JSON. */
function givenColumns(values: object): [string, unknown][] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([column, value]) => [
    column,
    typeof value === "object" && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value,
  ]);
}

export async function insertRow<Table extends WrittenTable>(
  context: Context,
  table: Table,
  values: Written<Table> & { id: string },
): Promise<void> {
  await insertRows(context, table as "MedicalBill", [
    Object.fromEntries(givenColumns(values)) as unknown as NewRow<"MedicalBill">,
  ]);
}

/**
 * Changes a row and raises its revision by one; without values, the revision alone.
 *
 * @param expected the revisions that it may have; null for any
 * @returns false where the revision is none of them
 */
export async function changeRow<Table extends Exclude<WrittenTable, "RetrievalFollowUp" | "MedicalFacility">>(
  context: Context,
  table: Table,
  id: string,
  values: Written<Table>,
  expected: ExpectedRevisions,
): Promise<boolean> {
  const assignments = givenColumns(values).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`);
  return raiseRow(context, table, id, sql.join(assignments, sql``), expected);
}

async function raiseRow(
  context: Context,
  table: WrittenTable,
  id: string,
  changes: RawBuilder<unknown>,
  expected: ExpectedRevisions,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET revision = revision + 1 ${changes}
    WHERE "organizationId" = ${context.organizationId} AND id = ${id} AND ${isExpected("revision", expected)}`.execute(
    context.transaction,
  );
  return numAffectedRows === 1n;
}

/** A row with the day that it is now at the firm. */
export type LockedRow<Table extends keyof Tables> = Row<Table> & { today: string };

/**
 * Locks rows in the order of ids. Read them in the next statement: one that waits re-reads the locked row but not the
 * joined ones.
 *
 * @param strength `share` locks FOR SHARE
 */
export async function lockRowsFor(
  context: Context,
  table: WrittenTable,
  ids: readonly string[],
  strength: "change" | "share",
): Promise<void> {
  await sql`
    SELECT FROM ${sql.table(table)} WHERE "organizationId" = ${context.organizationId} AND ${isOneOf("id", ids)}
    ORDER BY id ${strength === "share" ? sql`FOR SHARE` : sql`FOR UPDATE`}`.execute(context.transaction);
}

/** Locks rows, deleted or not, as `lockRowsFor` does, and reads them: those that are in the organization, by id. */
export async function lockRows<Table extends WrittenTable>(
  context: Context,
  table: Table,
  ids: readonly string[],
  strength: "change" | "share",
): Promise<LockedRow<Table>[]> {
  await lockRowsFor(context, table, ids, strength);
  const { rows } = await sql<LockedRow<Table>>`
    SELECT t.*, (now() AT TIME ZONE o.timezone)::date AS today
    FROM ${sql.table(table)} t JOIN "Organization" o ON o.id = t."organizationId"
    WHERE t."organizationId" = ${context.organizationId} AND ${isOneOf("t.id", ids)} ORDER BY t.id`.execute(
    context.transaction,
  );
  return rows;
}

export async function lockRow<Table extends WrittenTable>(
  context: Context,
  table: Table,
  id: string,
): Promise<LockedRow<Table> | undefined> {
  return (await lockRows(context, table, [id], "change"))[0];
}

/** A record's case never changes and is locked before the record. */
export async function findCaseOf(
  context: Context,
  table: "MedicalFacility" | "HipaaAuthorization",
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ caseId: string }>`
    SELECT "caseId" FROM ${sql.table(table)} WHERE "organizationId" = ${context.organizationId} AND id = ${id}`.execute(
    context.transaction,
  );
  return rows[0]?.caseId;
}

/** Whether a retrieval request, by the column of its status, is not at its end. */
export const isOpen = (status: string) => sql<boolean>`${sql.ref(status)} <> ALL(${[...endedRequestStatuses]}::text[])`;
