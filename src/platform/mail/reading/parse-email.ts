import { isAscii, isUtf8 } from "node:buffer";
import { convert, type HtmlToTextOptions } from "html-to-text";
import PostalMime, { type Address, type Attachment, type Email, type Header, type Mailbox } from "postal-mime";

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
  /** No person wrote it: an out-of-office reply, a delivery report, a notice of a program. */
  isAutomated: boolean;
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
export type EmailProblem = "not_email" | "no_sender" | "line_breaks" | "too_many_references";

export type EmailReading = { problem: EmailProblem } | { problem: null; email: ParsedEmail };

const maxText = 100_000;
/** A sign of UTF-8 that was read as another charset is up to four. */
const maxRead = 4 * maxText;
/** Of HTML, in characters: more is in no letter that a person wrote. */
const maxHtml = 4_000_000;
const maxReferences = 10_000;
const maxAttachments = 100;
const maxName = 200;
/** Headers by which a file is known as an email: programs write at least one of them. */
const telling: ReadonlySet<string> = new Set([
  "from",
  "sender",
  "to",
  "date",
  "message-id",
  "received",
  "mime-version",
]);
const utf8Mark = Buffer.from("\u{FEFF}");
const options = { forceRfc822Attachments: true };
const windows1252 = new TextDecoder("windows-1252");
/** The bytes of Windows-1252 by what they mean. */
const byteOfSign = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows1252.decode(Uint8Array.of(byte)), byte] as const),
);
/** What stands for bytes that are not of the charset. */
const unreadable = "\uFFFD";
const contentType = "Content-Type: text/plain; charset=windows-1252\r\n";
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
  const read = await PostalMime.parse(decodeHeaders(bytes), options).catch(() => null);
  // Of any text postal-mime makes an email; a file of another format has no such header.
  if (read === null || !read.headers.some(({ key }) => telling.has(key))) return { problem: "not_email" };
  // A draft has no From, and a forwarder's copy may have lost it.
  const [from = null] = flatten([read.from, read.sender].filter((each) => each !== undefined));
  if (from === null || !from.address.includes("@")) return { problem: "no_sender" };
  const [to, cc] = [flatten(read.to ?? []), flatten(read.cc ?? [])];
  const subject = unfold(read.subject ?? "");
  const named = [from, ...to, ...cc];
  if ([subject, ...named.flatMap(({ name, address }) => [name ?? "", address])].some(hasLineBreaks))
    return { problem: "line_breaks" };
  const references = listIds(read.references);
  if (references.length > maxReferences) return { problem: "too_many_references" };
  const email = {
    from,
    to,
    cc,
    subject: subject === "" ? null : cut(subject, 300),
    text: cut(await readText(read, bytes), maxText),
    isAutomated: isAutomated(read.headers),
    // Not postal-mime's own, which has become an instant.
    at: readDate(read.headers.find(({ key }) => key === "date")?.value),
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
    .map(({ name, address }) => ({ name: unfold(name) === "" ? null : cut(unfold(name), maxName), address }));
}

/**
 * Exchange and mailing lists begin the next line of a long header with a tab, which postal-mime leaves in it. What
 * programs wrote in Windows-1252 and called UTF-8 or Latin-1 has its letters: the apostrophe of “It’s” is 0x92.
 */
const unfold = (text: string): string =>
  text
    .replaceAll(/[\u0080-\u009F]/gu, (sign) => windows1252.decode(Uint8Array.of(sign.charCodeAt(0))))
    .replaceAll(/(?![\r\n])\p{Cc}/gu, " ")
    .trim();

/**
 * The email as postal-mime reads it: from its first header on, without the mark of UTF-8 and the empty lines that
 * programs write before it; headers in 8 bits that are no UTF-8 are those of older programs, in Windows-1252.
 */
function decodeHeaders(bytes: Uint8Array): Uint8Array {
  const email = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = email.subarray(0, 3).equals(utf8Mark) ? utf8Mark.length : 0;
  while (email[start] === 0x0d || email[start] === 0x0a) start += 1;
  const ends = ["\r\n\r\n", "\n\n"].map((end) => email.indexOf(end, start)).filter((end) => end >= 0);
  const end = ends.length === 0 ? email.length : Math.min(...ends);
  const headers = email.subarray(start, end);
  if (isUtf8(headers)) return email.subarray(start);
  return Buffer.concat([Buffer.from(windows1252.decode(headers)), email.subarray(end)]);
}

/** Line breaks in a name or subject are there to make a header of it. */
const hasLineBreaks = (text: string): boolean => /[\r\n]/.test(text);

/** At most so many UTF-16 units, without half a character at the end. */
const cut = (text: string, length: number): string =>
  text.length <= length
    ? text.toWellFormed()
    : text
        .slice(0, length)
        .toWellFormed()
        .replace(/\uFFFD$/u, "");

/** The text of an email, read again where its charset is another one than it says. */
async function readText(email: Pick<Email, "text" | "html">, bytes: Uint8Array): Promise<string> {
  const text = chooseText(email);
  if (!text.includes(unreadable)) return readAsUtf8(text) ?? text;
  if (hasLetters(text)) return text;
  const again = await PostalMime.parse(declareWindows1252(bytes), options).catch(() => null);
  return again === null ? text : chooseText(again);
}

function chooseText({ text: plain = "", html: markup }: Pick<Email, "text" | "html">): string {
  const text = isVisible(plain) || markup === undefined ? plain : convert(markup.slice(0, maxHtml), html);
  return cut(tidy(text), maxRead);
}

/** Some programs write a text of invisible marks beside their HTML. */
const isVisible = (text: string): boolean => /[^\s\p{Cf}\p{Cc}]/u.test(text);

/** What a program called US-ASCII or Latin-1 and wrote in UTF-8; null for any other text. */
function readAsUtf8(text: string): string | null {
  if (isAscii(Buffer.from(text))) return null;
  const bytes = Uint8Array.from(text, (sign) => byteOfSign.get(sign) ?? sign.charCodeAt(0));
  // Signs that Windows-1252 does not have would be cut to one byte.
  if (windows1252.decode(bytes) !== text) return null;
  try {
    // Only of a text that was cut, the last sign may be incomplete.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: text.length === maxRead });
  } catch {
    return null;
  }
}

/** Whether any sign that is not of ASCII was read. */
const hasLetters = (text: string): boolean => /[^\0-\u007F\uFFFD]/u.test(text);

/**
 * The email with Windows-1252 as the charset of its texts, as programs write it that say UTF-8 or nothing. Only its
 * text is that of the email: other parts may have changed.
 */
function declareWindows1252(bytes: Uint8Array): Buffer {
  const email = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const declared = email
    .replaceAll(/\bcharset(?=\s*=)/gi, "x-charset")
    .replaceAll(/^(content-type:\s*text\/(?:plain|html))\b/gim, "$1; charset=windows-1252");
  return Buffer.from(/^content-type:/im.test(email) ? declared : `${contentType}${declared.trimStart()}`, "latin1");
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

/**
 * A time without a zone, and in one whose name JavaScript does not know, such as CET, is one in UTC (RFC 5322, 4.3):
 * JavaScript would read the former in the zone of the process.
 */
function readDate(date: string | undefined): string | null {
  const written = (date ?? "").trim();
  const hasZone = !/(?<![+-]\d{2}):\d{2}(?: \d{4})?$/.test(written);
  const utc = /\dT\d/.test(written) ? "Z" : " +0000";
  const instant = readInstant(hasZone ? written : `${written}${utc}`);
  const year = instant.getUTCFullYear();
  return year >= 1970 && year <= 9999 && exists(written) ? instant.toISOString() : null;
}

function readInstant(text: string): Date {
  const known = new Date(text);
  return Number.isNaN(known.getTime()) ? new Date(text.replace(/(?<=\d) [A-Z]{1,5}$/i, " +0000")) : known;
}

/** JavaScript reads February 31 as March 3, and the year 0001 as 2001. */
function exists(date: string): boolean {
  const [, day, month, year] = /(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d+)/i.exec(date) ?? [];
  if (day === undefined) return true;
  const lastDay = new Date(`1 ${month} ${year} 00:00 +0000`);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return Number(day) <= lastDay.getUTCDate() && (year?.length === 2 || Number(year) >= 1970);
}

/**
 * By what programs write into what they send by themselves (RFC 3834, 5; RFC 3461, 6): Exchange, Gmail and mail servers
 * do. What a mailing list passes on was written by a person.
 */
function isAutomated(headers: readonly Header[]): boolean {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? "";
  return (
    valueOf("auto-submitted").startsWith("auto-") ||
    valueOf("precedence") === "auto_reply" ||
    ["x-autoreply", "x-autorespond"].some((name) => !["", "no"].includes(valueOf(name))) ||
    valueOf("content-type").startsWith("multipart/report") ||
    valueOf("return-path") === "<>"
  );
}

function describeAttachment({ filename, mimeType, content }: Attachment, index: number): EmailAttachment {
  const name = (filename ?? "").replaceAll(/\p{Cc}/gu, " ").trim();
  return {
    name: name === "" ? `attachment-${index + 1}` : cut(name, maxName),
    contentType: /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : "application/octet-stream",
    sizeBytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
  };
}
