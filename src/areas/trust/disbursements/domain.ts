import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { notFound } from "../../../contract/errors/error-codes.ts";
import { findRow, lockRowForUpdate, updateRow, type Written } from "../../../rpc/resource/store.ts";
import { relateCase } from "../../cases/domain.ts";
import { recordBooksRead } from "../domain.audit.ts";
import { listDisbursementTransitions } from "./domain.states.ts";
import { Disbursement, redactedMembers, type DisbursementFilter } from "./schema.ts";
import { selectDisbursementPage, selectDisbursements, type DisbursementRow } from "./store.ts";

/** Disbursements end in a status, and are never deleted. */
export const disbursementStatements = {
  table: "TrustDisbursement",
  select: selectDisbursements,
  isPermanent: true,
  unique: {
    TrustDisbursement_organizationId_externalId_key: "externalId: used by another disbursement",
  },
} as const;

/** A disbursement as its events have it. */
export const describeDisbursementInEvent = (disbursement: Disbursement) => redactMembers(disbursement, redactedMembers);

/** The record of a row. Of a lienholder the payee is a member of its own, which not everybody sees. */
export function describeDisbursement(row: DisbursementRow): Disbursement {
  const isLienholder = row.payeeType === "lienholder";
  return Disbursement.parse({
    ...row,
    payee: isLienholder ? null : row.payee,
    lienholder: isLienholder ? row.payee : null,
    availableTransitions: listDisbursementTransitions(row.status),
  });
}

/** The records that an event of a disbursement names: the case, its client and the statement. */
export const relateDisbursement = ({ caseId, plaintiffId, statementId }: DisbursementRow): RecordReference[] => [
  ...relateCase(caseId, plaintiffId),
  { entity: "settlement_statement", id: statementId },
];

/** @throws NOT_FOUND */
export async function getDisbursementRow(context: Context, id: string): Promise<DisbursementRow> {
  const row = await findRow(context, disbursementStatements, { id });
  if (row === undefined) throw notFound("Trust disbursement");
  return row;
}

/** Locks a disbursement FOR NO KEY UPDATE until commit. Its statement is locked. */
export async function lockDisbursementForUpdate(context: Context, id: string): Promise<DisbursementRow> {
  const row = await lockRowForUpdate(context, disbursementStatements, { id }, "FOR NO KEY UPDATE");
  if (row === undefined) throw notFound("Trust disbursement");
  return row;
}

/** Changes a locked disbursement, with its event. */
export async function changeDisbursement(
  context: Context,
  before: DisbursementRow,
  columns: Written<"TrustDisbursement">,
  eventType: EventType,
): Promise<Disbursement> {
  const after = await updateRow(context, disbursementStatements, before.id, columns);
  if (after === undefined) throw notFound("Trust disbursement");
  const disbursement = describeDisbursement(after);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: describeDisbursementInEvent(disbursement),
    diff: diffInEvents(describeDisbursement(before), disbursement, describeDisbursementInEvent),
    relatedIds: relateDisbursement(after),
  });
  return disbursement;
}

/**
 * A page of the firm's disbursements.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listDisbursements(
  context: Context,
  { after, limit, sort, ...filter }: DisbursementFilter,
): Promise<{ trustDisbursements: Disbursement[]; nextCursor: string | null }> {
  recordBooksRead(context, filter);
  const list = { name: "trust-disbursements", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectDisbursementPage(context, filter, page),
  );
  return { trustDisbursements: rows.map(describeDisbursement), nextCursor };
}
