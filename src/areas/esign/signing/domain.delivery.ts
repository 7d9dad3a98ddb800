import { type AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EsignRequestRow } from "../requests/store.ts";
import { mailCopies, mailLinks } from "./domain.mails.ts";
import { toRecipient, type TextObstacle } from "./domain.text-hook.ts";
import { textCopies, textLinks, type TextedRequest } from "./domain.texts.ts";
import { updateRecipients } from "./store.ts";

type Recipient = EsignRequestRow["recipients"][number];

/** Copies can be downloaded for so long. */
const copyDays = 90;

async function sendLinks(
  context: Context,
  request: TextedRequest,
  recipientIds: readonly string[],
  kind: "invitation" | "reminder",
): Promise<string[]> {
  const emailed = await mailLinks(context, request, recipientIds, kind);
  return [...emailed, ...(await textLinks(context, request, recipientIds, kind))];
}

/**
 * Sends recipients whose turn has come their link, by email or text. The caller holds the lock of the request.
 *
 * @returns the ids of those who were sent one: those of delivery `link` are not
 */
export const sendInvitations = (context: Context, request: TextedRequest, recipientIds: readonly string[]) =>
  sendLinks(context, request, recipientIds, "invitation");

/** Sends recipients a new link; those that they have stay valid. As {@link sendInvitations}. */
export const sendReminders = (context: Context, request: TextedRequest, recipientIds: readonly string[]) =>
  sendLinks(context, request, recipientIds, "reminder");

/**
 * Sends all who signed, and those who get a copy, links to the sealed files; the latter are `copied` then. The caller
 * holds the lock of the request, which is completed.
 */
export async function sendCopies(context: Context, request: TextedRequest): Promise<void> {
  const expiresAt = new Date(Date.now() + copyDays * 86_400_000).toISOString();
  await mailCopies(context, request, expiresAt);
  await textCopies(context, request, expiresAt);
  const copied = request.recipients.filter(({ role }) => role === "carbon_copy").map(({ id }) => id);
  await updateRecipients(context, copied, { status: "copied" });
}

/** Whether a recipient is reached, or identified, by text. */
export const needsPhone = ({ delivery, authentication }: { delivery: string; authentication: string }): boolean =>
  delivery === "text" || authentication === "text_code";

/**
 * Why a recipient cannot get the texts that their delivery or authentication needs; null where they can, or need none.
 *
 * @param recipient as they are, or will be
 */
export async function findTextObstacle(
  context: Context,
  request: Pick<EsignRequestRow, "caseId" | "leadId">,
  recipient: Recipient,
): Promise<TextObstacle | null> {
  if (!needsPhone(recipient)) return null;
  // A code is asked for, a link is not.
  const isRequested = recipient.delivery !== "text";
  return context.hooks.esignTexts.findObstacle(context, toRecipient(request, recipient), isRequested);
}

/** The 409 of a recipient who cannot get texts; `X-Error-Detail` has the block. */
export const textBlocked = ({ block, message }: TextObstacle): AppError =>
  invalidState(`The recipient cannot get texts: ${message}`, {
    errorReason: "message_blocked",
    detail: block,
  });
