import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { isInSandbox } from "../../../platform/database/sandbox.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { Outbound } from "../../../platform/outbound-http/outbound.ts";
import { openTextProvider } from "../../../platform/text-messages/open-provider.ts";
import type { WriteText } from "../../../platform/text-messages/outbox.ts";
import type { FindOutcome, SendOutcome } from "../../../platform/text-messages/text-provider.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { runInTransaction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { notifyOfCommunications } from "../../notifications/domain.communications.ts";
import { describeWebhookUrl } from "../connections/domain.ts";
import { lockMessageRowForUpdate } from "../messages/store.ts";
import { captureMessage } from "../../sandbox/messages/domain.ts";
import { suppressAddress } from "../suppressions/domain.ts";
import { claimText, type ClaimedText } from "./domain.claiming.ts";
import { outcomeEvents, recordFailure, recordSent } from "./domain.outcomes.ts";
import { enqueueTextAt, type MessageJob } from "./store.queue.ts";
import { clearAttempt, listUnclaimed, lockRejectionForUpdate, writeRejection } from "./store.ts";

export interface DeliveryTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  outbound: Pick<Outbound, "post" | "get">;
  writeText: WriteText;
  /** Of the webhook to which providers report. */
  baseUrl: string;
}

const sending: DeclaredAction = { name: "messages.deliver", canRecordEvent: outcomeEvents };

/** Runs a step in a transaction of its own, which need not record anything. */
export async function runStep<Result>(
  {
    database,
    installationKeys,
    action = sending,
  }: Pick<DeliveryTools, "database" | "installationKeys"> & { action?: DeclaredAction },
  organizationId: string,
  step: (context: Context) => Promise<Result>,
): Promise<Result> {
  const principal = systemPrincipal(organizationId);
  const unit = { database, installationKeys, principal, requestId: createRequestId(), clientIp: null, action };
  const { result } = await runInTransaction(unit, async (context) => ({
    result: await step(context),
    mustRecord: false,
  }));
  return result;
}

/** How long after a call without a response the provider is asked, and how often it is asked again. */
const askAgainMilliseconds = 20_000;
/** A provider that does not have a text by then never took it. */
const absentMilliseconds = 10 * 60_000;
/** A provider that cannot be asked for a day leaves it unknown. */
const unreachableMilliseconds = 86_400_000;

/**
 * Works on a text: claims it, calls its provider once, and records what came of it. After a call without a response, or
 * the death of a worker, the provider is asked for the text, which is never sent again.
 *
 * @throws if the process stops meanwhile: the job begins anew, and asks
 */
export async function deliverText(
  tools: DeliveryTools,
  { organizationId, messageId, isRequested = false }: MessageJob,
  signal: AbortSignal,
): Promise<void> {
  const claimed = await runStep(tools, organizationId, (context) =>
    claimText(context, { id: messageId, isRequested, baseUrl: tools.baseUrl }),
  );
  if (claimed === null) return;
  if (claimed.provider === "outbox") {
    await runStep(tools, organizationId, async (context) => {
      if (await isInSandbox(context.transaction)) await capture(context, claimed);
      else tools.writeText(messageId, claimed);
      await recordSent(context, messageId);
    });
    return;
  }
  if (claimed.step === "attempt") {
    const outcome = await callProvider(tools, claimed, signal);
    await runStep(tools, organizationId, (context) => recordOutcome(context, claimed, outcome));
  } else {
    const found = await askProvider(tools, claimed, signal);
    await runStep(tools, organizationId, (context) => settle(context, claimed, found));
  }
}

const capture = (context: Context, { id, to, body }: ClaimedText): Promise<void> =>
  captureMessage(context, {
    sourceId: id,
    recipients: [to],
    channel: "sms",
    subject: null,
    text: body,
    attachments: [],
    record: { entity: "message", id },
  });

function callProvider(
  { outbound, baseUrl }: DeliveryTools,
  { id, from, to, body, connection }: ClaimedText,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (connection === null) throw new Error("a text was claimed without an account");
  const statusUrl = `${describeWebhookUrl(baseUrl, connection.webhookToken)}?message=${id}`;
  return openTextProvider(connection.credentials, outbound).send({ from, to, body, statusUrl }, signal);
}

function askProvider(
  { outbound }: DeliveryTools,
  { from, to, body, attemptAt, provider, connection }: ClaimedText,
  signal: AbortSignal,
): Promise<FindOutcome> {
  if (connection?.credentials.provider !== provider) return Promise.resolve({ outcome: "unknown" });
  return openTextProvider(connection.credentials, outbound).find({ from, to, body, since: attemptAt }, signal);
}

async function recordOutcome(context: Context, claimed: ClaimedText, outcome: SendOutcome): Promise<void> {
  const { connection } = claimed;
  await followOutcome(context, claimed, outcome);
  // The account is locked last, as by webhooks, which have locked messages then.
  if (outcome.outcome !== "unauthorized" && outcome.outcome !== "unknown" && connection !== null)
    await writeRejection(context, connection.id, null);
}

async function followOutcome(context: Context, claimed: ClaimedText, outcome: SendOutcome): Promise<void> {
  const { id } = claimed;
  switch (outcome.outcome) {
    case "accepted":
      await recordSent(context, id, { providerMessageId: outcome.providerMessageId });
      return;
    case "retry_later":
      return release(context, claimed, outcome.afterSeconds * 1_000);
    case "unauthorized":
      await release(context, claimed, 0);
      return recordRejection(context, claimed);
    case "rejected":
      return recordRefusal(context, claimed, outcome);
    case "unknown":
      return enqueueLater(context, claimed, askAgainMilliseconds);
  }
}

const enqueueLater = (context: Context, { id, from, isRequested }: ClaimedText, milliseconds: number): Promise<void> =>
  enqueueTextAt(context, { id, number: from, at: new Date(Date.now() + milliseconds), isRequested });

/** The text was certainly not sent, and is tried again. */
async function release(context: Context, claimed: ClaimedText, milliseconds: number): Promise<void> {
  const row = await lockMessageRowForUpdate(context, claimed.id);
  if (row?.status !== "queued") return;
  await clearAttempt(context, claimed.id);
  await enqueueLater(context, claimed, milliseconds);
}

/** The provider does not take the credentials: texts wait, and members are notified once. */
async function recordRejection(context: Context, { connection }: ClaimedText): Promise<void> {
  if (connection === null) return;
  const before = await lockRejectionForUpdate(context, connection.id);
  await writeRejection(context, connection.id, new Date().toISOString());
  if (before !== null) return;
  recordAuditEntry(context, { entity: "text_connection", id: connection.id }, []);
  const { provider } = connection.credentials;
  await notifyOfCommunications(context, { kind: "communications.provider_rejected", parameters: { provider } });
}

async function recordRefusal(
  context: Context,
  { id, to }: ClaimedText,
  { failure, isOptedOut }: Extract<SendOutcome, { outcome: "rejected" }>,
): Promise<void> {
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status !== "queued") return;
  if (isOptedOut) {
    const at = new Date().toISOString();
    await suppressAddress(context, { channel: "text", address: to, reason: "provider_opt_out", at });
  }
  await recordFailure(context, row, failure);
}

/** What the provider says of a text that it may have taken. Each of its texts is that of one message. */
async function settle(context: Context, claimed: ClaimedText, found: FindOutcome): Promise<void> {
  const { id, provider, attemptAt } = claimed;
  const candidates = found.outcome === "found" ? await listUnclaimed(context, provider, found.providerMessageIds) : [];
  const [providerMessageId] = candidates;
  if (providerMessageId !== undefined) {
    await recordSent(context, id, { providerMessageId, at: attemptAt.toISOString() });
    return;
  }
  const patience = found.outcome === "unknown" ? unreachableMilliseconds : absentMilliseconds;
  if (Date.now() - attemptAt.getTime() < patience) return enqueueLater(context, claimed, askAgainMilliseconds);
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status === "queued") await recordFailure(context, row, "outcome_unknown");
}
