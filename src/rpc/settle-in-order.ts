/**
 * Waits for statements that were sent together. After one that fails, PostgreSQL rejects the others of its transaction: the first error in
 * the order of sending is the cause.
 */
export async function settleInOrder<Results extends readonly unknown[]>(...statements: { [Index in keyof Results]: Promise<Results[Index]> }): Promise<Results> {
  const outcomes = await Promise.allSettled(statements);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }) as unknown as Results;
}
