import { invalidInput, merged, notFound } from "../../contract/errors/error-codes.ts";
import { toE164 } from "../../platform/phone-number.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import type { Context } from "../../rpc/context.ts";
import { Contact, contactSorts, type ContactFilter } from "./schema.ts";
import {
  findContact,
  findContacts,
  lockContactRowsForShare,
  listContactRows,
  type ContactRow,
  type LockedContact,
} from "./store.ts";

// Other areas import only this file of the area.
export { Contact } from "./schema.ts";

/**
 * Locks live contacts FOR KEY SHARE until commit, against deletion and merging. Call it before locking a case, client
 * or record of a case (decision 0018).
 *
 * @param contactIds null and undefined are ignored, for optional references
 * @throws NOT_FOUND
 */
export async function lockContactsForShare(
  context: Context,
  contactIds: readonly (string | null | undefined)[],
): Promise<LockedContact[]> {
  const ids = new Set(contactIds.filter((id) => typeof id === "string"));
  if (ids.size === 0) return [];
  const locked = await lockContactRowsForShare(context, [...ids]);
  if (locked.length < ids.size) throw notFound("Contact");
  return locked;
}

export function describeContact(row: ContactRow): Contact {
  const { fieldOfExpertise, hourlyRateCents, cvDocumentId } = row;
  // A request with `expertFields: null` clears all three, so without any of them it is null.
  const isExpert = [fieldOfExpertise, hourlyRateCents, cvDocumentId].some((value) => value !== null);
  return Contact.parse({ ...row, expertFields: isExpert ? { fieldOfExpertise, hourlyRateCents, cvDocumentId } : null });
}

/** The contacts with these ids, by id; one that is deleted or unknown is missing. */
export async function findContactsById(context: Context, contactIds: readonly string[]): Promise<Map<string, Contact>> {
  return new Map((await findContacts(context, contactIds)).map((row) => [row.id, describeContact(row)]));
}

/**
 * @param includeMerged whether to return a contact that was merged into another
 * @throws NOT_FOUND; of a merged contact the detail is the ID of the contact to use
 */
export async function getContact(context: Context, contactId: string, includeMerged = false): Promise<Contact> {
  const found = await findContact(context, contactId);
  if (found === undefined) throw notFound("Contact");
  if (found.mergedIntoContactId !== null && !includeMerged) throw merged("Contact", found.mergedIntoContactId);
  return describeContact(found);
}

/** @throws VALIDATION_FAILED for a foreign cursor, a search without words, or a phone that is not a number */
export async function listContacts(context: Context, filter: ContactFilter) {
  const { q, email, phone } = filter;
  const conditions = {
    ...filter,
    words: q === undefined ? undefined : await readSearchWords(context.transaction, q, "q"),
    emailKey: email?.toLowerCase(),
    e164: phone === undefined ? undefined : parsePhone(phone),
  };
  const list = {
    name: "contacts",
    alias: "c",
    sorts: contactSorts,
    deleted: { table: "Contact", mergedInto: "mergedIntoContactId" },
  } as const;
  const { rows, nextCursor } = await listWithDeleted(context, list, filter, {
    select: (page) => listContactRows(context, page, conditions),
    show: describeContact,
  });
  return { contacts: rows, nextCursor };
}

/**
 * A phone number in E.164, for comparison.
 *
 * @throws VALIDATION_FAILED for text that cannot be a number
 */
export function parsePhone(phone: string): string {
  const e164 = toE164(phone);
  if (e164 === null) throw invalidInput({ path: "phone", message: "must be a phone number" });
  return e164;
}
