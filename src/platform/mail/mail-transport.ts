import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { Environment } from "../environment.ts";
import { writeSecretFile } from "../crypto/secret-file.ts";

/** An email: plain text. What the installation writes goes to one person, and never has PHI. */
export interface Mail {
  to: string;
  /** The other recipients of a conversation, who see each other. */
  alsoTo?: readonly string[];
  /** Whether a person wrote it: mail servers then reply to it with what they keep from automatic ones. */
  isFromPerson?: boolean;
  subject: string;
  text: string;
  /** A page of the portal, such as `/o/<slug>/credentials`, whose URL is appended to the text. */
  path?: string;
  /** Shown as the sender beside the installation's address, such as a firm's name. */
  senderName?: string;
  /** Where responses go instead of the installation's address. */
  replyTo?: string;
  /** The thread that the email continues. */
  thread?: MailThread;
}

/** Message-IDs with their angle brackets, as {@link formatMessageId} and the headers of received emails have them. */
export interface MailThread {
  inReplyTo: string;
  /** The emails of the thread, the oldest first; the last of them is the one that is replied to. */
  references: readonly string[];
}

/** A file of an email, with its bytes. */
export interface OpenAttachment {
  fileName: string;
  /** A media type without parameters. */
  contentType: string;
  bytes: Readable;
}

export interface MailTransport {
  /**
   * @param id the Message-ID's local part, the same for each attempt
   * @param onUnknown gets each address that the mail server does not know, of an email that went to the others
   * @throws RecipientRejected if the mail server does not know the address
   * @throws if the email was rejected
   */
  deliver(
    mail: Mail,
    id: string,
    attachments?: readonly OpenAttachment[],
    onUnknown?: (address: string) => void,
  ): Promise<void>;
  /**
   * Connects and signs in, without sending.
   *
   * @throws if the SMTP server does not respond or rejects the user
   */
  verify(): Promise<void>;
  close(): void;
}

/** The mail server says that the address does not exist: another attempt gets the same response. */
export class RecipientRejected extends Error {}

type MailSettings = Pick<Environment, "smtpUrl" | "mailFrom" | "dataDirectory" | "baseUrl">;

const installationName = "Caseport";

/** nodemailer must not fetch files or URLs that an email contains. */
const nothingFetched = { disableFileAccess: true, disableUrlAccess: true } as const;

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;

/** Sends email to the configured SMTP server; without one it writes files to `outbox` in the data directory. */
export function openMailTransport(settings: MailSettings): MailTransport {
  return settings.smtpUrl === null ? openMailOutbox(settings) : openSmtp(settings, settings.smtpUrl);
}

export function outboxFolder(dataDirectory: string): string {
  return join(resolve(dataDirectory), "outbox");
}

function openSmtp(settings: MailSettings, url: string): MailTransport {
  const transport = createTransport({ ...readSmtpUrl(url), ...patience, pool: true, maxConnections: 2 });
  return {
    deliver: async (mail, id, attachments, onUnknown) => {
      try {
        const { rejectedErrors = [] } = await transport.sendMail(compose(settings, mail, id, attachments));
        for (const error of rejectedErrors)
          if (isRejectedRecipient(error) && typeof error.recipient === "string") onUnknown?.(error.recipient);
      } catch (error) {
        throw isRejectedRecipient(error) ? new RecipientRejected("the address does not exist") : error;
      }
    },
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/**
 * A permanent response to the recipient. An enhanced status code (RFC 3463) other than 5.1, of the address, means a
 * full mailbox, a policy or a relay that is not configured: these pass.
 */
function isRejectedRecipient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode, response }: Error & { command?: unknown; responseCode?: unknown; response?: unknown } =
    error;
  if (command !== "RCPT TO" || typeof responseCode !== "number" || responseCode < 500) return false;
  const enhancedStatus = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(String(response))?.[1];
  return enhancedStatus === undefined || enhancedStatus.startsWith("5.1.");
}

/** `smtp://` uses STARTTLS if the server offers it, `smtps://` TLS from the first byte. */
function readSmtpUrl(text: string) {
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const usualPort = secure ? 465 : 587;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? usualPort : Number(url.port),
    secure,
    ...(user !== "" && { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}

/** Writes emails to files: those of an installation without SMTP. */
function openMailOutbox(settings: MailSettings): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const folder = outboxFolder(settings.dataDirectory);
  return {
    deliver: async (mail, id, attachments) => {
      const { message } = await transport.sendMail(compose(settings, mail, id, attachments));
      if (!Buffer.isBuffer(message)) throw new Error("nodemailer gave a stream");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[-:]/g, "").replace(/\..*/, "Z");
      writeSecretFile(join(folder, `${time}-${id}.eml`), message.toString());
    },
    verify: () => Promise.resolve(),
    close: () => transport.close(),
  };
}

/**
 * The Message-ID of an email, with its angle brackets: to recognize responses to it.
 *
 * @param id of `createMailId`
 */
export function formatMessageId(id: string, baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return `<${id}@${hostname.includes(".") ? hostname : "caseport.example"}>`;
}

/** The text of an email with the URL of its page. */
export function writeText({ text, path }: Pick<Mail, "text" | "path">, baseUrl: string): string {
  return path === undefined ? text : `${text}\n\n${baseUrl}${path}`;
}

function compose(
  { mailFrom, baseUrl }: MailSettings,
  { to, alsoTo = [], isFromPerson = false, subject, text, path, senderName, replyTo, thread }: Mail,
  id: string,
  attachments: readonly OpenAttachment[] = [],
) {
  return {
    ...nothingFetched,
    from: { name: senderName ?? installationName, address: mailFrom ?? "no-reply@caseport.example" },
    // As an object: in a string a comma or a bracket would add recipients.
    to: [to, ...alsoTo].map((address) => ({ name: "", address })),
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    subject,
    text: writeText({ text, ...(path !== undefined && { path }) }, baseUrl),
    messageId: formatMessageId(id, baseUrl),
    ...composeThread(thread),
    headers: isFromPerson ? {} : { "Auto-Submitted": "auto-generated" },
    attachments: attachments.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: bytes,
      contentDisposition: "attachment" as const,
    })),
  };
}

/** RFC 5322 allows more; what others send beyond it is left out, because it comes from received emails. */
const messageIdPattern = /^<[!-;=?-~]{1,250}@[!-;=?-~]{1,250}>$/;
/** Longer threads keep their first email and the newest ones, as RFC 5322 recommends. */
const maxReferences = 20;

function composeThread(thread: MailThread | undefined) {
  if (thread === undefined || !messageIdPattern.test(thread.inReplyTo)) return {};
  const valid = thread.references.filter((reference) => messageIdPattern.test(reference));
  const references = valid.length > maxReferences ? [...valid.slice(0, 1), ...valid.slice(1 - maxReferences)] : valid;
  return { inReplyTo: thread.inReplyTo, references: references.length > 0 ? references : [thread.inReplyTo] };
}
