import { invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { lockCaseForShare } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockLeadForShare } from "../../leads/domain.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { recordEsignEvent } from "./domain.events.ts";
import { requireRightsOfDocuments, resolveParts, type EsignOwner } from "./domain.parts.ts";
import { sendLocked } from "./domain.sending.ts";
import type { EsignRequest, NewEsignRequest } from "./schema.ts";
import { insertParts } from "./store.parts.ts";
import { findDefaults } from "./store.sources.ts";
import { esignRequestStatements, findEsignRequest, type EsignRequestRow } from "./store.ts";

const findId = (related: readonly RecordReference[], entity: string): string | null =>
  related.find((reference) => reference.entity === entity)?.id ?? null;

/**
 * Locks a case or a lead FOR SHARE.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case or a converted lead
 */
async function lockOwnerForShare(context: Context, of: { caseId: string } | { leadId: string }): Promise<EsignOwner> {
  if ("caseId" in of) {
    const related = await lockCaseForShare(context, of.caseId);
    return { caseId: of.caseId, clientId: findId(related, "client"), leadId: null };
  }
  const related = await lockLeadForShare(context, of.leadId);
  if (findId(related, "case") !== null) throw invalidState("The lead is converted; create the request for its case");
  return { caseId: null, clientId: null, leadId: of.leadId };
}

/**
 * Creates a request of a case or a lead, and sends it where the input says so.
 *
 * @throws NOT_FOUND for what it names; FORBIDDEN and VALIDATION_FAILED as `resolveParts`; INVALID_STATE_TRANSITION for
 *   an archived case or a converted lead, or where it cannot be sent; DUPLICATE_ENTRY
 */
export async function createEsignRequest(
  context: Context,
  of: { caseId: string } | { leadId: string },
  { documents, recipients, send = false, ...given }: NewEsignRequest,
): Promise<EsignRequest> {
  requireRightsOfDocuments(context, documents);
  await lockContactsForShare(
    context,
    recipients.map(({ contactId }) => contactId),
  );
  const owner = await lockOwnerForShare(context, of);
  const { parts, containsPhi } = await resolveParts(context, owner, { documents, recipients });
  const defaults = await findDefaults(context);
  const id = createId("esignRequest");
  const { title, message = null, input = {}, moveLead = true, externalId = null } = given;
  await insertRow(context, esignRequestStatements, {
    id,
    sequenceId: await allocateNumber(context.transaction, context.organizationId, "esign_request"),
    caseId: owner.caseId,
    leadId: owner.leadId,
    title,
    message,
    language: given.language ?? defaults.language,
    expiresInDays: given.expiresInDays ?? defaults.expiresInDays,
    reminders: given.reminders ?? defaults.reminders,
    input,
    moveLead,
    containsPhi,
    externalId,
    createdBy: describeActor(context.principal),
    onBehalfOfAttorneyId: onBehalfOf(context.principal),
  });
  await insertParts(context, id, parts);
  await appendTrail(context, id, [{ action: "created", detail: { documents: documents.length } }]);
  const created = await getRow(context, id);
  const request = recordEsignEvent(context, "esign_request.created", null, created);
  return send ? sendLocked(context, created) : request;
}

async function getRow(context: Context, id: string): Promise<EsignRequestRow> {
  const row = await findEsignRequest(context, id);
  if (row === undefined) throw new Error("a signature request is gone that its transaction inserted");
  return row;
}
