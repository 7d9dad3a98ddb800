import type { QueueWorker } from "../jobs/job-queue.ts";

/**
 * The functions that are notified of emails that were given up, by name. The file that enqueues such emails declares
 * its own, of type {@link MailFailureHandler}, with `declare module`; a worker without it does not compile.
 */
export interface MailFailureHandlers {}

export interface FailedMail {
  /** In whose transaction the email was enqueued. */
  organizationId: string;
  /** What {@link FailureHandling} names. */
  id: string;
  /** The address, which may have been corrected since; empty for one that is composed when it is sent. */
  to: string;
}

/**
 * Works in transactions of its own. Must be idempotent, and lets alone what has changed since the email was enqueued. A
 * rejection is retried.
 */
export type MailFailureHandler = (failed: FailedMail) => Promise<void>;

/** Who is notified if an email is given up, and for which of their records. */
export interface FailureHandling {
  handler: keyof MailFailureHandlers;
  id: string;
}

/** Emails that were given up: pg-boss moves them here in the statement that fails them, also after a crash. */
export const mailFailureQueue = {
  name: "mail-failures",
  options: {
    // A handler that fails is a fault of ours: emails wait for its correction.
    retryLimit: 500,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 1_200,
    expireInSeconds: 120,
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

interface FailureLogger {
  warn(fields: Record<string, unknown>, message: string): void;
}

const failurePollSeconds = 2;

/** Tells of emails that were given up those who enqueued them. Their data is deleted immediately afterwards. */
export function createMailFailureWorker(handlers: MailFailureHandlers, logger: FailureLogger): QueueWorker {
  const handlerOf = new Map<string, MailFailureHandler>(Object.entries(handlers));
  return {
    queue: mailFailureQueue,
    pollSeconds: failurePollSeconds,
    atOnce: 2,
    forgetsData: true,
    execute: async (data, { id }) => {
      const {
        to = "",
        organizationId,
        onFailure,
      } = data as {
        to?: string;
        organizationId?: string | null;
        onFailure?: { handler: string; id: string };
      };
      if (onFailure !== undefined) {
        const handle = handlerOf.get(onFailure.handler);
        if (handle === undefined || typeof organizationId !== "string")
          throw new Error(`nothing handles failed emails of ${onFailure.handler}`);
        await handle({ organizationId, id: onFailure.id, to });
      }
      logger.warn({ mailFailure: id }, "mail was given up");
    },
  };
}
