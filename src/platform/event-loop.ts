import { setImmediate } from "node:timers/promises";

/** How long a task may hold the event loop before others have their turn, in milliseconds: a request holds it for 20 at most. */
const turn = 5;

/**
 * For a loop in memory whose steps are quick and many: awaited after each step, it lets other requests run when a turn is over.
 * A step itself must be short.
 */
export function takeTurns(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < turn) return;
    await setImmediate();
    begun = performance.now();
  };
}
