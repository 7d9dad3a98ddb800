import type { Context } from "../../../rpc/context.ts";
import type { EsignRequestRow } from "../requests/store.ts";
import { codeMinutes } from "./domain.codes.ts";
import { createSigningLink } from "./domain.links.ts";
import { formatDayFor } from "./domain.mail-texts.ts";
import { toRecipient, type EsignText } from "./domain.text-hook.ts";
import { languageOf, type SigningLanguage } from "./schema.ts";
import { readFirm, updateRecipients } from "./store.ts";

/** The request as it is now, with its recipients. */
export type TextedRequest = Pick<EsignRequestRow, "id" | "language" | "expiresAt" | "recipients" | "caseId" | "leadId">;
type Recipient = EsignRequestRow["recipients"][number];

/**
 * The words of the texts to recipients. As those of emails, they name the firm and nothing of the request. The URL
 * follows them.
 */
interface TextWords {
  invitation: (firm: string, expires: string) => string;
  reminder: (firm: string, expires: string) => string;
  copies: (firm: string) => string;
  code: (firm: string, code: string, minutes: number) => string;
  /** What the firm sees in place of the URL. */
  shownLink: string;
}

/** What the firm sees in place of a code. */
const shownCode = "••••••";

const words: Readonly<Record<SigningLanguage, TextWords>> = {
  en: {
    invitation: (firm, expires) =>
      `${firm} asks you to read and sign documents. This link is only for you and works until ${expires}:`,
    reminder: (firm, expires) =>
      `Reminder: documents from ${firm} are waiting for your signature. This link is only for you and works until ${expires}:`,
    copies: (firm) => `Everyone has signed the documents from ${firm}. Your copies, for 90 days:`,
    code: (firm, code, minutes) =>
      `${code} is your code to sign documents from ${firm}, valid for ${minutes} minutes. Do not give it to anyone.`,
    shownLink: "[link of the recipient]",
  },
  es: {
    invitation: (firm, expires) =>
      `${firm} le pide que lea y firme documentos. Este enlace es solo para usted y funciona hasta el ${expires}:`,
    reminder: (firm, expires) =>
      `Recordatorio: hay documentos de ${firm} que esperan su firma. Este enlace es solo para usted y funciona hasta el ${expires}:`,
    copies: (firm) => `Todos han firmado los documentos de ${firm}. Sus copias, durante 90 días:`,
    code: (firm, code, minutes) =>
      `${code} es su código para firmar documentos de ${firm}, válido por ${minutes} minutos. No se lo dé a nadie.`,
    shownLink: "[enlace del destinatario]",
  },
};

const isTexted = ({ delivery }: Recipient) => delivery === "text";

/** Texts a recipient a new link. @returns the message's ID; null where the firm, or the recipient, has no number */
async function textLink(
  context: Context,
  request: TextedRequest,
  recipient: Recipient,
  { text, expiresAt }: { text: string; expiresAt: string },
): Promise<string | null> {
  const of = { id: recipient.id, requestId: request.id };
  const { path } = await createSigningLink(context, of, { kind: "mail", expiresAt });
  const shown = `${text} ${words[languageOf(request)].shownLink}`;
  return context.hooks.esignTexts.send(context, toRecipient(request, recipient), {
    shown,
    text,
    path,
    isRequested: false,
  });
}

/**
 * Texts recipients of delivery `text` a link each; those that they have stay valid. A recipient for whom no text can be
 * written is recorded as not reached by a job ({@link recordUnreachedSigners}). The caller holds the lock of the
 * request.
 *
 * @returns the ids of those for whom a text was written
 */
export async function textLinks(
  context: Context,
  request: TextedRequest,
  recipientIds: readonly string[],
  kind: "invitation" | "reminder",
): Promise<string[]> {
  const recipients = request.recipients.filter((each) => isTexted(each) && recipientIds.includes(each.id));
  if (recipients.length === 0) return [];
  const { expiresAt } = request;
  if (expiresAt === null) throw new Error("a request that is out has no expiry");
  const language = languageOf(request);
  const firm = await readFirm(context);
  const text = words[language][kind](firm.senderName, formatDayFor(language, expiresAt, firm.timezone));
  const texted: string[] = [];
  for (const recipient of recipients) {
    const textMessageId = await textLink(context, request, recipient, { text, expiresAt });
    if (textMessageId !== null) texted.push(recipient.id);
    const lastNotifiedAt = textMessageId === null ? {} : { lastNotifiedAt: new Date().toISOString() };
    await updateRecipients(context, [recipient.id], { textMessageId, ...lastNotifiedAt });
  }
  return texted;
}

/** Texts recipients of delivery `text` links to the sealed files. The request is completed, and locked. */
export async function textCopies(context: Context, request: TextedRequest, expiresAt: string): Promise<void> {
  const recipients = request.recipients.filter(isTexted);
  if (recipients.length === 0) return;
  const firm = await readFirm(context);
  const text = words[languageOf(request)].copies(firm.senderName);
  // A copy that does not arrive changes nothing of a request that is completed.
  for (const recipient of recipients) await textLink(context, request, recipient, { text, expiresAt });
}

/** Texts a code, at once. */
export async function textCode(
  context: Context,
  request: TextedRequest,
  recipient: Parameters<typeof toRecipient>[1],
  code: string,
): Promise<void> {
  const firm = await readFirm(context);
  const compose = (shown: string) => words[languageOf(request)].code(firm.senderName, shown, codeMinutes);
  const text: EsignText = { shown: compose(shownCode), text: compose(code), path: null, isRequested: true };
  await context.hooks.esignTexts.send(context, toRecipient(request, recipient), text);
}
