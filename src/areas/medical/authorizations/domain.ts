import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import {
  recordEvent,
  diffRecords,
  recordAuditEntry,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { relateCase, lockCaseForShare, getLiveCase } from "../../cases/domain.ts";
import { statusOf } from "./domain.rules.ts";
import { validateSpan, keepUnique, overlay, readAuditedPage, lockCaseDocumentForShare } from "../domain.rules.ts";
import { maxOpenRequests } from "../requests/domain.transitions.ts";
import { trackRequestChanges } from "../domain.snapshots.ts";
import { HipaaAuthorization, type AuthorizationChanges, type NewAuthorization, type Revocation } from "./schema.ts";
import {
  lockCaseFacilitiesForShare,
  findAuthorization,
  selectAuthorizationPage,
  type AuthorizationRow,
} from "./store.ts";
import { postponeReady, insertSteps, listOpenRequestIds, raiseOpenRequests } from "../requests/store.ts";
import {
  changeRow,
  findCaseOfAuthorization,
  insertRow,
  lockRowForUpdate,
  lockRowsForUpdate,
  type LockedRow,
} from "../store.rows.ts";
import type { SortedPageQuery } from "../../../contract/page.ts";

export function describeAuthorization(row: AuthorizationRow): HipaaAuthorization {
  return HipaaAuthorization.parse({ ...row, status: statusOf(row, row.today) });
}

const relate = (row: AuthorizationRow): RecordReference[] => relateCase(row.case.id, row.client.id);

async function readAuthorization(context: Context, authorizationId: string): Promise<AuthorizationRow> {
  const row = await findAuthorization(context, authorizationId);
  if (row === undefined) throw notFound("Authorization");
  return row;
}

/** @throws VALIDATION_FAILED for contradictory input */
function validate({
  scope,
  facilityIds = [],
  signedOn,
  expiresOn,
  coversFromOn,
  coversToOn,
}: AuthorizationChanges): void {
  if ((scope === "all") !== (facilityIds.length === 0)) {
    throw invalidInput({
      path: "facilityIds",
      message: scope === "all" ? "must be empty when scope is all" : "must contain a facility when scope is specific",
    });
  }
  if (new Set(facilityIds).size < facilityIds.length)
    throw invalidInput({ path: "facilityIds", message: "must not contain a facility twice" });
  validateSpan("expiresOn", signedOn, expiresOn);
  validateSpan("coversToOn", coversFromOn, coversToOn);
}

/**
 * Locks the facilities and the document that an authorization names FOR SHARE, before the authorization.
 *
 * @throws NOT_FOUND for a facility or document of another case
 */
async function lockNamedForShare(
  context: Context,
  caseId: string,
  { facilityIds = [], documentId }: AuthorizationChanges,
): Promise<void> {
  const named = [...new Set(facilityIds)];
  if (named.length > 0 && (await lockCaseFacilitiesForShare(context, caseId, named)) < named.length)
    throw notFound("Facility");
  await lockCaseDocumentForShare(context, caseId, documentId);
}

/**
 * Adds an authorization of the case's client.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION when the case is archived
 */
export async function createAuthorization(
  context: Context,
  caseId: string,
  values: NewAuthorization,
): Promise<HipaaAuthorization> {
  await lockCaseForShare(context, caseId);
  validate(values);
  await lockNamedForShare(context, caseId, values);
  const id = createId("hipaaAuthorization");
  await keepUnique("HipaaAuthorization", insertRow(context, "HipaaAuthorization", { ...values, id, caseId }), values);
  const row = await readAuthorization(context, id);
  const payload = describeAuthorization(row);
  recordEvent(context, {
    eventType: "hipaa_authorization.created",
    entityId: id,
    payload,
    diff: {},
    relatedIds: relate(row),
  });
  return payload;
}

/**
 * An authorization; the read is noted for the audit log.
 *
 * @throws NOT_FOUND
 */
export async function getAuthorization(context: Context, authorizationId: string): Promise<HipaaAuthorization> {
  const row = await readAuthorization(context, authorizationId);
  recordAuditEntry(context, { entity: "hipaa_authorization", id: authorizationId }, relate(row));
  return describeAuthorization(row);
}

/**
 * A page of a case's authorizations.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listAuthorizations(
  context: Context,
  caseId: string,
  query: SortedPageQuery,
): Promise<{ hipaaAuthorizations: HipaaAuthorization[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const list = {
    name: `hipaa-authorizations.${caseId}`,
    alias: "a",
    entity: "hipaa_authorization",
    within: { entity: "case", id: caseId },
    relate,
  };
  const filter = { caseId, updatedSince: query.updatedSince };
  const { rows, nextCursor } = await readAuditedPage(context, list, query, (page) =>
    selectAuthorizationPage(context, page, filter),
  );
  return { hipaaAuthorizations: rows.map(describeAuthorization), nextCursor };
}

/**
 * Locks the case of an authorization.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it is archived
 */
async function lockCaseOfForShare(context: Context, authorizationId: string): Promise<string> {
  const caseId = await findCaseOfAuthorization(context, authorizationId);
  if (caseId === undefined) throw notFound("Authorization");
  await lockCaseForShare(context, caseId);
  return caseId;
}

/**
 * The authorization that is about to be changed: locked, after its case, and not revoked.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION
 */
async function lockUnrevokedForUpdate(
  context: Context,
  authorizationId: string,
): Promise<LockedRow<"HipaaAuthorization">> {
  const locked = await lockRowForUpdate(context, "HipaaAuthorization", authorizationId);
  if (locked === undefined) throw notFound("Authorization");
  if (locked.revokedOn !== null) throw invalidState("A revoked authorization cannot be changed");
  return locked;
}

/**
 * Locks the authorization's open requests, after the authorization.
 *
 * @returns records their events
 */
async function lockRequestsForUpdate(context: Context, authorizationId: string): Promise<() => Promise<void>> {
  // No request is added while the authorization is locked.
  const requestIds = await listOpenRequestIds(context, authorizationId, maxOpenRequests);
  await lockRowsForUpdate(context, "RetrievalRequest", requestIds);
  return trackRequestChanges(context, requestIds);
}

/** Members of an authorization that its requests show. */
const shownByRequests = ["scope", "signedOn", "expiresOn"] as const;

/**
 * Updates an authorization; null clears. Sent requests keep it; the next transition checks whether it still covers
 * them.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; STALE_REVISION; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION once it is revoked
 */
export async function updateAuthorization(
  context: Context,
  authorizationId: string,
  changes: AuthorizationChanges,
): Promise<HipaaAuthorization> {
  await lockNamedForShare(context, await lockCaseOfForShare(context, authorizationId), changes);
  const locked = await lockUnrevokedForUpdate(context, authorizationId);
  const next = overlay(locked as AuthorizationChanges, changes);
  validate(next);
  const recordRequestEvents = shownByRequests.some((field) => next[field] !== locked[field])
    ? await lockRequestsForUpdate(context, authorizationId)
    : undefined;
  const before = await readAuthorization(context, authorizationId);
  const isChanged = await keepUnique(
    "HipaaAuthorization",
    changeRow(context, "HipaaAuthorization", authorizationId, changes),
    changes,
  );
  if (!isChanged) throw staleRevision("authorization");
  const payload = await recordChangeEvent(context, "hipaa_authorization.updated", before);
  if (recordRequestEvents !== undefined) {
    await raiseOpenRequests(context, authorizationId);
    await recordRequestEvents();
  }
  return payload;
}

/** Records the event of a changed authorization. */
export async function recordChangeEvent(
  context: Context,
  eventType: "hipaa_authorization.updated" | "hipaa_authorization.revoked",
  before: AuthorizationRow,
): Promise<HipaaAuthorization> {
  const row = await readAuthorization(context, before.id);
  const payload = describeAuthorization(row);
  recordEvent(context, {
    eventType,
    entityId: before.id,
    payload,
    diff: diffRecords(describeAuthorization(before), payload),
    relatedIds: relate(row),
  });
  return payload;
}

/**
 * Revokes an authorization. Requests ready to be sent are put on hold; all open requests record an event.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a future day; STALE_REVISION; INVALID_STATE_TRANSITION when it is already
 *   revoked
 */
export async function revokeAuthorization(
  context: Context,
  authorizationId: string,
  { revokedOn, reason }: Revocation,
): Promise<HipaaAuthorization> {
  await lockCaseOfForShare(context, authorizationId);
  const locked = await lockUnrevokedForUpdate(context, authorizationId);
  if (revokedOn !== undefined && revokedOn > locked.today)
    throw invalidInput({ path: "revokedOn", message: "must not be in the future" });
  const recordRequestEvents = await lockRequestsForUpdate(context, authorizationId);
  const before = await readAuthorization(context, authorizationId);
  const changes = { revokedOn: revokedOn ?? locked.today, revokeReason: reason ?? null };
  if (!(await changeRow(context, "HipaaAuthorization", authorizationId, changes))) throw staleRevision("authorization");
  const payload = await recordChangeEvent(context, "hipaa_authorization.revoked", before);
  const note = "The authorization was revoked";
  await raiseOpenRequests(context, authorizationId);
  const heldBack = await postponeReady(context, authorizationId, note);
  await insertSteps(
    context,
    heldBack.map((requestId) => ({ id: createId("retrievalRequestStep"), requestId, status: "on_hold", note })),
  );
  await recordRequestEvents();
  return payload;
}
