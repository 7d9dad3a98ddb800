import { convert, type HtmlToTextOptions } from "html-to-text";
import PostalMime, { type Address, type Attachment, type Mailbox } from "postal-mime";

/** A mailbox as an email names it. */
export interface EmailAddress {
  /** null without a display name. */
  name: string | null;
  address: string;
}

/** An attachment by its description: its bytes stay in the email. */
export interface EmailAttachment {
  name: string;
  contentType: string;
  sizeBytes: number;
}

/** What an email says, in memory. */
export interface ParsedEmail {
  from: EmailAddress | null;
  to: EmailAddress[];
  cc: EmailAddress[];
  subject: string | null;
  /** Plain text, or what its HTML says; at most `maxText` characters. */
  text: string;
  /** When it was written; null without a Date that can be read. */
  at: string | null;
  /** With angle brackets. */
  messageId: string | null;
  inReplyTo: string | null;
  /** The oldest first. */
  references: string[];
  attachments: EmailAttachment[];
}

/** Why a file is no email that is recorded. */
export type EmailProblem = "not_email" | "no_sender" | "control_characters" | "too_many_references";

export type EmailReading = { problem: EmailProblem } | { problem: null; email: ParsedEmail };

const maxText = 100_000;
/** Of HTML, in characters: more is in no letter that a person wrote. */
const maxHtml = 4_000_000;
const maxReferences = 10_000;
const maxAttachments = 100;
const maxName = 200;
/** Lines of headers have at most 998 bytes (RFC 5322, 2.1.1). */
const maxIdBytes = 998;

/** A line for each row of a table; no addresses of links and pictures, which are long and say nothing. */
const html: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: maxHtml, maxDepth: 200 },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * Reads an email (RFC 5322 and MIME) without anything that it refers to. An email in it is an attachment, as a person
 * who forwards one means it.
 */
export async function parseEmail(bytes: Uint8Array): Promise<EmailReading> {
  const read = await PostalMime.parse(bytes, { forceRfc822Attachments: true }).catch(() => null);
  // Of any text postal-mime makes an email without a sender; a file of another format has no such header either.
  if (read === null || !read.headers.some(({ key }) => key === "from")) return { problem: "not_email" };
  const [from = null] = read.from === undefined ? [] : flatten([read.from]);
  if (from === null || !from.address.includes("@")) return { problem: "no_sender" };
  const [to, cc] = [flatten(read.to ?? []), flatten(read.cc ?? [])];
  const subject = read.subject?.trim() ?? "";
  const named = [from, ...to, ...cc];
  if ([subject, ...named.flatMap(({ name, address }) => [name ?? "", address])].some(hasControls))
    return { problem: "control_characters" };
  const references = listIds(read.references);
  if (references.length > maxReferences) return { problem: "too_many_references" };
  const email = {
    from,
    to,
    cc,
    subject: subject === "" ? null : cut(subject, 300),
    text: cut(readText(read.text, read.html), maxText),
    at: readDate(read.date),
    messageId: firstId(read.messageId),
    inReplyTo: firstId(read.inReplyTo),
    references,
    attachments: read.attachments.slice(0, maxAttachments).map(describeAttachment),
  };
  return { problem: null, email };
}

/** The mailboxes of groups, too. */
function flatten(addresses: readonly Address[]): EmailAddress[] {
  const mailboxes = addresses.flatMap((each): Mailbox[] => (each.group === undefined ? [each] : each.group));
  return mailboxes
    .filter(({ address }) => address !== "")
    .map(({ name, address }) => ({ name: name.trim() === "" ? null : cut(name.trim(), maxName), address }));
}

/** Line breaks and the like in a name or subject are there to make a header of it. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** At most so many UTF-16 units, without half a character at the end. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/u, "");

function readText(plain: string | undefined, markup: string | undefined): string {
  if (plain !== undefined && plain.trim() !== "") return tidy(plain);
  return markup === undefined ? "" : tidy(convert(markup.slice(0, maxHtml), html));
}

/** PostgreSQL stores no NUL. */
const tidy = (text: string): string => text.replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

/**
 * The IDs of a header, with their angle brackets, of what is visible. One that an index cannot hold is none: no program
 * makes them.
 */
function listIds(header: string | undefined): string[] {
  const ids = (header ?? "").toWellFormed().matchAll(/<[^<>\s\p{Cc}]{1,996}>/gu);
  return [...ids].map(([id]) => id).filter((id) => Buffer.byteLength(id) <= maxIdBytes);
}

const firstId = (header: string | undefined): string | null => listIds(header)[0] ?? null;

function readDate(date: string | undefined): string | null {
  const instant = new Date(date ?? "");
  const year = instant.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? instant.toISOString() : null;
}

function describeAttachment({ filename, mimeType, content }: Attachment, index: number): EmailAttachment {
  const name = (filename ?? "").replaceAll(/\p{Cc}/gu, " ").trim();
  return {
    name: name === "" ? `attachment-${index + 1}` : cut(name, maxName),
    contentType: /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : "application/octet-stream",
    sizeBytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
  };
}
