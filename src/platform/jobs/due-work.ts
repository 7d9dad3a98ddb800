/** Work that became due, in any organization. */
export interface DueWork<Item> {
  /** The items that are due, the longest due first; without items that are done. */
  list(limit: number): Promise<readonly Item[]>;
  /**
   * Processes an item in its own transaction, once among all processes.
   *
   * @returns whether this process did
   */
  execute(item: Item): Promise<boolean>;
}

const batch = 100;

/**
 * Processes all due items. An item that fails is tried once and then skipped, so that it does not block others.
 *
 * @returns the number of items that this process completed
 * @throws the first failure, after all other items
 */
export async function runDueWork<Item>(work: DueWork<Item>): Promise<number> {
  const passedOver = new Set<string>();
  const failures: unknown[] = [];
  let done = 0;
  for (;;) {
    const limit = batch + passedOver.size;
    const listed = await work.list(limit);
    const items = listed.filter((item) => !passedOver.has(JSON.stringify(item)));
    for (const item of items) {
      let isDone = false;
      try {
        isDone = await work.execute(item);
      } catch (error) {
        failures.push(error);
      }
      if (isDone) done += 1;
      else passedOver.add(JSON.stringify(item));
    }
    if (listed.length < limit || items.length === 0) break;
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
