import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Mail, MailTransport } from "./mail.ts";
import type { Tables } from "./tables.ts";

export type { Mail } from "./mail.ts";

/** The queue of mails in pg-boss. A mail is tried eight times within about an hour. */
export const mailQueue = {
  name: "mail",
  options: {
    retryLimit: 7,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 1_200,
    expireInSeconds: 120,
    // A process that died gives its mail up after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

/** How often somebody looks for mails. */
const mailPollSeconds = 2;

/** Sends one mail, as enqueueMails does. */
export function enqueueMail(transaction: Kysely<Tables>, mail: Mail): Promise<void> {
  return enqueueMails(transaction, [mail]);
}

/**
 * Sends mails when, and only when, the transaction commits; outside of one, at once. Delivery is tried until it succeeds,
 * so a mail may come twice and then has the same Message-ID. One statement, however many there are.
 *
 * pg-boss documents `send(…, { db })` for this, which needs a running pg-boss wherever something is decided; the rows are all
 * that it writes. @throws when the queue is not installed
 */
export async function enqueueMails(transaction: Kysely<Tables>, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const data = JSON.stringify(mails.map(({ to, subject, text, path }) => ({ to, subject, text, path })));
  const { rows } = await sql`
    INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
                            keep_until, policy, dead_letter, heartbeat_seconds)
    SELECT q.name, m.mail, retry_limit, retry_delay, retry_backoff, retry_delay_max,
           expire_seconds, deletion_seconds, now() + retention_seconds * interval '1 second', policy, dead_letter, heartbeat_seconds
    FROM pgboss.queue q CROSS JOIN jsonb_array_elements(${data}::jsonb) AS m(mail) WHERE q.name = ${mailQueue.name}
    RETURNING id`.execute(transaction);
  if (rows.length === 0) throw new Error("The mail queue is not installed.");
}

/** Works off the mails: what job-queue.ts runs. */
export interface MailWorker {
  pollSeconds: number;
  /** @throws a sentence without address or text, which pg-boss keeps with the job */
  deliver(id: string, data: unknown): Promise<void>;
}

/** The part of a pino logger that is needed here. */
interface MailLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

export function createMailWorker(transport: MailTransport, logger: MailLogger): MailWorker {
  return {
    pollSeconds: mailPollSeconds,
    deliver: async (id, data) => {
      const failure = await transport.deliver(data as Mail, id).then(() => null, (error: unknown) => ({ error }));
      // Without its cause, which quotes what the mail server said.
      if (failure !== null) {
        logger.warn({ mail: id, ...failure }, "mail was not taken; it is tried again");
        throw new Error("the mail was not taken");
      }
      logger.info({ mail: id }, "mail sent");
    },
  };
}
