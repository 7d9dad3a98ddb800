import { notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { staleRevision } from "../../contract/revision.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../rpc/context.ts";
import { getLiveCase } from "../cases/domain.ts";
import { listDeadlinesById } from "../deadlines/domain.ts";
import { relateTrigger } from "../deadlines/triggers/domain.ts";
import { DeadlineChain, DeadlineChainInEvent } from "./schema.ts";
import { findChain, listChainRows, updateChainRow, type ChainRow } from "./store.ts";

function showChain({
  templateKey,
  templateName,
  templateRevision,
  triggerSource,
  triggerRecordId,
  triggerOn,
  otherTriggers: triggers,
  ...row
}: ChainRow): DeadlineChain {
  return DeadlineChain.parse({
    ...row,
    triggers,
    template: { key: templateKey, name: templateName, revision: templateRevision },
    trigger: { source: triggerSource, recordId: triggerRecordId, on: triggerOn },
  });
}

/** @throws NOT_FOUND, also in a deleted case */
export async function getChainRow(context: Context, chainId: string): Promise<ChainRow> {
  const row = await findChain(context, chainId);
  if (row === undefined) throw notFound("Deadline chain");
  return row;
}

/**
 * The chains of a case, oldest first.
 *
 * @throws NOT_FOUND for the case
 */
export async function listChains(context: Context, caseId: string): Promise<DeadlineChain[]> {
  await getLiveCase(context, caseId);
  return (await listChainRows(context, caseId)).map(showChain);
}

export const withDeadlines = async (context: Context, row: ChainRow) => ({
  deadlineChain: showChain(row),
  deadlines: await listDeadlinesById(context, row.deadlineIds),
});
export type WithDeadlines = Awaited<ReturnType<typeof withDeadlines>>;

export async function getChain(context: Context, chainId: string): Promise<WithDeadlines> {
  return withDeadlines(context, await getChainRow(context, chainId));
}

type Related = Pick<ChainRow, "id" | "caseId" | "caseClientId" | "adversePartyId" | "triggerRecordId"> & {
  triggerSource: string;
};

export function relateChain({
  id,
  caseId,
  caseClientId,
  adversePartyId,
  triggerSource,
  triggerRecordId,
}: Related): RecordReference[] {
  const related = [
    { entity: "deadline_chain", id },
    { entity: "case", id: caseId },
    { entity: "client", id: caseClientId },
    ...relateTrigger(triggerSource, triggerRecordId),
  ];
  return adversePartyId === null ? related : [...related, { entity: "case_party", id: adversePartyId }];
}

export const describeChain = (row: ChainRow): DeadlineChainInEvent => DeadlineChainInEvent.parse(showChain(row));

export function recordChainEvent(
  context: Context,
  eventType: EventType,
  before: ChainRow | null,
  after: ChainRow,
): void {
  const payload = describeChain(after);
  const diff = before === null ? {} : diffRecords(describeChain(before), payload);
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds: relateChain(after) });
}

/**
 * Changes a locked chain, with its event.
 *
 * @returns it as it is now
 * @throws STALE_REVISION
 */
export async function changeChainRow(
  context: Context,
  eventType: EventType,
  before: ChainRow,
  columns: Parameters<typeof updateChainRow>[2],
): Promise<ChainRow> {
  if (!(await updateChainRow(context, before.id, columns))) throw staleRevision("chain");
  const after = await getChainRow(context, before.id);
  recordChainEvent(context, eventType, before, after);
  return after;
}
