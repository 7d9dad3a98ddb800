import { setImmediate } from "node:timers/promises";

/** Work holds the event loop no longer than this at a time. */
const turnMilliseconds = 5;

export interface Turn {
  /** Call it between two pieces of work: lets other requests run once the turn has lasted long enough. */
  end: () => Promise<void> | undefined;
}

/** Divides long work of a request into turns of the event loop. */
export function createTurn(): Turn {
  let end = performance.now() + turnMilliseconds;
  const pause = async (): Promise<void> => {
    await setImmediate();
    end = performance.now() + turnMilliseconds;
  };
  return { end: () => (performance.now() > end ? pause() : undefined) };
}

/** `map` for items that are large or many, such as the records of a page. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const turn = createTurn();
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    const pause = turn.end();
    if (pause !== undefined) await pause;
  }
  return results;
}
