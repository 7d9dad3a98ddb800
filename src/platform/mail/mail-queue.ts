import { sql, type Kysely } from "kysely";
import type { QueueWorker } from "../jobs/job-queue.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import type { Mail, MailTransport } from "./mail-transport.ts";
import type { Tables } from "../database/tables.ts";

export type { Mail } from "./mail-transport.ts";

/** An email is tried eight times within about an hour. */
export const mailQueue = {
  name: "mail",
  options: {
    retryLimit: 7,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 1_200,
    expireInSeconds: 120,
    // After a crash another worker takes the email after 30 seconds.
    heartbeatSeconds: 30,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

const mailPollSeconds = 2;

/** Enqueues an email that a person waits for, such as a sign-in link, ahead of those of enqueueMails. */
export function enqueueMail(transaction: Kysely<Tables>, mail: Mail): Promise<void> {
  return insertMails(transaction, [mail], 1);
}

/**
 * Enqueues emails with the transaction; without one, immediately. Delivery is at least once: an email that arrives
 * twice has the same Message-ID. One statement for any number.
 *
 * @throws if the queue is not installed
 */
export async function enqueueMails(transaction: Kysely<Tables>, mails: readonly Mail[]): Promise<void> {
  if (mails.length > 0) await insertMails(transaction, mails, 0);
}

async function insertMails(transaction: Kysely<Tables>, mails: readonly Mail[], priority: number): Promise<void> {
  const data = JSON.stringify(mails.map(({ to, subject, text, path }) => ({ to, subject, text, path })));
  const source = sql`(
    SELECT gen_random_uuid() AS id, m.mail AS data, nullif(current_setting('caseport.organization', true), '') AS "groupId", now() AS due
    FROM jsonb_array_elements(${data}::jsonb) AS m(mail))`;
  await insertJobs(mailQueue.name, source, priority).execute(transaction);
}

interface MailLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

/**
 * Several per poll, so that a notice to a large firm does not take one poll per recipient; some of them are left to
 * other firms.
 */
const mailsAtOnce = 5;
const mailsAtOncePerOrganization = 3;

/** Sends enqueued emails. Their data is deleted immediately afterwards, because it can contain a sign-in link. */
export function createMailWorker(transport: MailTransport, logger: MailLogger): QueueWorker {
  return {
    queue: mailQueue,
    pollSeconds: mailPollSeconds,
    atOnce: mailsAtOnce,
    atOncePerGroup: mailsAtOncePerOrganization,
    forgetsData: true,
    execute: async (data, { id }) => {
      const failure = await transport.deliver(data as Mail, id).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      // Without the cause, which quotes the mail server's response.
      if (failure !== null) {
        logger.warn({ mail: id, ...failure }, "mail was rejected; retrying");
        throw new Error("the mail was rejected");
      }
      logger.info({ mail: id }, "mail sent");
    },
  };
}
