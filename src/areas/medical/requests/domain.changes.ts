import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import type { Context } from "../../../rpc/context.ts";
import { onBehalfOf, vendorOf } from "../../../rpc/principal.ts";
import { lockCaseForShare } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { describeStatus, validateAuthorization } from "../authorizations/domain.rules.ts";
import { recordRequestEvent, isAtAnEnd, readRequest } from "./domain.ts";
import { validateSpan, keepUnique, overlay } from "../domain.rules.ts";
import { facilities } from "../facilities/domain.ts";
import {
  lockAuthorizationForUpdate,
  lockAuthorizedRequestForUpdate,
  type Authorization,
  type LockedRequest,
} from "./domain.transitions.ts";
import type { NewRetrievalRequest, RetrievalChanges, RetrievalRequest } from "./schema.ts";
import { insertSteps } from "./store.ts";
import { changeRow, insertRow, type Written } from "../store.rows.ts";

/** @throws VALIDATION_FAILED when the dates contradict each other */
function validateDates({
  allDates,
  dateRangeStartOn,
  dateRangeEndOn,
}: Pick<RetrievalChanges, "allDates" | "dateRangeStartOn" | "dateRangeEndOn">): void {
  validateSpan("dateRangeEndOn", dateRangeStartOn, dateRangeEndOn);
  if (allDates === true && (dateRangeStartOn ?? dateRangeEndOn ?? null) !== null) {
    throw invalidInput({ path: "allDates", message: "must be false if a date range is sent" });
  }
}

/**
 * A key that is bound to a vendor gives its requests to no other.
 *
 * @throws VALIDATION_FAILED
 */
function rejectOtherVendor({ principal }: Context, vendorId: string | null | undefined): void {
  const bound = vendorOf(principal);
  if (bound === null || vendorId === undefined || vendorId === bound) return;
  throw invalidInput({ path: "vendorId", message: "must be the vendor to which the key is bound" });
}

/** A copy of the request's authorization as of now. */
function storeAuthorization(authorization: Authorization | undefined): Written<"RetrievalRequest"> {
  if (authorization === undefined) return { authorizationStatus: "missing", authorizationExpiresOn: null };
  return {
    authorizationStatus: describeStatus(authorization, authorization.today),
    authorizationExpiresOn: authorization.expiresOn,
  };
}

/**
 * Drafts a request to a facility of the case.
 *
 * @throws NOT_FOUND for case, facility, vendor or authorization; VALIDATION_FAILED for dates that contradict or a
 *   vendor to which the key is not bound; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION
 */
export async function createRequest(
  context: Context,
  caseId: string,
  values: NewRetrievalRequest,
): Promise<RetrievalRequest> {
  validateDates(values);
  rejectOtherVendor(context, values.vendorId);
  await lockContactsForShare(context, [values.vendorId]);
  await lockCaseForShare(context, caseId);
  const facility = await facilities.lockForUpdate(context, { id: values.facilityId });
  if (facility.caseId !== caseId) throw notFound("Facility");
  const authorization =
    typeof values.authorizationId === "string"
      ? await lockAuthorizationForUpdate(context, caseId, values.authorizationId, null)
      : undefined;
  const id = createId("retrievalRequest");
  const row: Written<"RetrievalRequest"> & { id: string } = {
    recordTypes: [],
    deliveryMethod: "email",
    vendorId: vendorOf(context.principal),
    ...values,
    ...storeAuthorization(authorization),
    id,
    caseId,
    clientId: facility.clientId,
    status: "draft",
    requestedById: onBehalfOf(context.principal),
    // As late as can be: its row is locked from here to the commit.
    requestNumber: await allocateNumber(context.transaction, context.organizationId, "retrieval_request"),
  };
  await keepUnique("RetrievalRequest", insertRow(context, "RetrievalRequest", row), row);
  await insertSteps(context, [{ id: createId("retrievalRequestStep"), requestId: id, status: "draft", note: null }]);
  const after = await readRequest(context, id);
  recordRequestEvent(context, "retrieval_request.created", null, after);
  return after;
}

/** Statuses before sending, and after a return: the request may exceed its authorization. */
const unsent: ReadonlySet<string> = new Set(["draft", "awaiting_authorization", "rejected", "on_hold"]);

function validateChanges(
  request: LockedRequest,
  changes: RetrievalChanges,
  authorization: Authorization | undefined,
): Written<"RetrievalRequest"> {
  const next = overlay(request, changes);
  validateDates(next);
  const changesExtent = [
    "authorizationId",
    "allDates",
    "dateRangeStartOn",
    "dateRangeEndOn",
    "includesMentalHealth",
    "includesSubstanceUse",
    "includesHiv",
  ].some((field) => Object.hasOwn(changes, field));
  if (changesExtent && !unsent.has(request.status)) validateAuthorization(next, authorization, request.today);
  return changes.authorizationId === undefined ? changes : { ...changes, ...storeAuthorization(authorization) };
}

/**
 * Updates a request; null clears. The status changes only by transitions.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; STALE_REVISION; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION in a final status, or
 *   for more than the authorization covers once it is ready
 */
export async function updateRequest(
  context: Context,
  requestId: string,
  changes: RetrievalChanges,
): Promise<RetrievalRequest> {
  rejectOtherVendor(context, changes.vendorId);
  await lockContactsForShare(context, [changes.vendorId]);
  const { request, authorization } = await lockAuthorizedRequestForUpdate(context, requestId, changes.authorizationId);
  if (isAtAnEnd(request.status))
    throw invalidState(`A retrieval request in status ${request.status} is finished and cannot be changed`);
  const values = validateChanges(request, changes, authorization);
  const before = await readRequest(context, requestId);
  const isChanged = await keepUnique(
    "RetrievalRequest",
    changeRow(context, "RetrievalRequest", requestId, values),
    values,
  );
  if (!isChanged) throw staleRevision("retrieval request");
  const after = await readRequest(context, requestId);
  recordRequestEvent(context, "retrieval_request.updated", before, after);
  return after;
}
