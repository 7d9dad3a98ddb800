/**
 * Gives a limited number of places to those who wait, so that each gets the same time in them: who needs little waits for one place to become
 * free, however many long turns another one waits for.
 */
export interface FairTurns {
  /** @returns gives the place back; call it once @throws an error of the pool's wording after the time */
  take(name: string): Promise<() => void>;
  countWaiting(): number;
}

interface Waiting {
  begin(): void;
}

/**
 * @param places as many at once @param timeoutMilliseconds how long one waits at most
 * @param now milliseconds of a clock that does not go back
 */
export function createFairTurns(places: number, timeoutMilliseconds: number, now: () => number = () => performance.now()): FairTurns {
  let free = places;
  /** Those who wait, by name; of equal ones the first is next. */
  const queues = new Map<string, Set<Waiting>>();
  /** Milliseconds in places, by name, since somebody began to wait. Who comes later begins at `level`, that of the last who got a place. */
  const used = new Map<string, number>();
  let level = 0;

  const leave = (name: string, waiting: Waiting): void => {
    const own = queues.get(name);
    own?.delete(waiting);
    if (own?.size === 0) queues.delete(name);
  };
  const usedBy = (name: string) => used.get(name) ?? level;
  const findNext = () => [...queues.keys()].reduce<string | undefined>((least, name) => (least === undefined || usedBy(name) < usedBy(least) ? name : least), undefined);

  const release = (name: string, since: number): void => {
    used.set(name, usedBy(name) + now() - since);
    const next = findNext();
    const own = next === undefined ? undefined : queues.get(next);
    const [waiting] = own ?? [];
    if (next === undefined || own === undefined || waiting === undefined) {
      free += 1;
      used.clear();
      level = 0;
      return;
    }
    level = Math.max(level, usedBy(next));
    // Who waited while others were served saves nothing up.
    used.set(next, level);
    leave(next, waiting);
    // Its next one comes after all others that have used as much.
    if (queues.delete(next)) queues.set(next, own);
    waiting.begin();
  };
  const hold = (name: string) => {
    const since = now();
    return () => release(name, since);
  };

  return {
    countWaiting: () => [...queues.values()].reduce((sum, { size }) => sum + size, 0),
    take(name) {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(hold(name));
      }
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          begin: () => {
            clearTimeout(timer);
            resolve(hold(name));
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
