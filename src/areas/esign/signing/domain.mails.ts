import { enqueueMail, enqueueMails, type QueuedMail } from "../../../platform/mail/mail-queue.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EsignRequestRow } from "../requests/store.ts";
import { codeMinutes } from "./domain.codes.ts";
import { createSigningLink } from "./domain.links.ts";
import { formatDayFor, mailTexts } from "./domain.mail-texts.ts";
import { languageOf } from "./schema.ts";
import { readFirm, updateRecipients, type FirmRow } from "./store.ts";

/** The request as it is now, with its recipients. */
export type OfRequest = Pick<EsignRequestRow, "id" | "language" | "expiresAt" | "recipients">;
type Recipient = EsignRequestRow["recipients"][number];

function address(
  firm: FirmRow,
  { id, email }: Pick<Recipient, "id" | "email">,
  content: Pick<QueuedMail, "subject" | "text" | "path">,
) {
  return {
    to: email ?? "",
    ...content,
    senderName: firm.senderName,
    ...(firm.replyTo !== null && { replyTo: firm.replyTo }),
    onFailure: { handler: "esignRecipient", id },
  } satisfies QueuedMail;
}

/**
 * Emails recipients of delivery `email` a link each. The caller holds the lock of the request.
 *
 * @returns the ids of those who were emailed
 */
export async function mailLinks(
  context: Context,
  request: OfRequest,
  recipientIds: readonly string[],
  kind: "invitation" | "reminder",
): Promise<string[]> {
  const { id: requestId, expiresAt } = request;
  const language = languageOf(request);
  if (expiresAt === null) throw new Error("a request that is out has no expiry");
  const recipients = request.recipients.filter(
    ({ id, delivery, email }) => recipientIds.includes(id) && delivery === "email" && email !== null,
  );
  const firm = await readFirm(context);
  const { subject, text } = mailTexts[language][kind](
    firm.senderName,
    formatDayFor(language, expiresAt, firm.timezone),
  );
  const mails: QueuedMail[] = [];
  for (const recipient of recipients) {
    const { path } = await createSigningLink(context, { id: recipient.id, requestId }, { kind: "mail", expiresAt });
    mails.push(address(firm, recipient, { subject, text, path }));
  }
  await enqueueMails(context.transaction, mails);
  const emailed = recipients.map(({ id }) => id);
  await updateRecipients(context, emailed, { lastNotifiedAt: new Date().toISOString() });
  return emailed;
}

/** Emails a code ahead of other mail, because its reader waits for it. */
export async function mailCode(
  context: Context,
  request: Pick<OfRequest, "language">,
  recipient: Pick<Recipient, "id" | "email">,
  code: string,
): Promise<void> {
  const firm = await readFirm(context);
  const content = mailTexts[languageOf(request)].code(firm.senderName, code, codeMinutes);
  await enqueueMail(context.transaction, address(firm, recipient, content));
}

/**
 * Emails all recipients of delivery `email` links to the sealed files. The caller holds the lock of the request, which
 * is completed.
 */
export async function mailCopies(context: Context, request: OfRequest, expiresAt: string): Promise<void> {
  const firm = await readFirm(context);
  const content = mailTexts[languageOf(request)].copies(firm.senderName);
  const mails: QueuedMail[] = [];
  for (const recipient of request.recipients) {
    if (recipient.delivery !== "email" || recipient.email === null) continue;
    const of = { id: recipient.id, requestId: request.id };
    const { path } = await createSigningLink(context, of, { kind: "mail", expiresAt });
    // A copy that does not arrive changes nothing of a request that is completed.
    const { onFailure: _, ...mail } = address(firm, recipient, { ...content, path });
    mails.push(mail);
  }
  await enqueueMails(context.transaction, mails);
}
