import { sql, type Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import type { FailureHandling } from "./mail-failures.ts";
import type { Mail } from "./mail-transport.ts";

/**
 * The functions that compose emails from records when they are sent, by name: no queue has their texts. An area
 * declares its own, of type {@link MailComposer}, with `declare module`; a worker without it does not compile.
 */
export interface MailComposers {}

/** What an email is composed from. */
export interface MailRecord {
  /** In whose transaction the email was enqueued. */
  organizationId: string;
  id: string;
}

/** An email with the objects of the storage that are attached. */
export interface ComposedMail extends Mail {
  /** Of the Message-ID, the same for each attempt. */
  localPart: string;
  attachments: readonly { objectId: string; fileName: string; contentType: string }[];
}

/** Each works in transactions of its own, and must be idempotent: a worker can die at any time. */
export interface MailComposer {
  /** @returns null for an email that is not to be sent any more */
  compose(record: MailRecord): Promise<ComposedMail | null>;
  /**
   * The mail server took it.
   *
   * @param unknown those of several recipients whose address it does not know
   */
  recordSent(record: MailRecord, unknown: readonly string[]): Promise<void>;
  /** The mail server says that there is no such address. It is given up. */
  recordRefused(record: MailRecord): Promise<void>;
}

/** As the queue has it. */
export interface ComposedSource {
  composer: keyof MailComposers;
  id: string;
}

/** Marks an email of a sandbox, which is captured and never leaves the installation. As jsonb. */
export const markOfSandbox = sql`CASE WHEN is_in_sandbox()
  THEN jsonb_build_object('isSandbox', true, 'organizationId', current_setting('caseport.organization', true)) ELSE '{}'::jsonb END`;

/**
 * Enqueues an email that is composed when it is sent, in the organization of the transaction. If it is given up, the
 * handler is notified with the record's ID.
 */
export async function enqueueComposedMail(
  transaction: Kysely<Tables>,
  composed: ComposedSource,
  handler: FailureHandling["handler"],
): Promise<void> {
  const data = JSON.stringify({ composed, onFailure: { handler, id: composed.id } });
  const organization = sql`nullif(current_setting('caseport.organization', true), '')`;
  const source = sql`(SELECT gen_random_uuid() AS id, ${organization} AS "groupId", now() AS due,
    ${data}::jsonb || jsonb_build_object('organizationId', ${organization}) || ${markOfSandbox} AS data)`;
  await insertJobs("mail", source).execute(transaction);
}
