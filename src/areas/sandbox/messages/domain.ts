import { createId } from "../../../platform/database/ids.ts";
import { readPage } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { CapturedMessage, maxTextLength, type CapturedMessageFilter } from "./schema.ts";
import { insertCaptured, listCaptured } from "./store.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** An email or a text that a sandbox does not send. */
export interface UnsentMessage extends Pick<CapturedMessage, "channel" | "subject" | "text" | "attachments"> {
  /** Its ID: the same message is captured once, however often its job runs. */
  sourceId: string;
  recipients: readonly string[];
  /** The record that it belongs to. */
  record: { entity: string; id: string } | null;
}

/** Keeps a message of the context's organization, a sandbox, for seven days: one for each recipient. */
export function captureMessage(
  context: Inside,
  { sourceId, recipients, channel, subject, text, attachments, record }: UnsentMessage,
): Promise<void> {
  return insertCaptured(
    context,
    [...new Set(recipients)].map((to) => ({
      id: createId("capturedMessage"),
      sourceId,
      channel,
      to,
      subject,
      text: text.slice(0, maxTextLength),
      attachments,
      entity: record?.entity ?? null,
      entityId: record?.id ?? null,
    })),
  );
}

/** Newest first. A firm has none: what it sends reaches people. */
export async function listCapturedMessages(
  context: Context,
  { channel, to, entityId, ...page }: CapturedMessageFilter,
): Promise<{ messages: CapturedMessage[]; nextCursor: string | null }> {
  const filter = { channel, to, entityId };
  const name = `captured messages ${JSON.stringify([channel ?? null, to ?? null, entityId ?? null])}`;
  const { rows, nextCursor } = await readPage({ organizationId: context.organizationId, name }, page, (range) =>
    listCaptured(context, filter, range),
  );
  return { messages: rows.map((row) => CapturedMessage.parse(row)), nextCursor };
}
