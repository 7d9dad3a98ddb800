import type { ComposedMail, MailComposer, MailRecord } from "../../../platform/mail/composed-mails.ts";
import type { MailFailureHandler } from "../../../platform/mail/mail-failures.ts";
import type { Context } from "../../../rpc/context.ts";
import { findMessage, lockMessageRowForUpdate, type MessageRow } from "../messages/store.ts";
import type { MessageFailure } from "../messages/schema.ts";
import { suppressAddress } from "../suppressions/domain.ts";
import { isTooLate, checkQueued } from "./domain.claiming.ts";
import { endWith, recordBlock, recordFailure, recordSent } from "./domain.outcomes.ts";
import { runStep, type DeliveryTools } from "./domain.texts.ts";
import { listFiles, markAttempted } from "./store.ts";

declare module "../../../platform/mail/composed-mails.ts" {
  interface MailComposers {
    /** Emails of conversations, by the message's ID. */
    readonly message: MailComposer;
  }
}

declare module "../../../platform/mail/mail-failures.ts" {
  interface MailFailureHandlers {
    /** Emails of conversations that were given up, by the message's ID. */
    readonly message: MailFailureHandler;
  }
}

export interface MailTools extends Pick<DeliveryTools, "database" | "installationKeys"> {
  /** What carries the installation's emails. */
  carrier: "smtp" | "outbox";
}

/** Composes emails of conversations from their rows, and records what becomes of them. */
export function createMessageComposer(tools: MailTools): MailComposer {
  return {
    compose: ({ organizationId, id }) =>
      runStep(tools, organizationId, (context) => claimEmail(context, id, tools.carrier)),
    recordSent: ({ organizationId, id }, unknown) =>
      runStep(tools, organizationId, async (context) => {
        await recordSent(context, id);
        const at = new Date().toISOString();
        for (const address of unknown)
          await suppressAddress(context, {
            channel: "email",
            address: address.toLowerCase(),
            reason: "hard_bounce",
            at,
          });
      }),
    recordRefused: (record) => giveUp(tools, record, "address_refused"),
  };
}

/** Records that an email of a conversation was given up. */
export const createMessageFailureHandler =
  (tools: Pick<MailTools, "database" | "installationKeys">): MailFailureHandler =>
  (failed) =>
    giveUp(tools, failed, "other");

const giveUp = (
  tools: Pick<MailTools, "database" | "installationKeys">,
  { organizationId, id }: MailRecord,
  failure: MessageFailure,
): Promise<void> =>
  runStep(tools, organizationId, async (context) => {
    const row = await lockMessageRowForUpdate(context, id);
    if (row?.status !== "queued") return;
    const [address, ...others] = recipientsOf(row);
    // Of several recipients nobody knows which one does not exist.
    if (failure === "address_refused" && address !== undefined && others.length === 0) {
      const at = new Date().toISOString();
      await suppressAddress(context, { channel: "email", address, reason: "hard_bounce", at });
    }
    await recordFailure(context, row, failure);
  });

const recipientsOf = ({ parties }: MessageRow): string[] =>
  parties.filter(({ role }) => role !== "from").map(({ address }) => address);

/** Checks an email again, and composes it. An attempt is committed first: a request can no longer cancel it. */
async function claimEmail(context: Context, id: string, carrier: MailTools["carrier"]): Promise<ComposedMail | null> {
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status !== "queued") return null;
  if (isTooLate(row)) return endWith(recordFailure(context, row, "too_late"));
  const verdict = await checkQueued(context, row, false);
  if (verdict.block !== null) return endWith(recordBlock(context, row, verdict.block));
  const files = await listFiles(context, id);
  // A document was deleted since: what the email says of it would be missing.
  if (files.length < row.attachments.length) return endWith(recordFailure(context, row, "other"));
  await markAttempted(context, id, { provider: carrier, segments: null });
  return composeMail(context, row, files);
}

async function composeMail(
  context: Context,
  row: MessageRow,
  attachments: ComposedMail["attachments"],
): Promise<ComposedMail> {
  const from = row.parties.find(({ role }) => role === "from");
  const [to = "", ...alsoTo] = recipientsOf(row);
  const replied = row.inReplyToMessageId === null ? undefined : await findMessage(context, row.inReplyToMessageId);
  const inReplyTo = replied?.messageIdHeader ?? null;
  return {
    localPart: row.id,
    to,
    alsoTo,
    isFromPerson: !row.isAutomated,
    subject: row.subject ?? "",
    text: row.bodyText ?? "",
    senderName: `${from?.name ?? "A law firm"} via Caseport`,
    ...(from !== undefined && { replyTo: from.address }),
    ...(inReplyTo !== null && { thread: { inReplyTo, references: row.referencesHeader } }),
    attachments,
  };
}
