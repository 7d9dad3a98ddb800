import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { QueueWorker } from "../jobs/job-queue.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import type { Mail, MailTransport } from "./mail-transport.ts";
import type { Tables } from "../database/tables.ts";

export type { Mail } from "./mail-transport.ts";

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

/** Sends a mail that somebody waits for, a link to come in by: as enqueueMails does, and before what that has waiting. */
export function enqueueMail(transaction: Kysely<Tables>, mail: Mail): Promise<void> {
  return insertMails(transaction, [mail], 1);
}

/**
 * Sends mails when, and only when, the transaction commits; outside of one, at once. Delivery is tried until it succeeds,
 * so a mail may come twice and then has the same Message-ID. One statement, however many there are.
 * @throws when the queue is not installed
 */
export async function enqueueMails(transaction: Kysely<Tables>, mails: readonly Mail[]): Promise<void> {
  if (mails.length > 0) await insertMails(transaction, mails, 0);
}

async function insertMails(transaction: Kysely<Tables>, mails: readonly Mail[], priority: number): Promise<void> {
  const data = JSON.stringify(mails.map(({ to, subject, text, path }) => ({ to, subject, text, path })));
  const source = sql`(
    SELECT gen_random_uuid() AS id, m.mail AS data, NULL::text AS "groupId", now() AS due FROM jsonb_array_elements(${data}::jsonb) AS m(mail))`;
  await insertJobs(mailQueue.name, source, priority).execute(transaction);
}

/** The part of a pino logger that is needed here. */
interface MailLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

/** Several at a time, so that a notice to a large firm does not take as many polls as it has people. */
const mailsAtOnce = 5;

/** Works off the mails. What was sent is forgotten at once: a link in it must not lie about. */
export function createMailWorker(transport: MailTransport, logger: MailLogger): QueueWorker {
  return {
    queue: mailQueue,
    pollSeconds: mailPollSeconds,
    atOnce: mailsAtOnce,
    forgetsData: true,
    execute: async (data, { id }) => {
      const failure = await transport.deliver(data as Mail, id).then(() => null, (error: unknown) => ({ error }));
      // Without its cause, which quotes what the mail server said.
      if (failure !== null) {
        logger.warn({ mail: id, ...failure }, "mail was rejected; retrying");
        throw new Error("the mail was rejected");
      }
      logger.info({ mail: id }, "mail sent");
    },
  };
}
