import type { EventType } from "../../../contract/events/event-types.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { relateCase } from "../../cases/domain.ts";
import { isActiveRecipient, movesOfOperations } from "./domain.states.ts";
import { EsignRequest, EsignRequestInEvent } from "./schema.ts";
import type { EsignRequestRow } from "./store.ts";

const pickRequest = createOutputPicker(EsignRequest);

/** The request of a row, without its fields. */
export function describeEsignRequest(row: EsignRequestRow): EsignRequest {
  const documents = row.documents.map(
    ({ authorizationId, subjectEntity, subjectId, hasSignaturePage: _hasSignaturePage, ...document }) => ({
      ...document,
      hipaa: authorizationId === null ? null : { authorizationId },
      subject: subjectEntity === null || subjectId === null ? null : { entity: subjectEntity, id: subjectId },
    }),
  );
  const recipients = row.recipients.map((recipient) => ({
    ...recipient,
    isActive: isActiveRecipient(recipient.status),
  }));
  return pickRequest({ ...row, documents, recipients, availableTransitions: movesOfOperations[row.status] });
}

/** The request as its events have it: without titles, messages, names and addresses. */
export const describeEsignRequestInEvent = (request: EsignRequest): EsignRequestInEvent =>
  EsignRequestInEvent.parse(request);

/** The records that an event of a request names besides it. */
export function relateEsignRequest(row: EsignRequestRow): RecordReference[] {
  const { caseId, caseClientId, leadId, certificateDocumentId, documents, recipients } = row;
  const references = (entity: string, ids: readonly (string | null)[]) =>
    [...new Set(ids)].flatMap((id) => (id === null ? [] : [{ entity, id }]));
  return [
    ...(caseId === null || caseClientId === null ? [] : relateCase(caseId, caseClientId)),
    ...references("lead", [leadId]),
    ...references("document", [...documents.map(({ documentId }) => documentId), certificateDocumentId]),
    ...references(
      "hipaa_authorization",
      documents.map(({ authorizationId }) => authorizationId),
    ),
    ...references(
      "esign_recipient",
      recipients.map(({ id }) => id),
    ),
  ];
}

/**
 * Records an event of a request. `before` is its row before the change; null for a creation.
 *
 * @returns the request afterwards
 */
export function recordEsignEvent(
  context: Context,
  eventType: EventType & `esign_request.${string}`,
  before: EsignRequestRow | null,
  after: EsignRequestRow,
): EsignRequest {
  const request = describeEsignRequest(after);
  const payload = describeEsignRequestInEvent(request);
  const diff = before === null ? {} : diffRecords(describeEsignRequestInEvent(describeEsignRequest(before)), payload);
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds: relateEsignRequest(after) });
  return request;
}
