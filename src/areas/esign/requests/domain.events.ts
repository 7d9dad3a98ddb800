import type { EventType } from "../../../contract/events/event-types.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { relateCase } from "../../cases/domain.ts";
import { isActiveRecipient, movesOfOperations } from "./domain.states.ts";
import { EsignRequest, EsignRequestInEvent } from "./schema.ts";
import type { EsignRequestRow } from "./store.ts";

const pickRequest = createOutputPicker(EsignRequest);
const pickForEvent = createOutputPicker(EsignRequestInEvent);

/** The request of a row, without its fields. */
export function describeEsignRequest(row: EsignRequestRow): EsignRequest {
  const documents = row.documents.map(({ authorizationId, subjectEntity, subjectId, ...document }) => ({
    ...document,
    hipaa: authorizationId === null ? null : { authorizationId },
    subject: subjectEntity === null || subjectId === null ? null : { entity: subjectEntity, id: subjectId },
  }));
  const recipients = row.recipients.map((recipient) => ({
    ...recipient,
    isActive: isActiveRecipient(recipient.status),
  }));
  return pickRequest({ ...row, documents, recipients, availableTransitions: movesOfOperations[row.status] });
}

/** The request as its events have it: without titles, messages, names and addresses. */
export function describeEsignRequestInEvent(request: EsignRequest): EsignRequestInEvent {
  const { documents, recipients, problems, ...rest } = redactMembers(request, ["title", "message", "endReason"]);
  return pickForEvent({
    ...rest,
    documents: documents.map((document) => redactMembers(document, ["name"])),
    recipients: recipients.map((recipient) => redactMembers(recipient, ["name", "email", "phone"])),
    problems: problems.map((problem) => redactMembers(problem, ["field"])),
  });
}

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
