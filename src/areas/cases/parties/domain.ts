import { AppError, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type Context, type RecordReference } from "../../../rpc/context.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockCaseForUpdate, lockCaseForShare, getLiveCase } from "../domain.ts";
import { followParty } from "./domain.followers.ts";
import { CaseParty, type CasePartyChanges, type CasePartyFilter, type NewCaseParty } from "./schema.ts";
import { changeParty, findParty, hasOpenAnswer, insertParty, selectPartyPage, softDeleteParty } from "./store.ts";

/**
 * A page of the case's parties.
 *
 * @throws NOT_FOUND for the case; VALIDATION_FAILED for a foreign cursor
 */
export async function listParties(
  context: Context,
  caseId: string,
  query: CasePartyFilter,
): Promise<{ parties: CaseParty[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const list = { name: `parties of ${caseId}`, alias: "p", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectPartyPage(context, caseId, query, page),
  );
  return { parties: rows, nextCursor };
}

/** @throws NOT_FOUND for the case or the party */
export async function getParty(context: Context, caseId: string, partyId: string): Promise<CaseParty> {
  await getLiveCase(context, caseId);
  return readParty(context, caseId, partyId);
}

async function readParty(
  context: Context,
  caseId: string,
  partyId: string,
  purpose: "look" | "lock" = "look",
): Promise<CaseParty> {
  const found = await findParty(context, caseId, partyId, purpose);
  if (found === undefined) throw notFound("Party");
  return CaseParty.parse(found);
}

export function relateParty(ofCase: readonly RecordReference[], { contact }: CaseParty): RecordReference[] {
  return [...ofCase, { entity: "contact", id: contact.id }];
}

/**
 * Adds a contact to a case as a party.
 *
 * @throws NOT_FOUND for the case or a contact; INVALID_STATE_TRANSITION for an archived case; DUPLICATE_ENTRY for a
 *   second primary party of the role, or an `externalId` that another party has; VALIDATION_FAILED for a service in the
 *   future
 */
export async function createParty(context: Context, caseId: string, wanted: NewCaseParty): Promise<CaseParty> {
  await lockContactsForShare(context, [wanted.contactId, wanted.representedByContactId]);
  const ofCase = await lockCaseForShare(context, caseId);
  await assertNotFuture(context, { servedOn: wanted.servedOn });
  const id = createId("caseParty");
  await insertParty(context, { ...wanted, id, caseId });
  const payload = await readParty(context, caseId, id);
  recordEvent(context, {
    eventType: "case_party.created",
    entityId: id,
    payload,
    diff: {},
    relatedIds: relateParty(ofCase, payload),
  });
  return payload;
}

/**
 * Changes a party; null clears a field.
 *
 * @throws as {@link createParty}; STALE_REVISION
 */
export async function updateParty(
  context: Context,
  caseId: string,
  partyId: string,
  changes: CasePartyChanges,
): Promise<CaseParty> {
  await lockContactsForShare(context, [changes.representedByContactId]);
  // A limitation that is counted from the service changes the case's row.
  const ofCase = await (changes.servedOn === undefined ? lockCaseForShare : lockCaseForUpdate)(context, caseId);
  const before = await readParty(context, caseId, partyId, "lock");
  await requireSameAnswer(context, before, changes);
  if (changes.servedOn !== before.servedOn) await assertNotFuture(context, { servedOn: changes.servedOn });
  if (!(await changeParty(context, partyId, changes))) throw staleRevision("party");
  const payload = await recordUpdate(context, ofCase, before);
  return (await followParty(context, caseId, before, payload)) ? readParty(context, caseId, partyId) : payload;
}

async function recordUpdate(
  context: Context,
  ofCase: readonly RecordReference[],
  before: CaseParty,
): Promise<CaseParty> {
  const payload = await readParty(context, before.caseId, before.id);
  const diff = diffRecords(before, payload);
  recordEvent(context, {
    eventType: "case_party.updated",
    entityId: before.id,
    payload,
    diff,
    relatedIds: relateParty(ofCase, payload),
  });
  return payload;
}

/** @throws INVALID_STATE_TRANSITION for another date than that of the party's open deadline */
async function requireSameAnswer(
  context: Context,
  { id, answerDueOn: from }: CaseParty,
  { answerDueOn: to }: CasePartyChanges,
): Promise<void> {
  if (to === undefined || to === from || !(await hasOpenAnswer(context, id))) return;
  throw new AppError(
    "INVALID_STATE_TRANSITION",
    "answerDueOn follows from the open deadline for this party's answer; use PATCH /deadlines/{deadlineId}",
  );
}

/** Writes when a party's answer is due, as its deadline says. The case is locked FOR NO KEY UPDATE. */
export async function mirrorAnswerDue(
  context: Context,
  caseId: string,
  partyId: string,
  answerDueOn: string | null,
): Promise<void> {
  const found = await findParty(context, caseId, partyId, "lock");
  // A party that was removed after its deadline had ended: the deadline can be reopened all the same.
  if (found === undefined || found.answerDueOn === answerDueOn) return;
  await changeParty(context, partyId, { answerDueOn }, null);
  await recordUpdate(context, await getLiveCase(context, caseId), CaseParty.parse(found));
}

/**
 * Takes a party off its case; the contact stays.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, and where an open deadline names it; STALE_REVISION
 */
export async function deleteParty(context: Context, caseId: string, partyId: string): Promise<void> {
  const ofCase = await lockCaseForShare(context, caseId);
  const before = await readParty(context, caseId, partyId, "lock");
  await followParty(context, caseId, before, null);
  const deleted = await softDeleteParty(context, partyId);
  if (deleted === undefined) throw staleRevision("party");
  const payload = { ...before, ...deleted };
  recordEvent(context, {
    eventType: "case_party.deleted",
    entityId: partyId,
    payload,
    diff: diffRecords(before, payload),
    relatedIds: relateParty(ofCase, payload),
  });
}
