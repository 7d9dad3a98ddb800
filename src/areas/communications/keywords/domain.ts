import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { changeConsent, type ConsentPerson } from "../consents/domain.ts";
import { listOptedOutBy, listPersonsWithNumber } from "../consents/store.ts";
import { findSending } from "../settings/domain.sending.ts";
import { endStop, suppressAddress } from "../suppressions/domain.ts";
import type { OptOutKeyword } from "./domain.words.ts";

export interface InboundText {
  /** E.164. */
  from: string;
  keyword: OptOutKeyword;
  /** When it was received. */
  occurredAt: string;
  /** Whether the provider replies to keywords itself. */
  isAnswered: boolean;
}

export interface KeywordEffect {
  optOutKeyword: OptOutKeyword | null;
  /** What is sent to the number at once, whatever consent and hours say; null for nothing. */
  reply: { automation: "opt_out_confirmation" | "help_reply" | "start_reply"; bodyText: string } | null;
}

const none = (optOutKeyword: OptOutKeyword | null): KeywordEffect => ({ optOutKeyword, reply: null });

/**
 * What an inbound text asks for, and what follows: STOP suppresses the number for the whole firm and opts out everyone
 * with it; START ends that for those whom it opted out; HELP gets a reply. Other words that ask for it are only
 * flagged. A STOP is confirmed once.
 *
 * The events of consents and clients are the calling operation's (`mayEmit`).
 */
export async function applyKeyword(context: Context, inbound: InboundText): Promise<KeywordEffect> {
  const { keyword } = inbound;
  const within = withoutIfMatch(context);
  switch (keyword) {
    case "stop":
      return stop(within, inbound);
    case "start":
      return start(within, inbound);
    case "help": {
      const { help } = (await findSending(context)).replies;
      return {
        optOutKeyword: keyword,
        reply: inbound.isAnswered ? null : { automation: "help_reply", bodyText: help },
      };
    }
    default:
      return none(keyword);
  }
}

async function stop(context: Context, { from, occurredAt, isAnswered }: InboundText): Promise<KeywordEffect> {
  // Locked in the order in which all are (0018); the row of the suppression makes two STOPs take turns after it.
  const persons = await listPersonsWithNumber(context, from);
  const { id, isNew } = await suppressAddress(context, {
    channel: "text",
    address: from,
    reason: "stop_keyword",
    at: occurredAt,
  });
  await changeAll(context, persons, { status: "opted_out", at: occurredAt, suppressionId: id });
  if (!isNew || isAnswered) return none("stop");
  const { replies } = await findSending(context);
  return { optOutKeyword: "stop", reply: { automation: "opt_out_confirmation", bodyText: replies.stop } };
}

async function start(context: Context, { from, occurredAt, isAnswered }: InboundText): Promise<KeywordEffect> {
  const persons = await listOptedOutBy(context, from, occurredAt);
  const suppressionId = await endStop(context, from, occurredAt);
  await changeAll(context, persons, {
    status: "opted_in",
    at: occurredAt,
    ...(suppressionId !== null && { suppressionId }),
  });
  if ((suppressionId === null && persons.length === 0) || isAnswered) return none("start");
  const { replies } = await findSending(context);
  return { optOutKeyword: "start", reply: { automation: "start_reply", bodyText: replies.start } };
}

async function changeAll(
  context: Context,
  persons: readonly ConsentPerson[],
  state: { status: "opted_in" | "opted_out"; at: string; suppressionId?: string },
): Promise<void> {
  for (const person of persons)
    await changeConsent(context, person, { ...state, channel: "text", source: "text_reply", undoesOptOut: true });
}
