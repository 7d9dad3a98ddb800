import type { TextWebhookContent } from "../../../platform/text-messages/text-provider.ts";
import type { Context } from "../../../rpc/context.ts";
import { findLiveConnection } from "../connections/store.ts";
import { readKeyword } from "../keywords/domain.words.ts";
import { suppressAddress } from "../suppressions/domain.ts";
import { recordMessage } from "./domain.recording.ts";
import { recordDeliveryReports } from "./domain.reports.ts";
import { findByProviderId, findMessage } from "./store.ts";

type Provider = "twilio" | "telnyx";
type InboundText = Extract<TextWebhookContent, { kind: "inbound" }>;
type Report = Extract<TextWebhookContent, { kind: "report" }>;

/**
 * Records a text that a provider received, linked by its number.
 *
 * @throws DUPLICATE_ENTRY for one that is recorded already
 */
export async function recordProviderText(
  context: Context,
  provider: Provider,
  { providerMessageId, from, to, body, mediaCount, at, isAnswered, isOptOut }: InboundText,
): Promise<void> {
  // The provider's clock may be ahead of ours.
  const occurredAt = new Date(Math.min(at.getTime(), Date.now())).toISOString();
  await recordMessage(context, {
    channel: "text",
    direction: "inbound",
    from: { address: from },
    to: [{ address: await chooseOwn(context, to) }],
    bodyText: describeBody(body, { mediaCount, othersCount: to.length - 1 }),
    occurredAt,
    provider,
    providerMessageId,
    isAnswered,
    isOptOut,
  });
}

/** The firm's number among those of a group; else the first. */
async function chooseOwn(context: Context, to: readonly string[]): Promise<string> {
  const [first = ""] = to;
  if (to.length < 2) return first;
  const numbers = new Set((await findLiveConnection(context))?.numbers);
  return to.find((number) => numbers.has(number)) ?? first;
}

/**
 * Pictures are not fetched, and a reply goes to the sender alone: whoever reads the text sees that there was one, and
 * that others have it.
 */
function describeBody(body: string, { mediaCount, othersCount }: { mediaCount: number; othersCount: number }): string {
  // PostgreSQL stores no NUL.
  const text = body.replaceAll("\0", "");
  if (readKeyword(text) !== null) return text;
  const files = mediaCount === 1 ? "1 picture or file" : `${mediaCount} pictures or files`;
  const numbers = othersCount === 1 ? "1 other number" : `${othersCount} other numbers`;
  const notes = [
    ...(mediaCount > 0 ? [`[${files}, which Caseport does not receive]`] : []),
    ...(othersCount > 0 ? [`[Also sent to ${numbers}]`] : []),
  ];
  return [...(text === "" ? [] : [text]), ...notes].join("\n\n");
}

/**
 * Records what a provider says of a text; nothing of one that another system sent with the account.
 *
 * @param messageId in the URL of the report: it may come before the provider's ID of the text is known
 */
export async function recordProviderReport(
  context: Context,
  {
    provider,
    providerMessageId,
    messageId,
    status,
    failure,
    isOptedOut,
  }: Report & { provider: Provider; messageId: string | null },
): Promise<void> {
  if (status === "queued") return;
  const known = await findByProviderId(context, providerMessageId, provider);
  const id = known ?? (await findAttempted(context, messageId));
  const row = id === undefined ? undefined : await findMessage(context, id);
  if (id === undefined || row === undefined) return;
  const recipient = row.parties.find(({ role }) => role === "to");
  if (isOptedOut && recipient !== undefined) {
    const at = new Date().toISOString();
    await suppressAddress(context, { channel: "text", address: recipient.address, reason: "provider_opt_out", at });
  }
  // With the report, once case and conversation are locked: the worker locks them before the message, too.
  await recordDeliveryReports(context, [
    { messageId: id, providerMessageId, status, ...(failure !== null && { failure }) },
  ]);
}

/** A text of the firm that is being sent, and of which the provider's ID is not known yet. */
async function findAttempted(context: Context, messageId: string | null): Promise<string | undefined> {
  const row = messageId === null ? undefined : await findMessage(context, messageId);
  if (row === undefined || row.direction !== "outbound" || row.providerMessageId !== null) return undefined;
  return row.status === "queued" && row.attemptAt !== null ? row.id : undefined;
}
