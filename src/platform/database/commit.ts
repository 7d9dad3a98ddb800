import type { CompiledQuery } from "kysely";
import type { QueryResult } from "pg";
import type { PreparingConnection } from "./statements/prepared-statements.ts";

/** A statement that is sent with COMMIT. */
export interface LastStatement<Row = unknown> {
  statement: CompiledQuery<Row>;
  /** Gets the rows after the commit. */
  read?(rows: readonly Row[]): void;
  /** Gets the rows before it, and composes the statements to send next. */
  continueWith?(rows: readonly Row[]): readonly CompiledQuery[];
  /** Called if it fails: the transaction is rolled back, and may run again. */
  onFailure?(): void;
}

/** The same, where the statement says of what rows. */
export const lastStatement = <Row>(last: LastStatement<Row>): LastStatement => last;

/**
 * Sends the last statements with COMMIT, then has their rows read.
 *
 * @throws the first one's error
 */
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
  for (const each of last) {
    const result = send(each.statement);
    own.push(result);
    if (each.onFailure !== undefined) result.catch(() => each.onFailure?.());
    if (each.continueWith === undefined) continue;
    const rows = await result.then(
      ({ rows: found }) => found,
      () => null,
    );
    // An earlier one may be the cause: its error is thrown below.
    if (rows === null) break;
    for (const next of each.continueWith(rows)) void send(next);
  }
  const committed = connection.query("COMMIT", []);
  const settled = await Promise.allSettled([...sent, committed]);
  for (const outcome of settled) if (outcome.status === "rejected") throw outcome.reason;
  // PostgreSQL responds to COMMIT with ROLLBACK if a statement failed and its error was caught.
  if ((await committed).command === "ROLLBACK") throw new Error("The transaction had failed and was rolled back.");
  for (const [index, each] of last.entries()) each.read?.((await own[index])?.rows ?? []);
}
