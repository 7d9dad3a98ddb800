import { enqueueMail, enqueueMails, type QueuedMail } from "../../../platform/mail/mail-queue.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EsignRequestRow } from "../requests/store.ts";
import { codeMinutes } from "./domain.codes.ts";
import { createSigningLink } from "./domain.links.ts";
import { formatDayFor, mailTexts } from "./domain.mail-texts.ts";
import { languageOf } from "./schema.ts";
import { readFirm, updateRecipients, type FirmRow } from "./store.ts";

/** The request as it is now, with its recipients. */
type OfRequest = Pick<EsignRequestRow, "id" | "language" | "expiresAt" | "recipients">;
type Recipient = EsignRequestRow["recipients"][number];

/** Copies can be downloaded for so long. */
const copyDays = 90;

function address(
  firm: FirmRow,
  { id, email }: Pick<Recipient, "id" | "email">,
  content: Pick<QueuedMail, "subject" | "text" | "path">,
) {
  return {
    to: email ?? "",
    ...content,
    senderName: firm.senderName ?? firm.name,
    ...(firm.replyTo !== null && { replyTo: firm.replyTo }),
    onFailure: { handler: "esignRecipient", id },
  } satisfies QueuedMail;
}

/** Emails recipients of delivery `email` a link each. @returns the ids of those who were emailed */
async function mailLinks(
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
    firm.senderName ?? firm.name,
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

/**
 * Emails recipients whose turn has come their link. The caller holds the lock of the request.
 *
 * @returns the ids of those who were emailed: those of delivery `link` are not
 */
export const mailSigningInvitations = (context: Context, request: OfRequest, recipientIds: readonly string[]) =>
  mailLinks(context, request, recipientIds, "invitation");

/** Emails recipients a new link; those that they have stay valid. As {@link mailSigningInvitations}. */
export const mailReminders = (context: Context, request: OfRequest, recipientIds: readonly string[]) =>
  mailLinks(context, request, recipientIds, "reminder");

/** Emails a code ahead of other mail, because its reader waits for it. */
export async function mailCode(
  context: Context,
  request: Pick<OfRequest, "language">,
  recipient: Pick<Recipient, "id" | "email">,
  code: string,
): Promise<void> {
  const firm = await readFirm(context);
  const content = mailTexts[languageOf(request)].code(firm.senderName ?? firm.name, code, codeMinutes);
  await enqueueMail(context.transaction, address(firm, recipient, content));
}

/**
 * Emails all who signed, and those who get a copy, links to the sealed files; the latter are `copied` then. The caller
 * holds the lock of the request, which is completed.
 */
export async function mailCopies(context: Context, request: OfRequest): Promise<void> {
  const firm = await readFirm(context);
  const content = mailTexts[languageOf(request)].copies(firm.senderName ?? firm.name);
  const expiresAt = new Date(Date.now() + copyDays * 86_400_000).toISOString();
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
  const copied = request.recipients.filter(({ role }) => role === "carbon_copy").map(({ id }) => id);
  await updateRecipients(context, copied, { status: "copied" });
}
