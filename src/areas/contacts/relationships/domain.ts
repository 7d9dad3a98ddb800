import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { invert, orient, type Related } from "./domain.types.ts";
import { getContact, lockContactsForShare } from "../domain.ts";
import { ContactRelationship, type NewRelationship } from "../schema.ts";
import {
  countRelationshipRows,
  giveRelationships,
  insertRelationship,
  listRelationshipRows,
  removeRelationship,
  removeRelationshipsOf,
} from "./store.ts";
import { findContacts } from "../store.ts";
import type { SortedPageQuery } from "../../../contract/page.ts";

function describe(row: Row<"ContactRelationship">, contactId: string, relatedName: string): ContactRelationship {
  const stored: Related = {
    contactId: row.contactId,
    type: row.type as Related["type"],
    relatedContactId: row.relatedContactId,
  };
  const seen = stored.contactId === contactId ? stored : invert(stored);
  return ContactRelationship.parse({
    ...row,
    ...seen,
    relatedContact: { id: seen.relatedContactId, name: relatedName },
  });
}

/**
 * A page of a contact's relationships, each from its side.
 *
 * @throws NOT_FOUND for the contact
 */
export async function listRelationships(context: Context, contactId: string, search: SortedPageQuery) {
  await getContact(context, contactId);
  const list = { name: `contact ${contactId} relationships`, alias: "r", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, search, (page) =>
    listRelationshipRows(context, contactId, page, search.updatedSince),
  );
  const relationships = rows.map((row) =>
    describe(row, contactId, row.contactId === contactId ? row.relatedName : row.contactName),
  );
  return { relationships, nextCursor };
}

/** @throws NOT_FOUND for either contact; VALIDATION_FAILED; DUPLICATE_ENTRY when the two are related so already */
export async function relateContacts(
  context: Context,
  contactId: string,
  given: NewRelationship,
): Promise<ContactRelationship> {
  const { type, relatedContactId, startOn, endOn } = given;
  if (relatedContactId === contactId)
    throw invalidInput({ path: "relatedContactId", message: "must be another contact" });
  if (startOn !== null && endOn !== null && endOn < startOn)
    throw invalidInput({ path: "endOn", message: "must not be before startOn" });
  const names = new Map(
    (await lockContactsForShare(context, [contactId, relatedContactId])).map(({ id, name }) => [id, name]),
  );
  const values = {
    ...orient({ contactId, type, relatedContactId }),
    id: createId("contactRelationship"),
    startOn,
    endOn,
  };
  const related = {
    ContactRelationship_organizationId_contactId_type_relatedCo_key: "The two contacts already have this relationship",
  };
  const row = await rejectDuplicates(related, insertRelationship(context, values));
  const relationship = describe(row, contactId, names.get(relatedContactId) ?? "");
  recordRelationshipEvent(context, "contact_relationship.created", relationship);
  return relationship;
}

/** @throws NOT_FOUND for the contact, or when it has no such relationship */
export async function unrelateContacts(context: Context, contactId: string, relationshipId: string): Promise<void> {
  await lockContactsForShare(context, [contactId]);
  const row = await removeRelationship(context, contactId, relationshipId);
  if (row === undefined) throw notFound("Relationship");
  const other = row.contactId === contactId ? row.relatedContactId : row.contactId;
  const { name } = await getContact(context, other);
  recordRelationshipEvent(context, "contact_relationship.deleted", describe(row, contactId, name));
}

/** @param most stops counting beyond it */
export function countRelationships(context: Context, contactId: string, most: number): Promise<number> {
  return countRelationshipRows(context, contactId, most + 1);
}

/**
 * Moves the relationships of a merged contact to the survivor, without duplicates and without those between the two.
 * Relationships have no revision: each is deleted and created again.
 *
 * @returns records their events
 */
export async function moveRelationships(
  context: Context,
  fromContactId: string,
  toContactId: string,
): Promise<() => void> {
  const taken = await removeRelationshipsOf(context, fromContactId);
  const move = (id: string) => (id === fromContactId ? toContactId : id);
  const moved = taken
    .map(({ contactId, type, relatedContactId, startOn, endOn }) => ({
      ...orient({
        contactId: move(contactId),
        type: type as Related["type"],
        relatedContactId: move(relatedContactId),
      }),
      id: createId("contactRelationship"),
      startOn,
      endOn,
    }))
    .filter(({ contactId, relatedContactId }) => contactId !== relatedContactId);
  const given = await giveRelationships(context, moved);
  const named = new Set(
    [...taken, ...given].flatMap(({ contactId, relatedContactId }) => [contactId, relatedContactId]),
  );
  const names = new Map((await findContacts(context, [...named])).map(({ id, name }) => [id, name]));
  const show = (row: Row<"ContactRelationship">) => describe(row, row.contactId, names.get(row.relatedContactId) ?? "");
  return () => {
    for (const row of taken) recordRelationshipEvent(context, "contact_relationship.deleted", show(row));
    for (const row of given) recordRelationshipEvent(context, "contact_relationship.created", show(row));
  };
}

function recordRelationshipEvent(
  context: Context,
  eventType: "contact_relationship.created" | "contact_relationship.deleted",
  relationship: ContactRelationship,
): void {
  const relatedIds = [
    { entity: "contact_relationship", id: relationship.id },
    { entity: "contact", id: relationship.contactId },
    { entity: "contact", id: relationship.relatedContact.id },
  ];
  recordEvent(context, { eventType, entityId: relationship.id, payload: relationship, diff: {}, relatedIds });
}
