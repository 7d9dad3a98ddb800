/** Work that became due by the clock, in any organization. */
export interface DueWork<Item> {
  /** At most this many that are due now, the longest due first. What was done is listed no more. */
  list(limit: number): Promise<readonly Item[]>;
  /** Does one, in a transaction of its own, once however many processes try. @returns whether it was this one that did it */
  execute(item: Item): Promise<boolean>;
}

const batch = 100;

/**
 * Does all that is due. Those that fail do not keep the others waiting, however many they are: each is tried once and passed
 * over from then on.
 * @returns how many were done here
 * @throws the first failure, after everything else was done
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
