/**
 * Gives a limited number of places in turn to those who wait, so that each gets the same time in them: one with many
 * requests delays another by one turn at most, and one whose turns are long gets fewer of them. This is deficit round
 * robin, in which a turn costs what it took.
 */
export interface FairTurns {
  /**
   * @returns gives the place back; call it once
   * @throws an error of the pool's wording after the time
   */
  take(name: string): Promise<() => void>;
  countWaiting(): number;
}

interface Waiting {
  begin(): void;
}

type Queues = Map<string, Set<Waiting>>;

function leave(queues: Queues, name: string, waiting: Waiting): void {
  const own = queues.get(name);
  own?.delete(waiting);
  if (own?.size === 0) queues.delete(name);
}

/** What each gets in a round, in milliseconds: what most transactions take. */
const share = 10;

/** How many milliseconds each has left, by name, while anybody waits. Saving up is limited to a share. */
function createLedger() {
  const left = new Map<string, number>();
  const leftOf = (name: string) => left.get(name) ?? 0;
  const add = (name: string, milliseconds: number) => void left.set(name, Math.min(leftOf(name) + milliseconds, share));
  return {
    charge: (name: string, milliseconds: number) => add(name, -milliseconds),
    /**
     * Gives each its share, round after round, until one has something left.
     *
     * @param names in the order of their turns
     * @returns how many come before the one whose turn it is
     */
    pass(names: readonly string[]): number {
      const rounds = Math.min(...names.map((name) => Math.floor(-leftOf(name) / share) + 1));
      // In whole rounds before the last one nobody has a turn.
      if (rounds > 1) for (const name of names) add(name, (rounds - 1) * share);
      const at = names.findIndex((name) => {
        add(name, share);
        return leftOf(name) > 0;
      });
      // Fractions may round to 0: then it is the first one's.
      return Math.max(at, 0);
    },
    clear: () => left.clear(),
  };
}

/**
 * @param places as many at once
 * @param timeoutMilliseconds how long one waits at most
 * @param now milliseconds of a clock that does not go back
 */
export function createFairTurns(
  places: number,
  timeoutMilliseconds: number,
  now: () => number = () => performance.now(),
): FairTurns {
  let free = places;
  /** Those who wait, by name, in the order of their turns. */
  const queues: Queues = new Map();
  const ledger = createLedger();

  const release = (name: string, since: number): void => {
    ledger.charge(name, now() - since);
    if (queues.size === 0) {
      free += 1;
      ledger.clear();
      return;
    }
    const waiting = [...queues];
    const passed = ledger.pass(waiting.map(([each]) => each));
    for (const [each, own] of waiting.slice(0, passed + 1)) {
      queues.delete(each);
      queues.set(each, own);
    }
    const [next, [first] = []] = waiting[passed] ?? [];
    if (next === undefined || first === undefined) throw new Error("nobody's turn");
    leave(queues, next, first);
    first.begin();
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
          leave(queues, name, waiting);
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
