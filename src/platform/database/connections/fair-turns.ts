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

/** Milliseconds in places, by name, while anybody waits. */
function createLedger() {
  const used = new Map<string, number>();
  /** Of the last who was chosen. Who comes later begins here. */
  let level = 0;
  const usedBy = (name: string) => used.get(name) ?? level;
  return {
    charge: (name: string, milliseconds: number) => void used.set(name, usedBy(name) + milliseconds),
    /** @returns who has used the least, of equal ones the first; who waited while others were served saves nothing up */
    choose(names: Iterable<string>): string | undefined {
      const chosen = [...names].reduce<string | undefined>((least, name) => (least === undefined || usedBy(name) < usedBy(least) ? name : least), undefined);
      if (chosen === undefined) return undefined;
      level = Math.max(level, usedBy(chosen));
      used.set(chosen, level);
      return chosen;
    },
    clear() {
      used.clear();
      level = 0;
    },
  };
}

/**
 * @param places as many at once @param timeoutMilliseconds how long one waits at most
 * @param now milliseconds of a clock that does not go back
 */
export function createFairTurns(places: number, timeoutMilliseconds: number, now: () => number = () => performance.now()): FairTurns {
  let free = places;
  /** Those who wait, by name; of those who have used as much, the first is next. */
  const queues = new Map<string, Set<Waiting>>();
  const ledger = createLedger();

  const leave = (name: string, waiting: Waiting): void => {
    const own = queues.get(name);
    own?.delete(waiting);
    if (own?.size === 0) queues.delete(name);
  };
  const release = (name: string, since: number): void => {
    ledger.charge(name, now() - since);
    const next = ledger.choose(queues.keys()) ?? "";
    const own = queues.get(next);
    const [waiting] = own ?? [];
    if (own === undefined || waiting === undefined) {
      free += 1;
      ledger.clear();
      return;
    }
    leave(next, waiting);
    // Its next one comes after all others.
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
