import { notFound } from "../../../contract/errors/error-codes.ts";
import { recordAuditEntry, withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { countSent } from "../conversations/domain.counting.ts";
import { lockConversationRowForUpdate } from "../conversations/store.ts";
import { followCommunication, lockPlaceForUpdate, type Place } from "../effects/domain.ts";
import { messageStates } from "./domain.states.ts";
import { getMessageRow, recordMessageEvent, relateMessage } from "./domain.ts";
import type { DeliveryReport, DeliveryReportResult } from "./schema.ts";
import {
  findByProviderId,
  findMessage,
  findMessagePlace,
  lockMessageRowForUpdate,
  updateMessageRow,
  type MessageColumns,
  type MessageRow,
} from "./store.ts";

/**
 * Records what became of messages, in the order of the reports. Those of one message come in any order: one that says
 * less than the message's status, or is of a message that has ended, is ignored.
 *
 * @throws NOT_FOUND if none of the messages exists
 */
export async function recordDeliveryReports(
  context: Context,
  reports: readonly DeliveryReport[],
): Promise<DeliveryReportResult[]> {
  const ids: (string | null)[] = [];
  for (const report of reports) ids.push(await findReported(context, report));
  if (ids.every((id) => id === null)) throw notFound("Message");
  await lockReportedForUpdate(context, new Set(ids.filter((id) => id !== null)));
  const results: DeliveryReportResult[] = [];
  for (const [index, report] of reports.entries()) {
    const id = ids[index] ?? null;
    const position = index + 1;
    const row = id === null ? undefined : await findMessage(context, id);
    if (row === undefined || row.direction !== "outbound") {
      results.push({ position, messageId: null, result: "not_found", status: null });
      continue;
    }
    results.push({ position, messageId: row.id, ...(await applyReport(context, row, report)) });
  }
  return results;
}

/** The message that a report is of; null if there is none of a live case. */
async function findReported(context: Context, report: DeliveryReport): Promise<string | null> {
  const { messageId, providerMessageId } = report;
  if (messageId !== undefined) return (await findMessagePlace(context, messageId)) === undefined ? null : messageId;
  return providerMessageId === undefined ? null : ((await findByProviderId(context, providerMessageId)) ?? null);
}

/**
 * Locks the leads of the messages, their cases, their conversations, then the messages until commit: each in the order
 * of their IDs.
 */
async function lockReportedForUpdate(context: Context, ids: ReadonlySet<string>): Promise<void> {
  const ordered = [...ids].toSorted();
  const places: Place[] = [];
  const conversationIds = new Set<string>();
  for (const id of ordered) {
    const place = await findMessagePlace(context, id);
    if (place === undefined) continue;
    places.push(place);
    conversationIds.add(place.conversationId);
  }
  const idsOf = (owner: keyof Place) => new Set(places.flatMap((place) => place[owner] ?? []).toSorted());
  for (const leadId of idsOf("leadId")) await lockPlaceForUpdate(context, { leadId, caseId: null });
  for (const caseId of idsOf("caseId")) await lockPlaceForUpdate(context, { leadId: null, caseId });
  for (const id of [...conversationIds].toSorted()) await lockConversationRowForUpdate(context, id);
  for (const id of ordered) await lockMessageRowForUpdate(context, id);
}

const instants = { sent: "sentAt", delivered: "deliveredAt", read: "readAt" } as const;

/** Whether a report says more than is known. One that a provider sent before the attempt was recorded counts. */
function isNews(row: MessageRow, status: DeliveryReport["status"]): boolean {
  if (row.status === "delivered" && status === "bounced" && row.channel !== "email") return false;
  if (row.status === "queued") return row.attemptAt !== null;
  return messageStates.transitions[row.status].includes(status);
}

async function applyReport(
  context: Context,
  row: MessageRow,
  { status, failure, at = new Date().toISOString(), providerMessageId }: DeliveryReport,
): Promise<Pick<DeliveryReportResult, "result" | "status">> {
  if (!isNews(row, status)) {
    recordAuditEntry(context, { entity: "message", id: row.id }, relateMessage(row));
    return { result: "ignored", status: row.status };
  }
  const isFailure = status === "undelivered" || status === "bounced" || status === "failed";
  // A provider's report may come before the response to our call does.
  const isFirst = row.status === "queued";
  const columns: MessageColumns = {
    ...(isFailure
      ? { status, failure: failure ?? "other", failedAt: at }
      : { status, [instants[status]]: at, ...(row.sentAt === null && { sentAt: at }) }),
    ...(isFirst && { occurredAt: at }),
    ...(providerMessageId !== undefined && row.providerMessageId === null && { providerMessageId }),
  };
  await updateMessageRow(withoutIfMatch(context), row.id, columns);
  recordMessageEvent(context, `message.${status}`, row, await getMessageRow(context, row.id));
  if (isFirst && !isFailure) await countSent(context, row, at);
  await followCommunication(withoutIfMatch(context), { messageId: row.id });
  return { result: "applied", status };
}
