import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { PermanentFailure, type QueueWorker } from "../jobs/job-queue.ts";
import { insertJobs } from "../jobs/job-rows.ts";
import { objectKey, type Storage } from "../storage/storage.ts";
import { RecipientRejected, type Mail, type MailTransport, type OpenAttachment } from "./mail-transport.ts";
import { mailFailureQueue, type FailureHandling } from "./mail-failures.ts";
import { markOfSandbox, type ComposedSource, type MailComposer, type MailComposers } from "./composed-mails.ts";
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
    // An email that waits longer, because no worker ran, is deleted without a report.
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
    deadLetter: mailFailureQueue.name,
  },
} as const;

const mailPollSeconds = 2;

/** A file of an email: an object of the storage, of the organization in whose transaction the email is enqueued. */
export interface MailAttachment {
  objectId: string;
  fileName: string;
  /** A media type without parameters. */
  contentType: string;
  sizeBytes: number;
}

/** Base64 makes a third more of it: mail servers accept 25 MB and more of an email. */
export const maxAttachmentBytes = 15 * 1024 * 1024;

export interface QueuedMail extends Mail {
  /** Of `createMailId`, for a caller who stores it. */
  id?: string;
  /** Sent as they are at the time of sending: a caller keeps the objects until then. */
  attachments?: readonly MailAttachment[];
  /** Who is notified if the email is given up. */
  onFailure?: FailureHandling;
}

/** The ID of an email, chosen before it is enqueued: `formatMessageId` makes its Message-ID of it. */
export function createMailId(): string {
  return randomUUID();
}

/** Enqueues an email that a person waits for, such as a sign-in link, ahead of those of enqueueMails. */
export function enqueueMail(transaction: Kysely<Tables>, mail: QueuedMail): Promise<void> {
  return insertMails(transaction, [mail], 1);
}

/**
 * Enqueues emails with the transaction; without one, immediately. Delivery is at least once: an email that arrives
 * twice has the same Message-ID. One statement for any number.
 *
 * @throws if the queue is not installed, or for attachments of more than {@link maxAttachmentBytes}
 */
export async function enqueueMails(transaction: Kysely<Tables>, mails: readonly QueuedMail[]): Promise<void> {
  if (mails.length > 0) await insertMails(transaction, mails, 0);
}

/** Attachments and failures are the organization's: it is the transaction's, whatever the caller says. */
async function insertMails(transaction: Kysely<Tables>, mails: readonly QueuedMail[], priority: number): Promise<void> {
  if (mails.some((mail) => sumAttachments(mail) > maxAttachmentBytes))
    throw new Error("the attachments of an email are too large");
  const data = JSON.stringify(
    mails.map(
      ({ id = createMailId(), to, subject, text, path, senderName, replyTo, thread, attachments, onFailure }) => ({
        id,
        mail: { to, subject, text, path, senderName, replyTo, thread, attachments, onFailure },
      }),
    ),
  );
  const organization = sql`nullif(current_setting('caseport.organization', true), '')`;
  const source = sql`(
    SELECT (m.entry->>'id')::uuid AS id, ${organization} AS "groupId", now() AS due,
      CASE WHEN (m.entry->'mail') ?| array['attachments', 'onFailure']
        THEN (m.entry->'mail') || jsonb_build_object('organizationId', ${organization}) ELSE m.entry->'mail' END || ${markOfSandbox} AS data
    FROM jsonb_array_elements(${data}::jsonb) AS m(entry))`;
  await insertJobs(mailQueue.name, source, priority).execute(transaction);
}

function sumAttachments({ attachments = [] }: QueuedMail): number {
  return attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

interface MailLogger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

/** An email of a sandbox, which is not sent. */
export interface CapturedMail {
  organizationId: string;
  /** Of the Message-ID, the same for each attempt. */
  id: string;
  mail: Mail;
  attachments: readonly { name: string; contentType: string; sizeBytes: number }[];
  /** What it was composed from. */
  source: ComposedSource | null;
}

export interface MailTools {
  transport: Pick<MailTransport, "deliver">;
  /** Keeps an email of a sandbox, whatever the transport. */
  capture: (captured: CapturedMail) => Promise<void>;
  /** Where attachments are. */
  storage: Pick<Storage, "read">;
  /** What composes emails when they are sent. */
  composers: MailComposers;
  logger: MailLogger;
}

/**
 * Several per poll, so that a notice to a large firm does not take one poll per recipient; some of them are left to
 * other firms.
 */
const mailsAtOnce = 5;
const mailsAtOncePerOrganization = 3;

/**
 * Sends enqueued emails. Their data is deleted immediately afterwards, because it can contain a sign-in link. One whose
 * address the mail server does not know is given up at once, the others after eight attempts (`mail-failures.ts`).
 */
export function createMailWorker({ transport, capture, storage, composers, logger }: MailTools): QueueWorker {
  const composerOf = new Map<string, MailComposer>(Object.entries(composers));
  return {
    queue: mailQueue,
    pollSeconds: mailPollSeconds,
    atOnce: mailsAtOnce,
    atOncePerGroup: mailsAtOncePerOrganization,
    forgetsData: true,
    execute: async (data, { id }) => {
      const stored = data as StoredMail | StoredSource;
      const tools = { transport: stored.isSandbox === true ? captureInto(capture, stored) : transport, storage };
      const delivery =
        "composed" in stored
          ? deliverComposed(tools, stored, composerOf.get(stored.composed.composer))
          : deliver(tools, stored, id);
      const failure = await delivery.then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure === null) return logger.info({ mail: id }, "mail sent");
      // Without the cause, which quotes the mail server's response.
      if (failure.error instanceof RecipientRejected) throw new PermanentFailure("the address was rejected");
      logger.warn({ mail: id, ...failure }, "mail was rejected; retrying");
      throw new Error("the email was rejected");
    },
  };
}

/** A transport that keeps emails of a sandbox. */
const captureInto = (
  capture: MailTools["capture"],
  stored: StoredMail | StoredSource,
): Pick<MailTransport, "deliver"> => ({
  deliver: async (mail, id, opened = []) => {
    const { organizationId } = stored;
    if (typeof organizationId !== "string") throw new Error("an email of a sandbox names no organization");
    const attachments = [];
    for (const { fileName: name, contentType, bytes } of opened)
      attachments.push({ name, contentType, sizeBytes: await countBytes(bytes) });
    await capture({
      organizationId,
      id,
      mail,
      attachments,
      source: "composed" in stored ? stored.composed : null,
    });
  },
});

async function countBytes(stream: AsyncIterable<Buffer | string>): Promise<number> {
  let count = 0;
  for await (const chunk of stream) count += Buffer.byteLength(chunk);
  return count;
}

interface StoredMail extends Omit<QueuedMail, "attachments"> {
  attachments?: readonly Omit<MailAttachment, "sizeBytes">[];
  organizationId?: string | null;
  isSandbox?: true;
}

/** An email that is composed when it is sent. */
interface StoredSource {
  composed: ComposedSource;
  organizationId: string | null;
  isSandbox?: true;
}

async function deliverComposed(
  tools: Pick<MailTools, "transport" | "storage">,
  { composed: { composer: name, id }, organizationId }: StoredSource,
  composer: MailComposer | undefined,
): Promise<void> {
  if (composer === undefined || organizationId === null) throw new Error(`nothing composes emails of ${name}`);
  const record = { organizationId, id };
  const composed = await composer.compose(record);
  if (composed === null) return;
  const { localPart, ...mail } = composed;
  const unknown: string[] = [];
  try {
    await deliver(tools, { ...mail, organizationId }, localPart, (address) => unknown.push(address));
  } catch (error) {
    if (error instanceof RecipientRejected) await composer.recordRefused(record);
    throw error;
  }
  await composer.recordSent(record, unknown);
}

async function deliver(
  { transport, storage }: Pick<MailTools, "transport" | "storage">,
  stored: StoredMail,
  id: string,
  onUnknown: (address: string) => void = () => undefined,
): Promise<void> {
  const { attachments = [], organizationId = null, onFailure: _handling, isSandbox: _mark, ...mail } = stored;
  if (attachments.length > 0 && organizationId === null)
    throw new Error("an email with attachments was enqueued outside of an organization");
  const open: OpenAttachment[] = [];
  try {
    for (const { objectId, fileName, contentType } of attachments)
      open.push({ fileName, contentType, bytes: await storage.read(objectKey(organizationId ?? "", objectId)) });
    await transport.deliver(mail, id, open, onUnknown);
  } finally {
    // Of an email that was rejected before they were read.
    for (const { bytes } of open) bytes.destroy();
  }
}
