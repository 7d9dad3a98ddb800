import { sql } from "kysely";
import { insertRows, type NewRow } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** Rows of a request's parts, without what names the request. */
export interface NewParts {
  documents: Omit<NewRow<"EsignDocument">, "requestId">[];
  recipients: Omit<NewRow<"EsignRecipient">, "requestId">[];
  fields: Omit<NewRow<"EsignField">, "requestId">[];
}

type Table = "EsignDocument" | "EsignRecipient" | "EsignField";

/** Columns of different rows are made the same: of one statement every row has them all. */
function alignRows<Row extends object>(rows: readonly Row[]): Row[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => ({ ...Object.fromEntries(names.map((name) => [name, null])), ...row }));
}

/** Inserts the documents, recipients and fields of a request. */
export async function insertParts(context: Context, requestId: string, parts: NewParts): Promise<void> {
  const ofRequest = <Row extends object>(rows: readonly Row[]) => alignRows(rows).map((row) => ({ requestId, ...row }));
  await insertRows(context, "EsignDocument", ofRequest(parts.documents));
  await insertRows(context, "EsignRecipient", ofRequest(parts.recipients));
  await insertRows(context, "EsignField", ofRequest(parts.fields));
}

/** Deletes the parts of a draft, which others replace. */
export async function deleteParts(
  { organizationId, transaction }: Context,
  requestId: string,
  tables: readonly Table[],
): Promise<void> {
  for (const table of tables)
    await sql`DELETE FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND "requestId" = ${requestId}`.execute(
      transaction,
    );
}
