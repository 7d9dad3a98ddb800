import { invalidInput, invalidState, notFound, recordInUse } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { createId } from "../../platform/database/ids.ts";
import { diffRecords, recordEvent, type Context, type EventToRecord } from "../../rpc/context.ts";
import { recordDeletion } from "../../rpc/record-deletion.ts";
import { recordShownEvent } from "../../rpc/record-shown-event.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { pickPrimaries, prepareLines } from "./domain.lines.ts";
import { nameContact } from "./domain.names.ts";
import { describeContact, lockContactsForShare } from "./domain.ts";
import type { Contact, ContactChanges, NewContact } from "./schema.ts";
import { findReferences, listNaming, listShowing } from "./store.references.ts";
import {
  deletion,
  findContact,
  insertContact,
  insertLines,
  lockContactRowsForNoKeyUpdate,
  lockContactRowsForUpdate,
  lockCvRowForShare,
  replaceLines,
  updateContactRow,
  type ContactColumns,
  type ContactRow,
} from "./store.ts";

/**
 * @throws VALIDATION_FAILED, NOT_FOUND for the company or the CV, DUPLICATE_ENTRY when another contact has this
 *   externalId
 */
export async function createContact(context: Context, given: NewContact): Promise<Contact> {
  const id = createId("contact");
  await lockContactsForShare(context, [given.companyId]);
  await lockCvForShare(context, given);
  const lines = prepareLines(given);
  const columns = {
    ...pickColumns(given),
    ...pickPrimaries(lines),
    id,
    type: given.type,
    name: nameContact(given.type, given),
  };
  const [, , contact] = await settleInOrder(
    rejectDuplicates(taken, insertContact(context, columns), columns),
    insertLines(context, id, lines),
    readWritten(context, id),
  );
  recordEvent(context, describeContactEvent("contact.created", contact, {}));
  return contact;
}

/**
 * Changes a contact; null clears a field, a list replaces the one before it.
 *
 * @throws NOT_FOUND, STALE_REVISION, VALIDATION_FAILED, DUPLICATE_ENTRY; INVALID_STATE_TRANSITION when a medical
 *   facility would become a person
 */
export async function updateContact(context: Context, contactId: string, changes: ContactChanges): Promise<Contact> {
  const before = await lockWithCompanyForUpdate(context, contactId, changes);
  if (changes.type === "person") await rejectFacility(context, before);
  await lockCvForShare(context, changes);
  const lines = prepareLines(changes);
  const columns = { ...pickColumns(changes), ...rename(before, changes), ...pickPrimaries(lines) };
  const updated = await rejectDuplicates(taken, updateContactRow(context, contactId, columns), columns);
  if (updated === undefined) throw staleRevision("contact");
  const [, contact] = await settleInOrder(replaceLines(context, contactId, lines), readWritten(context, contactId));
  const showing = await listShowing(context, contactId);
  const isRenamed = contact.name !== before.name || contact.type !== before.type;
  const { shownBy, isComplete } = isRenamed ? await listNaming(context, contactId) : { shownBy: [], isComplete: true };
  const event = describeContactEvent("contact.updated", contact, diffRecords(describeContact(before), contact));
  recordShownEvent(context, event, [...showing, ...shownBy], isComplete);
  return contact;
}

/** @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION while something refers to it */
export async function deleteContact(context: Context, contactId: string): Promise<void> {
  const [before] = await lockContactRowsForUpdate(context, [contactId]);
  if (before === undefined) throw notFound("Contact");
  const references = await findReferences(context, contactId);
  if (references.length > 0) {
    throw recordInUse(
      `The contact is in use: ${references.join(", ")}; remove it there first, or merge it into another`,
    );
  }
  const deleted = await updateContactRow(context, contactId, deletion);
  if (deleted === undefined) throw staleRevision("contact");
  const [from, to] = [describeContact(before), describeContact({ ...before, ...deleted })];
  await recordDeletion(context, "Contact", describeContactEvent("contact.deleted", to, diffRecords(from, to)));
}

function pickColumns({
  phones: _phones,
  emails: _emails,
  addresses: _addresses,
  roles: _roles,
  expertFields,
  ...columns
}: ContactChanges): ContactColumns {
  if (expertFields === undefined) return columns;
  return { ...columns, ...(expertFields ?? { fieldOfExpertise: null, hourlyRateCents: null, cvDocumentId: null }) };
}

const naming = ["type", "firstName", "middleName", "lastName", "suffix", "companyName", "doingBusinessAs"] as const;

function rename(before: ContactRow, changes: ContactChanges): ContactColumns {
  if (naming.every((field) => changes[field] === undefined)) return {};
  const names = Object.fromEntries(
    naming.map((field) => [field, changes[field] === undefined ? before[field] : changes[field]]),
  );
  return { name: nameContact(changes.type ?? before.type, names) };
}

/** Locks the contact and its new company in the order of ids. */
async function lockWithCompanyForUpdate(
  context: Context,
  contactId: string,
  { companyId, type }: ContactChanges,
): Promise<ContactRow> {
  if (companyId === contactId) throw invalidInput({ path: "companyId", message: "must be another contact" });
  const ids = typeof companyId === "string" ? [contactId, companyId] : [contactId];
  // A change to `person` locks against concurrent binding as a facility.
  const lock = type === "person" ? lockContactRowsForUpdate : lockContactRowsForNoKeyUpdate;
  const locked = await lock(context, ids);
  const before = locked.find(({ id }) => id === contactId);
  if (before === undefined || locked.length < ids.length) throw notFound("Contact");
  return before;
}

/**
 * A medical facility is not a person.
 *
 * @throws INVALID_STATE_TRANSITION
 */
async function rejectFacility(context: Context, { id, type }: ContactRow): Promise<void> {
  if (type === "person" || !(await findReferences(context, id)).includes("medical facilities")) return;
  throw invalidState("The contact is bound to cases as a medical facility and cannot become a person; unbind it first");
}

async function lockCvForShare(context: Context, { expertFields }: ContactChanges): Promise<void> {
  const cvDocumentId = expertFields?.cvDocumentId ?? null;
  if (cvDocumentId !== null && !(await lockCvRowForShare(context, cvDocumentId))) throw notFound("Document");
}

const taken = { Contact_organizationId_externalId_key: "externalId: used by another contact" };

async function readWritten(context: Context, contactId: string): Promise<Contact> {
  const row = await findContact(context, contactId);
  if (row === undefined) throw new Error("a contact that was just written is not there");
  return describeContact(row);
}

/**
 * The event of a contact.
 *
 * @param others contacts that it names besides
 */
export function describeContactEvent(
  eventType: "contact.created" | "contact.updated" | "contact.deleted",
  contact: Contact,
  diff: EventToRecord["diff"],
  others: readonly string[] = [],
): EventToRecord {
  const relatedIds = [contact.id, ...others].map((id) => ({ entity: "contact", id }));
  return { eventType, entityId: contact.id, payload: contact, diff, relatedIds };
}
