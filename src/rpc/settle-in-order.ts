/**
 * Waits for statements that were sent together. After one that fails, PostgreSQL rejects the others of its transaction:
 * the first error in the order of sending is the cause.
 */
export async function settleInOrder<Statements extends readonly Promise<unknown>[]>(
  ...statements: Statements
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  await Promise.allSettled(statements);
  // Of promises that are settled already, the first that was rejected wins.
  return Promise.all(statements);
}
