import { invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { lockOrganizationForShare } from "../../platform/database/organization-day.ts";
import type { Context } from "../../rpc/context.ts";
import { lockCaseForUpdate, lockCaseForShare } from "../cases/domain.ts";
import { lockClientForShare } from "../clients/domain.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { lockOwnerForShare, lockDocumentsForShare } from "../notes/domain.locks.ts";
import { assertMembersActive } from "../team/domain.ts";
import { courtTypes, type Changes } from "./changes/domain.content.ts";
import { canBeFollowed } from "./domain.followers.ts";
import { hasNameOf } from "./domain.feed-titles.ts";
import { assertWritable } from "./domain.masking.ts";
import { hasOwner, isMoved, ownerAfter, type Owner } from "./domain.owner.ts";
import { getEventRow } from "./domain.ts";
import type { EventType } from "./schema.ts";
import type { GivenAttendee, NewEvent } from "./schema.input.ts";
import { lockDeadlineForShare, lockTaskForShare } from "./store.changes.ts";
import { listOwnerNames, lockEventRowForUpdate, type EventRow } from "./store.ts";

/**
 * Lock order, against deadlocks: contacts and clients; case or lead; organization; documents; task or deadline; event;
 * deadlines that follow it, by ID; their chains. All locks last until commit.
 */

/** What a request names besides the event and its owner. */
type References = Pick<
  Changes,
  "attendees" | "court" | "documentIds" | "related" | "feedTitle" | "organizerMemberId"
> & { type: EventType };

const asNoteOwner = ({ caseId, leadId }: Owner) => ({ caseId, leadId, clientId: null, contactId: null });
const idsOf = (attendees: readonly GivenAttendee[], person: "memberId" | "contactId" | "clientId") =>
  attendees.flatMap((attendee) => attendee[person] ?? []);

/**
 * Locks the owner of a new event and what it refers to FOR SHARE.
 *
 * @param references as in the request, with the organizer who applies without one
 * @returns the owner
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case or a converted lead; VALIDATION_FAILED
 */
export async function lockNewEventForShare(
  context: Context,
  { caseId, leadId, ...references }: NewEvent,
): Promise<Owner> {
  const owner = { caseId: caseId ?? null, leadId: leadId ?? null };
  await lockPeopleForShare(context, references);
  await lockNewOwnerForShare(context, owner);
  await lockReferencesForShare(context, owner, references);
  return owner;
}

/**
 * What a change of an event does to the deadlines that follow it: to its day, its case, or whether it is a single event
 * (`schedule`), or to none of these (`content`).
 */
export type Affected = "schedule" | "content";

/**
 * Locks an event FOR NO KEY UPDATE, before it its owner, the owner that it is moved to, and what the changes refer to
 * FOR SHARE.
 *
 * @param changes of the request; nothing for an operation that names no other records
 * @returns the event as of the lock
 * @throws NOT_FOUND; FORBIDDEN for a private event of others; INVALID_STATE_TRANSITION for an archived case, and for
 *   another lead that is converted; VALIDATION_FAILED; STALE_REVISION where it was moved to another case or lead, or
 *   became or ceased to be a series, before the lock
 */
export async function lockEventForUpdate(
  context: Context,
  eventId: string,
  affected: Affected,
  changes: Changes = {},
): Promise<EventRow> {
  await lockPeopleForShare(context, changes);
  const found = await getEventRow(context, eventId);
  assertWritable(context, found);
  const owner = ownerAfter(found, changes);
  await lockOwnersForShare(context, found, owner, affected);
  await lockReferencesForShare(context, owner, referencesAfter(found, owner, changes), attachedDocuments(found, owner));
  const event = await lockEventRowForUpdate(context, eventId);
  if (event === undefined) throw notFound("Calendar event");
  assertWritable(context, event);
  if (isMoved(found, event) || canBeFollowed(found) !== canBeFollowed(event)) throw staleRevision("calendarEvent");
  return event;
}

/** @throws NOT_FOUND */
async function lockPeopleForShare(
  context: Context,
  { attendees = [], court }: Pick<References, "attendees" | "court">,
): Promise<void> {
  await lockContactsForShare(context, [...idsOf(attendees, "contactId"), court?.courtContactId, court?.judgeContactId]);
  for (const clientId of idsOf(attendees, "clientId").toSorted()) await lockClientForShare(context, clientId);
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case or a converted lead */
async function lockNewOwnerForShare(context: Context, { caseId, leadId }: Owner): Promise<void> {
  if (caseId !== null) await lockCaseForShare(context, caseId);
  if (leadId === null) return;
  const became = (await lockLeadForShare(context, leadId)).find(({ entity }) => entity === "case");
  if (became !== undefined)
    throw invalidState(`The lead is converted; its case is ${became.id}`, {
      errorReason: "lead_converted",
      detail: became.id,
    });
}

/**
 * Locks the owner that an event has, and the one that it is moved to.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION
 */
async function lockOwnersForShare(context: Context, found: EventRow, owner: Owner, affected: Affected): Promise<void> {
  const locks = [
    ...(hasOwner(found)
      ? [{ id: found.caseId ?? "", lock: () => lockPresentOwnerForShare(context, found, affected) }]
      : []),
    ...(isMoved(found, owner) ? [{ id: owner.caseId ?? "", lock: () => lockNewOwnerForShare(context, owner) }] : []),
  ];
  // Of two events that are moved in opposite directions, both wait for the same case first.
  for (const { lock } of locks.toSorted((one, other) => (one.id < other.id ? -1 : 1))) await lock();
}

/**
 * Locks the owner of an event FOR SHARE; FOR NO KEY UPDATE the case of an event that deadlines follow, so that these
 * can change it, too, and none begins to follow meanwhile.
 */
async function lockPresentOwnerForShare(context: Context, found: EventRow, affected: Affected): Promise<void> {
  if (affected === "content" || found.caseId === null || !canBeFollowed(found))
    return lockOwnerForShare(context, asNoteOwner(found));
  await lockCaseForUpdate(context, found.caseId);
  // A change of its time zone locks it before the events.
  await lockOrganizationForShare(context);
}

/**
 * What an event refers to after a change. Documents and the related record belong to the case or lead: an event that is
 * moved cannot keep them.
 *
 * @throws VALIDATION_FAILED
 */
function referencesAfter(found: EventRow, owner: Owner, changes: Changes): References {
  const type = changes.type ?? found.type;
  if (!isMoved(found, owner)) return { ...changes, type };
  const message = "required to move the event: what it has is of the case or lead that it leaves";
  if (changes.documentIds === undefined && found.documents.length > 0)
    throw invalidInput({ path: "documentIds", message });
  if (changes.related === undefined && (found.relatedTaskId ?? found.relatedDeadlineId) !== null)
    throw invalidInput({ path: "related", message });
  return { ...changes, type, feedTitle: changes.feedTitle === undefined ? found.feedTitle : changes.feedTitle };
}

/** The documents that an event has already and keeps, whatever became of them. */
const attachedDocuments = (found: EventRow, owner: Owner): string[] =>
  isMoved(found, owner) ? [] : found.documents.map(({ id }) => id);

/**
 * Locks what an event refers to FOR SHARE, and validates that it can.
 *
 * @param attached the IDs of documents that need no lock
 * @throws NOT_FOUND; VALIDATION_FAILED
 */
async function lockReferencesForShare(
  context: Context,
  owner: Owner,
  { attendees = [], court, documentIds = [], related, feedTitle, organizerMemberId, type }: References,
  attached: readonly string[] = [],
): Promise<void> {
  if (court !== null && court !== undefined && !courtTypes.has(type))
    throw invalidInput({ path: "court", message: `allowed only for ${[...courtTypes].join(", ")}` });
  await assertMembersActive(context, [
    ...idsOf(attendees, "memberId"),
    ...(organizerMemberId ? [organizerMemberId] : []),
  ]);
  await lockOwnDocumentsForShare(
    context,
    owner,
    documentIds.filter((id) => !attached.includes(id)),
  );
  if (related !== null && related !== undefined) await lockRelatedForShare(context, owner, related);
  if (typeof feedTitle === "string") await checkAnonymous(context, owner, feedTitle);
}

/** @throws NOT_FOUND; VALIDATION_FAILED for an event of the firm */
async function lockOwnDocumentsForShare(context: Context, owner: Owner, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  if (!hasOwner(owner))
    throw invalidInput({ path: "documentIds", message: "must be empty: an event of the firm has no documents" });
  await lockDocumentsForShare(context, asNoteOwner(owner), documentIds);
}

/** @throws NOT_FOUND for what is no task of the same case or lead, and no deadline of the same case */
async function lockRelatedForShare(
  context: Context,
  owner: Owner,
  { entity, id }: NonNullable<References["related"]>,
): Promise<void> {
  const isFound =
    entity === "task"
      ? hasOwner(owner) && (await lockTaskForShare(context, id, owner))
      : owner.caseId !== null && (await lockDeadlineForShare(context, id, owner.caseId));
  if (!isFound) throw notFound("Record");
}

/** @throws VALIDATION_FAILED for a title of feeds with a name of the client or the lead */
async function checkAnonymous(context: Context, owner: Owner, feedTitle: string): Promise<void> {
  const names = await listOwnerNames(
    context,
    owner.caseId === null ? [] : [owner.caseId],
    owner.leadId === null ? [] : [owner.leadId],
  );
  if (hasNameOf(feedTitle, [...names.values()]))
    throw invalidInput({ path: "feedTitle", message: "must not contain a name of the client or the lead" });
}
