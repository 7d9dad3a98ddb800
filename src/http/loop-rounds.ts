const waiting: (() => void)[] = [];

/**
 * Runs what can wait, one at a time in a round of the event loop, first come, first served: of all connections
 * together the next slice of a large body, or the next of the requests that were sent before the responses to those
 * before them. The loop accepts one connection a round, so a round must be short: behind 300 clients that send much and
 * never read, a new client waits 300 rounds (decision 0186).
 */
export function runInRound(run: () => void): void {
  waiting.push(run);
  if (waiting.length === 1) setImmediate(runNext);
}

function runNext(): void {
  // Counted before it runs, because it may wait for another round.
  if (waiting.length > 1) setImmediate(runNext);
  waiting.shift()?.();
}
