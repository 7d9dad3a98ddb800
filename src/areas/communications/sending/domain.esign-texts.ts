import { AppError } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EsignText, EsignTexts, TextObstacle, TextTo } from "../../esign/signing/domain.text-hook.ts";
import { findConversation, findConversationWith } from "../conversations/store.ts";
import { checkSending } from "./domain.checking.ts";
import { getFrom, type FirmParty } from "./domain.composing.ts";
import { createMessage } from "./domain.ts";
import { findRecipientAt, type Recipient } from "./domain.recipients.ts";

/** What sends the texts of signature requests: as all others, and what they say beside their words is a secret. */
export const esignTexts: EsignTexts = { findObstacle, send };

const findSigner = (context: Context, { recipient }: TextTo): Promise<Recipient> =>
  findRecipientAt(context, recipient, recipient.phone);

/** The conversation of a case or lead with a number, by whatever number of the firm. */
async function findConversationOf(context: Context, { place }: TextTo, address: string) {
  const found = await findConversationWith(context, { channel: "text", address, firmAddress: null, ...place });
  return found === undefined ? null : ((await findConversation(context, found.id)) ?? null);
}

async function findObstacle(context: Context, to: TextTo, isRequested: boolean): Promise<TextObstacle | null> {
  try {
    await getFrom(context, { channel: "text", conversation: null });
  } catch (error) {
    if (!(error instanceof AppError) || error.errorReason !== "message_blocked") throw error;
    return { block: "not_configured", message: error.message };
  }
  const recipient = await findSigner(context, to);
  if (recipient.address === null)
    return { block: "no_address", message: "The recipient has no phone number for texts" };
  const verdict = await checkSending(context, {
    channel: "text",
    place: to.place,
    recipients: [recipient],
    isAutomated: true,
    isRequested,
    automation: "esign",
    at: new Date(),
    // What is full today is not tomorrow: the worker checks it.
    limit: "ignored",
  });
  return verdict.block === null ? null : { block: verdict.block, message: verdict.message };
}

async function send(context: Context, to: TextTo, text: EsignText): Promise<string | null> {
  const { place } = to;
  const recipient = await findSigner(context, to);
  const { address } = recipient;
  if (address === null) return null;
  const conversation = await findConversationOf(context, to, address);
  const from = await findFrom(context, conversation);
  if (from === null) return null;
  const { shown, ...secret } = text;
  const { id } = await createMessage(context, {
    channel: "text",
    conversation,
    place,
    recipients: [recipient],
    subject: null,
    bodyText: shown,
    // Counted when it is sent: the words that are shown are others.
    segments: null,
    from,
    attachments: [],
    sendAt: new Date(),
    deferral: null,
    isAutomated: true,
    automation: "esign",
    isRequested: text.isRequested,
    secret,
    inReplyToMessageId: null,
    messageTemplateId: null,
    externalId: null,
  });
  return id;
}

/** Null where the firm has no number for texts. */
const findFrom = (
  context: Context,
  conversation: Parameters<typeof getFrom>[1]["conversation"],
): Promise<FirmParty | null> =>
  getFrom(context, { channel: "text", conversation }).catch((error: unknown) => {
    if (error instanceof AppError && error.errorReason === "message_blocked") return null;
    throw error;
  });
