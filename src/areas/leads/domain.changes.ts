import { listShowing } from "../../platform/database/lists/showing-records.ts";
import { recordShownEvent } from "../../rpc/record-shown-event.ts";
import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { createId } from "../../platform/database/ids.ts";
import { allocateNumber } from "../../platform/database/number-sequence.ts";
import { toE164 } from "../../platform/phone-number.ts";
import { lockActiveMemberForShare } from "../../rpc/authorize.ts";
import { recordEvent, diffRecords, type Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { assignToTeam, type TeamAssignment } from "../team/teams/domain.ts";
import { assertBornBefore } from "../clients/domain.dates.ts";
import { validateCustomFields } from "../cases/custom-fields/domain.ts";
import { followLead } from "./domain.followers.ts";
import { describeLead, getLead, relateLead } from "./domain.ts";
import type { Lead, LeadAssignment, LeadChanges, NewLead } from "./schema.ts";
import { findResembledLeadId, lockLikeness } from "./duplicates/store.ts";
import {
  insertLead,
  lockLeadRowForUpdate,
  updateLeadRow,
  type LeadColumns,
  type LeadRow,
  type LeadStamp,
} from "./store.ts";
import { insertStatusChange } from "./transitions/store.ts";

// An accepted referral makes a lead of what it received, and responds with it.
export { Lead, NewLead } from "./schema.ts";

/**
 * Creates a lead in status new. `possibleDuplicateOf` names a lead of the last 90 days with the same phone or email and
 * case type, or the request is rejected for it; a lock covers concurrent requests.
 *
 * @throws DUPLICATE_ENTRY for a rejected duplicate, and when externalId or the vendor's id is taken; VALIDATION_FAILED
 *   for a custom field, and for a day that cannot be
 */
export async function createLead(context: Context, { onDuplicate, customFields, ...given }: NewLead): Promise<Lead> {
  await validateDays(context, given, noDays);
  const columns = toColumns(given);
  const likeness = { phoneE164: columns.phoneE164 ?? null, emailKey: columns.emailKey ?? null };
  await lockLikeness(context, likeness);
  const possibleDuplicateOf = (await findResembledLeadId(context, likeness, given.caseType ?? null)) ?? null;
  if (possibleDuplicateOf !== null && onDuplicate === "reject") {
    throw new AppError(
      "DUPLICATE_ENTRY",
      `A lead with the same phone or email and the same case type was created within 90 days: ${possibleDuplicateOf}`,
      { errorReason: "possible_duplicate", detail: possibleDuplicateOf },
    );
  }
  const values = await validateCustomFields(
    context,
    { entity: "lead", caseType: given.caseType ?? null, current: {} },
    customFields ?? {},
  );
  const id = createId("lead");
  const sequenceId = await allocateNumber(context.transaction, context.organizationId, "lead");
  await rejectDuplicates(
    taken,
    insertLead(context, { ...columns, id, sequenceId, possibleDuplicateOf, customFields: asJson(values) }),
    columns,
  );
  await insertStatusChange(context, {
    id: createId("leadStatusChange"),
    leadId: id,
    toStatus: "new",
    actor: JSON.stringify(describeActor(context.principal)),
  });
  const lead = await getLead(context, id);
  const event = { entityId: id, payload: lead, diff: {}, relatedIds: relateLead(lead) };
  recordEvent(context, { eventType: "lead.created", ...event });
  if (possibleDuplicateOf !== null) {
    recordEvent(context, {
      eventType: "lead.duplicate_flagged",
      ...event,
      relatedIds: [...event.relatedIds, { entity: "lead", id: possibleDuplicateOf }],
    });
  }
  await followLead(context, null, lead);
  return lead;
}

type Days = Pick<Lead, "dateOfIncident" | "dateOfBirth" | "caseType">;
const noDays: Days = { dateOfIncident: null, dateOfBirth: null, caseType: null };

/**
 * What is stored may be sent back.
 *
 * @throws VALIDATION_FAILED for a day in the future, and an incident before the birth
 */
async function validateDays(
  context: Context,
  given: { [Name in keyof Days]?: Days[Name] | undefined },
  before: Days,
): Promise<void> {
  const {
    dateOfIncident = before.dateOfIncident,
    dateOfBirth = before.dateOfBirth,
    caseType = before.caseType,
  } = given;
  const moved = {
    ...(dateOfIncident !== before.dateOfIncident && { dateOfIncident }),
    ...(dateOfBirth !== before.dateOfBirth && { dateOfBirth }),
  };
  if (Object.keys(moved).length === 0) return;
  await assertNotFuture(context, moved);
  assertBornBefore({ dateOfIncident, dateOfBirth, caseType });
}

/**
 * Updates a lead; null clears a field. Status, assignment and attempts have their own operations.
 *
 * @throws NOT_FOUND; STALE_REVISION when If-Match names another revision; DUPLICATE_ENTRY; VALIDATION_FAILED for a
 *   custom field, and for a day that cannot be
 */
export async function updateLead(
  context: Context,
  leadId: string,
  { customFields, ...changes }: LeadChanges,
): Promise<Lead> {
  const before = await lockLeadForUpdate(context, leadId);
  await validateDays(context, changes, describeLead(before));
  const columns = toColumns(changes);
  if (customFields !== undefined) {
    const caseType = changes.caseType === undefined ? before.caseType : changes.caseType;
    columns.customFields = asJson(
      await validateCustomFields(
        context,
        { entity: "lead", caseType: caseType, current: before.customFields as Record<string, unknown> },
        customFields,
      ),
    );
  }
  const after = await updateLockedLead(context, before, { eventTypes: ["lead.updated"], columns });
  await followLead(context, describeLead(before), after);
  return after;
}

/**
 * Assigns a lead to an active member, or to a team and the member that its rule chooses; null unassigns it.
 *
 * @throws NOT_FOUND of the lead, the team, or an active member; STALE_REVISION when If-Match names another revision
 */
export async function assignLead(
  context: Context,
  leadId: string,
  { assignedToMemberId = null, assignedTeamId }: LeadAssignment,
): Promise<{ lead: Lead; warnings: TeamAssignment["warnings"] }> {
  const before = await lockLeadForUpdate(context, leadId);
  const { memberId, warnings }: TeamAssignment =
    assignedTeamId === undefined
      ? { memberId: assignedToMemberId, warnings: [] }
      : await assignToTeam(context, assignedTeamId);
  await lockAssigneeForShare(context, memberId);
  const columns = { assignedToMemberId: memberId, assignedTeamId: assignedTeamId ?? null };
  return { lead: await updateLockedLead(context, before, { eventTypes: ["lead.assigned"], columns }), warnings };
}

/**
 * Locks a member to whom a lead is to be assigned FOR SHARE until commit, against deactivation.
 *
 * @param memberId null for nobody: then nothing is locked
 * @throws NOT_FOUND unless the member is active
 */
export async function lockAssigneeForShare(context: Context, memberId: string | null): Promise<void> {
  if (memberId !== null && !(await lockActiveMemberForShare(context, memberId))) throw notFound("Member");
}

/**
 * Locks a lead FOR UPDATE until commit.
 *
 * @throws NOT_FOUND
 */
export async function lockLeadForUpdate(context: Context, leadId: string): Promise<LeadRow> {
  const row = await lockLeadRowForUpdate(context, leadId);
  if (row === undefined) throw notFound("Lead");
  return row;
}

/**
 * Updates a locked lead and records the events of that.
 *
 * @param change `eventTypes`: an event of each, with the same lead and diff; `stamps`: the columns that get the time of
 *   now
 * @throws STALE_REVISION when If-Match names another revision; DUPLICATE_ENTRY
 */
export async function updateLockedLead(
  context: Context,
  before: LeadRow,
  {
    eventTypes,
    columns,
    stamps = [],
  }: { eventTypes: readonly EventType[]; columns: LeadColumns; stamps?: readonly LeadStamp[] },
): Promise<Lead> {
  const isChanged = await rejectDuplicates(taken, updateLeadRow(context, before.id, columns, stamps), {
    ...before,
    ...columns,
  });
  if (!isChanged) throw staleRevision("lead");
  const lead = await getLead(context, before.id);
  const event = {
    entityId: lead.id,
    payload: lead,
    diff: diffRecords(describeLead(before), lead),
    relatedIds: relateLead(lead),
  };
  const isRenamed = lead.firstName !== before.firstName || lead.lastName !== before.lastName;
  const { shownBy, isComplete } = isRenamed
    ? await listShowing(context, "leadId", lead.id)
    : { shownBy: [], isComplete: true };
  for (const eventType of eventTypes) recordShownEvent(context, { eventType, ...event }, shownBy, isComplete);
  return lead;
}

/** Maps input to columns, with normalized phone and email. */
function toColumns({ address, utm, clickIds, consent, ...plain }: Omit<LeadChanges, "customFields">): LeadColumns {
  return {
    ...plain,
    ...(address !== undefined && { address: asJson(address) }),
    ...(utm !== undefined && { utm: asJson(utm) }),
    ...(clickIds !== undefined && { clickIds: asJson(clickIds) }),
    ...(consent !== undefined && { consent: asJson(readConsent(consent)) }),
    ...(plain.phone !== undefined && { phoneE164: plain.phone === null ? null : toE164(plain.phone) }),
    ...(plain.email !== undefined && { emailKey: plain.email === null ? null : plain.email.toLowerCase() }),
  };
}

/** Normalizes the instant, because inside JSON no column type does. */
function readConsent(consent: NonNullable<LeadChanges["consent"]> | null): NonNullable<LeadChanges["consent"]> | null {
  const at = consent?.consentedAt ?? null;
  return consent === null || at === null ? consent : { ...consent, consentedAt: new Date(at).toISOString() };
}

const taken = {
  Lead_organizationId_externalId_key: "externalId: used by another lead",
  Lead_organizationId_vendorId_vendorLeadId_key: "vendorLeadId: used by another lead of this vendor",
};
