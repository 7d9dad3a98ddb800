import { convert } from "html-to-text";
import PostalMime, { type Address, type Mailbox } from "postal-mime";

/** An address of an email with the name beside it. */
export interface EmailAddress {
  name: string | null;
  /** In lower case. */
  address: string;
}

export interface ParsedEmail {
  from: EmailAddress | null;
  to: EmailAddress[];
  cc: EmailAddress[];
  subject: string | null;
  /** Plain text: that of the email, or of its HTML. */
  bodyText: string | null;
  /** An ISO instant; null without a date that is one. */
  sentAt: string | null;
  /** With angle brackets, as are the next. */
  messageId: string | null;
  inReplyTo: string | null;
  /** The oldest first. */
  references: string[];
  attachments: { name: string; sizeBytes: number; contentType: string }[];
}

/** What is kept of an email; the rest is in its file. */
export const emailLimits = { subject: 300, bodyText: 100_000, recipients: 20, attachments: 50, references: 100 };

/** Deeper than any mail program nests, and as many headers as one needs. */
const options = { maxNestingDepth: 50, maxHeadersSize: 512 * 1024, attachmentEncoding: "arraybuffer" } as const;

/**
 * Reads an email as in RFC 5322. Its time may grow faster than the file: only a thread calls it
 * (`domain.parsing-thread.ts`).
 *
 * @returns null for a file that is no email
 */
export async function parseEmail(file: Uint8Array): Promise<ParsedEmail | null> {
  const email = await PostalMime.parse(file, options).catch(() => null);
  if (email === null) return null;
  const text = email.text ?? (email.html === undefined ? null : readHtml(email.html));
  return {
    from: listMailboxes(email.from === undefined ? [] : [email.from])[0] ?? null,
    to: listMailboxes(email.to ?? []).slice(0, emailLimits.recipients),
    cc: listMailboxes(email.cc ?? []).slice(0, emailLimits.recipients),
    subject: cut(oneLine(email.subject ?? ""), emailLimits.subject),
    bodyText: cut((text ?? "").trim(), emailLimits.bodyText),
    sentAt: readDate(email.date),
    messageId: listIds(email.messageId)[0] ?? null,
    inReplyTo: listIds(email.inReplyTo)[0] ?? null,
    references: listIds(email.references).slice(-emailLimits.references),
    attachments: email.attachments.slice(0, emailLimits.attachments).map(({ filename, mimeType, content }) => ({
      name: cut(oneLine(filename ?? ""), 255) ?? "attachment",
      sizeBytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
      contentType: mimeType.slice(0, 127),
    })),
  };
}

/** The words of HTML, with the targets of links and without pictures. */
const readHtml = (html: string) =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 100 },
    selectors: [{ selector: "img", format: "skip" }],
  });

const isMailbox = (address: Address): address is Mailbox => address.address !== undefined;

function listMailboxes(addresses: readonly Address[]): EmailAddress[] {
  const flat = addresses.flatMap((each) => (isMailbox(each) ? [each] : each.group));
  const found = flat.flatMap(({ name, address }) =>
    /^[^\s@<>]+@[^\s@<>]+$/.test(address) && address.length <= 320
      ? [{ name: cut(oneLine(name), 200), address: address.toLowerCase() }]
      : [],
  );
  return [...new Map(found.map((each) => [each.address, each])).values()];
}

/** Without control characters and lone surrogates, which the database rejects. */
const clean = (text: string) => text.toWellFormed().replaceAll(/\p{Cc}/gu, (sign) => (/[\t\n]/.test(sign) ? sign : ""));
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Null where nothing is left. */
function cut(text: string, length: number): string | null {
  const cleaned = clean(text).slice(0, length).toWellFormed();
  return cleaned === "" ? null : cleaned;
}

function readDate(date: string | undefined): string | null {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

const listIds = (header: string | undefined): string[] =>
  [...(header ?? "").matchAll(/<[^<>\s]{1,900}>/g)].map(([id]) => clean(id));
