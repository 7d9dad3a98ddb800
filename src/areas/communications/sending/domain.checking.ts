import { type AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import { dayOf, startOfDay } from "../../../platform/local-time.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Place } from "../effects/domain.ts";
import type { Deferral, MessageAutomation, SendBlock } from "../messages/schema.ts";
import { findSending } from "../settings/domain.sending.ts";
import { checkTextTime, replyMilliseconds } from "./domain.quiet-hours.ts";
import type { Recipient, SendingChannel } from "./domain.recipients.ts";
import {
  countQueuedSince,
  findLastInbound,
  isOptOutSuspected,
  isPlaceClosed,
  listSuppressed,
  type Turn,
} from "./store.ts";

/** A message that is to be sent. */
export interface Intended {
  channel: SendingChannel;
  place: Place;
  recipients: readonly Recipient[];
  isAutomated: boolean;
  /**
   * Whether the recipient just asked for it, whatever consent, hours and limit say: a reply to a keyword; or a code,
   * which an opt-out of the number stops alone.
   */
  isRequested: boolean;
  /** What wrote it, if no person did. */
  automation: MessageAutomation | null;
  /** When it is to go. */
  at: Date;
  /** What counts of the firm's limit: nothing of a message for later; of one that waits, those before it. */
  limit: "ignored" | "new" | Turn;
}

export type SendVerdict =
  | { block: SendBlock; message: string }
  | {
      block: null;
      /** When it may go; later than asked for where quiet hours defer it. */
      sendAt: Date;
      deferral: Deferral | null;
    };

const sentences: Readonly<Record<SendBlock, string>> = {
  no_consent: "The person has not agreed to texts: record their consent with PUT /consents",
  opted_out: "The person opted out, or the number or address is suppressed",
  do_not_contact: "The person is not to be contacted",
  deceased: "The client died",
  no_address: "The record has no number or email address that it can be sent to",
  quiet_hours: "It is a quiet hour where the recipient lives",
  record_closed: "The case is archived, or the lead is deleted",
  limit: "The firm's daily limit is reached",
};

/** A message that may not be sent, with the sentence of its block. */
export const blocked = (block: SendBlock, message = sentences[block]): SendVerdict => ({ block, message });

/** The 409 of a message that may not be sent; `X-Error-Detail` has the block. */
export const blockedError = (block: SendBlock, message: string): AppError =>
  invalidState(message, { errorReason: "message_blocked", detail: block });

/**
 * Whether a message may be sent, and when: the first rule that fails, of any recipient, blocks it. The preview, the
 * request and the worker ask here, so that they say the same.
 */
export async function checkSending(context: Context, intended: Intended): Promise<SendVerdict> {
  const { place, recipients, isRequested, automation, at } = intended;
  const asked: SendVerdict = { block: null, sendAt: at, deferral: null };
  if (isRequested) {
    const isStopped = automation === "esign" && (await isAnySuppressed(context, intended));
    return isStopped ? blocked("opted_out") : asked;
  }
  if (await isPlaceClosed(context, place)) return blocked("record_closed");
  if (recipients.length === 0 || recipients.some(({ address }) => address === null)) return blocked("no_address");
  const block = (await checkRecipients(context, intended)) ?? (await checkLimit(context, intended));
  if (block !== null) return blocked(block);
  return intended.channel === "text" ? checkTime(context, intended) : asked;
}

const listAddresses = ({ recipients }: Intended) => recipients.flatMap(({ address }) => address ?? []);

const isAnySuppressed = async (context: Context, intended: Intended): Promise<boolean> =>
  (await listSuppressed(context, intended.channel, listAddresses(intended))).length > 0;

async function checkRecipients(context: Context, intended: Intended): Promise<SendBlock | null> {
  const { channel, recipients, isAutomated } = intended;
  if (await isAnySuppressed(context, intended)) return "opted_out";
  const persons = recipients.map(({ person }) => person?.row);
  if (persons.some((person) => person?.doNotContact === true)) return "do_not_contact";
  if (persons.some((person) => person?.isDeceased === true)) return "deceased";
  if (persons.some((person) => person?.consent === "opted_out")) return "opted_out";
  if (channel === "email") return null;
  if (persons.some((person) => person?.consent !== "opted_in")) return "no_consent";
  // What a person writes goes: they decided. What nobody decides on waits for them.
  if (!isAutomated) return null;
  for (const address of listAddresses(intended)) if (await isOptOutSuspected(context, address)) return "opted_out";
  return null;
}

async function checkLimit(context: Context, { limit, at }: Intended): Promise<SendBlock | null> {
  if (limit === "ignored") return null;
  const { dailyLimit, timezone } = await findSending(context);
  const since = startOfDay(dayOf(at.toISOString(), timezone), timezone);
  const before = limit === "new" ? null : limit;
  return (await countQueuedSince(context, since, dailyLimit, before)) >= dailyLimit ? "limit" : null;
}

/** Quiet hours are of texts alone, which have one recipient. */
async function checkTime(
  context: Context,
  { recipients: [recipient], automation, at }: Intended,
): Promise<SendVerdict> {
  const since = new Date(at.getTime() - replyMilliseconds).toISOString();
  const inboundAt = await findLastInbound(context, recipient?.address ?? "", since);
  const verdict = await checkTextTime(context, {
    state: recipient?.person?.row.state ?? null,
    now: at,
    lastInboundAt: inboundAt === null ? null : new Date(inboundAt),
  });
  // Nobody is there who would send a link again later: it waits for the hour, also where the firm refuses texts.
  const waits = automation === "esign" && verdict.deferral !== null;
  if (verdict.refuses && !waits) return blocked("quiet_hours");
  return { block: null, sendAt: verdict.sendAt, deferral: verdict.deferral };
}
