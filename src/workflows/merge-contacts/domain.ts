import { invalidInput, invalidState, limitReached, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { diffRecords, recordEvent, type Context } from "../../rpc/context.ts";
import { recordShownEvent } from "../../rpc/record-shown-event.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { mergeAttendees, trackCalendarChanges } from "../../areas/calendar/domain.handover.ts";
import { trackExpenseChanges } from "../../areas/billing/expenses/domain.snapshots.ts";
import { mergeConsents } from "../../areas/communications/consents/domain.ts";
import { mergeCommunications } from "../../areas/communications/domain.handover.ts";
import { mergeRecipients } from "../../areas/esign/domain.handover.ts";
import { trackCourtActionChanges, trackPartyChanges, trackPolicyChanges } from "../../areas/cases/domain.snapshots.ts";
import { trackClientChanges } from "../../areas/clients/domain.snapshots.ts";
import {
  trackFacilityChanges,
  trackRequestChanges,
  trackTreatmentChanges,
} from "../../areas/medical/domain.snapshots.ts";
import { trackPartnerFirmChanges } from "../../areas/referrals/partner-firms/domain.ts";
import { mergePayers } from "../../areas/settlements/settlements/domain.handover.ts";
import { trackLienChanges } from "../../areas/settlements/liens/domain.ts";
import { repointPayees } from "../../areas/settlements/statements/domain.payees.ts";
import { trackNoteChanges } from "../../areas/notes/domain.snapshots.ts";
import { trackKeyChanges } from "../../areas/service-accounts/domain.ts";
import { describeContactEvent } from "../../areas/contacts/domain.changes.ts";
import { pickPrimaries, prepareLines } from "../../areas/contacts/domain.lines.ts";
import { countRelationships, moveRelationships } from "../../areas/contacts/relationships/domain.ts";
import { describeContact, getContact } from "../../areas/contacts/domain.ts";
import { maxLines, maxTags, type Contact } from "../../areas/contacts/schema.ts";
import {
  lockMerges,
  listReferringContacts,
  listShowing,
  lockReferencesForUpdate,
  repointReferences,
  type References,
  type RepointedTable,
} from "../../areas/contacts/store.references.ts";
import {
  findContacts,
  lockContactRowsForUpdate,
  markMerged,
  replaceLines,
  updateContactRow,
  type ContactColumns,
  type ContactRow,
} from "../../areas/contacts/store.ts";

/** The maximum number of records that refer to the merged contact: one transaction changes and records all of them. */
export const maxReferences = 500;

/** Each snapshots rows of its table and returns a function that records an event for each after the merge. */
const changeTrackers = {
  Contact: trackContactChanges,
  Client: trackClientChanges,
  CaseParty: trackPartyChanges,
  InsurancePolicy: trackPolicyChanges,
  CourtAction: trackCourtActionChanges,
  Expense: trackExpenseChanges,
  Lien: trackLienChanges,
  PartnerFirm: trackPartnerFirmChanges,
  MedicalFacility: trackFacilityChanges,
  MedicalTreatment: trackTreatmentChanges,
  RetrievalRequest: trackRequestChanges,
  IntegrationKey: trackKeyChanges,
  Note: trackNoteChanges,
  CalendarEvent: trackCalendarChanges,
} satisfies Record<RepointedTable, (context: Context, ids: readonly string[]) => Promise<() => Promise<void>>>;

/** Contacts that worked for the merged one, or were merged into it before. */
function trackContactChanges(context: Context, contactIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findContacts(context, contactIds, "live or merged")).map(describeContact);
  return trackChanges(read, (before, after) => {
    const { deletedAt, mergedIntoContactId } = after;
    const others = mergedIntoContactId === null ? [] : [mergedIntoContactId];
    const eventType = deletedAt === null ? "contact.updated" : "contact.deleted";
    recordEvent(context, describeContactEvent(eventType, after, diffRecords(before, after), others));
  });
}

/**
 * Merges a contact into another one, which keeps its values and takes over missing ones and all lines. Records that
 * refer to the merged contact then refer to the remaining one, with an event for each.
 *
 * @throws NOT_FOUND for either; STALE_REVISION of the remaining one; VALIDATION_FAILED for a merge with itself;
 *   INVALID_STATE_TRANSITION if their types differ, or they have too many lines, tags or references
 */
export async function mergeContacts(context: Context, contactId: string, mergedContactId: string): Promise<Contact> {
  if (contactId === mergedContactId)
    throw invalidInput({ path: "mergedContactId", message: "must be another contact" });
  const [before, merged] = await lockContactsOfMergeForUpdate(context, contactId, mergedContactId);
  const united = uniteLines(before, merged);
  const columns = takeMissing(before, merged);
  rejectTooMany({ ...united, tags: columns.tags });
  const recordEvents = await trackReferenceChanges(context, mergedContactId, contactId);
  const lines = prepareLines(united);
  const updated = await updateContactRow(context, contactId, { ...columns, ...pickPrimaries(lines) });
  if (updated === undefined) throw staleRevision("contact");
  await replaceLines(context, contactId, lines);
  await repointReferences(context, mergedContactId, contactId);
  const recordAttendeeEvents = await mergeAttendees(context, "contactId", { from: mergedContactId, to: contactId });
  const recordSignatureEvents = await mergeRecipients(context, "contactId", { from: mergedContactId, to: contactId });
  const change = { from: mergedContactId, to: contactId };
  const recordCommunicationEvents = await mergeCommunications(context, "contactId", change);
  await mergeConsents(context, "contact", change);
  const recordSettlementEvents = await mergePayers(context, { from: mergedContactId, to: contactId });
  await repointPayees(context, { from: mergedContactId, to: contactId });
  const recordRelationshipEvents = await moveRelationships(context, mergedContactId, contactId);
  await markMerged(context, mergedContactId, contactId);
  const payload = await getContact(context, contactId);
  const diff = diffRecords(describeContact(before), payload);
  const relatedIds = [contactId, mergedContactId].map((id) => ({ entity: "contact", id }));
  recordShownEvent(
    context,
    { eventType: "contact.merged", entityId: contactId, payload, diff, relatedIds },
    await listShowing(context, contactId),
  );
  const gone = await getContact(context, mergedContactId, true);
  const deletion = diffRecords(describeContact(merged), gone);
  recordEvent(context, describeContactEvent("contact.deleted", gone, deletion, [contactId]));
  recordRelationshipEvents();
  const recordOtherEvents = [
    ...recordEvents,
    recordAttendeeEvents,
    recordSignatureEvents,
    recordCommunicationEvents,
    recordSettlementEvents,
  ];
  for (const recordTheirEvents of recordOtherEvents) await recordTheirEvents();
  return payload;
}

/**
 * Locks both and the contacts that refer to the merged one, in the order of IDs, to avoid deadlocks.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION if their types differ
 */
async function lockContactsOfMergeForUpdate(
  context: Context,
  contactId: string,
  mergedContactId: string,
): Promise<[ContactRow, ContactRow]> {
  await lockMerges(context);
  const referring = await listReferringContacts(context, mergedContactId, maxReferences);
  const rows = new Map(
    (await lockContactRowsForUpdate(context, [contactId, mergedContactId, ...referring])).map((row) => [row.id, row]),
  );
  const [remaining, merged] = [rows.get(contactId), rows.get(mergedContactId)];
  if (remaining === undefined || merged === undefined) throw notFound("Contact");
  if (remaining.type !== merged.type) {
    throw invalidState(
      `The contacts are of different types, ${remaining.type} and ${merged.type}; correct one of them first if they are the same`,
    );
  }
  return [remaining, merged];
}

/**
 * Locks the records that refer to the merged contact.
 *
 * @returns functions that record their events
 * @throws INVALID_STATE_TRANSITION for too many
 */
async function trackReferenceChanges(
  context: Context,
  mergedContactId: string,
  contactId: string,
): Promise<(() => Promise<void>)[]> {
  const references: References = await lockReferencesForUpdate(context, mergedContactId, maxReferences);
  const count =
    [...references.values()].flat().length + (await countRelationships(context, mergedContactId, maxReferences));
  if (count > maxReferences) {
    throw limitReached(
      `More than ${maxReferences} records refer to the contact that is to be merged; merge in the other direction, or change some of them to this contact first`,
    );
  }
  const recordEvents: (() => Promise<void>)[] = [];
  for (const [table, ids] of references)
    recordEvents.push(
      await changeTrackers[table](
        context,
        ids.filter((id) => id !== contactId),
      ),
    );
  return recordEvents;
}

/** @throws INVALID_STATE_TRANSITION if a list is longer than in a PATCH */
function rejectTooMany({
  phones,
  emails,
  addresses,
  tags,
}: ReturnType<typeof uniteLines> & { tags: readonly string[] }): void {
  const long = Object.entries({ phones, emails, addresses, tags }).find(
    ([list, { length }]) => length > (list === "tags" ? maxTags : maxLines),
  );
  if (long === undefined) return;
  const most = long[0] === "tags" ? maxTags : maxLines;
  throw limitReached(`Together the contacts have more than ${most} ${long[0]}; remove some from one of them first`);
}

/** The distinct lines of both; primary are those of the remaining contact, if it has any. */
function uniteLines(remaining: ContactRow, merged: ContactRow) {
  return {
    phones: unite(remaining.phones, merged.phones, ({ e164, number }) => e164 ?? number),
    emails: unite(remaining.emails, merged.emails, ({ address }) => address.toLowerCase()),
    addresses: unite(remaining.addresses, merged.addresses, ({ line1, line2, city, zipCode }) =>
      JSON.stringify([line1, line2, city, zipCode]),
    ),
    roles: [...new Set([...remaining.roles, ...merged.roles])],
  };
}

function unite<Line extends { isPrimary: boolean; position?: number }>(
  own: readonly Line[],
  others: readonly Line[],
  keyOf: (line: Line) => string,
): Line[] {
  const lines = new Map<string, Line>();
  for (const line of [...own, ...others]) if (!lines.has(keyOf(line))) lines.set(keyOf(line), line);
  return [...lines.values()];
}

const takenOver = [
  "firstName",
  "middleName",
  "lastName",
  "suffix",
  "preferredName",
  "companyName",
  "doingBusinessAs",
  "jobTitle",
  "department",
  "specialty",
  "barNumber",
  "npi",
  "taxIdMasked",
  "licenseNumber",
  "website",
  "preferredDeliveryMethod",
  "fieldOfExpertise",
  "hourlyRateCents",
  "cvDocumentId",
  "notes",
] as const;

/** The missing values of the remaining contact that the other one has. */
function takeMissing(remaining: ContactRow, merged: ContactRow): ContactColumns & { tags: string[] } {
  const missing = takenOver.filter((field) => remaining[field] === null && merged[field] !== null);
  const companyId = remaining.companyId ?? (merged.companyId === remaining.id ? null : merged.companyId);
  return {
    ...Object.fromEntries(missing.map((field) => [field, merged[field]])),
    companyId: companyId === merged.id ? null : companyId,
    doNotContact: remaining.doNotContact || merged.doNotContact,
    tags: [...new Set([...remaining.tags, ...merged.tags])],
  };
}
