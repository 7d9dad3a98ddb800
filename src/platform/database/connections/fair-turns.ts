/** Gives a limited number of places in turn to those who wait, so that one with many requests delays another by one turn at most. */
export interface FairTurns {
  /** @returns gives the place back; call it once @throws an error of the pool's wording after the time */
  take(name: string): Promise<() => void>;
  countWaiting(): number;
}

interface Waiting {
  begin(): void;
}

/** @param places as many at once @param timeoutMilliseconds how long one waits at most */
export function createFairTurns(places: number, timeoutMilliseconds: number): FairTurns {
  let free = places;
  /** Those who wait, by name, in the order of their turns. */
  const queues = new Map<string, Set<Waiting>>();

  const leave = (name: string, waiting: Waiting): void => {
    const own = queues.get(name);
    own?.delete(waiting);
    if (own?.size === 0) queues.delete(name);
  };
  const release = (): void => {
    const [first] = queues;
    const [waiting] = first?.[1] ?? [];
    if (first === undefined || waiting === undefined) {
      free += 1;
      return;
    }
    const [name, own] = first;
    leave(name, waiting);
    // Its next one comes after all others.
    if (queues.delete(name)) queues.set(name, own);
    waiting.begin();
  };

  return {
    countWaiting: () => [...queues.values()].reduce((sum, { size }) => sum + size, 0),
    take(name) {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(release);
      }
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          begin: () => {
            clearTimeout(timer);
            resolve(release);
          },
        };
        const timer = setTimeout(() => {
          leave(name, waiting);
          reject(new Error("timeout exceeded when trying to connect"));
        }, timeoutMilliseconds);
        queues.set(name, (queues.get(name) ?? new Set()).add(waiting));
      });
    },
  };
}

export async function withTurn<Result>(turns: FairTurns, name: string, work: () => Promise<Result>): Promise<Result> {
  const release = await turns.take(name);
  try {
    return await work();
  } finally {
    release();
  }
}
