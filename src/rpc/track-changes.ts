/**
 * Snapshots records that another area is about to change; the caller has locked them.
 *
 * @param read finds the live ones, before and after, in any order
 * @returns calls `record` for each in the order of ids; call it after the change
 */
export async function trackChanges<Row extends { id: string }>(
  read: () => Promise<readonly Row[]>,
  record: (before: Row, after: Row) => void,
): Promise<() => Promise<void>> {
  const before = new Map((await read()).map((row) => [row.id, row]));
  return async () => {
    const rows = (await read()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    for (const after of rows) record(before.get(after.id) ?? after, after);
  };
}
