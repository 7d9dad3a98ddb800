import { notFound } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { findRow } from "../../../rpc/resource/store.ts";
import { describeStatement } from "./domain.describe.ts";
import type { Statement } from "./schema.ts";
import { statementRows, type StatementRow } from "./store.ts";

/**
 * The row of a statement of a live case, without a lock.
 *
 * @throws NOT_FOUND
 */
export async function getStatementRow(context: Context, id: string): Promise<StatementRow> {
  const row = await findRow(context, statementRows, { id });
  if (row === undefined) throw notFound("Settlement statement");
  return row;
}

/** @throws NOT_FOUND */
export const getStatement = async (context: Context, id: string): Promise<Statement> =>
  describeStatement(await getStatementRow(context, id));
