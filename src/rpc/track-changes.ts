/**
 * Snapshots records that another area is about to change; the caller has locked them.
 * @param read finds the live ones, before and after
 * @returns calls `record` for each; call it after the change
 */
export async function trackChanges<Row extends { id: string }>(
  read: () => Promise<readonly Row[]>,
  record: (before: Row, after: Row) => void,
): Promise<() => Promise<void>> {
  const before = new Map((await read()).map((row) => [row.id, row]));
  return async () => {
    for (const after of await read()) record(before.get(after.id) ?? after, after);
  };
}
