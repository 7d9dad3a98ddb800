import type { JobLogger, Queue, QueueWorker } from "./job-queue.ts";

interface RepeatedWork extends Pick<QueueWorker, "pollSeconds"> {
  /** What the log says: `the deadlines could not be reviewed`. */
  failure: string;
  execute: (data: unknown) => Promise<void>;
}

/** A worker whose failures are logged, and tried again: the queue stores no more than what failed. */
export function createRepeatedWorker(
  queue: Queue,
  logger: JobLogger,
  { pollSeconds, failure, execute }: RepeatedWork,
): QueueWorker {
  return {
    queue,
    pollSeconds,
    execute: (data) =>
      execute(data).catch((error: unknown) => {
        logger.error({ error }, `${failure}; it is tried again`);
        throw new Error(failure);
      }),
  };
}

/**
 * The same with two jobs at once, of two groups: an organization's, which may take minutes, leaves another one's its
 * place.
 */
export const createSharedWorker = (...given: Parameters<typeof createRepeatedWorker>): QueueWorker => ({
  ...createRepeatedWorker(...given),
  atOnce: 2,
  atOncePerGroup: 1,
});
