const firstActs = ["pointermove", "pointerdown", "keydown"] as const;
const waiting: (() => Promise<unknown>)[] = [];
let isRunning = false;
let hasActed = false;

/**
 * Fetches a script that the screen may need, so that what it shows appears at once: after the first act of the person,
 * which is not part of the first load, when the browser has nothing else to do, one after another. Not if the person
 * saves data. A failure is silent: who needs the script fetches it again.
 *
 * @param fetchScript settles when the script is there
 */
export function fetchAhead(fetchScript: () => Promise<unknown>): void {
  if (typeof window === "undefined") return;
  waiting.push(fetchScript);
  if (hasActed) void fetchWaiting();
  else if (waiting.length === 1) for (const act of firstActs) window.addEventListener(act, begin, { passive: true });
}

function begin(): void {
  hasActed = true;
  for (const act of firstActs) window.removeEventListener(act, begin);
  void fetchWaiting();
}

async function fetchWaiting(): Promise<void> {
  if (isRunning || savesData()) return;
  isRunning = true;
  // A script may bring others that are to be fetched ahead.
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await untilIdle();
    await next().catch(() => null);
  }
  isRunning = false;
}

/** Chromium's; other browsers do not say. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Safari has no requestIdleCallback before 26. */
const untilIdle = () =>
  new Promise<void>((done) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => done(), { timeout: 2_000 });
    else setTimeout(done, 200);
  });
