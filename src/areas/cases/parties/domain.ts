import { invalidState, notFound, recordInUse } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { withoutIfMatch, type Context, type RecordReference } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { caseInPath, lockCaseForUpdate, lockCaseForShare, getLiveCase } from "../domain.ts";
import { followParty } from "./domain.followers.ts";
import { CaseParty, type CasePartyChanges, type NewCaseParty } from "./schema.ts";
import {
  changeParty,
  findClaimOf,
  hasOpenAnswer,
  lockPartyForUpdate,
  selectParties,
  taken,
  type PartyRow,
} from "./store.ts";

/** The parties of a case. An update is by hand: others follow the day on which a party was served. */
export const parties = defineResource({
  table: "CaseParty",
  noun: "Party",
  idKind: "caseParty",
  schema: CaseParty,
  select: selectParties,
  events: { created: "case_party.created", updated: "case_party.updated", deleted: "case_party.deleted" },
  relate: (party, ofCase) => relateParty(ofCase, party),
  parent: caseInPath,
  lockReferences: (context, { contactId, representedByContactId }) =>
    lockContactsForShare(context, [contactId, representedByContactId]),
  prepareInsert: checkService,
  checkDeletion: rejectNamed,
  unique: taken,
  cursorName: (caseId) => `parties of ${caseId}`,
});

export function relateParty(
  ofCase: readonly RecordReference[],
  { contact }: Pick<CaseParty, "contact">,
): RecordReference[] {
  return [...ofCase, { entity: "contact", id: contact.id }];
}

/** @throws VALIDATION_FAILED for a service in the future */
async function checkService(context: Context, wanted: NewCaseParty) {
  await assertNotFuture(context, { servedOn: wanted.servedOn });
  return wanted;
}

/** @throws INVALID_STATE_TRANSITION where a damage, a lien or an open deadline names it */
async function rejectNamed(context: Context, party: PartyRow): Promise<void> {
  const claim = await findClaimOf(context, party.id);
  if (claim !== undefined) throw recordInUse(`The party is the claimant of ${claim}; give it another claimant first`);
  await followParty(context, party.caseId, parties.describe(party), null);
}

/**
 * Changes a party; null clears a field.
 *
 * @throws NOT_FOUND for the case, the party or a contact; INVALID_STATE_TRANSITION for an archived case; DUPLICATE_ENTRY
 *   for a second primary party of the role, or an `externalId` that another party has; VALIDATION_FAILED for a service
 *   in the future; STALE_REVISION
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
  const before = await lockPartyForUpdate(context, caseId, partyId);
  if (before === undefined) throw notFound("Party");
  await rejectOtherAnswer(context, before, changes);
  if (changes.servedOn !== before.servedOn) await assertNotFuture(context, { servedOn: changes.servedOn });
  if (!(await changeParty(context, partyId, changes))) throw staleRevision("party");
  const payload = await recordUpdate(context, ofCase, before);
  const isChangedAgain = await followParty(context, caseId, parties.describe(before), payload);
  return isChangedAgain ? parties.describe(await parties.getRow(context, { caseId, id: partyId })) : payload;
}

async function recordUpdate(context: Context, ofCase: RecordReference[], before: PartyRow): Promise<CaseParty> {
  const after = await parties.getRow(context, { caseId: before.caseId, id: before.id });
  return parties.recordUpdate(context, before, after, relateParty(ofCase, after));
}

/** @throws INVALID_STATE_TRANSITION for another date than that of the party's open deadline */
async function rejectOtherAnswer(
  context: Context,
  { id, answerDueOn: from }: PartyRow,
  { answerDueOn: to }: CasePartyChanges,
): Promise<void> {
  if (to === undefined || to === from || !(await hasOpenAnswer(context, id))) return;
  throw invalidState(
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
  const before = await lockPartyForUpdate(context, caseId, partyId);
  // A party that was removed after its deadline had ended: the deadline can be reopened all the same.
  if (before === undefined || before.answerDueOn === answerDueOn) return;
  await changeParty(withoutIfMatch(context), partyId, { answerDueOn });
  await recordUpdate(context, await getLiveCase(context, caseId), before);
}
