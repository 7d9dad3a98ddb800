import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { lockOrganizationForShare } from "../../platform/database/organization-day.ts";
import type { Context } from "../../rpc/context.ts";
import { lockCaseForUpdate, lockCaseForShare } from "../cases/domain.ts";
import { lockClientForShare } from "../clients/domain.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { lockOwnerForShare, lockDocumentsForShare, checkActiveMembers } from "../notes/domain.locks.ts";
import { canBeFollowed } from "./domain.followers.ts";
import { hasNameOf } from "./domain.feed-titles.ts";
import { requireWritable } from "./domain.masking.ts";
import { readEvent } from "./domain.ts";
import type { EventChanges, GivenAttendee, NewEvent } from "./schema.input.ts";
import { shareDeadline, shareTask } from "./store.changes.ts";
import { listOwnerNames, lockEvent, type EventRow } from "./store.ts";

export type Owner = Pick<EventRow, "caseId" | "leadId">;
type Referring = Pick<NewEvent, "attendees" | "court" | "documentIds" | "related" | "feedTitle" | "type">;

const hasOwner = ({ caseId, leadId }: Owner) => caseId !== null || leadId !== null;
const asOwner = ({ caseId, leadId }: Owner) => ({ caseId, leadId, clientId: null, contactId: null });
const idsOf = (attendees: readonly GivenAttendee[], person: "memberId" | "contactId" | "clientId") =>
  attendees.flatMap((attendee) => attendee[person] ?? []);

/**
 * Lock order, against deadlocks: contacts and clients; case or lead; organization; documents; task or deadline; event;
 * deadlines that follow it, by ID; their chains.
 *
 * Locks the people of a request.
 *
 * @throws NOT_FOUND
 */
export async function requirePeople(
  context: Context,
  { attendees = [], court }: Pick<Referring, "attendees" | "court">,
): Promise<void> {
  await lockContactsForShare(context, [...idsOf(attendees, "contactId"), court?.courtContactId, court?.judgeContactId]);
  for (const clientId of idsOf(attendees, "clientId").toSorted()) await lockClientForShare(context, clientId);
}

/**
 * Locks the owner of a new event, open to changes.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, or a converted lead
 */
export async function lockPlace(context: Context, { caseId = null, leadId = null }: Partial<Owner>): Promise<Owner> {
  if (caseId !== null) await lockCaseForShare(context, caseId);
  const became =
    leadId === null ? undefined : (await lockLeadForShare(context, leadId)).find(({ entity }) => entity === "case");
  if (became !== undefined)
    throw new AppError("INVALID_STATE_TRANSITION", `The lead is converted; its case is ${became.id}`, {
      errorReason: "lead_converted",
      detail: became.id,
    });
  return { caseId, leadId };
}

type GivenOwner = Pick<EventChanges, "caseId" | "leadId">;

/** The case or lead that an event has after a change. One that has both keeps them where either is sent again. */
export function planOwner(before: Owner, given: GivenOwner): Owner {
  const { caseId = before.caseId, leadId = before.leadId } = given;
  if (caseId !== before.caseId) return { caseId, leadId: given.leadId ?? null };
  return { caseId: leadId === before.leadId || leadId === null ? caseId : null, leadId };
}

export const isMoved = (before: Owner, after: Owner) =>
  before.caseId !== after.caseId || before.leadId !== after.leadId;

/**
 * What a change of an event does to what others count from it: the day, whether it takes place, its case, and whether
 * it is a single event.
 */
export type Reach = "day" | "content";

/**
 * The case of an event that others may follow is locked so that they can change it, too: none begins to follow
 * meanwhile.
 */
async function lockOwnerOf(context: Context, found: EventRow, reach: Reach): Promise<void> {
  if (reach === "content" || found.caseId === null || !canBeFollowed(found))
    return lockOwnerForShare(context, asOwner(found));
  await lockCaseForUpdate(context, found.caseId);
  // A change of its time zone locks it before the events.
  await lockOrganizationForShare(context);
}

/**
 * Locks the owner of an event, and the one that it is moved to, for a caller who may change it.
 *
 * @returns the event, which is not locked
 * @throws NOT_FOUND; FORBIDDEN for a private event of others; INVALID_STATE_TRANSITION for an archived case, and for
 *   another lead that is converted
 */
export async function openEvent(
  context: Context,
  eventId: string,
  reach: Reach,
  changes: Pick<Referring, "attendees" | "court"> & GivenOwner = {},
): Promise<EventRow> {
  await requirePeople(context, changes);
  const found = await readEvent(context, eventId);
  requireWritable(context, found);
  const owner = planOwner(found, changes);
  const locks = [
    ...(hasOwner(found) ? [{ id: found.caseId ?? "", lock: () => lockOwnerOf(context, found, reach) }] : []),
    ...(isMoved(found, owner) ? [{ id: owner.caseId ?? "", lock: () => lockPlace(context, owner) }] : []),
  ];
  // Of two events that are moved in opposite directions, both wait for the same case first.
  for (const { lock } of locks.toSorted((one, other) => (one.id < other.id ? -1 : 1))) await lock();
  return found;
}

/**
 * Locks an event that {@link openEvent} found.
 *
 * @throws NOT_FOUND; STALE_REVISION where it was moved to another case or lead, or became or ceased to be a series, in
 *   between
 */
export async function lockOpenEvent(context: Context, found: EventRow): Promise<EventRow> {
  const row = await lockEvent(context, found.id);
  if (row === undefined) throw notFound("Calendar event");
  requireWritable(context, row);
  if (isMoved(found, row) || canBeFollowed(found) !== canBeFollowed(row)) throw staleRevision("calendarEvent");
  return row;
}

export const atCourt: ReadonlySet<string> = new Set([
  "hearing",
  "trial",
  "court_conference",
  "mediation",
  "arbitration",
]);

/**
 * Requires what an event refers to, and that it can.
 *
 * @param attached the documents that it has already, which stay whatever became of them
 * @throws NOT_FOUND; VALIDATION_FAILED
 */
export async function requireReferences(
  context: Context,
  owner: Owner,
  { attendees = [], court, documentIds = [], related, feedTitle, type }: Referring,
  organizerMemberId: string | null,
  attached: readonly string[] = [],
): Promise<void> {
  if (court !== null && court !== undefined && !atCourt.has(type))
    throw invalidInput({ path: "court", message: `allowed only for ${[...atCourt].join(", ")}` });
  await checkActiveMembers(context, [
    ...idsOf(attendees, "memberId"),
    ...(organizerMemberId === null ? [] : [organizerMemberId]),
  ]);
  await requireDocuments(
    context,
    owner,
    documentIds.filter((id) => !attached.includes(id)),
  );
  if (related !== null && related !== undefined && !(await shareRelated(context, owner, related)))
    throw notFound("Record");
  if (typeof feedTitle === "string") await requireAnonymous(context, owner, feedTitle);
}

/**
 * Locks a related record of the same case or lead.
 *
 * @returns whether there is one
 */
async function shareRelated(
  context: Context,
  owner: Owner,
  { entity, id }: NonNullable<Referring["related"]>,
): Promise<boolean> {
  if (!hasOwner(owner)) return false;
  return entity === "task"
    ? shareTask(context, id, owner)
    : owner.caseId !== null && shareDeadline(context, id, owner.caseId);
}

async function requireDocuments(context: Context, owner: Owner, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  if (!hasOwner(owner))
    throw invalidInput({ path: "documentIds", message: "must be empty: an event of the firm has no documents" });
  await lockDocumentsForShare(context, asOwner(owner), documentIds);
}

/** @throws VALIDATION_FAILED for a title of feeds with a name of the client or the lead */
async function requireAnonymous(context: Context, owner: Owner, feedTitle: string): Promise<void> {
  const names = await listOwnerNames(
    context,
    owner.caseId === null ? [] : [owner.caseId],
    owner.leadId === null ? [] : [owner.leadId],
  );
  if (hasNameOf(feedTitle, [...names.values()]))
    throw invalidInput({ path: "feedTitle", message: "must not contain a name of the client or the lead" });
}
