/*
 * The event loop accepts one connection a round, so a round must be short: behind 300 clients that send much and never
 * read, a new client waits 300 rounds (decisions 0186 and 0199).
 */

/** For how many rounds in a row accepting connections comes first. */
const roundsOfConnections = 16;

/** What waits of each client address, the addresses in the order of their turns. */
type Turns = Map<string, (() => void)[]>;

const firstReads: Turns = new Map();
const others: Turns = new Map();
let lastRun = others;
let isScheduled = false;
let isConnectionNew = false;
let passedRounds = 0;

/**
 * Runs what can wait, one at a time in a round of the event loop: of all connections together the next slice of a large
 * body, or the next of the requests that were sent before the responses to those before them. Addresses take turns, so
 * nobody waits for all that another one's connections want.
 *
 * @param address the client's, as `toRateLimitKey` returns it
 */
export function runInRound(address: string, run: () => void): void {
  add(others, address, run);
}

/**
 * Runs the first read of a connection that was accepted now, one in a round; these and what else waits take turns.
 * While connections are accepted in each round, nothing runs for up to sixteen of them: others may wait to be
 * accepted.
 *
 * @param address as of {@link runInRound}
 */
export function runFirstRead(address: string, run: () => void): void {
  isConnectionNew = true;
  add(firstReads, address, run);
}

function add(turns: Turns, address: string, run: () => void): void {
  const runs = turns.get(address);
  if (runs === undefined) turns.set(address, [run]);
  else runs.push(run);
  schedule();
}

function schedule(): void {
  if (isScheduled || firstReads.size + others.size === 0) return;
  isScheduled = true;
  setImmediate(runNext);
}

function runNext(): void {
  isScheduled = false;
  const isPassed = isConnectionNew && passedRounds < roundsOfConnections;
  isConnectionNew = false;
  passedRounds = isPassed ? passedRounds + 1 : 0;
  const run = isPassed ? undefined : takeNext(chooseTurns());
  // Before it runs, because it may wait for another round.
  schedule();
  run?.();
}

function chooseTurns(): Turns {
  const next = lastRun === others ? firstReads : others;
  if (next.size > 0) lastRun = next;
  return lastRun;
}

function takeNext(turns: Turns): (() => void) | undefined {
  const [turn] = turns;
  if (turn === undefined) return undefined;
  const [address, runs] = turn;
  const next = runs.shift();
  turns.delete(address);
  if (runs.length > 0) turns.set(address, runs);
  return next;
}
