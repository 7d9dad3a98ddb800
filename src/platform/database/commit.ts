import type { CompiledQuery } from "kysely";
import type { QueryResult } from "pg";
import type { PreparingConnection } from "./statements/prepared-statements.ts";

/** A statement that is sent with COMMIT. */
export interface LastStatement {
  statement: CompiledQuery;
  /** Gets the rows after the commit. */
  read?: (rows: readonly unknown[]) => void;
  /** Gets the rows before it, and composes the statements to send next. */
  continueWith?: (rows: readonly unknown[]) => readonly CompiledQuery[];
}

/** A statement to send with COMMIT, with what reads its rows. */
export function lastStatement<Row>(
  statement: CompiledQuery<Row>,
  { read, continueWith }: { read?: (rows: readonly Row[]) => void; continueWith?: (rows: readonly Row[]) => readonly CompiledQuery[] },
): LastStatement {
  return { statement, ...(read && { read: (rows) => read(rows as readonly Row[]) }), ...(continueWith && { continueWith: (rows) => continueWith(rows as readonly Row[]) }) };
}

/** Sends the last statements with COMMIT, then has their rows read. @throws the first one's error */
export async function commit(connection: PreparingConnection, last: readonly LastStatement[]): Promise<void> {
  const sent: Promise<QueryResult>[] = [];
  const send = ({ sql: text, parameters }: CompiledQuery) => {
    const result = connection.query(text, [...parameters]);
    // Each is awaited below, but not before an earlier one fails.
    result.catch(() => undefined);
    sent.push(result);
    return result;
  };
  const own: Promise<QueryResult>[] = [];
  for (const { statement, continueWith } of last) {
    own.push(send(statement));
    if (continueWith !== undefined) for (const next of continueWith((await own.at(-1))?.rows ?? [])) void send(next);
  }
  const committed = connection.query("COMMIT", []);
  const settled = await Promise.allSettled([...sent, committed]);
  for (const outcome of settled) if (outcome.status === "rejected") throw outcome.reason;
  // PostgreSQL responds to COMMIT with ROLLBACK if a statement failed and its error was caught.
  if ((await committed).command === "ROLLBACK") throw new Error("The transaction had failed and was rolled back.");
  for (const [index, { read }] of last.entries()) read?.((await own[index])?.rows ?? []);
}
