export interface LatestRun {
  /** Runs work, which returns what to do with its result, and does it if no later run has started meanwhile. */
  run: (work: (signal: AbortSignal) => Promise<() => void>) => Promise<void>;
  /** Ends the run, which then has no effect. */
  cancel: () => void;
}

/** Lets only the latest of several runs of asynchronous work take effect. */
export function createLatestRun(): LatestRun {
  let latest = new AbortController();
  const cancel = () => latest.abort();
  return {
    cancel,
    run: async (work) => {
      cancel();
      const { signal } = (latest = new AbortController());
      const apply = await work(signal);
      if (!signal.aborted) apply();
    },
  };
}
