import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { softDeleteRow } from "../../../rpc/resource/store.ts";
import { lockCaseForShare, lockLiveCaseForShare } from "../../cases/domain.ts";
import { lockLeadForShare } from "../../leads/domain.ts";
import { findValues } from "../submissions/domain.ts";
import { describeEsignRequest, recordEsignEvent } from "./domain.events.ts";
import type { EsignField, EsignRequest, EsignRequestDetail, EsignRequestQuery } from "./schema.ts";
import {
  esignRequestStatements,
  findEsignRequest,
  findOwners,
  listFields,
  lockEsignRequestRowForUpdate,
  selectEsignRequestPage,
  type EsignRequestRow,
} from "./store.ts";

/**
 * Locks what a request belongs to FOR SHARE, then the request until commit: the order of every change of a request.
 *
 * @param inArchive whether the case may be archived, such as for what the system does
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when the case is archived
 */
export async function lockEsignRequestForUpdate(
  context: Context,
  id: string,
  inArchive: "live" | "open" = "open",
): Promise<EsignRequestRow> {
  const owners = await findOwners(context, id);
  if (owners === undefined) throw notFound("Signature request");
  if (owners.caseId !== null)
    await (inArchive === "open" ? lockCaseForShare : lockLiveCaseForShare)(context, owners.caseId);
  else if (owners.leadId !== null) await lockLeadForShare(context, owners.leadId);
  const row = await lockEsignRequestRowForUpdate(context, id);
  if (row === undefined) throw notFound("Signature request");
  return row;
}

/**
 * A request with its fields. What recipients filled in is redacted without `medical:read` when it may be PHI.
 *
 * @throws NOT_FOUND
 */
export async function getEsignRequest(context: Context, id: string): Promise<EsignRequestDetail> {
  const row = await findEsignRequest(context, id);
  if (row === undefined) throw notFound("Signature request");
  return { ...describeEsignRequest(row), fields: await listFilledFields(context, row) };
}

async function listFilledFields(context: Context, row: EsignRequestRow): Promise<EsignField[]> {
  const hasSignature = row.recipients.some(({ status }) => status === "signed");
  const values = hasSignature ? await findValues(context, row.id) : new Map<string, string>();
  const hidesValues = row.containsPhi && !context.principal.scopes.has("medical:read");
  return (await listFields(context, row.id)).map((field) => {
    const filled = { ...field, value: values.get(field.id) ?? null };
    return hidesValues ? redactMembers(filled, ["value"]) : filled;
  });
}

/**
 * A page of requests, without their fields.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listEsignRequests(
  context: Context,
  { after, limit, sort, ...filters }: EsignRequestQuery,
): Promise<{ esignRequests: EsignRequest[]; nextCursor: string | null }> {
  const list = { name: "signature requests", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectEsignRequestPage(context, filters, page),
  );
  return { esignRequests: rows.map(describeEsignRequest), nextCursor };
}

/**
 * Deletes a draft.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a request that was sent, or of an archived case; STALE_REVISION
 */
export async function deleteEsignRequest(context: Context, id: string): Promise<void> {
  const before = await lockEsignRequestForUpdate(context, id);
  if (before.status !== "draft")
    throw invalidState(`Only a draft can be deleted; this request is ${before.status}`, {
      detail: before.status,
    });
  requireExpected(context.expectedRevisions, "signature request", before.revision);
  const deleted = await softDeleteRow(context, esignRequestStatements, id);
  recordEsignEvent(context, "esign_request.deleted", before, { ...before, ...deleted });
}
